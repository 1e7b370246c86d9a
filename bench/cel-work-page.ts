// docs/internals/cel-work.md: what a step of work takes, by overload and by part of the language.

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
    '# The work of selectors',
    '',
    '<!-- Made by `npm run bench:cel-work -- --write`. -->',
    '',
    `What a step takes (\`docs/reference/cel.md\`, Two limits), for each overload of the library by the arguments with which it takes longest, of up to 20,000 characters or items, and for each`,
    `other part of the language. A step is meant to take ${STEP} ns; more than ${FACTOR * STEP} fails. Short ones count as ${CALL_STEPS} steps. Times are of the processor, as a quiet machine would take them, the shortest of`,
    `many. ${calls.length} overloads and ${parts.length} other parts: the median is ${figure(times[times.length >> 1] ?? 0)} ns, the longest ${figure(times.at(-1) ?? 0)} ns.`,
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
