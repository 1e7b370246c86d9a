// Searching nodes by themselves: one after the other, or several at a time where there are threads that they can move to.

import type { Node } from '../api/node.js';
import type { Runtime } from '../runtime.js';
import type { Single } from './filter.js';

/** Searches a node. What it found is put in words when it is asked for. */
export type TryOn = (node: Node) => Promise<() => Single>;

/**
 * Searches nodes and gives way after each. Whatever the number of threads, outcomes are put in words in the order of the nodes: share IDs come
 * in the same order.
 */
export async function tryAll(nodes: readonly Node[], tryOn: TryOn, { giveWay, workers }: Runtime): Promise<Map<string, Single>> {
  const singles = new Map<string, Single>();
  const found: (() => Single)[] = [];
  let next = 0;
  let isOver = false;
  const searchOn = async (): Promise<void> => {
    while (next < nodes.length && !isOver) {
      const index = next++;
      found[index] = await tryOn(nodes[index] as Node);
      for (let turn = singles.size; found[turn] !== undefined; turn++) {
        singles.set((nodes[turn] as Node).metadata.name, (found[turn] as () => Single)());
        delete found[turn];
      }
      await giveWay();
    }
  };
  // One more than there are threads: a search in a thread leaves the event loop to another one.
  const lanes = Array.from({ length: Math.min(nodes.length, 1 + (workers?.count ?? 0)) }, async (_, lane) => {
    if (lane > 0) await giveWay();
    try {
      await searchOn();
    } finally {
      // Either nothing is left, or a defect ends all of it.
      isOver = true;
    }
  });
  const ended = await Promise.allSettled(lanes);
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
  return singles;
}
