// Checkpoints: the limits of one call, and when it yields to the event loop. Code that iterates over objects of any number accepts the checkpoint of its call,
// and announces its work to it.
//
// Work that may take long is a computation in increments (incremental.ts): it asks `due` and yields. Tables that several calls bring up to date keep
// their place themselves: they `pause`, which throws SliceOver, and the next call goes on from there.

import type { AbortSignalLike } from './abort-signal.js';
import { CallEnded, type EndedBy, SliceOver } from './stopped.js';

export { CallEnded, type EndedBy, SliceOver, Stopped } from './stopped.js';

/** The time that a slice goes on before it yields: less than half of a millisecond, since the clock is considered now and then only. */
export const SLICE_MILLISECONDS = 0.4;

/** Units of work between two clock checks; a unit is an item of a list, or whatever else takes about a microsecond. */
const UNITS_BETWEEN_CLOCKS = 64;
/** Units after which a slice is over where the clock stands still while code runs, as in workerd. */
const UNITS_OF_SLICE = 20_000;

/** The work that a call may do in one go before it turns to slices: most calls are done by then. */
const MILLISECONDS_OF_TRIAL = 1;
const UNITS_OF_TRIAL = 2000;

/**
 * The work that an evaluation of a selector may do unless its call says otherwise, in steps (src/cel/run/frame.ts). A step is about 10 ns in a process that
 * has not compiled the code for it yet, so that an evaluation ends after some 35 ms.
 */
export const DEFAULT_SELECTOR_WORK = 3_500_000;

/** Limits of a call. */
export interface CallLimits {
  /** When the call must end, in milliseconds of `performance.now()`. */
  readonly deadline?: number;
  readonly signal?: AbortSignalLike | undefined;
  /** The work that each evaluation of a selector may do, in steps. */
  readonly selectorWork?: number | undefined;
}

/** Ends and interrupts the work of one call. */
export class Checkpoint {
  /** The work that each evaluation of a selector may do, in steps. */
  readonly selectorWork: number;
  readonly #deadline: number;
  readonly #signal: AbortSignalLike | undefined;
  readonly #isEndless: boolean;
  /** The limit that ended the call. */
  #endedBy: EndedBy | undefined;
  #unitsLeft = UNITS_BETWEEN_CLOCKS;
  #sliceEnd = Number.POSITIVE_INFINITY;
  #sliceStart = 0;
  #sliceUnits = 0;
  /** True until something is done in this slice. */
  #isFirstPause = true;
  /** When the attempt to do everything in one go is given up. */
  #trialEnd = Number.POSITIVE_INFINITY;
  /** The clock, or the units, say that the slice is over. */
  #isOver = false;

  constructor({ deadline = Number.POSITIVE_INFINITY, signal, selectorWork = DEFAULT_SELECTOR_WORK }: CallLimits = {}) {
    this.selectorWork = selectorWork;
    this.#deadline = deadline;
    this.#signal = signal;
    this.#isEndless = deadline === Number.POSITIVE_INFINITY && signal === undefined;
  }

  /** Announces work. Throws CallEnded now and then, and SliceOver within a trial alone. */
  step(units = 1): void {
    this.#unitsLeft -= units;
    if (this.#unitsLeft <= 0) this.#look();
  }

  /** Announces work, for computations in increments. Throws CallEnded now and then; true: the slice is over, so that the computation yields. */
  due(units = 1): boolean {
    this.step(units);
    return this.#isOver;
  }

  /** Returns whether the call runs in slices. */
  get hasSlices(): boolean {
    return this.#sliceEnd !== Number.POSITIVE_INFINITY;
  }

  /**
   * The limit that ends the call now; undefined: the call may continue. Once ended, a call does not pause: the caller may continue with partial results.
   */
  get endedBy(): EndedBy | undefined {
    if (this.#isEndless) return undefined;
    this.#endedBy ??= this.#limitReached();
    if (this.#endedBy !== undefined) this.#runInOneGo();
    return this.#endedBy;
  }

  /** Throws CallEnded if the call must end. */
  check(): void {
    const by = this.endedBy;
    if (by !== undefined) throw new CallEnded(by);
  }

  /**
   * Throws CallEnded if the call must end, and SliceOver if the slice is over. Requires: the next call continues from here, by the state of the caller.
   * The first pause of a slice never throws SliceOver, so that each slice makes progress.
   */
  pause(): void {
    this.check();
    if (!this.hasSlices) return;
    const isFirst = this.#isFirstPause;
    this.#isFirstPause = false;
    if (!isFirst && this.#isSliceOver()) throw new SliceOver();
  }

  /** Announces work, after which it may pause as `pause` does, but when units say so and not at each call. */
  stepOrPause(units = 1): void {
    this.step(units);
    const isFirst = this.#isFirstPause;
    this.#isFirstPause = false;
    if (!isFirst && this.#isOver) throw new SliceOver();
  }

  /** Begins an attempt to do everything in one go: SliceOver comes from any step when it takes too long. */
  beginTrial(end = performance.now() + MILLISECONDS_OF_TRIAL): void {
    if (this.#endedBy !== undefined) return;
    this.#sliceUnits = 0;
    this.#trialEnd = end;
  }

  /** Begins a slice: from now on work pauses. */
  beginSlice(milliseconds = SLICE_MILLISECONDS): void {
    if (this.#endedBy !== undefined) return;
    this.#trialEnd = Number.POSITIVE_INFINITY;
    this.#isFirstPause = true;
    this.#sliceUnits = 0;
    this.#isOver = milliseconds <= 0;
    // Others had their turn: the first step checks the limits.
    this.#unitsLeft = 0;
    this.#sliceStart = performance.now();
    this.#sliceEnd = this.#sliceStart + milliseconds;
  }

  #limitReached(): EndedBy | undefined {
    if (this.#signal?.aborted === true) return 'signal';
    return performance.now() >= this.#deadline ? 'milliseconds' : undefined;
  }

  #runInOneGo(): void {
    this.#isOver = false;
    this.#sliceEnd = Number.POSITIVE_INFINITY;
    this.#trialEnd = Number.POSITIVE_INFINITY;
  }

  #look(): void {
    this.#sliceUnits += UNITS_BETWEEN_CLOCKS - this.#unitsLeft;
    this.#unitsLeft = UNITS_BETWEEN_CLOCKS;
    this.check();
    if (this.hasSlices) this.#isOver ||= this.#isSliceOver();
    else if (this.#trialEnd !== Number.POSITIVE_INFINITY && this.#isTrialOver()) throw new SliceOver();
  }

  /** Units count where the clock stands still. */
  #isSliceOver(): boolean {
    if (this.#isOver) return true;
    const now = performance.now();
    return now >= this.#sliceEnd || (this.#sliceUnits >= UNITS_OF_SLICE && now === this.#sliceStart);
  }

  #isTrialOver(): boolean {
    return this.#sliceUnits >= UNITS_OF_TRIAL || performance.now() >= this.#trialEnd;
  }
}

/**
 * The limit on the work of evaluations as a text, for keys of what depends on it: what was remembered for calls with one limit is not for those with
 * another. Empty for nearly all.
 */
export function workText(selectorWork = DEFAULT_SELECTOR_WORK): string {
  return selectorWork === DEFAULT_SELECTOR_WORK ? '' : `w${selectorWork};`;
}

/** For work without limits that runs in one go. */
export const UNLIMITED = new Checkpoint();

/** Yields to the event loop once. */
export type Yield = () => Promise<void>;
