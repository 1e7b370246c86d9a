import { expect, test } from 'vitest';
import { decodeObjects } from '../../../src/core/api/objects.js';
import type { Json } from '../../../src/core/base/json.js';
import { assignedNote, isAssigned, lacksClaims, whyUnallocated } from '../../../src/scheduler/pods/assigned-pods.js';

const podOn = (nodeName: string, phase: string) => {
  const value: Json = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { nodeName, containers: [] }, status: { phase } };
  const [pod] = decodeObjects([{ value }]).pods;
  if (pod === undefined) throw new Error('no pod');
  return pod;
};
const claims = ['a', 'b', 'c', 'd'].flatMap((name) => {
  const value: Json = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name }, spec: { devices: {} } };
  return decodeObjects([{ value }]).resourceClaims;
});
const isNode = (name: string): boolean => name === 'n';
const START = 'spec.nodeName bypasses kube-scheduler:';

test('a pod with a node that does not run has no claim that is unallocated', () => {
  expect(whyUnallocated(podOn('n', 'Pending'), claims.slice(0, 1), isNode)).toBe(`${START} claim a stays unallocated on node n`);
  expect(whyUnallocated(podOn('m', 'Pending'), claims, isNode)).toBe(
    `${START} claims a, b, c and 1 more stay unallocated, and node m is not in the input`,
  );
  expect(whyUnallocated(podOn('n', 'Pending'), [], isNode)).toBeUndefined();
  expect(whyUnallocated(podOn('n', 'Running'), claims, isNode)).toBeUndefined();
  expect(whyUnallocated(podOn('', 'Pending'), claims, isNode)).toBeUndefined();
});

test('it lacks claims where its group has a problem', () => {
  const problem = { message: 'm', object: podOn('n', 'Pending') };
  expect([isAssigned(podOn('n', 'Pending')), isAssigned(podOn('', 'Pending'))]).toEqual([true, false]);
  expect(lacksClaims({ pod: podOn('n', 'Pending'), problem })).toBe(true);
  expect(lacksClaims({ pod: podOn('n', 'Running'), problem })).toBe(false);
  expect(lacksClaims({ pod: podOn('n', 'Pending') })).toBe(false);
  expect(lacksClaims({ pod: podOn('', 'Pending'), problem })).toBe(false);
});

test('pods without claims are on the node, or belong to one that is absent', () => {
  expect(assignedNote('n', isNode)).toBe(`${START} its pods use resources of node n without the checks of the scheduler`);
  expect(assignedNote('m', isNode)).toBe(`${START} its pods belong to node m, which is not in the input`);
});
