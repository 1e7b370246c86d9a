import { expect, it } from 'vitest';
import { PagedList } from '../../src/base/paged-list.js';

const numbers = Array.from({ length: 100 }, (_, index) => index);

it('is what it was made of, whatever others are made of it', () => {
  const list = PagedList.of(numbers);
  const other = list.with(0, -1).with(63, -2).with(99, -3);
  expect(list.toArray()).toEqual(numbers);
  expect(list.length).toBe(100);
  expect(other.toArray()).toEqual(numbers.map((number) => ({ 0: -1, 63: -2, 99: -3 })[number] ?? number));
  expect([other.at(0), other.at(1), other.at(63), other.at(99)]).toEqual([-1, 1, -2, -3]);
});

it('tells the places at which it has other items', () => {
  const list = PagedList.of(numbers);
  const places: number[] = [];
  const other = list.with(31, -1).with(32, -2).with(32, 32).with(98, -3);
  other.forEachChange(list, (place) => places.push(place));
  expect(places).toEqual([31, 98]);
  const anew: number[] = [];
  PagedList.of(other.toArray()).forEachChange(list, (place) => anew.push(place));
  expect(anew).toEqual([31, 98]);
});

it('may be empty', () => {
  const list = PagedList.of<number>([]);
  expect([list.length, list.toArray()]).toEqual([0, []]);
});
