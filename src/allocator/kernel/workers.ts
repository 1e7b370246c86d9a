// Threads that searches can move to. Which runtime has them, and how they are started, is unknown here.

import type { AbortSignalLike } from '../../core/base/abort-signal.js';
import type { Search, SearchAnswer } from './problem.js';

/** The limits that end a search in a thread besides its answer. */
export interface WorkerLimits {
  /** In milliseconds of `performance.now()`. */
  readonly deadline: number;
  readonly signal?: AbortSignalLike | undefined;
}

/** The answer of a search that moved, or which limit came first. */
export type WorkerAnswer = SearchAnswer | { readonly kind: 'interrupted'; readonly by: 'milliseconds' | 'signal'; readonly steps: number };

/** Threads that search. */
export interface SearchWorkers {
  /** The number of searches that they can run at a time. */
  readonly count: number;
  /**
   * Goes on with a search in a thread that is free; undefined: none is, or the search cannot move now. Resolves to undefined when the
   * thread ended before its answer: the search is still here as it was, and can go on.
   */
  take(search: Search, limits: WorkerLimits): Promise<WorkerAnswer | undefined> | undefined;
  /** Ends all threads, and starts no others. */
  close(): Promise<void>;
}
