import { expect, test } from 'vitest';
import { parseObjectPath, valueAt, valuesAt } from '../../../src/core/api/object-path.js';
import type { Json } from '../../../src/core/base/json.js';

const path = (text: string) => parseObjectPath(text) ?? [];
const values = (root: Json, text: string, left = 1000): Json[] => [...valuesAt(root, path(text), { left })].map(({ value }) => value);

test.each(['', '.', '.a', 'a.', 'a..b', 'a[0]', 'a[*', 'a[*]b', 'a["b]', 'a b', '*', '["a"', 'a.["b"]'])('%j is no path', (text) => {
  expect(parseObjectPath(text)).toBeUndefined();
});

test('every item and every value', () => {
  const object = { spec: { groups: [{ n: 1 }, {}, { n: 3 }], specs: { A: { n: 4 }, B: null }, 'a.b/c': 5 } };
  expect(values(object, 'spec.groups[*].n')).toEqual([1, 3]);
  expect(values(object, 'spec.specs.*.n')).toEqual([4]);
  expect(values(object, 'spec["a.b/c"]')).toEqual([5]);
  expect(values(object, 'spec.groups.n')).toEqual([]);
  expect(values(object, 'spec.toString')).toEqual([]);
});

test('a value beside another one of the same item', () => {
  const object = { groups: [{ n: 1, m: 2 }, { n: 3 }] };
  const found = [...valuesAt(object, path('groups[*].n'), { left: 100 })].map(
    ({ chosen }) => valueAt(object, path('groups[*].m'), chosen)?.value,
  );
  expect(found).toEqual([2, undefined]);
});

test('lists that have themselves as items end with the budget', () => {
  const list: Json[] = [];
  for (let item = 0; item < 1000; item++) list.push(list);
  expect(values({ list }, 'list[*][*][*]', 5000)).not.toHaveLength(0);
});
