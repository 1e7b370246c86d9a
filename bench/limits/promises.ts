// The promises of docs/reference/limits.md, and the figures that exceed them.

import type { CellFigures, CellName } from './cell.js';
import { MILLISECONDS } from './measure.js';
import type { Bound, Entry } from './ways.js';

/** The maximum of milliseconds and of megabytes. */
export const PROMISES = {
  overrun: MILLISECONDS,
  hold: 20,
  /** One evaluation of a selector does not yield. */
  evaluation: 100,
  /** The keys of an object with 100,000 keys are listed without yielding. */
  keys: 60,
  memory: { megabytes: 250, perMegabyte: 40 },
} as const;

/** Inputs that have an object with 100,000 keys, which JavaScript lists in one go. */
const KEYS = /100,000 (labels|resource names|names of)/;

/** Inputs on which one evaluation of a selector is long. */
const EVALUATIONS: ReadonlySet<string> = new Set(['64 devices with 300 selectors', '100,000 attributes under a selector']);

/** The longest hold that is promised for an input. */
export function mostHold(input: string): number {
  if (KEYS.test(input)) return PROMISES.keys;
  return EVALUATIONS.has(input) ? PROMISES.evaluation : PROMISES.hold;
}

/** The promised time of a call with a bound, for an input of a size in megabytes. */
export function mostTime({ milliseconds, perMegabyte }: Bound, size: number): number {
  return milliseconds + perMegabyte * size;
}

/** The promised memory for an input of a size in megabytes. */
export function mostMemory(size: number): number {
  return PROMISES.memory.megabytes + PROMISES.memory.perMegabyte * size;
}

/** The broken promises of the figures of a call, in words. */
export function faultsOf(
  entry: Entry,
  { input }: CellName,
  { overrun = 0, hold, time = 0, memory = 0, size }: CellFigures,
): readonly string[] {
  const most = {
    hold: mostHold(input),
    memory: mostMemory(size),
    time: 'bound' in entry ? mostTime(entry.bound, size) : Infinity,
  };
  return [
    ...(overrun > PROMISES.overrun ? [`overrun ${shownTime(overrun)}`] : []),
    ...(hold !== undefined && hold.withoutGarbage > most.hold ? [`hold ${shownTime(hold.withoutGarbage)} of ${most.hold}`] : []),
    ...(time > most.time ? [`time ${shownTime(time)} of ${shownTime(most.time)}`] : []),
    ...(memory > most.memory ? [`memory ${memory.toFixed(0)} MB of ${most.memory.toFixed(0)}`] : []),
  ];
}

/** Formats milliseconds with significant digits. */
export function shownTime(milliseconds: number): string {
  return milliseconds < 10 ? milliseconds.toFixed(1) : milliseconds.toFixed(0);
}
