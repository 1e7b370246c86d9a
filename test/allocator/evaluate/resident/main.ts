// npm run resident:steps -- [--seed S] [--steps N] [--length L] [--forks] [--rounds R] [--churn C].
// Runs N random steps on two clusters: one stays in the memory of the solver, and the other searches every node by itself.
// A history has L steps; the seeds are S, S+1 and so on. All outputs must be equal:
// else it reduces and prints the first difference, and exits with 1 as its code.
// With --forks the first cluster is forked now and then, and each step is one of some fork.
// With --rounds or --churn it runs R rounds of allocate, commit and release, or adds and removes C nodes. It prints the memory in use.

import { parseArgs } from 'node:util';
import { integerOption } from '../../../support/integer-option.js';
import { Difference } from './comparison.js';
import { holdClock } from './held-clock.js';
import { historyOf } from './history.js';
import { type Counts, live, liveForked } from './pair.js';
import { churn, rounds, type Use } from './rounds.js';
import { stepOf } from './steps.js';

const option = { type: 'string' } as const;
const { values } = parseArgs({
  options: { seed: option, steps: option, length: option, rounds: option, churn: option, forks: { type: 'boolean' } },
});

/** Returns the difference that ends a history; undefined if none exists. */
async function differenceOf(seed: number, steps: readonly number[], counts?: Counts): Promise<Error | undefined> {
  try {
    const found = await (values.forks === true ? liveForked : live)(seed, steps);
    if (counts !== undefined) for (const key of Object.keys(found) as (keyof Counts)[]) counts[key] += found[key];
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

function inWords(error: Error): string | undefined {
  return error instanceof Difference ? error.message : error.stack;
}

/** Removes steps while the difference persists. */
async function smaller(seed: number, steps: readonly number[]): Promise<readonly number[]> {
  let known = steps;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < known.length; ) {
      const rest = [...known.slice(0, at), ...known.slice(at + size)];
      if ((await differenceOf(seed, rest)) === undefined) at += size;
      else known = rest;
    }
  }
  return known;
}

async function run(): Promise<boolean> {
  const first = integerOption(values, 'seed', 1);
  const total = integerOption(values, 'steps', 20_000);
  const length = Math.max(1, integerOption(values, 'length', 200));
  const counts: Counts = { queries: 0, answers: 0, allocated: 0, errors: 0, commits: 0, interrupted: 0 };
  const start = Date.now();
  let shown = start;
  let taken = 0;
  for (let seed = first; taken < total; seed++) {
    const steps = Array.from({ length: Math.min(length, total - taken) }, (_, index) => index);
    const once = await differenceOf(seed, steps, counts);
    if (once !== undefined) {
      const few = await smaller(seed, steps);
      const error = await differenceOf(seed, few);
      const history = historyOf(seed);
      for (const step of few) console.log(JSON.stringify(stepOf(history, step)));
      console.log(`seed ${seed}, steps [${few.join(', ')}]: ${inWords(error ?? once)}`);
      if (error === undefined) console.log('It was there once only: it depends on what was before, or on the machine.');
      return false;
    }
    taken += steps.length;
    if (Date.now() - shown < 10_000) continue;
    shown = Date.now();
    console.log(`${taken} steps, ${Math.round((shown - start) / 1000)} s`);
  }
  const { queries, answers, allocated, errors, commits, interrupted } = counts;
  const seconds = Math.round((Date.now() - start) / 1000);
  console.log(
    `${taken} steps of the seeds from ${first}, ${seconds} s: ${queries} queries with ${answers} answers for nodes (${allocated} with devices,`,
  );
  console.log(`${errors} errors), ${commits} commits, ${interrupted} answers that had no time; no difference`);
  return true;
}

async function runRounds(): Promise<boolean> {
  const show = (what: string, [early, late]: readonly [Use, Use]): void => {
    const text = ({ heap, solver }: Use): string => `${(heap / 2 ** 20).toFixed(1)} MiB of heap and ${solver / 1024} KiB of the solver`;
    console.log(`${what}: after a tenth of them ${text(early)}, after all ${text(late)}`);
  };
  const [ofRounds, ofChurn] = [integerOption(values, 'rounds', 0), integerOption(values, 'churn', 0)];
  if (ofRounds > 0) show(`${ofRounds} rounds of allocate, commit and release`, await rounds(ofRounds));
  if (ofChurn > 0) show(`${ofChurn} nodes that come and go`, await churn(ofChurn));
  return true;
}

// Most errors are answers, whose stack traces have no use.
Error.stackTraceLimit = 0;
const held = holdClock();
try {
  const isAboutMemory = values.rounds !== undefined || values.churn !== undefined;
  process.exitCode = (await (isAboutMemory ? runRounds() : run())) ? 0 : 1;
} finally {
  held.restore();
}
