// Measures calls on hostile input: the time by which they exceed their limit, the longest blocking of the event loop, and the
// peak of memory. Times are CPU times of the thread in milliseconds, since other programs may use the processor.

import { readFileSync, writeFileSync } from 'node:fs';
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { CelCompileError, CelRuntimeError } from '../../src/cel/errors.js';
import { ApiError } from '../../src/classic/api/api-error.js';
import { ReadError } from '../../src/core/read/index.js';
import { AllocationError } from '../../src/index.js';

/** The time limit of synchronous calls. */
export const MILLISECONDS = 50;
/** The time limit of calls that yield. */
const MILLISECONDS_IN_TURNS = 1000;

interface Limits {
  readonly milliseconds: number;
}

/** A call that is ready to be made, in its forms. */
export interface Forms {
  /** Returns at its end, or at its limits. */
  readonly inOneGo?: (limits: Limits) => unknown;
  /** Yields to the event loop. */
  readonly inTurns?: (limits: Limits) => Promise<unknown>;
  /** Accepts no limits. */
  readonly unlimited?: () => unknown;
  /** The argument of the call, if it is larger than the input of the cell and made from it. */
  readonly argument?: unknown;
  /** Runs in a separate process. */
  readonly elsewhere?: () => Promise<Figures>;
}

/** The figures of a call. Times in milliseconds, memory in megabytes. */
export interface Figures {
  /** The time after the limit of a synchronous call. */
  readonly overrun?: number;
  readonly hold?: Hold;
  /** The whole time of a call that accepts no limit, or of a process. */
  readonly time?: number;
  /** The peak memory of the process, including its input. */
  readonly memory?: number;
  /** The size of the argument as JSON in megabytes, if the call has a separate argument. */
  readonly size?: number;
}

/** CPU time of this thread in milliseconds, or of the process with its helper threads if the system does not report it. */
export function cpuTime(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

const ERRORS = [AllocationError, ReadError, ApiError, CelCompileError, CelRuntimeError, DOMException];

/** Returns whether an error is a documented one, including aborts. Such errors are accepted as results. */
export function isDocumented(error: unknown): boolean {
  return ERRORS.some((each) => error instanceof each);
}

function checkError(error: unknown): void {
  if (!isDocumented(error)) throw error;
}

/** A period by the clock, in milliseconds of `performance.now()`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A turn of a call that yields, with its CPU time. */
interface Turn extends Span {
  readonly cpu: number;
}

/** The longest blocking of the event loop, with garbage collections, which also free objects of the caller, and without. */
export interface Hold {
  readonly whole: number;
  readonly withoutGarbage: number;
}

/** The longest times for which a call blocks the event loop. */
export async function longestHold(inTurns: NonNullable<Forms['inTurns']>): Promise<Hold> {
  const collections: Span[] = [];
  const note = (entries: readonly PerformanceEntry[]): void => {
    for (const { startTime: start, duration } of entries) collections.push({ start, end: start + duration });
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const turns: Turn[] = [];
  let [isOver, cpu, start] = [false, cpuTime(), performance.now()];
  const turn = (): void => {
    const [now, end] = [cpuTime(), performance.now()];
    turns.push({ start, end, cpu: now - cpu });
    [cpu, start] = [now, end];
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await inTurns({ milliseconds: MILLISECONDS_IN_TURNS });
  } catch (error) {
    checkError(error);
  }
  turn();
  isOver = true;
  // Collections are reported some turns later.
  await new Promise((resolve) => setTimeout(resolve, 10));
  note(observer.takeRecords());
  observer.disconnect();
  return holdOf(turns, collections);
}

function holdOf(turns: readonly Turn[], collections: readonly Span[]): Hold {
  let [whole, withoutGarbage] = [0, 0];
  for (const { start, end, cpu } of turns) {
    const collected = collections.reduce((sum, one) => sum + Math.max(0, Math.min(end, one.end) - Math.max(start, one.start)), 0);
    // Linux reports CPU time with a delay of up to a tick of some milliseconds. The duration of a turn is an upper bound.
    whole = Math.max(whole, Math.min(cpu, end - start));
    withoutGarbage = Math.max(withoutGarbage, Math.min(cpu, end - start - collected));
  }
  return { whole, withoutGarbage };
}

/** The duration of a synchronous call. */
export function timeOfCall(call: () => unknown): number {
  const [cpu, start] = [cpuTime(), performance.now()];
  try {
    call();
  } catch (error) {
    checkError(error);
  }
  return Math.min(cpuTime() - cpu, performance.now() - start);
}

/** The time by which a call exceeds its limit. */
export function overrunOf(inOneGo: NonNullable<Forms['inOneGo']>): number {
  return Math.max(0, timeOfCall(() => inOneGo({ milliseconds: MILLISECONDS })) - MILLISECONDS);
}

const MEGABYTE = 1e6;

/** The resident memory of the process in megabytes. */
export function residentMemory(): number {
  return process.memoryUsage.rss() / MEGABYTE;
}

/** The peak resident memory since `forgetPeak`, in megabytes. Undefined: the system does not report it. */
export function peakMemory(): number | undefined {
  const line = readStatus()?.match(/^VmHWM:\s+(\d+) kB$/m);
  return line?.[1] === undefined ? undefined : (Number(line[1]) * 1024) / MEGABYTE;
}

/** Resets the peak of `peakMemory`, if the system allows it. */
export function forgetPeak(): void {
  if (readStatus() !== undefined) writeFileSync('/proc/self/clear_refs', '5');
}

function readStatus(): string | undefined {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    return undefined;
  }
}
