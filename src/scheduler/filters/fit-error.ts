// Composes the scheduler's message for a pod that fits no node: `0/5 nodes are available: 2 Insufficient cpu, 3 node(s) were unschedulable.`
// Source: FitError in pkg/scheduler/framework/types.go of Kubernetes 1.37.1.

import { compareBytes } from '../../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { sorting } from '../../core/base/sorting.js';
import type { Rejection } from './filter.js';

/** The results of filters for all nodes. */
export interface FilterOutcome {
  /** The number of all nodes, including nodes without reasons. */
  readonly nodes: number;
  /** The reasons why no node is feasible; if there are any, the reasons of single nodes do not count. */
  readonly refusals: readonly Rejection[];
  /** The reasons of each rejected node. */
  readonly rejections: Iterable<readonly Rejection[]>;
}

/** Returns the message, without the part about preemption. */
export function* fitErrorMessage({ nodes, refusals, rejections }: FilterOutcome, checkpoint: Checkpoint = UNLIMITED): Incremental<string> {
  // The scheduler does not queue such a pod (PreEnqueue of SchedulingGates and DynamicResources) or fails, and considers no node for it.
  const whole = refusals.find(({ keepsFromQueue, isError }) => keepsFromQueue || isError);
  if (whole !== undefined) return whole.message;
  if (nodes === 0) return 'no nodes available to schedule pods';
  if (refusals.length > 0) return `${availableOf(nodes)} ${refusals.map(({ message }) => message).join(', ')}.`;
  // In this case the scheduler found a node, so its message does not mention the other nodes.
  let unbound: string | undefined;
  const listed: (readonly Rejection[])[] = [];
  for (const reasons of rejections) {
    const error = reasons.find(({ isError }) => isError);
    if (error !== undefined) return error.message;
    unbound ??= reasons.find(({ code }) => code === 'binding')?.message;
    listed.push(reasons);
    if (checkpoint.due()) yield;
  }
  return unbound ?? (yield* fitErrorLine(nodes, listed, checkpoint));
}

function availableOf(nodes: number): string {
  return `0/${nodes} nodes are available:`;
}

/** Returns the line that counts the reasons against nodes. */
export function* fitErrorLine(
  nodes: number,
  rejections: readonly (readonly Pick<Rejection, 'message'>[])[],
  checkpoint: Checkpoint,
): Incremental<string> {
  const counts = new Map<string, number>();
  for (const reasons of rejections) {
    for (const { message } of reasons) counts.set(message, (counts.get(message) ?? 0) + 1);
    if (checkpoint.due()) yield;
  }
  const texts = Array.from(counts, ([message, count]) => `${count} ${message}`);
  const reasons = yield* sorting(texts, compareBytes, checkpoint);
  return reasons.length === 0 ? availableOf(nodes) : `${availableOf(nodes)} ${reasons.join(', ')}.`;
}
