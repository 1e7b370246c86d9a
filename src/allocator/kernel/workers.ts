// Defines the interface of threads that searches can move to, independent of the runtime.

import type { AbortSignalLike } from '../../core/base/abort-signal.js';
import type { Search, SearchAnswer } from './problem.js';

/** The limits that end a search in a thread before its answer. */
export interface WorkerLimits {
  /** In milliseconds of `performance.now()`. */
  readonly deadline: number;
  readonly signal?: AbortSignalLike | undefined;
}

/** The answer of a moved search, or the limit that ended it. */
export type WorkerAnswer = SearchAnswer | { readonly kind: 'interrupted'; readonly by: 'milliseconds' | 'signal'; readonly steps: number };

export interface SearchWorkers {
  /** The number of searches that can run at a time. */
  readonly count: number;
  /**
   * Continues a search in a free thread. Returns undefined if no thread is free, or the search cannot move now. Resolves to undefined if the thread ended
   * before its answer: the search is unchanged here, and can continue.
   */
  take(search: Search, limits: WorkerLimits): Promise<WorkerAnswer | undefined> | undefined;
  /** Ends all threads, and starts no others. */
  close(): Promise<void>;
}
