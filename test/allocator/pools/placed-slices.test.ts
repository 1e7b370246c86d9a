import { expect, it } from 'vitest';
import { type Placed, PlacedSlices } from '../../../src/allocator/pools/placed-slices.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import type { ResourceSlice } from '../../../src/core/api/resource-slice.js';
import type { Json } from '../../../src/core/base/json.js';
import { Random } from '../../differential/generate/random.js';
import { slice as sliceObject } from '../../support/objects.js';

const [slice] = decodeObjects([{ value: sliceObject('s', []) as Json, origin: 0 }]).resourceSlices as [ResourceSlice];
const placed = (place: number): Placed => ({ plain: slice, slice, place, isGone: false });

it('has what was added and not taken out, in order, whenever it is read', () => {
  const random = new Random(7, 1);
  for (let round = 0; round < 40; round++) {
    const list = new PlacedSlices();
    const expected = new Map<number, Placed>();
    for (let step = 0; step < 200; step++) {
      const place = random.integer(0, 40);
      const known = expected.get(place);
      if (known === undefined) {
        expected.set(place, placed(place));
        list.add(expected.get(place) as Placed);
      } else {
        known.isGone = true;
        list.takeOut(known);
        expected.delete(place);
      }
      expect(list.size).toBe(expected.size);
      if (random.chance(0.1)) expect(list.items).toEqual([...expected.values()].sort((left, right) => left.place - right.place));
    }
  }
});

it('is closed up once for many that go, not once for each', () => {
  const list = new PlacedSlices();
  const all = Array.from({ length: 1000 }, (_, place) => placed(place));
  for (const each of all) list.add(each);
  const { filter } = Array.prototype;
  let looked = 0;
  // Counts the items that are visited: only `filter` compacts a list.
  Array.prototype.filter = function (this: unknown[], ...args: Parameters<typeof filter>) {
    looked += this.length;
    return filter.apply(this, args);
  } as typeof filter;
  try {
    for (const each of all) {
      each.isGone = true;
      list.takeOut(each);
    }
  } finally {
    Array.prototype.filter = filter;
  }
  expect(list.size).toBe(0);
  expect(looked).toBeLessThan(3000);
});
