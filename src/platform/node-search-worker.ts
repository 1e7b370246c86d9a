// The program of a search thread: continues a moved search until its answer or a limit.

import { parentPort, workerData } from 'node:worker_threads';
import type { Search } from '../allocator/kernel/problem.js';
import { WasmKernel } from '../allocator/kernel/solver.js';
import type { WorkerAnswer } from '../allocator/kernel/workers.js';
import type { WorkerMessage, WorkerStart, WorkerTask } from './node-workers.js';

/** The work between two readings of the clock: well below a millisecond. */
const WORK_BETWEEN_CLOCKS = 4096;

const { module, stop } = workerData as WorkerStart;
const kernel = await WasmKernel.create(module);

function run(search: Search, deadline: number): WorkerAnswer {
  for (;;) {
    if (Atomics.load(stop, 0) !== 0) return { kind: 'interrupted', by: 'signal', steps: search.steps };
    if (performance.now() >= deadline) return { kind: 'interrupted', by: 'milliseconds', steps: search.steps };
    const answer = search.run(WORK_BETWEEN_CLOCKS);
    if (answer !== undefined) return answer;
  }
}

function answerTo({ moved, milliseconds }: WorkerTask): WorkerMessage {
  const deadline = performance.now() + milliseconds;
  let search: Search | undefined;
  try {
    search = kernel.resume(moved);
    return run(search, deadline);
  } catch {
    // This thread has no memory for the search. The search can continue in the main thread.
    return 'failed';
  } finally {
    search?.end();
  }
}

const say = (message: WorkerMessage): void => parentPort?.postMessage(message);
parentPort?.on('message', (task: WorkerTask) => say(answerTo(task)));
say('ready');
