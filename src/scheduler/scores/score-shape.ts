// Scores by the utilization of a resource. Source: BuildBrokenLinearFunction of pkg/scheduler/framework/plugins/helper, Kubernetes 1.37.1.

import type { ScoreShape } from '../../core/api/plugin-arguments.js';
import { MAX_NODE_SCORE } from './score.js';

const MOST_CONFIGURED = 10;
const FULL = 100;

/** Returns the score from 0 to 100 for the requested share of a capacity: linear between the points of the shape, which has at least one. */
export function shapeScore(shape: ScoreShape, requested: bigint, capacity: bigint): number {
  const isFull = capacity === 0n || requested > capacity;
  return scoreAt(shape, isFull ? FULL : Number(BigInt.asIntN(64, requested * BigInt(FULL)) / capacity));
}

function scoreAt(shape: ScoreShape, utilization: number): number {
  const index = shape.findIndex((point) => utilization <= point.utilization);
  const point = shape.at(index) as ScoreShape[number];
  const before = index > 0 ? shape[index - 1] : undefined;
  if (before === undefined) return scaled(point.score);
  const rise = (scaled(point.score) - scaled(before.score)) * (utilization - before.utilization);
  return scaled(before.score) + Math.trunc(rise / (point.utilization - before.utilization));
}

function scaled(score: number): number {
  return score * (MAX_NODE_SCORE / MOST_CONFIGURED);
}
