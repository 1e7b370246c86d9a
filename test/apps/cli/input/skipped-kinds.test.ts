import { expect, test } from 'vitest';
import { skippedKinds } from '../../../../src/apps/cli/input/skipped-kinds.js';
import type { Json } from '../../../../src/core/base/json.js';

const object = (kind: string, json: Json, place?: string) => ({ apiVersion: 'a.example/v1', kind, json, place: () => place });
const WORDS = { withClaims: 'with claims', others: 'skipped', remedy: 'do this' };
const CLAIMS = { spec: { resourceClaims: [{ name: 'gpu' }] } };

test('kinds are reported in order with their numbers', () => {
  expect(skippedKinds([object('B', {}), object('A', {}), object('B', {})], WORDS)).toEqual({
    warnings: [],
    note: 'skipped: 1 a.example/v1 A, 2 a.example/v1 B',
  });
  expect(skippedKinds([], WORDS)).toEqual({ warnings: [], note: undefined });
});

test('objects that carry claims are a warning at the first of them', () => {
  const claims = { spec: { replicaSpecs: [{ template: { spec: { resourceClaims: [{ name: 'gpu' }] } } }] } };
  const none = { spec: { resourceClaims: [], nested: { resourceClaims: null } } };
  expect(skippedKinds([object('A', none, 'f:1:1'), object('A', claims, 'f:2:1'), object('A', claims, 'f:3:1')], WORDS)).toEqual({
    warnings: [
      {
        message: expect.stringMatching(/^with claims: 2 a\.example\/v1 A: do this$/),
        hidesPods: true,
        place: 'f:2:1',
      },
    ],
    note: expect.stringContaining('1 a.example/v1 A'),
  });
});

test('of many kinds the first are named', () => {
  const kinds = Array.from({ length: 1000 }, (_, index) => object(`K${String(index).padStart(3, '0')}`, {}));
  expect(skippedKinds(kinds, WORDS).note).toMatch(/1 a\.example\/v1 K019 and 980 more$/);
});

test('kinds of Kubernetes that make no pods hide none', () => {
  const revision = { apiVersion: 'apps/v1', kind: 'ControllerRevision', json: CLAIMS, place: () => undefined };
  const workload = { ...revision, apiVersion: 'scheduling.k8s.io/v1alpha3', kind: 'Workload' };
  expect(skippedKinds([revision, workload], WORDS).warnings).toEqual([]);
  expect(skippedKinds([{ ...workload, apiVersion: 'jobset.x-k8s.io/v1', kind: 'Odd' }], WORDS).warnings).toHaveLength(1);
});
