import { expect, test } from 'vitest';
import { DEFAULT_PROFILE } from '../../../src/scheduler/profile/scheduler-profile.js';

test('the default profile has the weights of kube-scheduler', () => {
  expect(Object.fromEntries(DEFAULT_PROFILE.weights)).toEqual({
    TaintToleration: 3,
    NodeAffinity: 2,
    NodeResourcesFit: 1,
    VolumeBinding: 1,
    PodTopologySpread: 2,
    InterPodAffinity: 2,
    DynamicResources: 2,
    NodeResourcesBalancedAllocation: 1,
    ImageLocality: 1,
  });
});

test('the default profile has the filters of kube-scheduler in their order', () => {
  expect([...DEFAULT_PROFILE.filters].join(' ')).toBe(
    'NodeName NodeUnschedulable TaintToleration NodeAffinity NodePorts NodeResourcesFit VolumeRestrictions NodeVolumeLimits VolumeBinding VolumeZone PodTopologySpread InterPodAffinity DynamicResources NodeDeclaredFeatures',
  );
});
