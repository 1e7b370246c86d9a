// Nodes are searched one after the other, or several at a time where there are threads that their searches can move to.

import type { Node } from '../../core/api/node.js';
import { Checkpoint } from '../../core/base/checkpoint.js';
import { finish, type NodeResult, type PendingResult } from './node-result.js';
import type { Scheduling } from './runtime.js';

/** Nodes that take longer are the last ones of their slices. */
const MILLISECONDS_BEFORE_NEXT = 0.1;

/** The search of each of several nodes. */
interface NodeSearches<T = NodeResult> {
  search(node: Node): Promise<PendingResult<T>>;
  /** Takes the result of a node. Called in the order of the nodes. */
  take(nodeName: string, result: T): void;
  /** True when no further node is to be searched. */
  isOver(): boolean;
}

/**
 * Searches nodes and yields after each, or after some that took no time. Gives those that were not searched. Whatever the number of threads, searches
 * are finished in the order of the nodes: share IDs come in the same order.
 */
export async function searchAll<T>(nodes: readonly Node[], scheduling: Scheduling, searches: NodeSearches<T>): Promise<readonly Node[]> {
  const { giveWay, workers } = scheduling;
  const pending: PendingResult<T>[] = [];
  let next = 0;
  let taken = 0;
  let isEnded = false;
  let isTaking = false;
  const takePending = async (): Promise<void> => {
    isTaking = true;
    for (let own = pending[taken]; own !== undefined; own = pending[++taken]) {
      // Nobody asks for less time than the search took.
      searches.take((nodes[taken] as Node).metadata.name, await finish(own, new Checkpoint(), giveWay));
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
      await giveWay();
      turn = performance.now();
    }
  };
  // One more than there are threads: a search in a thread leaves the event loop to another one.
  const lanes = Array.from({ length: Math.min(nodes.length, 1 + (workers?.count ?? 0)) }, async (_, lane) => {
    if (lane > 0) await giveWay();
    try {
      await searchOn();
    } finally {
      // Either nothing is left, or a defect ends all of it.
      isEnded = true;
    }
  });
  const ended = await Promise.allSettled(lanes);
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
  return nodes.slice(taken);
}
