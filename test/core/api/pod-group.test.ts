import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import { decodePodGroup } from '../../../src/core/api/pod-group.js';
import { errorOf, yaml } from '../../support/api.js';

const GROUP = `metadata: {name: g, namespace: ns, uid: u}
spec: {schedulingPolicy: {gang: {minCount: 2}}, resourceClaims: [{name: a, resourceClaimName: c}, {name: b, resourceClaimTemplateName: t}]}
status: {resourceClaimStatuses: [{name: b, resourceClaimName: g-b-x7}]}
`;

test('claims and their recorded names are read, the rest is ignored', () => {
  const group = decodePodGroup(yaml(GROUP), new DecodeContext());
  expect(group.spec.resourceClaims).toEqual([
    { name: 'a', resourceClaimName: 'c' },
    { name: 'b', resourceClaimTemplateName: 't' },
  ]);
  expect(group.status.resourceClaimStatuses).toEqual([{ name: 'b', resourceClaimName: 'g-b-x7' }]);
});

test('every version is read, groups of other makers are skipped', () => {
  const objects = [
    'scheduling.k8s.io/v1alpha2',
    'scheduling.k8s.io/v1beta1',
    'scheduling.x-k8s.io/v1alpha1',
    'scheduling.volcano.sh/v1beta1',
  ];
  const set = decodeObjects(
    objects.map((apiVersion, index) => ({ value: { apiVersion, kind: 'PodGroup', metadata: { name: `g${index}` } } })),
  );
  expect(set.podGroups.map(({ metadata }) => metadata.name)).toEqual(['g0', 'g1']);
  expect([...set.skipped.keys()]).toEqual(['scheduling.x-k8s.io/v1alpha1 PodGroup', 'scheduling.volcano.sh/v1beta1 PodGroup']);
});

test('more claims than the API server takes are a warning', () => {
  const context = new DecodeContext();
  decodePodGroup(yaml(`{spec: {resourceClaims: [${'{name: a},'.repeat(5)}]}}`), context);
  expect(context.warnings.map(({ message, path }) => [message, path])).toEqual([
    ['a PodGroup can have at most 4 claims, but it has 5', ['spec', 'resourceClaims']],
  ]);
});

test('what matters is type-checked', () => {
  expect(errorOf(() => decodePodGroup(yaml('{spec: {resourceClaims: [{name: 1}]}}'), new DecodeContext())).path).toBe(
    'spec.resourceClaims[0].name',
  );
});
