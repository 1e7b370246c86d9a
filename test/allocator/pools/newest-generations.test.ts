import { expect, it } from 'vitest';
import { newestSlices } from '../../../src/allocator/pools/newest-generations.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceSlice, type ResourceSlice } from '../../../src/core/api/resource-slice.js';

function slice(pool: string, generation: number, driver = 'd'): ResourceSlice {
  const spec = { driver, nodeName: 'n', pool: { name: pool, generation, resourceSliceCount: 1 }, devices: [] };
  return decodeResourceSlice({ metadata: { name: `${pool}-${generation}` }, spec }, new DecodeContext());
}

it('leaves out older generations of a pool, and no other pools', () => {
  const slices = [slice('p', 2), slice('p', 1), slice('q', 1), slice('p', 1, 'e')];
  expect(newestSlices(slices)).toEqual([slices[0], slices[2], slices[3]]);
});

it('distinguishes pools whose drivers and names join to the same text', () => {
  const slices = [slice('b/c', 1, 'a'), slice('c', 2, 'a/b')];
  expect(newestSlices(slices)).toEqual(slices);
});
