// bench/results/cel-work.md: the time of a step of work, by overload and by part of the language.

import { machine } from './measure.js';

/** A call, or another part of the language, with what it took. */
export interface Measured {
  readonly name: string;
  /** The overload; empty for what is no call. */
  readonly id: string;
  readonly variant: string;
  readonly size: number;
  /** Steps, and those of them that the cost does not make. */
  readonly steps: number;
  readonly ownSteps: number;
  readonly nanoseconds: number;
}

/** The time of a step, in nanoseconds of a quiet machine. */
export const STEP = 10;
/** A step may take this many times longer or shorter than elsewhere. */
export const FACTOR = 3;
/** A call, or a part of the language, takes as long as so many steps, whatever it does. */
export const CALL_STEPS = 5;

/** The time of a step at most, and that of one at least which our own table makes: the cost of the reference is what it is. */
export const longest = ({ nanoseconds, steps }: Measured): number => nanoseconds / Math.max(steps, CALL_STEPS);
export const shortest = ({ nanoseconds, ownSteps }: Measured): number => nanoseconds / ownSteps;

/** Calls whose work is announced too low end evaluations too late, those whose work is too high too early. Parts of the language have too few steps for the latter. */
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
