// npm run classic:reference -- [--seed S] [--count N]
// Plays N histories of the seeds S, S+1, ..., and repeats each step of their driver controllers with Kubernetes 1.30's. Calls to the
// driver and the API server, writes (allocations, reservations, finalizers, unsuitable nodes) and outcomes must be equal.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createAllocator } from '../../../src/index.js';
import { integerOption } from '../../support/integer-option.js';
import { playHistory } from '../histories/history.js';
import { askReference, difference } from './compare.js';
import { type OwnStep, Recorder } from './recorder.js';

const REFERENCE = join(process.cwd(), 'build/oracle/classic');

/** Steps are passed in blocks of this number of histories. */
const BLOCK = 20;

/** Further differences are only counted. */
const MOST_SHOWN = 10;

const { values } = parseArgs({ options: { seed: { type: 'string' }, count: { type: 'string' } } });

const first = integerOption(values, 'seed', 1, 1);
const count = integerOption(values, 'count', 200, 1);
const allocator = await createAllocator();
const recorder = new Recorder();
const tally = new Map<string, number>();
let steps = 0;
let differences = 0;

function examine(own: readonly OwnStep[], seeds: readonly number[]): void {
  const reference = askReference(REFERENCE, own);
  own.forEach(({ step, outcome }, index) => {
    steps++;
    const things = [
      `steps that end with: ${outcome.result}`,
      ...step.calls.map(({ method, refusal }) => `${method}${refusal === undefined ? '' : ' refused'}`),
    ];
    for (const thing of things) tally.set(thing, (tally.get(thing) ?? 0) + 1);
    const found = difference(outcome, reference[index] ?? { result: 'done' });
    if (found === undefined) return;
    differences++;
    if (differences <= MOST_SHOWN)
      console.log(`seed ${seeds[index]}, step ${index} of controller ${step.controller}, ${step.key}: ${found}`);
  });
}

const uninstall = recorder.install();
for (let start = first; start < first + count; start += BLOCK) {
  const seeds: number[] = [];
  for (let seed = start; seed < Math.min(start + BLOCK, first + count); seed++) {
    const { problems } = await playHistory(seed, allocator, { decorate: recorder.decorate });
    if (problems.length > 0) throw new Error(`seed ${seed}: ${problems.join('; ')}`);
    while (seeds.length < recorder.steps.length) seeds.push(seed);
  }
  examine(recorder.steps.splice(0), seeds);
}
uninstall();

for (const [what, times] of [...tally].sort()) console.log(`${String(times).padStart(9)}  ${what}`);
console.log(
  `${count} histories of seeds ${first} to ${first + count - 1}, ${steps} steps of driver controllers; ${differences === 0 ? 'no difference' : `${differences} steps differ`}`,
);
if (differences > 0 || steps === 0) process.exitCode = 1;
