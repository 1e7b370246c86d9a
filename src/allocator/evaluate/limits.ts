// Limits how long a search may run, both for calls that block and for calls that yield to the event loop.

import type { AbortSignalLike } from '../../core/base/abort-signal.js';
import { checkAmount, checkFields, instanceOf, LIMIT_FIELDS, optional, wrongArgument } from '../../core/base/arguments.js';
import { type CallLimits, Checkpoint, SLICE_MILLISECONDS, UNLIMITED, type Yield } from '../../core/base/checkpoint.js';
import type { Search, SearchAnswer } from '../kernel/problem.js';
import type { WorkerAnswer } from '../kernel/workers.js';
import type { Scheduling } from './runtime.js';

/** Limits of one call. Without limits, a call runs until it has the answer. */
export interface Limits {
  /** Search decisions, the same number on every machine. */
  readonly steps?: number;
  /** Wall-clock time. In runtimes whose clock stops while code runs, such as workerd, time passes only between slices. */
  readonly milliseconds?: number;
  /**
   * The most work of each evaluation of a selector or derived attribute, in steps of about 10 ns, the same on every machine.
   * Default: 3,500,000. An evaluation below 30 ms is never ended, since some steps are counted but not executed.
   * `Infinity` removes the limit. The cost limit of Kubernetes, the time and the signal still apply.
   */
  readonly selectorWork?: number;
}

/** Limits of a call that yields. Such a call can also be aborted. */
export interface AsyncLimits extends Limits {
  readonly signal?: AbortSignalLike;
}

/** The limit that ended a search before its answer. */
export type InterruptedBy = 'steps' | 'milliseconds' | 'signal' | 'selector';

/** @internal The answer, or the limit that came first. */
export type RunResult =
  | SearchAnswer
  | { readonly kind: 'interrupted'; readonly by: Exclude<InterruptedBy, 'selector'>; readonly steps: number };

/** Work between two clock checks of an uninterrupted search: well below a millisecond. */
const WORK_BETWEEN_CLOCKS = 4096;
const FIRST_SLICE = 512;
const SMALLEST_SLICE = 64;
const LARGEST_SLICE = 8192;
/** A search that takes longer moves to a thread. Most searches end earlier, and moving them would cost more than it saves. */
const MILLISECONDS_BEFORE_MOVE = 2;

const checkOptionalAmount = optional(checkAmount);
const checkOptionalSignal = optional(instanceOf(AbortSignal, 'an AbortSignal'));

/** @internal Checks the limits of a call. */
export function checkLimits(limits: AsyncLimits = {}): AsyncLimits {
  checkFields(limits, 'limits', LIMIT_FIELDS);
  const { steps, milliseconds, selectorWork, signal } = limits as { readonly [name: string]: unknown };
  if (
    steps !== undefined &&
    !(typeof steps === 'number' && steps >= 0 && (Number.isInteger(steps) || steps === Number.POSITIVE_INFINITY))
  ) {
    throw wrongArgument('limits.steps', 'an integer of 0 or more', steps);
  }
  checkOptionalAmount(milliseconds, 'limits.milliseconds');
  checkOptionalAmount(selectorWork, 'limits.selectorWork');
  checkSignal(signal, 'limits.signal');
  return limits;
}

/** @internal Throws `invalid-input` if the value at a path is neither undefined nor a signal. */
export function checkSignal(signal: unknown, path: string): void {
  checkOptionalSignal(signal, path);
}

/** @internal Returns the limits of a call that starts now. Throws `invalid-input`. */
export function callLimitsOf(inputLimits: AsyncLimits | undefined): CallLimits {
  const limits = checkLimits(inputLimits);
  return { deadline: deadlineOf(limits), signal: limits.signal, selectorWork: limits.selectorWork };
}

/** @internal Returns the checkpoint of a call, or of a part of it. */
export function checkpointOf({ selectorWork, signal }: AsyncLimits, deadline: number): Checkpoint {
  return new Checkpoint({ deadline, signal, selectorWork });
}

/** @internal Returns the checkpoint of a call that runs without yielding. Calls without limits share one. */
export function checkpointInOneGo({ selectorWork }: Limits, deadline: number): Checkpoint {
  const isUnlimited = deadline === Number.POSITIVE_INFINITY && selectorWork === undefined;
  return isUnlimited ? UNLIMITED : new Checkpoint({ deadline, selectorWork });
}

/** @internal Returns the time by which a call that starts now must end. */
export function deadlineOf(limits: Limits): number {
  return limits.milliseconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + limits.milliseconds;
}

function asResult(answer: WorkerAnswer): RunResult {
  return answer.kind === 'step-limit' ? { kind: 'interrupted', by: 'steps', steps: answer.steps } : answer;
}

/** @internal Runs a search until its answer or the deadline. */
export function run(search: Search, deadline: number): RunResult {
  const work = deadline === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : WORK_BETWEEN_CLOCKS;
  for (;;) {
    if (performance.now() >= deadline) return { kind: 'interrupted', by: 'milliseconds', steps: search.steps };
    const answer = search.run(work);
    if (answer !== undefined) return asResult(answer);
  }
}

/** @internal Yields like `yieldNow`, but resumes only one of several waiting callers at a time, so that other work runs before the next one. */
export function inTurns(yieldNow: Yield): Yield {
  let last = Promise.resolve();
  return () => {
    last = last.then(yieldNow);
    return last;
  };
}

/**
 * @internal Runs a search in slices of well below a millisecond, and yields after each. A long search moves to a thread if one is free; it never waits for one.
 */
export async function runInSlices(
  search: Search,
  deadline: number,
  signal: AbortSignalLike | undefined,
  { yieldNow, workers }: Scheduling,
): Promise<RunResult> {
  let work = FIRST_SLICE;
  let spentInAll = 0;
  let mayMove = workers !== undefined;
  for (;;) {
    if (signal?.aborted === true) return { kind: 'interrupted', by: 'signal', steps: search.steps };
    const start = performance.now();
    if (start >= deadline) return { kind: 'interrupted', by: 'milliseconds', steps: search.steps };
    const moved = mayMove && spentInAll >= MILLISECONDS_BEFORE_MOVE ? workers?.take(search, { deadline, signal }) : undefined;
    if (moved !== undefined) {
      const answer = await moved;
      if (answer !== undefined) return asResult(answer);
      // The thread ended without a result, which could happen again.
      mayMove = false;
      continue;
    }
    const answer = search.run(work);
    if (answer !== undefined) return asResult(answer);
    const spent = performance.now() - start;
    spentInAll += spent;
    // If the clock stops, slices grow to the maximum size, which is still short.
    const factor = spent === 0 ? 2 : Math.min(2, Math.max(0.25, SLICE_MILLISECONDS / spent));
    work = Math.min(LARGEST_SLICE, Math.max(SMALLEST_SLICE, Math.floor(work * factor)));
    await yieldNow();
  }
}
