// What a step of work takes in each overload of the CEL library, on large arguments: `npm run bench:cel-work [-- WORD...] [--write]`. Fails where a step takes
// more than three times as long as elsewhere, by the time of the processor. Times are the shortest of many runs: noise only makes them longer.

import type { Overload } from '../src/cel/declarations.js';
import { Aborted, Frame } from '../src/cel/frame.js';
import { PatternBudget } from '../src/cel/library/pattern.js';
import { planCall } from '../src/cel/plan.js';
import type { Step } from '../src/cel/steps.js';
import type { Value } from '../src/cel/values.js';
import { Checkpoint } from '../src/checkpoint.js';
import { timedAsQuiet } from '../test/cel/corpus/clock.js';
import { callableOverloads, type Variant, variantsOf } from '../test/cel/work/arguments.js';

/** The sizes of arguments to be tried, the largest first: calls whose cost is above the limit have smaller ones. */
const SIZES = [20_000, 2_000, 500, 120];
/** Runs of which the shortest counts, and calls in a run. */
const RUNS = 9;
const CALLS = 4;
const MOST_MADE = 64;
/** What a step takes, in nanoseconds of a quiet machine. */
const STEP = 10;
/** How much longer or shorter a step may take than elsewhere. */
const FACTOR = 3;

const UNLIMITED_WORK = new Checkpoint({ selectorWork: Number.POSITIVE_INFINITY });

interface Measured {
  readonly overload: Overload;
  readonly variant: string;
  readonly size: number;
  /** Steps of the call, and those of them that its cost does not make. */
  readonly steps: number;
  readonly ownSteps: number;
  readonly nanoseconds: number;
}

/** A call takes as long as so many steps, whatever it does. */
const CALL_STEPS = 5;
/** Steps that the cost of a call makes. */
const STEPS_OF_COST = 2;

const evaluated = (value: Value): Step => ({ evaluate: () => value });

/** The work of one call; undefined: it costs more than an evaluation may. */
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

function measure(overload: Overload, variant: Variant): Measured {
  for (const size of SIZES) {
    const work = workOf(overload, variant, size);
    if (work === undefined) continue;
    // Short calls are timed many together: the clock has a grain.
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
    return { overload, variant: variant.name, size, ...work, nanoseconds: (least * 1e6) / calls };
  }
  throw new Error(`${overload.id}: no size within the limit of cost`);
}

const args = process.argv.slice(2);
const words = args.filter((arg) => !arg.startsWith('--'));
const all = callableOverloads()
  .filter(({ id, name }) => words.every((word) => `${name} ${id}`.includes(word)))
  .flatMap((overload) => variantsOf(overload).map((variant) => measure(overload, variant)));
/** What a step takes at most, and what one takes at least that our own table makes: the cost of the reference is what it is. */
const longest = ({ nanoseconds, steps }: Measured): number => nanoseconds / Math.max(steps, CALL_STEPS);
const shortest = ({ nanoseconds, ownSteps }: Measured): number => nanoseconds / ownSteps;
/** Of each overload the arguments with which a step takes longest. */
const slowest = new Map<string, Measured>();
for (const one of all) {
  const known = slowest.get(one.overload.id);
  if (known === undefined || longest(one) > longest(known)) slowest.set(one.overload.id, one);
}
const sorted = [...slowest.values()].sort((a, b) => longest(a) - longest(b));
const isOut = (one: Measured): boolean => longest(one) > STEP * FACTOR || shortest(one) * FACTOR < STEP;
const line = ({ overload, variant, size, steps, ownSteps, nanoseconds }: Measured): string =>
  [
    overload.name.padEnd(22),
    overload.id.padEnd(42),
    variant.padEnd(30),
    String(size).padStart(6),
    steps.toFixed(0).padStart(9),
    ownSteps.toFixed(0).padStart(9),
    (nanoseconds / steps).toFixed(2).padStart(8),
    (nanoseconds / ownSteps).toFixed(2).padStart(9),
  ].join(' ');
for (const one of args.includes('--all') ? all.toSorted((a, b) => longest(a) - longest(b)) : sorted.filter(isOut))
  console.log(`${isOut(one) ? 'OUT ' : '    '}${line(one)}`);
console.log(`${sorted.length} overloads, ${all.length} kinds of arguments; ${sorted.filter(isOut).length} out`);
process.exitCode = sorted.some(isOut) ? 1 : 0;
