import { expect, test } from 'vitest';
import { CachedErrors } from '../../../../../src/allocator/evaluate/resident/query/cached-errors.js';
import { AllocationError } from '../../../../../src/core/base/errors.js';

const failure = (length = 10): AllocationError => new AllocationError('cel-runtime-error', 'x'.repeat(length));

test('an error is for claims of the same names', () => {
  const errors = new CachedErrors();
  expect(errors.set(3, 'a', failure())).toBe(true);
  expect(errors.get(3, 'a')).toEqual(failure());
  expect([errors.get(3, 'b'), errors.get(4, 'a')]).toEqual([undefined, undefined]);
});

test('a node has one error, and forgotten errors use no memory', () => {
  const errors = new CachedErrors();
  errors.set(3, 'a', failure());
  const { bytes } = errors;
  errors.set(3, 'b', failure());
  expect([errors.size, errors.bytes, errors.get(3, 'a')]).toEqual([1, bytes, undefined]);
  errors.forget(3);
  errors.forget(4);
  expect([errors.size, errors.bytes]).toEqual([0, 0]);
});

test('errors have limited memory, and a node without room loses its former error', () => {
  const errors = new CachedErrors();
  errors.set(0, 'a', failure());
  let count = 1;
  while (errors.set(count, 'a', failure(100_000))) count++;
  expect(errors.bytes).toBeLessThanOrEqual(2 << 20);
  expect(errors.set(0, 'a', failure(100_000))).toBe(false);
  expect(errors.get(0, 'a')).toBe(undefined);
});
