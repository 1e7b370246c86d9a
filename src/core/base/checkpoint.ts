// Checkpoints: the limits of one call, and the moments at which it yields to the event loop.
// Work that may take long is a computation in increments (incremental.ts): it calls `due` and yields. Tables that several calls update
// store their position, `pause` by throwing SliceOver, and continue from there in the next call.

import type { AbortSignalLike } from './abort-signal.js';
import { CallEnded, type EndedBy, SliceOver } from './stopped.js';

export { CallEnded, type EndedBy, endOfCall, SliceOver, Stopped } from './stopped.js';

/**
 * The duration of a slice. The duration of a slice. It leaves some time within half a millisecond, because the clock is read
 * only now and then.
 */
export const SLICE_MILLISECONDS = 0.4;

/** A unit is an item of a list, or other work of about a microsecond. */
const UNITS_BETWEEN_CLOCKS = 64;
/** The units of a slice in runtimes whose clock stops while code runs, such as workerd. */
const UNITS_OF_SLICE = 20_000;

/** The work that a call may do in one go before it runs in slices. Most calls end within it. */
const MILLISECONDS_OF_TRIAL = 1;
const UNITS_OF_TRIAL = 2000;

/**
 * The default limit of steps for one evaluation of a selector (src/cel/run/frame.ts). A step is about 10 ns before the code is
 * optimized, so an evaluation ends after about 35 ms.
 */
export const DEFAULT_SELECTOR_WORK = 3_500_000;

/** Limits of a call. */
export interface CallLimits {
  /** When the call must end, in milliseconds of `performance.now()`. */
  readonly deadline?: number;
  readonly signal?: AbortSignalLike | undefined;
  /** The most steps of each evaluation of a selector. */
  readonly selectorWork?: number | undefined;
}

/** Interrupts and ends the work of one call. */
export class Checkpoint {
  /** The most steps of each evaluation of a selector. */
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
  /** True until some work was done in this slice. */
  #isFirstPause = true;
  /** The time at which the attempt to run in one go ends. */
  #trialEnd = Number.POSITIVE_INFINITY;
  /** True if the slice is over, by the clock or by its units. */
  #isOver = false;

  constructor({ deadline = Number.POSITIVE_INFINITY, signal, selectorWork = DEFAULT_SELECTOR_WORK }: CallLimits = {}) {
    this.selectorWork = selectorWork;
    this.#deadline = deadline;
    this.#signal = signal;
    this.#isEndless = deadline === Number.POSITIVE_INFINITY && signal === undefined;
  }

  /** Announces work. Throws CallEnded at the limits of the call, and SliceOver within a trial. */
  step(units = 1): void {
    this.#unitsLeft -= units;
    if (this.#unitsLeft <= 0) this.#look();
  }

  /** Announces work of a computation in increments. Returns true if the slice is over and the computation must yield. Throws CallEnded. */
  due(units = 1): boolean {
    this.step(units);
    return this.#isOver;
  }

  /** Returns whether the call runs in slices. */
  get hasSlices(): boolean {
    return this.#sliceEnd !== Number.POSITIVE_INFINITY;
  }

  /**
   * Returns the limit that ends the call now; undefined while the call may continue. An ended call does not pause, so the caller can
   * continue with partial results.
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
   * Throws CallEnded if the call must end, and SliceOver if the slice is over. Requires: the caller's state lets the next call continue
   * from here. The first pause of a slice never throws SliceOver, so each slice makes progress.
   */
  pause(): void {
    this.check();
    if (!this.hasSlices) return;
    const isFirst = this.#isFirstPause;
    this.#isFirstPause = false;
    if (!isFirst && this.#isSliceOver()) throw new SliceOver();
  }

  /** Announces work and may then pause as `pause` does. It reads the clock only after enough units, not at each call. */
  stepOrPause(units = 1): void {
    this.step(units);
    const isFirst = this.#isFirstPause;
    this.#isFirstPause = false;
    if (!isFirst && this.#isOver) throw new SliceOver();
  }

  /** Begins an attempt to do all work in one go. Any step throws SliceOver after the end of the trial. */
  beginTrial(end = performance.now() + MILLISECONDS_OF_TRIAL): void {
    if (this.#endedBy !== undefined) return;
    this.#sliceUnits = 0;
    this.#trialEnd = end;
  }

  /** Begins a slice. From this call on, work pauses between slices. */
  beginSlice(milliseconds = SLICE_MILLISECONDS): void {
    if (this.#endedBy !== undefined) return;
    this.#trialEnd = Number.POSITIVE_INFINITY;
    this.#isFirstPause = true;
    this.#sliceUnits = 0;
    this.#isOver = milliseconds <= 0;
    // Other work ran in between, so the first step checks the limits.
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

  /** If the clock stops, units are counted instead. */
  #isSliceOver(): boolean {
    if (this.#isOver) return true;
    const now = performance.now();
    return now >= this.#sliceEnd || (this.#sliceUnits >= UNITS_OF_SLICE && now === this.#sliceStart);
  }

  #isTrialOver(): boolean {
    return this.#sliceUnits >= UNITS_OF_TRIAL || performance.now() >= this.#trialEnd;
  }
}

/** Returns the limit of steps as a text for cache keys, since results of one limit do not hold for another. Empty for the default. */
export function workText(selectorWork = DEFAULT_SELECTOR_WORK): string {
  return selectorWork === DEFAULT_SELECTOR_WORK ? '' : `w${selectorWork};`;
}

/** The checkpoint of work without limits that runs in one go. */
export const UNLIMITED = new Checkpoint();

/** Yields to the event loop once. */
export type Yield = () => Promise<void>;
