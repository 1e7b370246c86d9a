// Time per step of work in each overload of the CEL library, on large arguments, and in each other part of the language: `npm
// run bench:cel-work [-- WORD...] [--all] [--write]`. Fails if the CPU time of a step is more than three times the usual one.
// Times are the shortest of many runs, because noise only makes them longer. With --write it writes bench/results/cel-work.md.

import { writeFileSync } from 'node:fs';
import { compileSelector } from '../src/cel/engine.js';
import type { Overload } from '../src/cel/library/declarations.js';
import { PatternBudget } from '../src/cel/library/pattern.js';
import { Aborted, Frame } from '../src/cel/run/frame.js';
import { planCall } from '../src/cel/run/plan.js';
import type { Step } from '../src/cel/run/steps.js';
import type { Value } from '../src/cel/values/values.js';
import { Checkpoint } from '../src/core/base/checkpoint.js';
import { callableOverloads, type Variant, variantsOf } from '../test/cel/work/arguments.js';
import { CONSTRUCTS, evaluatedOften, evaluatedOn, LOOPS } from '../test/cel/work/constructs.js';
import { timedAsQuiet } from '../test/support/clock.js';
import { isOut, longest, type Measured, page } from './cel-work-page.js';
import { hostileDevice } from './hostile-selectors.js';

/** The sizes of arguments, largest first: calls whose cost exceeds the limit have smaller ones. */
const SIZES = [20_000, 2_000, 500, 120];
/** The number of runs, of which the shortest is used, and the number of calls in a run. */
const RUNS = 9;
const CALLS = 4;
const MOST_MADE = 64;
/** The number of copies of a part of the language in a loop, and the number of rounds of the loop. */
const TIMES = 20;
const ROUNDS = 500;
const SIZE_OF_LOOPS = 5_000;

const UNLIMITED_WORK = new Checkpoint({ selectorWork: Number.POSITIVE_INFINITY });

/** Steps that the cost of a call accounts for. */
const STEPS_OF_COST = 2;

const evaluated = (value: Value): Step => ({ evaluate: () => value });

/** The work of one call. Undefined if it costs more than an evaluation may. */
function workOf(overload: Overload, variant: Variant, size: number): Pick<Measured, 'steps' | 'ownSteps'> | undefined {
  const frame = new Frame(null, undefined, UNLIMITED_WORK);
  try {
    planCall(overload.name, [overload], variant.make(size).map(evaluated), new PatternBudget()).evaluate(frame);
    return { steps: frame.workDone, ownSteps: frame.workDone - frame.cost * STEPS_OF_COST };
  } catch (error) {
    if (error instanceof Aborted) return undefined;
    throw error;
  }
}

function measureCall(overload: Overload, variant: Variant): Measured {
  for (const size of SIZES) {
    const work = workOf(overload, variant, size);
    if (work === undefined) continue;
    // Many short calls are timed together, because of the resolution of the clock.
    const calls = Math.max(CALLS, Math.ceil(20_000 / work.steps));
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS; run += 1) {
      const made = Array.from({ length: Math.min(calls, MOST_MADE) }, () =>
        planCall(overload.name, [overload], variant.make(size).map(evaluated), new PatternBudget()),
      );
      const frames = Array.from({ length: calls }, () => new Frame(null, undefined, UNLIMITED_WORK));
      const { milliseconds } = timedAsQuiet(() => {
        for (let call = 0; call < calls; call += 1) (made[call % made.length] as Step).evaluate(frames[call] as Frame);
      });
      least = Math.min(least, milliseconds);
    }
    return { name: overload.name, id: overload.id, variant: variant.name, size, ...work, nanoseconds: (least * 1e6) / calls };
  }
  throw new Error(`${overload.id}: no size within the limit of cost`);
}

/** The time of an evaluation, the shortest of many. */
function timeOfSelector(expression: string): { readonly steps: number; readonly ownSteps: number; readonly nanoseconds: number } {
  const device = hostileDevice();
  const selector = compileSelector(expression);
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS * 3; run += 1)
    least = Math.min(least, timedAsQuiet(() => selector.measure(device, UNLIMITED_WORK)).milliseconds);
  const { work: steps, cost } = selector.measure(device, UNLIMITED_WORK);
  return { steps, ownSteps: steps - cost * STEPS_OF_COST, nanoseconds: least * 1e6 };
}

const difference = (whole: ReturnType<typeof timeOfSelector>, part: ReturnType<typeof timeOfSelector>, times: number) => ({
  steps: (whole.steps - part.steps) / times,
  ownSteps: (whole.ownSteps - part.ownSteps) / times,
  nanoseconds: Math.max(0, whole.nanoseconds - part.nanoseconds) / times,
});

/** The time of a part of the language alone: the increase when it is repeated more often. */
const measureConstruct = ({ name, condition }: (typeof CONSTRUCTS)[number]): Measured => {
  const [many, few] = [TIMES + 2, 2].map((times) => timeOfSelector(evaluatedOften(condition, times, ROUNDS)));
  const measured = difference(many as ReturnType<typeof timeOfSelector>, few as ReturnType<typeof timeOfSelector>, TIMES * ROUNDS);
  return { name, id: '', variant: '', size: 1, ...measured };
};

const measureLoop = ({ name, condition }: (typeof LOOPS)[number]): Measured => {
  const measured = difference(
    timeOfSelector(evaluatedOn(condition, SIZE_OF_LOOPS)),
    timeOfSelector(evaluatedOn('false', SIZE_OF_LOOPS)),
    1,
  );
  return { name, id: '', variant: '', size: SIZE_OF_LOOPS, ...measured };
};

const args = process.argv.slice(2);
const words = args.filter((arg) => !arg.startsWith('--'));
const isWanted = (text: string): boolean => words.every((word) => text.includes(word));
const calls = callableOverloads()
  .filter(({ id, name }) => isWanted(`${name} ${id}`))
  .flatMap((overload) => variantsOf(overload).map((variant) => measureCall(overload, variant)));
const parts = [
  ...CONSTRUCTS.filter(({ name }) => isWanted(name)).map(measureConstruct),
  ...LOOPS.filter(({ name }) => isWanted(name)).map(measureLoop),
];
/** Each overload is represented by the arguments with the longest step. */
const slowest = new Map<string, Measured>();
for (const one of calls) {
  const known = slowest.get(one.id);
  if (known === undefined || longest(one) > longest(known)) slowest.set(one.id, one);
}
const sorted = [...slowest.values(), ...parts].sort((a, b) => longest(a) - longest(b));
const line = ({ name, id, variant, size, steps, ownSteps, nanoseconds }: Measured): string =>
  [
    name.padEnd(34),
    id.padEnd(42),
    variant.padEnd(30),
    String(size).padStart(6),
    steps.toFixed(1).padStart(10),
    ownSteps.toFixed(1).padStart(10),
    (nanoseconds / steps).toFixed(2).padStart(8),
    (nanoseconds / ownSteps).toFixed(2).padStart(9),
  ].join(' ');
const shown = args.includes('--all') ? [...calls, ...parts].sort((a, b) => longest(a) - longest(b)) : sorted.filter(isOut);
for (const one of shown) console.log(`${isOut(one) ? 'OUT ' : '    '}${line(one)}`);
console.log(
  `${slowest.size} overloads, ${calls.length} kinds of arguments, ${parts.length} other parts; ${sorted.filter(isOut).length} out`,
);
if (args.includes('--write')) writeFileSync('bench/results/cel-work.md', page([...slowest.values()], parts));
process.exitCode = sorted.some(isOut) ? 1 : 0;
