import { expect, it } from 'vitest';
import { Checkpoint, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo, inSlices } from '../../../src/core/base/incremental.js';
import { ListInterner } from '../../../src/core/base/list-interner.js';

const numberOf = (lists: ListInterner, items: readonly string[]): number => inOneGo(lists.numbering(items, UNLIMITED));

it('equal lists have one number, and others another one', () => {
  const lists = new ListInterner();
  const long = Array.from({ length: 1000 }, (_, index) => `${index}`);
  const all: readonly (readonly string[])[] = [
    [],
    ['a'],
    ['a', 'b'],
    ['b', 'a'],
    ['a b'],
    ['a', 'b', 'b'],
    ['1 a'],
    ['', ''],
    [''],
    long,
    long.slice(1),
    [...long].reverse(),
  ];
  const numbers = all.map((items) => numberOf(lists, items));
  expect(new Set(numbers).size).toBe(all.length);
  expect(all.map((items) => numberOf(lists, [...items]))).toEqual(numbers);
});

it('a long list yields, and has the same number', async () => {
  const lists = new ListInterner();
  const long = Array.from({ length: 50_000 }, (_, index) => `${index % 100}`);
  let turns = 0;
  const yieldNow = (): Promise<void> => {
    turns++;
    return Promise.resolve();
  };
  const checkpoint = new Checkpoint();
  const number = await inSlices(checkpoint, lists.numbering(long, checkpoint), yieldNow);
  expect(turns).toBeGreaterThan(1);
  expect(numberOf(lists, [...long])).toBe(number);
  expect(numberOf(new ListInterner(), long)).toBe(number);
});
