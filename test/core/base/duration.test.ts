import { expect, it } from 'vitest';
import { millisecondsOf } from '../../../src/core/base/duration.js';

it('reads durations as Go writes them', () => {
  const read = ['0', '300ms', '10s', '1m30s', '1.5h', '2us'].map(millisecondsOf);
  expect(read).toEqual([0, 300, 10_000, 90_000, 5_400_000, 0.002]);
});

it('reads no other texts', () => {
  for (const text of ['', '5', '-1s', '1d', '1 s', 's', '1e3s', '1s '.repeat(9)]) expect(millisecondsOf(text), text).toBeUndefined();
});
