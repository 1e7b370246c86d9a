// Measures times and formats them. Times are nanoseconds unless a name says otherwise.

import { cpus, loadavg, totalmem } from 'node:os';
import { type Spread, spreadOf } from '../src/harness/spread.js';

export { type Spread, spreadOf };

/** Collects garbage if Node allows it, so that both sides start a measurement without garbage of the previous one. */
export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** Milliseconds of warm-up for our side, since JavaScript is compiled while it runs. */
export const WARM_UP = 1000;
/** The minimum number of measurements. */
const LEAST_COUNT = 3;
/** Operations shorter than this number of milliseconds are timed several at once, because of the time to read the clock. */
const LEAST_PORTION = 0.02;

/**
 * Nanoseconds of one operation. The median is robust when another process interrupts the operation. Garbage is not collected before, since
 * that also discards compiled code, and the operation would be measured cold.
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

/** Measures like `timeOf`, with an untimed preparation before each operation. */
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

/** CPU seconds of this process, in all its threads, including compilation and garbage collection. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** A time in a suitable unit. */
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

/** Formats how many times faster an operation is. */
export function showRatio(ratio: number): string {
  return `${ratio >= 10 ? thousands(Math.round(ratio)) : digits(ratio)}x`;
}

/** Formats a value with three significant digits. */
export function digits(value: number): string {
  if (value >= 100) return thousands(Math.round(value));
  return value.toFixed(value >= 10 ? 1 : 2);
}

export function thousands(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Describes the machine. A load above the number of cores means that other programs made all results slower. */
export function machine(): string {
  const [first, ...others] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const cores = `${others.length + 1} cores (${first?.model.trim()}), load ${loadavg()[0]?.toFixed(1)}, ${memory} GiB`;
  return `Node ${process.versions.node} on ${cores}, ${process.platform} ${process.arch}`;
}
