// Defines the data that all calls of one allocator share.

import type { SelectorCache } from '../../cel/cache.js';
import type { Yield } from '../../core/base/checkpoint.js';
import type { Features } from '../../core/features/features.js';
import type { NewShareID } from '../decode/share-id.js';
import type { Kernel } from '../kernel/kernel.js';
import type { SearchWorkers } from '../kernel/workers.js';

/** Feature gates, caches, the solver, and a function that yields to the event loop. */
export interface Runtime {
  readonly features: Features;
  readonly corrections: boolean;
  readonly selectors: SelectorCache;
  readonly kernel: Kernel;
  readonly yieldNow: Yield;
  /** The threads that long searches move to. Absent if the runtime has no threads. */
  readonly workers?: SearchWorkers | undefined;
  readonly newShareID: NewShareID;
}

/** The function with which searches yield, and the threads that they can move to. */
export type Scheduling = Pick<Runtime, 'yieldNow' | 'workers'>;
