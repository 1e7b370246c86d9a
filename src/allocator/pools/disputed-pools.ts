// Finds pools whose slices disagree on resourceSliceCount: the scheduler uses the count of the slice that it sees first, and its cache has no fixed order.
// Source: docs/spec/reference-1.37.md 1.9, 1.10; kubernetes/kubernetes#141117.

import type { Node } from '../../core/api/node.js';
import type { ResourceSlice } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { AllocationError } from '../../core/base/errors.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { shorten, some } from '../../core/base/words.js';
import type { Features } from '../../core/features/features.js';
import { findingRelevant, judging } from './gather.js';
import type { Pool } from './pool.js';
import { poolKey, type Slices } from './slice-index.js';

/** A pool whose devices are available or not, depending on which of its slices the scheduler sees first. */
export interface DisputedPool {
  readonly driver: string;
  readonly name: string;
  /** A message with the counts, the effect of the order, the order used here, and a remedy. */
  readonly text: string;
}

/** The most slices of a pool named in a message. */
const MOST_NAMED = 4;

/** The most characters of a name in a message. */
const MOST_SHOWN = 80;

/** Returns the pools for which the result depends on the order of slices on some node, each with the message for the first such node. */
export function* disputedPools(
  slices: Slices,
  nodes: readonly Node[],
  features: Features,
  checkpoint: Checkpoint,
): Incremental<readonly DisputedPool[]> {
  const suspects = yield* poolsWithCounts(slices.all, checkpoint);
  const found = new Map<string, DisputedPool>();
  // Nodes that see the same slices have the same result. Most see the slices of the network.
  const judged = new Map<string, readonly ResourceSlice[]>();
  if (suspects.size === 0) return [];
  for (const node of nodes) {
    for (const [key, relevant] of yield* slicesSeenBy(node, slices, features, checkpoint)) {
      if (suspects.has(key) && !found.has(key) && !isSameList(relevant, judged.get(key), checkpoint)) {
        judged.set(key, relevant);
        const disputed = yield* disputeOf(relevant, slices, features, checkpoint);
        if (disputed !== undefined) found.set(key, disputed);
      }
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  return [...found.values()];
}

function isSameList(left: readonly ResourceSlice[], right: readonly ResourceSlice[] | undefined, checkpoint: Checkpoint): boolean {
  if (left.length !== right?.length) return false;
  checkpoint.step(left.length / ITEMS_A_UNIT);
  return left.every((slice, index) => slice === right[index]);
}

/** Returns the keys of pools with different counts in slices of one generation. Most clusters have none, and then no node is checked. */
function* poolsWithCounts(slices: readonly ResourceSlice[], checkpoint: Checkpoint): Incremental<ReadonlySet<string>> {
  const counts = new Map<string, Map<bigint, bigint>>();
  const differing = new Set<string>();
  for (const { spec } of slices) {
    const { driver, pool } = spec;
    const key = poolKey(driver, pool.name);
    const firstCount = entryIn(
      entryIn(counts, key, () => new Map<bigint, bigint>()),
      pool.generation,
      () => pool.resourceSliceCount,
    );
    if (firstCount !== pool.resourceSliceCount) differing.add(key);
    if (checkpoint.due()) yield;
  }
  return differing;
}

/** Returns the slices that a node sees, by pool. Returns none if a node selector cannot be parsed, since attempts there fail in any order. */
function* slicesSeenBy(
  node: Node,
  slices: Slices,
  features: Features,
  checkpoint: Checkpoint,
): Incremental<Iterable<readonly [key: string, relevant: readonly ResourceSlice[]]>> {
  try {
    return yield* findingRelevant(slices, node, features, checkpoint);
  } catch (error) {
    if (error instanceof AllocationError && error.code === 'node-selection-failed') return [];
    throw error;
  }
}

function* disputeOf(
  relevant: readonly ResourceSlice[],
  index: Slices,
  features: Features,
  checkpoint: Checkpoint,
): Incremental<DisputedPool | undefined> {
  const [first] = relevant as readonly [ResourceSlice];
  const sliceByCount = new Map<bigint, ResourceSlice>();
  for (const slice of relevant) {
    // The slices of the node come before the others. Within each group, the order is arbitrary.
    if (isLocal(slice) === isLocal(first)) entryIn(sliceByCount, slice.spec.pool.resourceSliceCount, () => slice);
    if (checkpoint.due()) yield;
  }
  if (sliceByCount.size < 2) return undefined;
  const firsts = [...sliceByCount.values()];
  const verdicts: (Pool | undefined)[] = [];
  for (const slice of firsts) {
    checkpoint.step(relevant.length / ITEMS_A_UNIT);
    verdicts.push(yield* judging([slice, ...relevant.filter((other) => other !== slice)], index, features, checkpoint));
    if (checkpoint.due()) yield;
  }
  const [verdict] = verdicts;
  if (verdicts.every((other) => isSameVerdict(verdict, other))) return undefined;
  const { driver, pool } = first.spec;
  return { driver, name: pool.name, text: textOf(firsts, verdict) };
}

function isLocal({ spec: { nodeName = '' } }: ResourceSlice): boolean {
  return nodeName !== '';
}

function isSameVerdict(left: Pool | undefined, right: Pool | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return left.problem?.kind === right.problem?.kind && othersConsume(left) === othersConsume(right);
}

/** Returns whether devices that the node does not see consume the counters of the pool. */
function othersConsume({ otherSlices }: Pool): boolean {
  return otherSlices.some(({ spec }) => spec.devices.some(({ consumesCounters }) => consumesCounters.length > 0));
}

function textOf(slices: readonly ResourceSlice[], verdict: Pool | undefined): string {
  const [first] = slices as readonly [ResourceSlice];
  const { driver, pool } = first.spec;
  const counts = slices.map(({ metadata, spec }) => `${shorten(metadata.name, MOST_SHOWN)} says ${spec.pool.resourceSliceCount}`);
  const worth = verdict !== undefined && verdict.problem === undefined ? 'can be allocated' : 'cannot be allocated';
  return (
    `pool ${shorten(driver, MOST_SHOWN)}/${shorten(pool.name, MOST_SHOWN)}: its slices disagree on resourceSliceCount ` +
    `(${some(counts, MOST_NAMED)}), so the result of kube-scheduler depends on the slice that it reads first; here ` +
    `${shorten(first.metadata.name, MOST_SHOWN)} is read first, so the devices of the pool ${worth}: publish the same resourceSliceCount in all slices`
  );
}
