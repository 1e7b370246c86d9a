// npm run differential -- [--seed S] [--seeds K] [--cases N] [--seconds T] [--every-way M] [--threads W] [--as-found]
//
// Compares N generated cases of each of the seeds S, S+1, ... with the reference. Every M-th case makes every kind of call. Differences
// without a deviation are shrunk (not with --as-found), one of each kind, and written to build/differential/found/. Prints the coverage at
// the end.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, Worker } from 'node:worker_threads';
import { integerOption } from '../support/integer-option.js';
import { ALL_FEATURES, ALL_OUTCOMES, CASES_FOR_COVERAGE, type Counts, neverHit } from './coverage.js';
import { addTally, emptyTally } from './examine.js';
import { runWorker, type WorkerMessage, type WorkerTask } from './worker.js';

const OUTPUT = join(process.cwd(), 'build/differential/found');
const ORACLE = join(process.cwd(), 'build/oracle/oracle');

/** Runs the threads, prints progress, and returns whether the run succeeded. */
async function run(): Promise<boolean> {
  const task = taskFrom(process.argv.slice(2));
  const tally = emptyTally();
  const found = new Map<string, { readonly first: string; count: number }>();
  let cases = 0;
  let shown = Date.now();
  const start = Date.now();
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  const take = (message: WorkerMessage): void => {
    if (message.kind === 'block') {
      cases += message.cases;
      addTally(tally, message.tally);
      if (Date.now() - shown < 10_000) return;
      shown = Date.now();
      console.log(`${cases} cases, ${Math.round((shown - start) / 1000)} s, ${found.size} kinds of differences`);
    } else if (message.kind === 'found') {
      const known = found.get(message.signature);
      if (known === undefined) found.set(message.signature, { first: message.id, count: 1 });
      else known.count++;
    } else {
      writeFileSync(join(OUTPUT, `${fileName(message.signature)}.json`), message.text);
    }
  };
  await Promise.all(Array.from({ length: task.threads }, (_, thread) => runThread({ ...task, thread }, take)));
  printCounts('features', tally.features, Object.keys(ALL_FEATURES));
  printCounts('outcomes', tally.outcomes, Object.keys(ALL_OUTCOMES));
  printCounts('answers for a node', tally.verdicts);
  printCounts('asked in other ways', tally.ways);
  const missing = neverHit(tally.features, tally.outcomes);
  const { seeds } = task;
  console.log(`\n${cases} cases of seeds ${seeds[0]} to ${seeds.at(-1)} in ${Math.round((Date.now() - start) / 1000)} s`);
  if (missing.length > 0) console.log(`never hit: ${missing.join('; ')}`);
  for (const [signature, { first, count }] of found) console.log(`DIFFERENT ${count} times, first in ${first}: ${signature}`);
  console.log(found.size === 0 ? 'no unexplained difference' : `${found.size} kinds of differences, small cases are in ${OUTPUT}`);
  return cases > 0 && found.size === 0 && (missing.length === 0 || cases < CASES_FOR_COVERAGE);
}

function runThread(task: WorkerTask, take: (message: WorkerMessage) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task });
    worker.on('message', take);
    worker.on('error', reject);
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a thread ended with ${code}`))));
  });
}

function taskFrom(args: readonly string[]): WorkerTask {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: option,
      seeds: option,
      cases: option,
      seconds: option,
      'every-way': option,
      threads: option,
      'as-found': { type: 'boolean' },
    },
  });
  const first = integerOption(values, 'seed', 1);
  const seconds = integerOption(values, 'seconds', 0);
  return {
    oracle: ORACLE,
    thread: 0,
    threads: Math.max(1, integerOption(values, 'threads', availableParallelism())),
    seeds: Array.from({ length: Math.max(1, integerOption(values, 'seeds', 1)) }, (_, index) => first + index),
    casesPerSeed: integerOption(values, 'cases', 10_000),
    everyWay: integerOption(values, 'every-way', 4),
    asFound: values['as-found'] === true,
    deadline: seconds === 0 ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1000,
  };
}

function printCounts(title: string, counts: Counts, listed: readonly string[] = []): void {
  console.log(`\n${title}`);
  for (const name of new Set([...listed, ...counts.keys()])) console.log(`${String(counts.get(name) ?? 0).padStart(9)}  ${name}`);
}

function fileName(signature: string): string {
  return signature
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80);
}

if (isMainThread) process.exitCode = (await run()) ? 0 : 1;
else await runWorker();
