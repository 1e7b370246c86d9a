import { expect, test } from 'vitest';
import { shapeScore } from '../../../src/scheduler/scores/score-shape.js';

const SHAPE = [
  { utilization: 20, score: 2 },
  { utilization: 60, score: 10 },
  { utilization: 80, score: 0 },
];

test.each([
  [0n, 20],
  [20n, 20],
  [40n, 60],
  [60n, 100],
  [67n, 65],
  [80n, 0],
  [100n, 0],
  [200n, 0],
])('%d of 100 scores %d, between the points of the shape', (requested, score) => {
  expect(shapeScore(SHAPE, requested, 100n)).toBe(score);
});

test('a capacity of zero counts as full', () => {
  expect(
    shapeScore(
      [
        { utilization: 0, score: 1 },
        { utilization: 100, score: 7 },
      ],
      0n,
      0n,
    ),
  ).toBe(70);
});
