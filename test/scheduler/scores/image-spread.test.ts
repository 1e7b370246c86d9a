import { expect, test } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { imageSpread } from '../../../src/scheduler/scores/image-spread.js';
import { node } from '../filters/objects.js';

test('a node has an image once, under each of its names, in the size that was told first', () => {
  const images = [
    { names: ['a', 'a2'], sizeBytes: 5 },
    { names: ['a'], sizeBytes: 6 },
  ];
  const others = [{ names: ['a'], sizeBytes: 7 }];
  const nodes = [node({ status: { images } }), node({ name: 'm', status: { images: others } }), node({ name: 'o' })];
  const spread = inOneGo(imageSpread(nodes, UNLIMITED));
  expect(spread.nodes).toBe(3);
  expect([...spread.images]).toEqual([
    ['a', { bytes: 5n, nodes: new Set(['n', 'm']) }],
    ['a2', { bytes: 5n, nodes: new Set(['n']) }],
  ]);
});
