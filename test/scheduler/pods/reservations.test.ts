import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import type { ResourceClaim } from '../../../src/core/api/resource-claim.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { isReservedFor, reservationRefusal } from '../../../src/scheduler/pods/reservations.js';
import { inIncrements } from '../../support/increments.js';
import { objectsOf } from './objects.js';

function podOf(resourceClaims: readonly object[], metadata: object = {}): Pod {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ns', ...metadata }, spec: { resourceClaims } };
  return objectsOf(JSON.stringify(pod)).pods[0] as Pod;
}

function claimOf(consumers: number, more: readonly object[] = []): ResourceClaim {
  const others = Array.from({ length: consumers }, (_, index) => ({ resource: 'pods', name: `o${index}`, uid: `u${index}` }));
  const reservedFor = [...others, ...more];
  const claim = {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name: 'c', namespace: 'ns' },
    status: { reservedFor },
  };
  return objectsOf(JSON.stringify(claim)).resourceClaims[0] as ResourceClaim;
}

function refusalOf(pod: Pod, claims: readonly ResourceClaim[]): string | undefined {
  return inOneGo(reservationRefusal(pod, claims));
}

const ONCE = [{ name: 'x', resourceClaimName: 'c' }];
const TWICE = [...ONCE, { name: 'y', resourceClaimName: 'c' }];
const WORDS = 'add reservation to claim ns/c: ResourceClaim.resource.k8s.io "c" is invalid: ';

describe('a claim is reserved', () => {
  test('for 256 consumers at most', () => {
    expect(refusalOf(podOf(ONCE), [claimOf(255)])).toBeUndefined();
    expect(refusalOf(podOf(ONCE), [claimOf(256)])).toBe(`${WORDS}status.reservedFor: Too many: 257: must have at most 256 items`);
  });

  test('once for a pod', () => {
    const duplicate = `${WORDS}status.reservedFor[3]: Duplicate value: {"resource":"pods","name":"p","uid":"u"}`;
    expect(refusalOf(podOf(TWICE, { uid: 'u' }), [claimOf(2)])).toBe(duplicate);
    expect(refusalOf(podOf(TWICE), [claimOf(255)])).toContain('Too many: 257');
  });

  test('for one that has it already', () => {
    const full = claimOf(255, [{ resource: 'pods', name: 'p', uid: 'u' }]);
    expect(refusalOf(podOf(TWICE, { uid: 'u' }), [full])).toBeUndefined();
    expect(isReservedFor(podOf(ONCE, { uid: 'other' }), full)).toBe(false);
  });
});

test('each entry of a pod is considered once, however many claims there are', () => {
  const pod = podOf(Array.from({ length: 300 }, (_, index) => ({ name: `x${index}`, resourceClaimName: `c${index}` })));
  let looks = 0;
  const resourceClaims = pod.spec.resourceClaims.map((entry) => ({
    ...entry,
    get resourceClaimName() {
      looks++;
      return entry.resourceClaimName;
    },
  }));
  const claims = Array.from({ length: 300 }, () => claimOf(0));
  expect(refusalOf({ ...pod, spec: { ...pod.spec, resourceClaims } } as Pod, claims)).toBeUndefined();
  expect(looks).toBe(300);
});

test('many claims are checked in increments', () => {
  const pod = podOf(Array.from({ length: 50 }, (_, index) => ({ name: `x${index}`, resourceClaimName: `c${index}` })));
  const claims = Array.from({ length: 50 }, () => claimOf(1));
  const { result, pauses } = inIncrements((checkpoint) => reservationRefusal(pod, claims, checkpoint));
  expect(result).toBeUndefined();
  expect(pauses).toBe(100);
});
