import { expect, test } from 'vitest';
import type { Json } from '../../../src/base/json.js';
import { skippedKinds } from '../../../src/cli/input/skipped-kinds.js';

const object = (kind: string, json: Json, place?: string) => ({ apiVersion: 'a/v1', kind, json, place: () => place });

test('kinds are told in order with their numbers', () => {
  expect(skippedKinds([object('B', {}), object('A', {}), object('B', {})])).toEqual({
    warnings: [],
    note: 'skipped objects of kinds that do not matter for devices: 1 a/v1 A, 2 a/v1 B',
  });
  expect(skippedKinds([])).toEqual({ warnings: [], note: undefined });
});

test('objects that carry claims are a warning at the first of them', () => {
  const claims = { spec: { replicaSpecs: [{ template: { spec: { resourceClaims: [{ name: 'gpu' }] } } }] } };
  const none = { spec: { resourceClaims: [], nested: { resourceClaims: null } } };
  expect(skippedKinds([object('A', none, 'f:1:1'), object('A', claims, 'f:2:1'), object('A', claims, 'f:3:1')])).toEqual({
    warnings: [{ message: expect.stringMatching(/^skipped, although they carry resourceClaims: 2 a\/v1 A;/), place: 'f:2:1' }],
    note: expect.stringContaining('1 a/v1 A'),
  });
});

test('of many kinds the first are named', () => {
  const kinds = Array.from({ length: 1000 }, (_, index) => object(`K${String(index).padStart(3, '0')}`, {}));
  expect(skippedKinds(kinds).note).toMatch(/1 a\/v1 K019 and 980 more$/);
});
