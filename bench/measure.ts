// How things are timed, and how times are put in words. Times are nanoseconds unless a name says otherwise.

import { cpus, totalmem } from 'node:os';

/** Several measurements of one thing. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((left, right) => left - right);
  return { median: sorted[sorted.length >> 1] ?? 0, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}

/** Collects what is left over, where Node lets us: both sides begin a measurement without garbage of the one before. */
export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** Nanoseconds of one operation, over at least so many milliseconds. */
export function timeOf(operation: () => unknown, milliseconds = 300): number {
  collectGarbage();
  const start = performance.now();
  let count = 0;
  // The clock is looked at once for several operations: it would count where they take less than a microsecond.
  let portion = 1;
  for (;;) {
    for (let index = 0; index < portion; index++) operation();
    count += portion;
    const passed = performance.now() - start;
    if (passed >= milliseconds) return (passed * 1e6) / count;
    if (passed < milliseconds / 20) portion = Math.min(portion * 2, 1024);
  }
}

/** As `timeOf`, where something else must happen before each operation that is not timed. It is done three times at least. */
export function timeAfter<T>(before: () => T, operation: (prepared: T) => unknown, milliseconds = 300): number {
  collectGarbage();
  const start = performance.now();
  let [count, total] = [0, 0];
  while (count < 3 || performance.now() - start < milliseconds) {
    const prepared = before();
    const begin = performance.now();
    operation(prepared);
    total += performance.now() - begin;
    count++;
  }
  return (total * 1e6) / count;
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

/** How many times faster. */
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

/** What the figures were measured on. */
export function machine(): string {
  const [first, ...others] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `Node ${process.versions.node} on ${others.length + 1} cores (${first?.model.trim()}), ${memory} GiB, ${process.platform} ${process.arch}`;
}
