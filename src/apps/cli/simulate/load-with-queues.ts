// Reads inputs with the queues of Kueue, for commands without additional documents.

import type { KueueObject } from '../../../planning/kueue/objects.js';
import { loadSnapshotWithDocuments } from '../input/load-snapshot.js';
import type { Snapshot, SnapshotOptions } from '../input/snapshot.js';
import { OTHERS, queuesIn } from './plan-of-input.js';

/** An input with its queues. */
export interface SnapshotWithQueues {
  readonly snapshot: Snapshot;
  readonly queues: readonly KueueObject[];
}

/** No document belongs to the command itself: all are cluster objects. */
const NO_GROUP = '';

/** Reads every input like `loadSnapshot`, and its Kueue objects. Their queues resume jobs that Kueue suspended. */
export async function loadWithQueues(options: SnapshotOptions, stdin: AsyncIterable<Uint8Array>): Promise<SnapshotWithQueues> {
  const { isRead, changeOf } = OTHERS;
  const { snapshot, documents } = await loadSnapshotWithDocuments(NO_GROUP, { ...options, others: { isRead, changeOf } }, stdin);
  return { snapshot, queues: queuesIn(documents) };
}
