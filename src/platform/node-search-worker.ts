// The program of a thread that searches: takes a search as it stands, and goes on until its answer or a limit.

import { parentPort, workerData } from 'node:worker_threads';
import type { Search } from '../allocator/kernel/problem.js';
import { WasmKernel } from '../allocator/kernel/solver.js';
import type { WorkerAnswer } from '../allocator/kernel/workers.js';
import type { WorkerMessage, WorkerStart, WorkerTask } from './node-workers.js';

/** Work between two clock checks: well below a millisecond. */
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
    // There is no memory for it here. Where it began it can go on.
    return 'failed';
  } finally {
    search?.end();
  }
}

const say = (message: WorkerMessage): void => parentPort?.postMessage(message);
parentPort?.on('message', (task: WorkerTask) => say(answerTo(task)));
say('ready');
