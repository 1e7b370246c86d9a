import { expect, it } from 'vitest';
import { notePlace, type Places, placeOf } from '../../../src/core/read/places.js';

it('a place is that of the member, or of its nearest parent', () => {
  const list = ['x', 'y'];
  const root = { list, plain: 1 };
  const places: Places = new Map();
  notePlace(places, root, 'list', 10);
  notePlace(places, list, 0, 20);
  notePlace(places, list, 1, 30);
  const at = (...path: (string | number)[]): number => placeOf(root, 5, path, places);
  expect(at()).toBe(5);
  expect([at('list'), at('list', 0), at('list', 1)]).toEqual([10, 20, 30]);
  // A member that is not there, or was not noted, is at the place of its parent.
  expect([at('list', 2), at('list', 0, 'deeper'), at('plain'), at('none', 'of')]).toEqual([10, 20, 5, 5]);
});

it('the last place that was noted counts', () => {
  const root = { a: 1 };
  const places: Places = new Map();
  notePlace(places, root, 'a', 1);
  notePlace(places, root, 'a', 2);
  expect(placeOf(root, 0, ['a'], places)).toBe(2);
});
