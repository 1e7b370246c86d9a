import { expect, it } from 'vitest';
import { VersionedList } from '../../../src/core/base/versioned-list.js';
import { Dice } from '../../support/dice.js';

const numbers = Array.from({ length: 100 }, (_, index) => index);

it('is what it was made of, whatever others are made of it', () => {
  const list = VersionedList.of(numbers);
  const other = list.with(0, -1).with(63, -2).with(99, -3);
  expect(list.toArray()).toEqual(numbers);
  expect(list.length).toBe(100);
  expect(other.toArray()).toEqual(numbers.map((number) => ({ 0: -1, 63: -2, 99: -3 })[number] ?? number));
  expect([other.at(0), other.at(1), other.at(63), other.at(99)]).toEqual([-1, 1, -2, -3]);
});

it('reports the places at which it has other items, and what was there', () => {
  const list = VersionedList.of(numbers);
  const changes = (now: VersionedList<number>): Map<number, number> => {
    const found = new Map<number, number>();
    now.forEachChange(list, (place, old) => {
      if (!found.has(place)) found.set(place, old);
    });
    return found;
  };
  const other = list.with(31, -1).with(32, -2).with(32, -4).with(98, -3);
  const expected = new Map([
    [31, 31],
    [32, 32],
    [98, 98],
  ]);
  expect(changes(other)).toEqual(expected);
  expect(list.at(31)).toBe(31);
  expect(changes(other)).toEqual(expected);
  expect(changes(VersionedList.of(other.toArray()))).toEqual(expected);
  expect(changes(list)).toEqual(new Map());
});

it('is as it was in whatever order lists are made of each other and read', () => {
  for (let seed = 0; seed < 50; seed++) {
    const dice = new Dice(seed);
    const versions = [{ list: VersionedList.of(numbers), items: numbers }];
    for (let step = 0; step < 100; step++) {
      // Mostly the latest, as for whoever follows changes.
      const from = dice.isOneOf(10) ? dice.below(versions.length) : versions.length - 1;
      const { list, items } = versions[from] as (typeof versions)[0];
      const place = dice.below(items.length);
      versions.push({ list: list.with(place, -step), items: items.with(place, -step) });
      const read = versions[dice.below(versions.length)] as (typeof versions)[0];
      if (dice.isOneOf(3)) expect(read.list.toArray()).toEqual(read.items);
      expect(read.list.at(place)).toBe(read.items[place]);
      const [before, now] = [versions[dice.below(versions.length)], versions.at(-1)] as [(typeof versions)[0], (typeof versions)[0]];
      const places = new Map<number, number>();
      now.list.forEachChange(before.list, (at, old) => places.has(at) || places.set(at, old));
      for (let at = 0; at < items.length; at++) {
        if (now.items[at] !== before.items[at]) expect(places.get(at)).toBe(before.items[at]);
      }
    }
  }
});

it('may be empty', () => {
  const list = VersionedList.of<number>([]);
  expect([list.length, list.toArray()]).toEqual([0, []]);
});
