// Compares, for one seed, the result of `fit` with replicas placed one by one, and its optimum with all placements.

import type { Allocator } from '../../../src/index.js';
import { fit as replicasThatFit } from '../../../src/planning/index.js';
import { settingOf } from './clusters.js';
import { placedOneByOne } from './placing.js';
import { asObjects, mostOfAll, smallOf } from './small.js';

/** A pod of which more fit is not followed further. */
const MOST = 12;

/** Gives the number of replicas that were placed. Throws where the two are not the same. */
export function compareOneByOne(allocator: Allocator, seed: number): number {
  const setting = settingOf(seed);
  const cluster = allocator.cluster();
  cluster.apply(setting.objects as never);
  const found = replicasThatFit(cluster, { pod: setting.pod as never, most: MOST });
  const expected = placedOneByOne(allocator, setting, MOST);
  const placed = found.placements.map(({ pod, node }) => `${pod} ${node}`);
  if (placed.join() !== expected.join())
    throw new Error(`seed ${seed}: fit places ${placed.join(', ')}; one by one ${expected.join(', ')}`);
  const most = found.optimum?.atMost ?? MOST;
  if (most < placed.length) throw new Error(`seed ${seed}: at most ${most}, and ${placed.length} are placed`);
  return placed.length;
}

/** Returns whether the optimum is exact. Throws if an exact optimum, or an upper bound, is below the maximum of all placements. */
export function compareOptimum(allocator: Allocator, seed: number): boolean {
  const small = smallOf(seed);
  const { objects, pod } = asObjects(small);
  const cluster = allocator.cluster();
  cluster.apply(objects as never);
  const { optimum, count } = replicasThatFit(cluster, { pod: pod as never });
  const most = mostOfAll(small);
  const told = `${optimum?.atMost}${optimum?.isExact === true ? '' : '+'}, placed ${count}`;
  const isRight = optimum !== undefined && count <= most && (optimum.isExact ? optimum.atMost === most : optimum.atMost >= most);
  if (!isRight) throw new Error(`seed ${seed}: at most ${told}; by all placements ${most}`);
  return optimum.isExact;
}
