import { describe, expect, it, test } from 'vitest';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { profilesOf } from '../../../src/scheduler/profile/resolve-profiles.js';
import { DEFAULT_PROFILE, DEFAULT_PROFILES } from '../../../src/scheduler/profile/scheduler-profile.js';
import { configuration, named, profile, withArguments } from './configuration.js';

const features = resolveFeatures({});

describe('profiles', () => {
  it('are the default ones without a configuration', () => {
    expect(profilesOf(undefined, features)).toBe(DEFAULT_PROFILES);
    expect(DEFAULT_PROFILES.of('any')).toBe(DEFAULT_PROFILE);
  });

  it('of an empty configuration equal the default profile', () => {
    const { ignoresResource: _, ...rest } = profile();
    expect(rest).toEqual({ ...DEFAULT_PROFILE, ignoresResource: undefined });
    expect(rest.fitStrategy).toBe(DEFAULT_PROFILE.fitStrategy);
    expect(rest.balancedResources).toBe(DEFAULT_PROFILE.balancedResources);
  });

  it('are found by name, and a pod of another scheduler has the names of all', () => {
    const profiles = profilesOf(configuration({ profiles: [{ schedulerName: 'a' }, { schedulerName: 'b' }] }), features);
    expect(profiles.of('b').schedulerName).toBe('b');
    expect(profiles.of('').otherNames).toEqual(['a', 'b']);
  });
});

describe('arguments', () => {
  it('are those of filters and scores', () => {
    const spread = {
      defaultingType: 'List',
      defaultConstraints: [{ maxSkew: 1, topologyKey: 'rack', whenUnsatisfiable: 'DoNotSchedule' }],
    };
    expect(withArguments('PodTopologySpread', spread).spreadDefaults).toMatchObject({
      constraints: [{ topologyKey: 'rack' }],
      acceptsMissingKeys: false,
    });
    expect(withArguments('PodTopologySpread', { defaultingType: 'List' }).spreadDefaults.constraints).toEqual([]);
    expect(withArguments('InterPodAffinity', { hardPodAffinityWeight: 0, ignorePreferredTermsOfExistingPods: true })).toMatchObject({
      hardPodAffinityWeight: 0,
      ignoresPreferredTerms: true,
    });
    expect(withArguments('NodeResourcesBalancedAllocation', { resources: named('cpu', 'a.b/c') }).balancedResources).toEqual([
      'cpu',
      'a.b/c',
    ]);
    expect(withArguments('VolumeBinding', { shape: [{ utilization: 0, score: 3 }] }).storageShape).toEqual([{ utilization: 0, score: 3 }]);
  });

  it('name extended resources that NodeResourcesFit ignores, or their groups', () => {
    const { ignoresResource } = withArguments('NodeResourcesFit', { ignoredResources: ['a.b/c', 'cpu'], ignoredResourceGroups: ['d.e'] });
    expect(['a.b/c', 'a.b/d', 'd.e/f', 'cpu'].map(ignoresResource)).toEqual([true, false, true, false]);
  });

  it('of extenders replace the resources that NodeResourcesFit ignores', () => {
    const extenders = [{ managedResources: [{ name: 'a.b/c', ignoredByScheduler: true }, { name: 'a.b/d' }] }];
    const { ignoresResource } = profile(
      { pluginConfig: [{ name: 'NodeResourcesFit', args: { ignoredResources: ['x.y/z'] } }] },
      { extenders },
    );
    expect(['a.b/c', 'a.b/d', 'x.y/z'].map(ignoresResource)).toEqual([true, false, false]);
    expect(() => profile({}, { extenders: [{ managedResources: [{ name: 'cpu' }] }] })).toThrow('extenders: expected an extended resource');
  });

  it('need the gates of their features', () => {
    const off = resolveFeatures({ featureGates: { StorageCapacityScoring: false, DRADeviceBindingConditions: false } });
    const args =
      (name: string, value: object): (() => void) =>
      () =>
        profile({ pluginConfig: [{ name, args: value }] }, {}, off);
    expect(args('VolumeBinding', { shape: [{ utilization: 0, score: 1 }] })).toThrow(
      'schedulerConfig.profiles[0].pluginConfig[0].args.shape: the gate StorageCapacityScoring is off',
    );
    expect(args('DynamicResources', { bindingTimeout: '10s' })).toThrow('args.bindingTimeout: the gate DRADeviceBindingConditions');
  });
});

test.each([
  ['queueSort: expected one plugin', { queueSort: { disabled: named('*') } }],
  ['bind: expected at least one plugin', { bind: { disabled: named('DefaultBinder') } }],
  ['preFilter: NodePorts is off here but runs at filter, where it fails for each pod', { preFilter: { disabled: named('NodePorts') } }],
  ['preScore: TaintToleration is off here but runs at score, where it fails for each pod', { preScore: { disabled: named('*') } }],
])('%s', (message, plugins) => {
  expect(() => profile({ plugins })).toThrow(`schedulerConfig.profiles[0].plugins.${message}`);
});

test('all profiles need the queueSort of the first', () => {
  const second = { schedulerName: 'b', plugins: { queueSort: { enabled: named('PrioritySort') } } };
  expect(() => profilesOf(configuration({ profiles: [{ schedulerName: 'a' }, second] }), features)).toThrow(
    'profiles[1].plugins.queueSort: expected the queueSort of the first profile',
  );
});

test.each(['preFilter', 'filter', 'reserve', 'preBind'])('no devices are allocated without DynamicResources at %s', (point) => {
  const others = point === 'preFilter' ? { filter: { disabled: named('DynamicResources') } } : {};
  expect(profile({ plugins: { [point]: { disabled: named('DynamicResources') }, ...others } }).allocatesDevices).toBe(false);
  expect(profile({ plugins: { score: { disabled: named('DynamicResources') } } }).allocatesDevices).toBe(true);
});

test('no pods are evicted without DefaultPreemption', () => {
  expect(profile({ plugins: { multiPoint: { disabled: named('DefaultPreemption') } } }).preempts).toBe(false);
});
