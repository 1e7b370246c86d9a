// The part of a run that one thread does: sends blocks of cases to the reference at once, and then examines them.

import { parentPort, workerData } from 'node:worker_threads';
import type { Case } from '../support/cases.js';
import { emptyTally, examine, type Found, shrinkFound, type Tally } from './examine.js';
import { generate } from './generate/generate.js';
import { jsonText } from './json-text.js';
import { Oracle, type OracleAnswer } from './oracle.js';
import { storedText } from './stored.js';

/** The task of a thread: every block whose number modulo the number of threads is its own. */
export interface WorkerTask {
  readonly oracle: string;
  readonly thread: number;
  readonly threads: number;
  readonly seeds: readonly number[];
  readonly casesPerSeed: number;
  /** Every kind of call is made for one in this number of cases. */
  readonly everyWay: number;
  /** Differences are not shrunk. */
  readonly asFound: boolean;
  /** The time at which to end, even before all cases are done. */
  readonly deadline: number;
}

/** A message of a thread: its progress, or a difference. */
export type WorkerMessage =
  | { readonly kind: 'block'; readonly cases: number; readonly tally: Tally }
  | { readonly kind: 'found'; readonly id: string; readonly signature: string }
  | { readonly kind: 'small'; readonly signature: string; readonly text: string };

const BLOCK = 32;

/** Performs the task of this thread. */
export async function runWorker(): Promise<void> {
  const task = workerData as WorkerTask;
  const oracle = new Oracle(task.oracle);
  const known = new Set<string>();
  const blocksPerSeed = Math.ceil(task.casesPerSeed / BLOCK);
  for (let block = task.thread; block < blocksPerSeed * task.seeds.length; block += task.threads) {
    if (Date.now() > task.deadline) break;
    const seed = task.seeds[Math.floor(block / blocksPerSeed)] as number;
    const start = (block % blocksPerSeed) * BLOCK;
    const cases: Case[] = [];
    for (let index = start; index < Math.min(start + BLOCK, task.casesPerSeed); index++) cases.push(generate(seed, index));
    await runBlock(cases, start, task, oracle, known);
  }
  oracle.end();
}

async function runBlock(cases: readonly Case[], start: number, task: WorkerTask, oracle: Oracle, known: Set<string>): Promise<void> {
  const tally = emptyTally();
  const answers = cases.map((input) => oracle.ask(input));
  for (const [number, input] of cases.entries()) {
    const everyWay = task.everyWay > 0 && (start + number) % task.everyWay === 0;
    for (const found of await examine(input, answers[number] as Promise<OracleAnswer>, oracle, everyWay, tally)) {
      const { signature } = found.difference;
      tell({ kind: 'found', id: input.id ?? '', signature });
      if (known.has(signature)) continue;
      known.add(signature);
      tell({ kind: 'small', signature, text: await storedCase(found, oracle, task.asFound) });
    }
  }
  tell({ kind: 'block', cases: cases.length, tally });
}

/** A case in stored form, shrunk unless `asFound`, with its difference. */
async function storedCase(found: Found, oracle: Oracle, asFound: boolean): Promise<string> {
  const { input, difference, answer } = asFound ? { ...found, answer: await oracle.ask(found.input) } : await shrinkFound(found, oracle);
  const what = `${difference.signature}; ours: ${jsonText(difference.got)}, the reference: ${jsonText(difference.want)}`;
  return storedText({ comment: `${found.input.id}: ${what}`, input, answers: answer.nodes ?? {} });
}

function tell(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
