import { expect, it } from 'vitest';
import { LayeredMap } from '../../../src/core/base/layered-map.js';
import { ViewableMap } from '../../../src/core/base/viewable-map.js';

it('a view has the values that there were, and as many, whatever comes and goes', () => {
  const map = new ViewableMap(new LayeredMap([['a', 1]]));
  const none = new ViewableMap<number>();
  const [one, empty] = [map.view(), none.view()];
  map.set('a', undefined);
  map.set('b', 2);
  map.set('c', 3);
  none.set('d', 4);
  expect([one.values.size, one.values.get('a'), one.values.get('b')]).toEqual([1, 1, undefined]);
  // Whoever checks it in slices does other things where there is something.
  expect([empty.values.size, empty.values.get('d')]).toEqual([0, undefined]);
  one.end();
  map.set('b', undefined);
  expect(map.view().values.size).toBe(1);
});
