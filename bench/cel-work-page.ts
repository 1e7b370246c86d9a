// bench/results/cel-work.md: the time of a step of work, by overload and by part of the language.

import { machine } from './measure.js';

/** A measured call, or another part of the language. */
export interface Measured {
  readonly name: string;
  /** The overload. Empty if the part is not a call. */
  readonly id: string;
  readonly variant: string;
  readonly size: number;
  /** All steps, and the steps beyond the cost. */
  readonly steps: number;
  readonly ownSteps: number;
  readonly nanoseconds: number;
}

/** The time of a step, in nanoseconds of an idle machine. */
export const STEP = 10;
/** The tolerated factor between the time of a step and its expected time. */
export const FACTOR = 3;
/** The minimum duration of a call or a part of the language, in steps. */
export const CALL_STEPS = 5;

/** The longest time of a step, and the shortest time of a step beyond the cost, which the reference defines. */
export const longest = ({ nanoseconds, steps }: Measured): number => nanoseconds / Math.max(steps, CALL_STEPS);
export const shortest = ({ nanoseconds, ownSteps }: Measured): number => nanoseconds / ownSteps;

/**
 * A call whose reported work is too low ends evaluations too late, and one whose work is too high ends them too early. Parts of the language
 * have too few steps for the second check.
 */
export const isOut = (one: Measured): boolean => longest(one) > STEP * FACTOR || (one.id !== '' && shortest(one) * FACTOR < STEP);

/** Prints the page. */
export function page(calls: readonly Measured[], parts: readonly Measured[]): string {
  const times = [...calls, ...parts].map(longest).sort((a, b) => a - b);
  return `${[
    '# The time of a step of selectors',
    '',
    'Written by `npm run bench:cel-work -- --write`. [The work of selectors](../../docs/internals/cel-work.md) explains the figures.',
    '',
    `Each overload has the arguments with the longest time per step, of up to 20,000 characters or items. A step of more than ${FACTOR * STEP} ns fails.`,
    `Calls of fewer than ${CALL_STEPS} steps count as ${CALL_STEPS}. There are ${calls.length} overloads and ${parts.length} other parts of the language.`,
    `The median is ${figure(times[times.length >> 1] ?? 0)} ns, the longest time ${figure(times.at(-1) ?? 0)} ns.`,
    '',
    '## Calls',
    '',
    '| function | overload | arguments | size | steps | ns a step |',
    '|---|---|---|---:|---:|---:|',
    ...calls
      .toSorted(byName)
      .map(({ name, id, variant, size, steps, nanoseconds }) =>
        row([code(name), code(id), variant, String(size), figure(steps), figure(longest({ steps, nanoseconds } as Measured))]),
      ),
    '',
    '## Other parts',
    '',
    '| part | size | steps | ns a step |',
    '|---|---:|---:|---:|',
    ...parts.map((one) => row([one.name.replaceAll('|', '\\|'), String(one.size), figure(one.steps), figure(longest(one))])),
    '',
    `Measured ${new Date().toISOString().slice(0, 10)}: ${machine()}.`,
  ].join('\n')}\n`;
}

const byName = (left: Measured, right: Measured): number => (`${left.name} ${left.id}` < `${right.name} ${right.id}` ? -1 : 1);
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
const figure = (value: number): string => (value >= 1000 ? Math.round(value).toLocaleString('en') : value.toFixed(1));
