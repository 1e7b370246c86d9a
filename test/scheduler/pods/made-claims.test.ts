import { expect, it } from 'vitest';
import type { ResourceClaim } from '../../../src/core/api/resource-claim.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { type ClaimOwner, podOwner } from '../../../src/scheduler/pods/claim-owner.js';
import { MadeClaims } from '../../../src/scheduler/pods/made-claims.js';
import { objectKey } from '../../../src/scheduler/pods/ownership.js';
import { objectsOf } from './objects.js';

const ANNOTATION = 'resource.kubernetes.io/pod-claim-name';

/** A claim in namespace `ns`, annotated with a pod's name for it, owned by a pod. */
function claim(name: string, { of = '', owner = '', uid = 'u', generated = '' } = {}): string {
  const annotations = of === '' ? '' : `, annotations: {${ANNOTATION}: ${of}}`;
  const owners = owner === '' ? '' : `, ownerReferences: [{apiVersion: v1, kind: Pod, name: ${owner}, uid: "${uid}", controller: true}]`;
  const from = generated === '' ? '' : `, generateName: ${generated}`;
  return `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}, namespace: ns${from}${annotations}${owners}}, spec: {devices: {}}}\n---\n`;
}

const pods = objectsOf(
  ['web', 'other']
    .map((name) => `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ns, uid: u}, spec: {containers: []}}\n---\n`)
    .join(''),
).pods;
const [web, other] = pods.map(podOwner) as [ClaimOwner, ClaimOwner];

function made(...claims: readonly string[]): { readonly claims: MadeClaims; readonly named: (name: string) => ResourceClaim } {
  const { resourceClaims } = objectsOf(claims.join(''));
  const byKey = new Map(resourceClaims.map((one) => [objectKey(one.metadata.namespace, one.metadata.name), one]));
  return { claims: inOneGo(MadeClaims.among(byKey, UNLIMITED)), named: (name) => byKey.get(objectKey('ns', name)) as ResourceClaim };
}

it('a claim is found by its owner and the name that the pod has for it', () => {
  const { claims, named } = made(claim('first', { of: 'gpu', owner: 'web' }), claim('second', { of: 'nic', owner: 'web' }));
  expect(claims.of(web, 'gpu')).toBe(named('first'));
  expect(claims.of(web, 'nic')).toBe(named('second'));
  expect(claims.of(web, 'disk')).toBeUndefined();
});

it('a claim without an annotation is found by what its name was generated from', () => {
  const { claims, named } = made(claim('web-gpu-x7', { owner: 'web', generated: 'web-gpu-' }));
  expect(claims.of(web, 'gpu')).toBe(named('web-gpu-x7'));
  expect(claims.of(web, 'nic')).toBeUndefined();
});

it('a claim that says no owner is found by its name and annotation, and is taken then', () => {
  const { claims, named } = made(claim('web-gpu', { of: 'gpu' }));
  expect([claims.isForSomePod(named('web-gpu')), claims.isTaken(named('web-gpu'))]).toEqual([true, false]);
  expect(claims.of(other, 'gpu')).toBeUndefined();
  expect(claims.isTaken(named('web-gpu'))).toBe(false);
  expect(claims.of(web, 'gpu')).toBe(named('web-gpu'));
  // A second call returns the same claim, not the next one.
  expect(claims.of(web, 'gpu')).toBe(named('web-gpu'));
  expect(claims.isTaken(named('web-gpu'))).toBe(true);
});

it('a claim that nobody made for a pod is not taken for one, whatever its name', () => {
  const { claims, named } = made(claim('web-gpu'));
  expect(claims.isForSomePod(named('web-gpu'))).toBe(false);
  expect(claims.of(web, 'gpu')).toBeUndefined();
});
