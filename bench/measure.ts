// Measures times and puts them in words. Times are nanoseconds unless a name says otherwise.

import { cpus, loadavg, totalmem } from 'node:os';
import { type Spread, spreadOf } from '../src/harness/spread.js';

export { type Spread, spreadOf };

/** Collects what is left over, where Node lets us: both sides begin a measurement without garbage of the one before. */
export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** Milliseconds that our side gets before it is measured, since JavaScript is compiled while it runs. */
export const WARM_UP = 1000;
/** Everything is measured at least this often. */
const LEAST_COUNT = 3;
/** Operations that take less than so many milliseconds are timed several at once: reading the clock would count. */
const LEAST_PORTION = 0.02;

/**
 * Nanoseconds of one operation: the median, which does not mind when another process gets the processor in between. Garbage is not collected
 * before: that also throws away what was compiled, and the operation would be measured cold.
 */
export function timeOf(operation: () => unknown, milliseconds = 300): number {
  const start = performance.now();
  const times: number[] = [];
  let portion = 1;
  for (let now = start; times.length < LEAST_COUNT || now - start < milliseconds; ) {
    const begin = now;
    for (let index = 0; index < portion; index++) operation();
    now = performance.now();
    if (now - begin < LEAST_PORTION && times.length < LEAST_COUNT) portion *= 2;
    else times.push(((now - begin) * 1e6) / portion);
  }
  return spreadOf(times).median;
}

/** Measures like `timeOf` where something must happen before each operation that is not timed. */
export function timeAfter<T>(before: () => T, operation: (prepared: T) => unknown, milliseconds = 300): number {
  const start = performance.now();
  const times: number[] = [];
  while (times.length < LEAST_COUNT || performance.now() - start < milliseconds) {
    const prepared = before();
    const begin = performance.now();
    operation(prepared);
    times.push((performance.now() - begin) * 1e6);
  }
  return spreadOf(times).median;
}

/** Seconds that this process took of the processor, all its threads: also those that compile and collect garbage. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** A time in a unit that suits it. */
export function showTime(nanoseconds: number): string {
  if (nanoseconds >= 1e9) return `${digits(nanoseconds / 1e9)} s`;
  if (nanoseconds >= 1e6) return `${digits(nanoseconds / 1e6)} ms`;
  if (nanoseconds >= 1e3) return `${digits(nanoseconds / 1e3)} us`;
  return `${digits(nanoseconds)} ns`;
}

/** A median with its spread. */
export function showSpread({ median, min, max }: Spread): string {
  return `${showTime(median)} (${showTime(min)} to ${showTime(max)})`;
}

/** Writes how many times faster something is. */
export function showRatio(ratio: number): string {
  return `${ratio >= 10 ? thousands(Math.round(ratio)) : digits(ratio)}x`;
}

/** Three digits that count, no more. */
export function digits(value: number): string {
  if (value >= 100) return thousands(Math.round(value));
  return value.toFixed(value >= 10 ? 1 : 2);
}

export function thousands(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Describes the machine. A load above the number of cores says that other programs made everything slower. */
export function machine(): string {
  const [first, ...others] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const cores = `${others.length + 1} cores (${first?.model.trim()}), load ${loadavg()[0]?.toFixed(1)}, ${memory} GiB`;
  return `Node ${process.versions.node} on ${cores}, ${process.platform} ${process.arch}`;
}
