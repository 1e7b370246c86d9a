import { expect, test } from 'vitest';
import { Checkpoint } from '../../../src/core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../src/core/base/incremental.js';
import {
  filtering,
  filteringEach,
  finding,
  mapping,
  mappingEach,
  testingEvery,
  testingSome,
  testingSomeEach,
} from '../../../src/core/base/lists-in-increments.js';

/** The callback as a computation that pauses once. */
function pausing<A extends readonly unknown[], T>(call: (...given: A) => T): (...given: A) => Incremental<T> {
  return function* (...given) {
    yield;
    return call(...given);
  };
}

/** Runs a computation whose slices end at each unit of work, and counts its pauses. */
function counted<T>(begin: (checkpoint: Checkpoint) => Incremental<T>): { readonly value: T; readonly pauses: number } {
  const checkpoint = new Checkpoint();
  checkpoint.beginSlice(0);
  const computation = begin(checkpoint);
  let pauses = 0;
  for (;;) {
    const { done, value } = computation.next();
    if (done === true) return { value, pauses };
    pauses++;
  }
}

const ITEMS = [3, 1, 4, 1, 5, 9, 2, 6];
const isOdd = (item: number): boolean => item % 2 === 1;
const scaled = (item: number, index: number): number => item * 10 + index;
const large = (item: number, index: number): boolean => item > 4 && index > 4;
const none = (): boolean => false;

type Case = readonly [name: string, begin: (checkpoint: Checkpoint) => Incremental<unknown>, wanted: unknown];

/** Each function with a plain callback, and the result of arrays. */
const PLAIN: readonly Case[] = [
  ['map', (c) => mapping(ITEMS, scaled, c), ITEMS.map(scaled)],
  ['filter', (c) => filtering(ITEMS, isOdd, c), ITEMS.filter(isOdd)],
  ['first', (c) => finding(ITEMS, large, c), ITEMS.find(large)],
  ['first of none', (c) => finding(ITEMS, none, c), undefined],
  ['some', (c) => testingSome(ITEMS, isOdd, c), true],
  ['some of none', (c) => testingSome([2, 4], isOdd, c), false],
  ['every', (c) => testingEvery(ITEMS, isOdd, c), false],
  ['every of all', (c) => testingEvery([1, 3], isOdd, c), true],
];

/** Each function with a callback that pauses. */
const EACH: readonly Case[] = [
  ['map', (c) => mappingEach(ITEMS, pausing(scaled), c), ITEMS.map(scaled)],
  ['filter', (c) => filteringEach(ITEMS, pausing(isOdd), c), ITEMS.filter(isOdd)],
  ['some', (c) => testingSomeEach(ITEMS, pausing(isOdd), c), true],
  ['some of none', (c) => testingSomeEach([2, 4], pausing(isOdd), c), false],
];

test.each([...PLAIN, ...EACH])('%s', (_, begin, wanted) => {
  expect(inOneGo(begin(new Checkpoint()))).toEqual(wanted);
  expect(counted(begin).value).toEqual(wanted);
});

test.each(EACH)('%s pauses within its callback', (_, begin) => {
  expect(counted(begin).pauses).toBeGreaterThan(0);
});

test('a list pauses after each item where slices end at once', () => {
  expect(counted((checkpoint) => mapping(ITEMS, scaled, checkpoint)).pauses).toBe(ITEMS.length);
  expect(counted((checkpoint) => filtering(ITEMS, isOdd, checkpoint)).pauses).toBe(ITEMS.length);
});

test('later items are not tested', () => {
  const seen: number[] = [];
  const see = (item: number): boolean => seen.push(item) === 2;
  expect(inOneGo(testingSome(ITEMS, see, new Checkpoint()))).toBe(true);
  expect(seen).toEqual([3, 1]);
});
