import { expect, it, vi } from 'vitest';
import { entryIn, largeEntryIn } from '../../../src/core/base/entry-in.js';
import { LargeMap, numberOfText } from '../../../src/core/base/large-map.js';

it('an entry is made once, of its key', () => {
  const map = new Map<string, string[]>();
  const make = vi.fn((key: string) => [key]);
  const entry = entryIn(map, 'a', make);
  entry.push('more');
  expect(entryIn(map, 'a', make)).toBe(entry);
  expect(entryIn(map, 'b', make)).toEqual(['b']);
  expect([...map]).toEqual([
    ['a', ['a', 'more']],
    ['b', ['b']],
  ]);
  expect(make).toHaveBeenCalledTimes(2);
});

it('an entry of a large map is made once, of its key', () => {
  const map = new LargeMap<string, string[]>(numberOfText);
  const make = vi.fn((key: string) => [key]);
  const entry = largeEntryIn(map, 'a', make);
  entry.push('more');
  expect(largeEntryIn(map, 'a', make)).toBe(entry);
  expect(largeEntryIn(map, 'b', make)).toEqual(['b']);
  expect([map.get('a'), map.size]).toEqual([['a', 'more'], 2]);
  expect(make).toHaveBeenCalledTimes(2);
});
