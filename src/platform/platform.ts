// The parts of the runtime that the library needs. Each runtime has a file of its own; the build chooses one as `#platform`.

import type { SearchWorkers } from '../allocator/kernel/workers.js';

/** A runtime: where the solver's module comes from, and how to yield to the event loop. */
export interface Platform {
  /** The compiled solver. */
  loadSolver(): Promise<WebAssembly.Module>;
  /** Lets other work on the event loop have its turn. */
  giveWay(): Promise<void>;
  /** Threads in which searches can go on that began in this solver. Absent: the runtime has none. */
  searchWorkers?(count: number, module: WebAssembly.Module): Promise<SearchWorkers>;
}
