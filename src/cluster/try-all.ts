// Nodes are searched by themselves one after the other, or several at a time where there are threads that they can move to.

import type { Node } from '../api/node.js';
import { type CallLimits, Checkpoint, runCooperatively } from '../base/checkpoint.js';
import type { Runtime } from '../runtime.js';
import type { Single } from './filter.js';

/** Puts what a search found in words. Without time for it the outcome says so. */
export type InWords<T = Single> = (checkpoint: Checkpoint) => T;

/** Searches a node. What it found is put in words when it is asked for. */
export type TryOn<T = Single> = (node: Node) => Promise<InWords<T>>;

/** Puts in words what a search found, giving way to the event loop. */
export function inWords<T>(found: InWords<T>, limits: CallLimits, { giveWay }: Pick<Runtime, 'giveWay'>): Promise<T> {
  const checkpoint = new Checkpoint(limits);
  return runCooperatively(checkpoint, () => found(checkpoint), giveWay);
}

/** Nodes that take longer are the last ones of their slices. */
const MILLISECONDS_BEFORE_NEXT = 0.1;

/**
 * Searches nodes and gives way after each, or after some that took no time. Whatever the number of threads, outcomes are put in words in the
 * order of the nodes: share IDs come in the same order.
 */
export async function tryAll<T>(
  nodes: readonly Node[],
  tryOn: TryOn<T>,
  runtime: Runtime,
  take: (nodeName: string, found: T) => void,
  ends: () => boolean,
): Promise<readonly Node[]> {
  const { giveWay, workers } = runtime;
  const found: InWords<T>[] = [];
  let next = 0;
  let taken = 0;
  let isOver = false;
  let isTaking = false;
  const takeFound = async (): Promise<void> => {
    isTaking = true;
    for (let own = found[taken]; own !== undefined; own = found[++taken]) {
      // Nobody asks for less time than the search took.
      take((nodes[taken] as Node).metadata.name, await inWords(own, {}, runtime));
      delete found[taken];
    }
    isTaking = false;
  };
  let turn = performance.now();
  const searchOn = async (): Promise<void> => {
    while (next < nodes.length && !isOver && !ends()) {
      const index = next++;
      found[index] = await tryOn(nodes[index] as Node);
      if (!isTaking) await takeFound();
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
