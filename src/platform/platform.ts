// The parts of the runtime that the library needs. Each runtime has a file; the build selects one as `#platform`.

import type { SearchWorkers } from '../allocator/kernel/workers.js';

/** A runtime: it loads the solver's module and yields to the event loop. */
export interface Platform {
  /** Returns the compiled solver. */
  loadSolver(): Promise<WebAssembly.Module>;
  /** Yields to other work on the event loop. */
  yieldNow(): Promise<void>;
  /** Returns threads that continue searches that began in this solver. Absent if the runtime has no threads. */
  searchWorkers?(count: number, module: WebAssembly.Module): Promise<SearchWorkers>;
}
