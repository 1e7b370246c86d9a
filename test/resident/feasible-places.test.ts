import { expect, it } from 'vitest';
import { STATUS_FAILED, STATUS_FOUND } from '../../src/kernel/layout.js';
import { PAGE } from '../../src/resident/answers.js';
import { FeasiblePlaces } from '../../src/resident/feasible-places.js';

const WORDS = 2;

/** Answers of one portion, where these ordinals have devices. */
function answersWith(...found: number[]): { pages: { words: Uint32Array; at: number; changed: [] }[]; words: number } {
  const u32 = new Uint32Array(PAGE * WORDS).fill(STATUS_FAILED);
  for (const ordinal of found) u32[ordinal * WORDS] = STATUS_FOUND;
  return { pages: [{ words: u32, at: 0, changed: [] }], words: WORDS };
}

it('the first place follows what changes, in the order that is asked for', () => {
  const order = { names: ['a', 'b', 'c', 'd'], ordinals: [3, 0, 2, 7] };
  const other = { names: ['x'], ordinals: [1] };
  const places = new FeasiblePlaces();
  expect(places.first(answersWith(2, 7), order)).toBe(2);
  // Ordinals without a place in the order, and beyond all of its own.
  places.follow([0, 1, 9], answersWith(0, 1, 2, 7, 9));
  expect(places.first(answersWith(0, 1, 2, 7, 9), order)).toBe(1);
  places.follow([0, 2], answersWith(7));
  expect(places.first(answersWith(7), order)).toBe(3);
  expect(places.first(answersWith(7), other)).toBe(-1);
  expect(places.first(answersWith(3), order)).toBe(0);
  places.forget();
  expect(places.first(answersWith(), order)).toBe(-1);
});
