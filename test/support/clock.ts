// Time on a machine that does other things, too: next to what is timed runs a loop whose time is known, and what that takes longer is
// removed. The figures are milliseconds of the machine of docs/internals/performance.md, with nothing else on it.

import { existsSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** The loop takes this long when the machine does nothing else: the fastest of 1,000. */
const QUIET_MILLISECONDS = 1.15;

const ROUNDS = 200_000;
const MEMORY = Int32Array.from({ length: 1 << 16 }, (_, at) => (at * 7919) & 0xffff);

/** The result of something, and the time it took. */
export interface Timed<T> {
  readonly result: T;
  readonly milliseconds: number;
}

/** Takes the time that our thread works, without those that compile and collect garbage next to it, and without waiting for other programs. */
export function timed<T>(action: () => T): Timed<T> {
  const start = threadMilliseconds();
  const result = action();
  return { result, milliseconds: threadMilliseconds() - start };
}

const THREAD = '/proc/thread-self/schedstat';
/** The time that our thread has worked, for tests of what would take minutes or for ever: no other program makes them fail. */
export const threadMilliseconds = existsSync(THREAD) ? scheduledMilliseconds : (): number => performance.now();

function scheduledMilliseconds(): number {
  // The file reports what was known at the last tick of the kernel's clock; asking for the time of the process brings it up to date.
  process.cpuUsage();
  return Number(readFileSync(THREAD, 'latin1').split(' ', 1)[0]) / 1e6;
}

/** Times an action as a quiet machine would take it. */
export function timedAsQuiet<T>(action: () => T): Timed<T> {
  const before = slowness();
  const { result, milliseconds } = timed(action);
  return { result, milliseconds: milliseconds / ((before + slowness()) / 2) };
}

/** Returns how many times slower the machine is now than a quiet one; never less than 1. */
function slowness(): number {
  return Math.max(1, loopMilliseconds() / QUIET_MILLISECONDS);
}

/** Walks through memory in no order, and computes: what an interpreter does, without anything to compile or to collect. */
export function loopMilliseconds(): number {
  return Math.min(timed(walk).milliseconds, timed(walk).milliseconds);
}

function walk(): number {
  let at = 1;
  let sum = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    at = (MEMORY[(at ^ round) & 0xffff] as number) + (sum & 0xff);
    sum = (Math.imul(sum, 31) + at) | 0;
  }
  return sum;
}
