// Searches nodes one after the other, or several at a time if there are threads that their searches can move to.

import type { Node } from '../../core/api/node.js';
import { Checkpoint } from '../../core/base/checkpoint.js';
import { finish, type NodeResult, type PendingResult } from './node-result.js';
import type { Scheduling } from './runtime.js';

/** Searches yield once this much time has passed since the last yield. */
const MILLISECONDS_BEFORE_NEXT = 0.1;

/** The search of each of several nodes. */
interface NodeSearches<T = NodeResult> {
  search(node: Node): Promise<PendingResult<T>>;
  /** Accepts the result of a node. Called in the order of nodes. */
  take(nodeName: string, result: T): void;
  /** Returns whether no more nodes should be searched. */
  isOver(): boolean;
}

/**
 * Searches nodes, and yields after each or after several short searches. Returns the nodes that were not searched. Searches are finished in the order of nodes,
 * so share IDs are created in the same order for any number of threads.
 */
export async function searchAll<T>(nodes: readonly Node[], scheduling: Scheduling, searches: NodeSearches<T>): Promise<readonly Node[]> {
  const { yieldNow, workers } = scheduling;
  const pending: PendingResult<T>[] = [];
  let next = 0;
  let taken = 0;
  let isEnded = false;
  let isTaking = false;
  const takePending = async (): Promise<void> => {
    isTaking = true;
    for (let pendingResult = pending[taken]; pendingResult !== undefined; pendingResult = pending[++taken]) {
      // Finishing has no limit, because the search has already run within the limits.
      searches.take((nodes[taken] as Node).metadata.name, await finish(pendingResult, new Checkpoint(), yieldNow));
      delete pending[taken];
    }
    isTaking = false;
  };
  let turn = performance.now();
  const searchOn = async (): Promise<void> => {
    while (next < nodes.length && !isEnded && !searches.isOver()) {
      const index = next++;
      pending[index] = await searches.search(nodes[index] as Node);
      if (!isTaking) await takePending();
      if (performance.now() - turn < MILLISECONDS_BEFORE_NEXT) continue;
      await yieldNow();
      turn = performance.now();
    }
  };
  // One lane more than there are threads: a search in a thread leaves the event loop to another search.
  const lanes = Array.from({ length: Math.min(nodes.length, 1 + (workers?.count ?? 0)) }, async (_, lane) => {
    if (lane > 0) await yieldNow();
    try {
      await searchOn();
    } finally {
      // Either no node is left, or a defect ends all lanes.
      isEnded = true;
    }
  });
  const ended = await Promise.allSettled(lanes);
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
  return nodes.slice(taken);
}
