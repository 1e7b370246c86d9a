// Search threads of Node. They start with the first search for them, and never keep an idle process alive.

import { Worker } from 'node:worker_threads';
import type { MovedSearch, Search } from '../allocator/kernel/problem.js';
import type { SearchWorkers, WorkerAnswer, WorkerLimits } from '../allocator/kernel/workers.js';

/** The data of a new thread. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
  /** Nonzero if its search is cancelled. */
  readonly stop: Int32Array;
}

/** A search for a thread, and its time limit. */
export interface WorkerTask {
  readonly moved: MovedSearch;
  readonly milliseconds: number;
}

/** A message of a thread: ready, its answer, or a failure to continue the search. */
export type WorkerMessage = 'ready' | 'failed' | WorkerAnswer;

/** A thread with at most one search at a time. */
class SearchThread {
  readonly worker: Worker;
  readonly #stop = new Int32Array(new SharedArrayBuffer(4));
  #isReady = false;
  #answer: ((answer: WorkerAnswer | undefined) => void) | undefined;

  constructor(program: URL, module: WebAssembly.Module, onExit: (wasReady: boolean) => void) {
    const workerData: WorkerStart = { module, stop: this.#stop };
    // Options of the process, such as loaders, do not apply to this program.
    this.worker = new Worker(program, { workerData, execArgv: [], name: 'dra-allocator search' });
    this.worker.on('message', (message: WorkerMessage) => {
      if (message === 'ready') this.#isReady = true;
      else this.#end(message === 'failed' ? undefined : message);
    });
    // The `exit` event follows.
    this.worker.on('error', () => undefined);
    this.worker.on('exit', () => {
      const wasReady = this.#isReady;
      this.#isReady = false;
      onExit(wasReady);
      this.#end(undefined);
    });
    // This comes last, because adding a listener makes the worker keep the process alive again.
    this.worker.unref();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get isFree(): boolean {
    return this.#isReady && this.#answer === undefined;
  }

  /** Requires: the thread is free. */
  async search(moved: MovedSearch, { deadline, signal }: WorkerLimits): Promise<WorkerAnswer | undefined> {
    const stop = (): void => {
      Atomics.store(this.#stop, 0, 1);
    };
    Atomics.store(this.#stop, 0, signal?.aborted === true ? 1 : 0);
    const answer = new Promise<WorkerAnswer | undefined>((resolve) => {
      this.#answer = resolve;
    });
    this.worker.ref();
    const task: WorkerTask = { moved, milliseconds: deadline - performance.now() };
    this.worker.postMessage(task, [moved.memory.buffer]);
    signal?.addEventListener('abort', stop);
    try {
      return await answer;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  #end(answer: WorkerAnswer | undefined): void {
    this.worker.unref();
    this.#answer?.(answer);
    this.#answer = undefined;
  }
}

/** A pool of threads. */
export class NodeSearchWorkers implements SearchWorkers {
  readonly count: number;
  readonly #module: WebAssembly.Module;
  readonly #program: URL;
  readonly #threads = new Set<SearchThread>();
  #isClosed = false;

  /** `module`: the solver in which searches begin; `program`: the text of the threads' module. */
  constructor(count: number, module: WebAssembly.Module, program: string) {
    this.count = count;
    this.#module = module;
    // The program is not a file, because the bundle of a user would not contain the file.
    this.#program = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  }

  /** @internal The ready threads. */
  get threads(): readonly Worker[] {
    return [...this.#threads].filter(({ isReady }) => isReady).map(({ worker }) => worker);
  }

  take(search: Search, limits: WorkerLimits): Promise<WorkerAnswer | undefined> | undefined {
    if (this.#isClosed) return undefined;
    for (const thread of this.#threads) {
      const moved = thread.isFree ? search.copy?.() : undefined;
      if (moved !== undefined) return thread.search(moved, limits);
      if (thread.isFree) return undefined;
    }
    if (this.#threads.size < this.count) this.#start();
    return undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #start(): void {
    const thread = new SearchThread(this.#program, this.#module, (wasReady) => {
      this.#threads.delete(thread);
      // A thread that cannot start is not started again for every search.
      if (!wasReady) this.#isClosed = true;
    });
    this.#threads.add(thread);
  }
}
