import { expect, it, vi } from 'vitest';
import { entryIn } from '../../src/base/entry-in.js';

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
