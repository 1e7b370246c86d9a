// Searching nodes by themselves: one after the other, or several at a time where there are threads that they can move to.

import type { Node } from '../api/node.js';
import type { Runtime } from '../runtime.js';
import type { Single } from './filter.js';

/** Searches a node. What it found is put in words when it is asked for. */
export type TryOn<T = Single> = (node: Node) => Promise<() => T>;

/** Nodes that take longer are the last ones of their slices. */
const MILLISECONDS_BEFORE_NEXT = 0.1;

/**
 * Searches nodes and gives way after each, or after some that took no time. Whatever the number of threads, outcomes are put in words in the
 * order of the nodes: share IDs come in the same order.
 */
export async function tryAll<T>(
  nodes: readonly Node[],
  tryOn: TryOn<T>,
  { giveWay, workers }: Runtime,
  take: (nodeName: string, found: T) => void,
  ends: () => boolean,
): Promise<readonly Node[]> {
  const found: (() => T)[] = [];
  let next = 0;
  let taken = 0;
  let isOver = false;
  let turn = performance.now();
  const searchOn = async (): Promise<void> => {
    while (next < nodes.length && !isOver && !ends()) {
      const index = next++;
      found[index] = await tryOn(nodes[index] as Node);
      for (; found[taken] !== undefined; taken++) {
        take((nodes[taken] as Node).metadata.name, (found[taken] as () => T)());
        delete found[taken];
      }
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
      isOver = true;
    }
  });
  const ended = await Promise.allSettled(lanes);
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
  return nodes.slice(taken);
}
