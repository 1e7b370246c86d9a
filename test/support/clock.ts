// Measures time on a machine that also runs other programs. A loop of known duration runs before and after the measured action, and its
// slowdown is divided out. The figures are milliseconds of the otherwise idle machine of docs/internals/performance.md.

import { existsSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** The duration of the loop on an otherwise idle machine: the fastest of 1,000 runs. */
const QUIET_MILLISECONDS = 1.15;

const ROUNDS = 200_000;
const MEMORY = Int32Array.from({ length: 1 << 16 }, (_, at) => (at * 7919) & 0xffff);

/** The result of an action, and its duration. */
export interface Timed<T> {
  readonly result: T;
  readonly milliseconds: number;
}

/** Measures the CPU time of our thread. It excludes the threads that compile and collect garbage, and the time spent waiting for other programs. */
export function timed<T>(action: () => T): Timed<T> {
  const start = threadMilliseconds();
  const result = action();
  return { result, milliseconds: threadMilliseconds() - start };
}

const THREAD = '/proc/thread-self/schedstat';
/** The CPU time of our thread so far. Tests use it for actions that could run for minutes or for ever, so that no other program makes them fail. */
export const threadMilliseconds = existsSync(THREAD) ? scheduledMilliseconds : (): number => performance.now();

function scheduledMilliseconds(): number {
  // The file holds the value of the kernel's last clock tick. Reading the CPU time of the process updates it.
  process.cpuUsage();
  return Number(readFileSync(THREAD, 'latin1').split(' ', 1)[0]) / 1e6;
}

/** Measures an action, and scales its duration to an idle machine. */
export function timedAsQuiet<T>(action: () => T): Timed<T> {
  const before = slowness();
  const { result, milliseconds } = timed(action);
  return { result, milliseconds: milliseconds / ((before + slowness()) / 2) };
}

/** Returns the factor by which the machine is slower now than an idle one. At least 1. */
function slowness(): number {
  return Math.max(1, loopMilliseconds() / QUIET_MILLISECONDS);
}

/** Walks through memory in random order and computes. The loop resembles an interpreter, and has no code to compile and no garbage to collect. */
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
