// All calls of one allocator share this.

import type { SelectorCache } from '../../cel/cache.js';
import type { Yield } from '../../core/base/checkpoint.js';
import type { Features } from '../../core/features/features.js';
import type { NewShareID } from '../decode/share-id.js';
import type { Kernel } from '../kernel/kernel.js';
import type { SearchWorkers } from '../kernel/workers.js';

/** Gates, caches, the solver, and how to yield to the event loop. */
export interface Runtime {
  readonly features: Features;
  readonly corrections: boolean;
  readonly selectors: SelectorCache;
  readonly kernel: Kernel;
  readonly giveWay: Yield;
  /** Threads that long searches move to. Absent: there are none. */
  readonly workers?: SearchWorkers | undefined;
  readonly newShareID: NewShareID;
}

/** The way in which searches yield, and the threads that they can move to. */
export type Scheduling = Pick<Runtime, 'giveWay' | 'workers'>;
