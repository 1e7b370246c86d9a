import { expect, test } from 'vitest';
import { UNLIMITED } from '../../src/base/checkpoint.js';
import { imageSpread } from '../../src/scores/image-spread.js';
import { node } from '../filters/objects.js';

test('a node has an image once, under each of its names', () => {
  const images = [{ names: ['a', 'a2'] }, { names: ['a'] }];
  const { nodes, nodesWith } = imageSpread(
    [node({ status: { images } }), node({ status: { images: [{ names: ['a'] }] } }), node()],
    UNLIMITED,
  );
  expect([nodes, [...nodesWith]]).toEqual([
    3,
    [
      ['a', 2],
      ['a2', 1],
    ],
  ]);
});
