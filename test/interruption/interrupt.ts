// Makes calls under all their disturbances, and checks the answers.

import { isDeepStrictEqual } from 'node:util';
import type { Random } from '../../src/core/base/random.js';
import { type Plain, type Told, told, withoutSteps } from './answers.js';
import { type By, type Counts, type Disturbance, disturbed } from './disturbance.js';
import type { Case, Make, Subject } from './subject.js';

/** A disturbance with its name, and the limit that ends the call; undefined if the call does not end early. */
interface Named {
  readonly name: string;
  readonly by: By | undefined;
  readonly disturbance: Disturbance;
  /** An unrelated object changes at each pause. */
  readonly isBusy?: boolean;
}

/** A form of a call. */
type Form = 'inOneGo' | 'inTurns';

/** A wrong answer of a call under a disturbance. */
export interface Fault {
  readonly call: string;
  readonly form: Form;
  readonly disturbance: string;
  readonly wrong: string;
}

/** The number of calls, and the wrong answers. */
export interface Findings {
  runs: number;
  readonly faults: Fault[];
}

/** Chooses the readings at which a case is interrupted, out of a total. */
export type Choose = (looks: number, least?: 0 | 1) => readonly number[];

/** Draws readings for each kind of disturbance; fewer for long calls, since pausing at each reading takes quadratic time. */
export function someLooks(most: number, looksInAll: number, random: Random): Choose {
  return (looks, least = 1) => {
    const count = Math.max(least, Math.min(most, Math.floor(looksInAll / Math.max(1, looks))));
    if (count >= looks) return Array.from({ length: looks }, (_, index) => index + 1);
    return Array.from({ length: count }, () => random.below(looks) + 1);
  };
}

/** Interrupts a call when it reads the clock, reads the signal or allocates memory, alternately with empty and filled caches. */
export async function interrupt(call: string, one: Case, choose: Choose, findings: Findings): Promise<void> {
  const used = await one.prepare({ isWithoutMemory: false });
  for (const form of ['inOneGo', 'inTurns'] as const) {
    if (used[form] === undefined) continue;
    const whole = (await tell(used, form, {})).answer;
    for (const [index, named] of (await disturbancesOf(one, form, choose)).entries()) {
      findings.runs++;
      const isFresh = index % 2 === 0 || named.by === 'memory';
      const subject = isFresh ? await one.prepare({ isWithoutMemory: named.by === 'memory' }) : used;
      const wrong = await wrongWith(subject, form, named, whole, one);
      if (wrong !== undefined) findings.faults.push({ call: `${call}: ${one.name}`, form, disturbance: named.name, wrong });
    }
  }
}

const NEVER = Number.POSITIVE_INFINITY;
/** Milliseconds that end a slice. */
const TICK = 1;

/** The disturbances of a call, by the number of readings that it makes with empty caches. */
async function disturbancesOf(one: Case, form: Form, choose: Choose): Promise<readonly Named[]> {
  const countsOf = async (disturbance: Disturbance): Promise<Counts> =>
    (await tell(await one.prepare({ isWithoutMemory: true }), form, disturbance)).counts;
  const still = await countsOf({ endsAt: NEVER });
  const inOneGo = [
    ...choose(still.clock).map(
      (look): Named => ({ name: `time is up at look ${look}`, by: 'milliseconds', disturbance: { endsAt: look } }),
    ),
    ...choose(still.memory).map(
      (request): Named => ({ name: `request ${request} for memory fails`, by: 'memory', disturbance: { failsAt: request } }),
    ),
  ];
  if (form === 'inOneGo') return inOneGo;
  const slow = await countsOf({ tick: TICK, endsAt: NEVER, abortsAt: NEVER });
  const { signal } = await countsOf({ abortsAt: NEVER });
  return [
    ...inOneGo,
    ...choose(signal).map((look): Named => ({ name: `signal at look ${look}`, by: 'signal', disturbance: { abortsAt: look } })),
    ...choose(slow.clock).flatMap((look): Named[] => [
      { name: `pauses at look ${look}`, by: undefined, disturbance: { tick: TICK, ticksAt: (each) => each === look } },
      {
        name: `changes at a pause at look ${look}`,
        by: undefined,
        disturbance: { tick: TICK, ticksAt: (each) => each === look },
        isBusy: true,
      },
    ]),
    ...choose(slow.clock, 0).map(
      (look): Named => ({
        name: `time is up at look ${look}, pauses at each`,
        by: 'milliseconds',
        disturbance: { tick: TICK, endsAt: look },
      }),
    ),
    ...choose(slow.signal, 0).map(
      (look): Named => ({ name: `signal at look ${look}, pauses at each`, by: 'signal', disturbance: { tick: TICK, abortsAt: look } }),
    ),
    ...choose(slow.clock, 0)
      .slice(0, 1)
      .flatMap((): Named[] => [
        { name: 'pauses at each look', by: undefined, disturbance: { tick: TICK } },
        { name: 'changes at each pause', by: undefined, disturbance: { tick: TICK }, isBusy: true },
      ]),
  ];
}

/** Checks a disturbed call, and the next call without a disturbance. */
async function wrongWith(
  subject: Subject,
  form: Form,
  { by, disturbance, isBusy = false }: Named,
  whole: Plain,
  { judge }: Case,
): Promise<string | undefined> {
  let changes = 0;
  const onPause = (): void => {
    changes++;
    subject.change?.();
  };
  try {
    const { answer } = await tell(subject, form, isBusy ? { ...disturbance, onPause } : disturbance);
    if (changes % 2 === 1) subject.change?.();
    const wrong = isBusy || isFailure(answer, by) ? undefined : by === undefined ? other(answer, whole) : judge(answer, whole, by);
    if (wrong !== undefined) return wrong;
    const { answer: next } = await tell(subject, form, {});
    const wrongNext = by === 'memory' ? other(withoutSteps(next), withoutSteps(whole)) : other(next, whole);
    return wrongNext && `the next call ${wrongNext}`;
  } catch (error) {
    return `throws ${error instanceof Error ? error.stack : `${(error as object)?.constructor?.name} ${JSON.stringify(error)}`}`;
  }
}

function other(answer: unknown, whole: unknown): string | undefined {
  return isDeepStrictEqual(answer, whole) ? undefined : `answers ${JSON.stringify(answer)}, not ${JSON.stringify(whole)}`;
}

/** Reports whether a call ended with the error of too little memory or of an abort. */
function isFailure(answer: Plain, by: By | undefined): boolean {
  const { code } = (answer['error'] ?? {}) as Partial<Told>;
  return (by === 'memory' && code === 'out-of-memory') || (by === 'signal' && code === 'AbortError');
}

/** Makes a call, and returns the data that callers read from its result. */
async function tell(subject: Subject, form: Form, disturbance: Disturbance): Promise<{ readonly answer: Plain; readonly counts: Counts }> {
  const make = subject[form] as Make;
  subject.begin?.();
  const { result, counts } = await disturbed(async (limits) => {
    try {
      return toPlain(await make(limits));
    } catch (error) {
      return { error: told(error) };
    }
  }, disturbance);
  return { answer: result as Plain, counts };
}

function toPlain(result: unknown): Plain {
  const text = JSON.stringify(result, (_, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value) : typeof value === 'bigint' ? `${value}` : value,
  );
  return text === undefined ? {} : JSON.parse(text);
}
