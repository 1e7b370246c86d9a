// Sorts lists of nodes by name.

import type { Node } from '../../core/api/node.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { type CallLimits, Checkpoint, type EndedBy, endOfCall, type Yield } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo, inSlices } from '../../core/base/incremental.js';
import { filtering } from '../../core/base/lists-in-increments.js';
import { sorting } from '../../core/base/sorting.js';

/** Returns nodes by name, without duplicates. */
export function* inOrder(nodes: Iterable<Node>, checkpoint: Checkpoint): Incremental<readonly Node[]> {
  const sorted = yield* sorting(nodes, byName, checkpoint);
  return yield* filtering(sorted, (node, place) => node !== sorted[place - 1], checkpoint);
}

/** Sorts nodes like `inOrder`, within the limits of a call. Returns the limit that ended the sorting, if any. */
export function orderedWithin(nodes: Iterable<Node>, limits: CallLimits): readonly Node[] | EndedBy {
  try {
    return inOneGo(inOrder(nodes, new Checkpoint(limits)));
  } catch (error) {
    return endOfCall(error);
  }
}

/** Sorts nodes like `inOrder`, yielding to the event loop. Rejects with CallEnded. */
export function nodesInOrder(nodes: Iterable<Node>, yieldNow: Yield, limits: CallLimits = {}): Promise<readonly Node[]> {
  const checkpoint = new Checkpoint(limits);
  return inSlices(checkpoint, inOrder(nodes, checkpoint), yieldNow);
}

/** Sorts nodes like `orderedWithin`, yielding to the event loop. */
export async function orderedInTurns(nodes: Iterable<Node>, yieldNow: Yield, limits: CallLimits): Promise<readonly Node[] | EndedBy> {
  try {
    return await nodesInOrder(nodes, yieldNow, limits);
  } catch (error) {
    return endOfCall(error);
  }
}

function byName(left: Node, right: Node): number {
  return compareBytes(left.metadata.name, right.metadata.name);
}
