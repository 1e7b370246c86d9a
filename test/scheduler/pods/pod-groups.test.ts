import { expect, test } from 'vitest';
import type { PodSpec } from '../../../src/core/api/pod.js';
import { groupNameOf, PodGroups, recordedNames } from '../../../src/scheduler/pods/pod-groups.js';
import { objectsOf } from './objects.js';

const specOf = (spec: string): PodSpec =>
  objectsOf(`{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {${spec}}}`).pods[0]?.spec as PodSpec;
const groups = new PodGroups(
  objectsOf(`
apiVersion: scheduling.k8s.io/v1beta1
kind: PodGroup
metadata: {name: g, namespace: ns}
spec: {resourceClaims: [{name: a, resourceClaimName: c}, {name: b, resourceClaimTemplateName: c}]}
status: {resourceClaimStatuses: [{name: b, resourceClaimName: g-b-x7}, {name: z}]}
`).podGroups,
);

test('a pod belongs to the group of its namespace that it names', () => {
  const member = specOf('schedulingGroup: {podGroupName: g}');
  expect(groupNameOf(member)).toBe('g');
  expect(groups.of('ns', member)?.owner.metadata.name).toBe('g');
  expect(groups.of('other', member)).toBeUndefined();
  for (const spec of ['', 'schedulingGroup: {}', 'schedulingGroup: {podGroupName: ""}']) expect(groupNameOf(specOf(spec))).toBeUndefined();
  expect(groups.of('ns', specOf(''))).toBeUndefined();
});

test('a claim is shared that has the same name and names the same claim or the same template', () => {
  const group = groups.of('ns', specOf('schedulingGroup: {podGroupName: g}'));
  const shared = [
    { name: 'a', resourceClaimName: 'c' },
    { name: 'b', resourceClaimTemplateName: 'c' },
    { name: 'a', resourceClaimTemplateName: 'c' },
    { name: 'b', resourceClaimName: 'c' },
    { name: 'c', resourceClaimName: 'c' },
    { name: 'a', resourceClaimName: 'd' },
    { name: 'a' },
  ].map((entry) => group?.share(entry));
  expect(shared).toEqual([true, true, false, false, false, false, false]);
});

test('a status tells names of made claims, and which were not needed', () => {
  const recorded = groups.of('ns', specOf('schedulingGroup: {podGroupName: g}'))?.recorded;
  expect([...(recorded ?? [])]).toEqual([
    ['b', 'g-b-x7'],
    ['z', undefined],
  ]);
  expect(recordedNames([]).size).toBe(0);
});
