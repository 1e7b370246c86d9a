// An input with the queues of Kueue, for commands that have no documents of their own.

import type { KueueObject } from '../../../planning/kueue/objects.js';
import { loadOwnSnapshot } from '../input/load-snapshot.js';
import type { Snapshot, SnapshotOptions } from '../input/snapshot.js';
import { OTHERS, queuesIn } from './plan-of-input.js';

/** An input with its queues. */
export interface SnapshotWithQueues {
  readonly snapshot: Snapshot;
  readonly queues: readonly KueueObject[];
}

/** No document has it: all are objects of a cluster. */
const NO_GROUP = '';

/** Reads every input as `loadSnapshot` does, and the objects of Kueue in it, whose queues resume jobs that Kueue had suspended. */
export async function loadWithQueues(options: SnapshotOptions, stdin: AsyncIterable<Uint8Array>): Promise<SnapshotWithQueues> {
  const { isRead, changeOf } = OTHERS;
  const { snapshot, documents } = await loadOwnSnapshot(NO_GROUP, { ...options, others: { isRead, changeOf } }, stdin);
  return { snapshot, queues: queuesIn(documents) };
}
