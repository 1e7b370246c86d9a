// The format of recorded steps in which pods compete.

import type { Delta } from '../corpus/corpus.js';

/** The stored steps, relative to the repository. */
export const CONTENTION = 'test/cluster/contention/steps.jsonl.gz';

/** The fate of a pod. */
export interface Fate {
  readonly pod: string;
  /** The node at the end of the step. */
  readonly node?: string;
  /** The reason and message of the first attempt without a node. */
  readonly message?: string;
  /** The node that was promised to the pod. */
  readonly nominated?: string;
}

/** Pods that came at one time. `before` leads to the objects at that time, including the pods; `after` has the effects. */
export interface ContentionStep {
  readonly cluster: number;
  readonly before: Delta;
  readonly pods: readonly Fate[];
  /** The keys of the pods that the scheduler evicted. */
  readonly victims: readonly string[];
  /** The condition of the PodGroup. */
  readonly group?: string;
  readonly after: Delta;
}
