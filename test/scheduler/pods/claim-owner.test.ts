import { expect, test } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import type { PodGroup } from '../../../src/core/api/pod-group.js';
import type { ResourceClaim } from '../../../src/core/api/resource-claim.js';
import { consumers, groupOwner, identityOf, ownerReferences, owningIdentity, podOwner } from '../../../src/scheduler/pods/claim-owner.js';
import { objectsOf } from './objects.js';

const pod = (uid: string): Pod =>
  objectsOf(`{apiVersion: v1, kind: Pod, metadata: {name: o, namespace: ns, uid: "${uid}"}}`).pods[0] as Pod;
const group = objectsOf('{apiVersion: scheduling.k8s.io/v1beta1, kind: PodGroup, metadata: {name: o, namespace: ns, uid: u}}')
  .podGroups[0] as PodGroup;
const claimOf = (kind: string, apiVersion: string, rest = ', controller: true'): ResourceClaim =>
  objectsOf(
    `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: ns, ownerReferences: [{apiVersion: ${apiVersion}, kind: ${kind}, name: o, uid: u${rest}}]}}`,
  ).resourceClaims[0] as ResourceClaim;

test('a claim is found by the identity of the pod or the group that owns it', () => {
  expect(owningIdentity(claimOf('Pod', 'v1'))).toBe(identityOf(podOwner(pod('u'))));
  expect(owningIdentity(claimOf('Pod', 'v1'))).not.toBe(identityOf(podOwner(pod('v'))));
  expect(owningIdentity(claimOf('PodGroup', 'scheduling.k8s.io/v1alpha3'))).toBe(identityOf(groupOwner(group)));
  expect(identityOf(groupOwner(group))).not.toBe(identityOf(podOwner(pod('u'))));
});

test('other owners, and owners that are no controllers, do not count', () => {
  expect(owningIdentity(claimOf('PodGroup', 'scheduling.x-k8s.io/v1alpha1'))).toBeUndefined();
  expect(owningIdentity(claimOf('Job', 'batch/v1'))).toBeUndefined();
  expect(owningIdentity(claimOf('Pod', 'v1', ''))).toBeUndefined();
});

test('references name the owner with its uid, and are left out without one', () => {
  expect(ownerReferences(podOwner(pod('u')))).toEqual([{ apiVersion: 'v1', kind: 'Pod', name: 'o', uid: 'u', controller: true }]);
  expect(ownerReferences(groupOwner(group))).toEqual([
    { apiVersion: 'scheduling.k8s.io/v1beta1', kind: 'PodGroup', name: 'o', uid: 'u', controller: true },
  ]);
  expect(consumers(podOwner(pod('u')))).toEqual([{ apiGroup: '', resource: 'pods', name: 'o', uid: 'u' }]);
  expect(consumers(groupOwner(group))).toEqual([{ apiGroup: 'scheduling.k8s.io', resource: 'podgroups', name: 'o', uid: 'u' }]);
  expect([ownerReferences(podOwner(pod(''))), consumers(podOwner(pod('')))]).toEqual([[], []]);
});
