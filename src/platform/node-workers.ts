// Threads of Node that search. They are started when there is first something for them to do, and never keep a process alive that has
// nothing else to do.

import { Worker } from 'node:worker_threads';
import type { MovedSearch, Search } from '../allocator/kernel/problem.js';
import type { SearchWorkers, WorkerAnswer, WorkerLimits } from '../allocator/kernel/workers.js';

/** The data that a thread gets when it starts. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
  /** Not 0: its search is called off. */
  readonly stop: Int32Array;
}

/** A search for a thread, and how long it may go on. */
export interface WorkerTask {
  readonly moved: MovedSearch;
  readonly milliseconds: number;
}

/** A message of a thread: that it is ready, its answer, or that it cannot tell. */
export type WorkerMessage = 'ready' | 'failed' | WorkerAnswer;

/** One thread, which has one search at a time. */
class SearchThread {
  readonly worker: Worker;
  readonly #stop = new Int32Array(new SharedArrayBuffer(4));
  #isReady = false;
  #answer: ((answer: WorkerAnswer | undefined) => void) | undefined;

  constructor(program: URL, module: WebAssembly.Module, onExit: (wasReady: boolean) => void) {
    const workerData: WorkerStart = { module, stop: this.#stop };
    // Options of the process, such as loaders, are not for this program.
    this.worker = new Worker(program, { workerData, execArgv: [], name: 'dra-allocator search' });
    this.worker.on('message', (message: WorkerMessage) => {
      if (message === 'ready') this.#isReady = true;
      else this.#end(message === 'failed' ? undefined : message);
    });
    // The end of the thread follows.
    this.worker.on('error', () => undefined);
    this.worker.on('exit', () => {
      const wasReady = this.#isReady;
      this.#isReady = false;
      onExit(wasReady);
      this.#end(undefined);
    });
    // Only now: a listener makes it count again.
    this.worker.unref();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get isFree(): boolean {
    return this.#isReady && this.#answer === undefined;
  }

  /** Requires: it is free. */
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

/** A number of threads. */
export class NodeSearchWorkers implements SearchWorkers {
  readonly count: number;
  readonly #module: WebAssembly.Module;
  readonly #program: URL;
  readonly #threads = new Set<SearchThread>();
  #isClosed = false;

  /** `module`: the solver in which the searches begin; `program`: the text of the module that threads run. */
  constructor(count: number, module: WebAssembly.Module, program: string) {
    this.count = count;
    this.#module = module;
    // No file, which a bundle of somebody else would not have next to it.
    this.#program = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  }

  /** @internal The threads that are ready. */
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
      // A thread that cannot start now is not tried again with every search.
      if (!wasReady) this.#isClosed = true;
    });
    this.#threads.add(thread);
  }
}
