import { expect, test } from 'vitest';
import type { Rejection } from '../../../src/scheduler/filters/filter.js';
import { areResolvable } from '../../../src/scheduler/preemption/resolvable.js';

const CASES: readonly (readonly [Rejection, boolean])[] = [
  [{ code: 'host-port', message: 'taken' }, true],
  [{ code: 'untolerated-taint', message: 'tainted' }, false],
  [{ code: 'insufficient-resource', message: 'Insufficient cpu' }, true],
  [{ code: 'insufficient-resource', message: 'Insufficient cpu', exceedsNode: true }, false],
  [{ code: 'insufficient-resource', message: 'pod level request for cpu is insufficient' }, false],
  [{ code: 'topology-spread', message: 'mismatch', excess: 1 }, true],
  [{ code: 'topology-spread', message: 'mismatch (missing required label)' }, false],
];

test.each(CASES)('%j', (rejection, isResolvable) => {
  expect(areResolvable([rejection])).toBe(isResolvable);
});

test('one rejection that stays is enough', () => {
  expect(areResolvable(CASES.slice(0, 2).map(([rejection]) => rejection))).toBe(false);
  expect(areResolvable([])).toBe(true);
});
