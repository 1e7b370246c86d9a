// Notes on the pods that a run removes for pods of higher priority.

import { nominationInWords, type PreemptedFor } from '../placement/preempted-pods.js';
import { diagnose, type Streams } from '../streams.js';

/** Prints a note for each pod for which a run removed others. */
export function printPreemptions(preemptions: readonly PreemptedFor[], streams: Pick<Streams, 'err'>): void {
  for (const { group, nomination } of preemptions) diagnose(streams, 'note', `${group.name}: ${nominationInWords(nomination)}`);
}
