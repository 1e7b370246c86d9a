// Checkpoints: how long work ends at a limit of its call, and gives way to the event loop on the way. Code that goes over objects takes the
// checkpoint of its call as a parameter and announces to it what it does: a loop without one has no way to get at it, and stands out.
//
// Giving way is cooperative, by deterministic replay: a slice that is over ends in an exception, and the same function is called again later.
// The work that `keep`, `forEach` and `map` had finished is then not done again, since the checkpoint remembers it in the order of the calls. So the same
// code serves calls that run in one go, where nothing is remembered and nothing thrown but the end of the call. Computations in increments
// (incremental.ts) take the place of this.
//
// Called again, work must make the same calls of these in the same order up to where it stopped. So what can change between two slices is asked
// for within `keep`: a cache, which may know by now what it did not know then; the clock; random numbers. And what remembers something, or is
// told apart by being the very object, must be kept itself.

import type { AbortSignalLike } from './abort-signal.js';
import { ANY_ITEMS, begunOf, type LogEntry, ONE_RESULT, ReplayLog, type Rest } from './replay-log.js';
import { SlicedSort } from './sliced-sort.js';
import { CallEnded, type EndedBy, SliceOver } from './stopped.js';

export { CallEnded, type EndedBy, SliceOver, Stopped } from './stopped.js';

/** The time that a slice goes on before it gives way: less than half of a millisecond, since the clock is looked at now and then only. */
export const SLICE_MILLISECONDS = 0.4;

/** Units of work between two looks at the clock; a unit is an item of a list, or whatever else takes about a microsecond. */
const UNITS_BETWEEN_CLOCKS = 64;
/** Units after which a slice is over where the clock stands still while code runs, as in workerd. */
const UNITS_OF_SLICE = 20_000;

/** The work that a call may do before it remembers anything: most are done by then, in half of the time. */
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
  /** True until something is done in this slice that is not done again in the next one. */
  #isFirstPause = true;
  /** When the attempt to do everything in one go is given up. */
  #trialEnd = Number.POSITIVE_INFINITY;
  /** The clock, or the units, say that the slice is over. */
  #isOver = false;
  /** The finished work, in the order of the calls; undefined: the call runs in one go. */
  #log: ReplayLog | undefined;

  constructor({ deadline = Number.POSITIVE_INFINITY, signal, selectorWork = DEFAULT_SELECTOR_WORK }: CallLimits = {}) {
    this.selectorWork = selectorWork;
    this.#deadline = deadline;
    this.#signal = signal;
    this.#isEndless = deadline === Number.POSITIVE_INFINITY && signal === undefined;
  }

  /** Tells whether work is remembered, and pauses. */
  get isSliced(): boolean {
    return this.#log !== undefined;
  }

  /** Announces work. Throws CallEnded now and then, never SliceOver: what is half done is not lost to a pause. */
  step(units = 1): void {
    this.#unitsLeft -= units;
    if (this.#unitsLeft <= 0) this.#look();
  }

  /** Announces work, for computations in increments. Throws CallEnded now and then; true: the slice is over, so that the computation yields. */
  due(units = 1): boolean {
    this.step(units);
    return this.#isOver;
  }

  /** Runs increments of a computation, which pauses by itself: nothing in them is remembered, and SliceOver does not come from them. */
  unlogged<T>(run: () => T): T {
    const log = this.#log;
    this.#log = undefined;
    try {
      return run();
    } finally {
      if (this.#endedBy === undefined) this.#log = log;
    }
  }

  /** Runs work that is replayed, within a computation in increments. Throws SliceOver where the work has not ended. */
  logged<T>(log: ReplayLog, run: () => T): T {
    const before = this.#log;
    this.#log = log;
    log.rewind();
    this.#isFirstPause = true;
    try {
      return run();
    } finally {
      if (this.#endedBy === undefined) this.#log = before;
    }
  }

  /** Tells whether the call runs in slices. */
  get hasSlices(): boolean {
    return this.#sliceEnd !== Number.POSITIVE_INFINITY;
  }

  /**
   * The limit that ends the call now; undefined: the call may continue. Once ended, a call does not pause and caches nothing: the caller may continue
   * with partial results, and a replay of earlier slices would not.
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
   * Throws CallEnded if the call must end, SliceOver if the slice is over. Requires: called again, the work goes on from here by what it keeps
   * itself. The first pause of a slice goes on whatever the clock says, so that each slice gets something done.
   */
  pause(): void {
    this.check();
    if (this.#log === undefined) return;
    const isFirst = this.#isFirstPause;
    this.#isFirstPause = false;
    if (!isFirst && this.#isSliceOver()) throw new SliceOver();
  }

  /** Announces work, after which it may pause as `pause` does, but when units say so and not at each call. */
  stepOrPause(units = 1): void {
    this.step(units);
    const isFirst = this.#isFirstPause;
    this.#isFirstPause = false;
    if (!isFirst && this.#isOver && this.#log !== undefined) throw new SliceOver();
  }

  /** Makes something once, also when the slice ends later. What `make` writes to besides its result must have been kept before. */
  keep<T>(make: () => T): T {
    return this.#log === undefined ? make() : this.#keepIn(this.#log, make);
  }

  /** Visits each item once, in order, and may pause after each. What `visit` writes to must have been kept before. */
  forEach<T>(items: ArrayLike<T>, visit: (item: T, index: number) => void): void {
    if (this.#log !== undefined) {
      this.#forEachIn(this.#log, items, visit);
      return;
    }
    for (let index = 0; index < items.length; index++) {
      visit(items[index] as T, index);
      this.step();
    }
  }

  /** Like `forEach`, for sets and maps, which must stay as they are meanwhile. */
  forEachOf<T>(items: Iterable<T>, visit: (item: T) => void): void {
    if (this.#log === undefined) {
      for (const item of items) {
        visit(item);
        this.step();
      }
      return;
    }
    this.#forEachOfIn(this.#log, items, visit);
  }

  /** Like `forEach`, for numbers from 0 on. */
  times(count: number, visit: (index: number) => void): void {
    this.forEach({ length: count }, (_, index) => {
      visit(index);
    });
  }

  /** The results for each item, in order; may pause after each. */
  map<T, U>(items: ArrayLike<T>, change: (item: T, index: number) => U): U[] {
    if (this.#log !== undefined) return this.#mapIn(this.#log, items, change);
    const results: U[] = [];
    for (let index = 0; index < items.length; index++) {
      results.push(change(items[index] as T, index));
      this.step();
    }
    return results;
  }

  /** Gives what `find` finds for the first item for which it finds anything; it is not asked about later ones. May pause after each. */
  first<T, U>(items: ArrayLike<T>, find: (item: T, index: number) => U | undefined): U | undefined {
    if (this.#log !== undefined) return this.#firstIn(this.#log, items, find);
    for (let index = 0; index < items.length; index++) {
      const found = find(items[index] as T, index);
      if (found !== undefined) return found;
      this.step();
    }
    return undefined;
  }

  /** Tells whether a condition holds for some item; later ones are not looked at. */
  some<T>(items: ArrayLike<T>, holds: (item: T, index: number) => boolean): boolean {
    if (this.#log !== undefined) return this.first(items, (item, index) => (holds(item, index) ? true : undefined)) === true;
    for (let index = 0; index < items.length; index++) {
      if (holds(items[index] as T, index)) return true;
      this.step();
    }
    return false;
  }

  /** Tells whether a condition holds for all items, up to the first for which it does not. */
  every<T>(items: ArrayLike<T>, holds: (item: T, index: number) => boolean): boolean {
    return !this.some(items, (item, index) => !holds(item, index));
  }

  /** The items for which a condition holds. */
  filter<T>(items: ArrayLike<T>, holds: (item: T, index: number) => boolean): T[] {
    const chosen = this.keep((): T[] => []);
    this.forEach(items, (item, index) => {
      if (holds(item, index)) chosen.push(item);
    });
    return chosen;
  }

  /** The items in order, as a new list; those that compare equal stay as they came. */
  sort<T>(items: Iterable<T>, compare: (left: T, right: T) => number): readonly T[] {
    if (this.#log !== undefined) return this.keep(() => this.keep(() => new SlicedSort(items, compare)).run(this));
    const own = [...items];
    if (own.length < 2) return own;
    return own.sort((left, right) => {
      this.step();
      return compare(left, right);
    });
  }

  /** Begins an attempt to do everything in one go: SliceOver comes from any step when it takes too long, and nothing is remembered. */
  beginTrial(end = performance.now() + MILLISECONDS_OF_TRIAL): void {
    if (this.#endedBy !== undefined) return;
    this.#sliceUnits = 0;
    this.#trialEnd = end;
  }

  /** Begins a slice: from now on work is remembered, and pauses. */
  beginSlice(milliseconds = SLICE_MILLISECONDS): void {
    if (this.#endedBy !== undefined) return;
    this.#log ??= new ReplayLog();
    this.#log.rewind();
    this.#trialEnd = Number.POSITIVE_INFINITY;
    this.#isFirstPause = true;
    this.#sliceUnits = 0;
    this.#isOver = milliseconds <= 0;
    // Others had their turn: the first step looks at the limits.
    this.#unitsLeft = 0;
    this.#sliceStart = performance.now();
    this.#sliceEnd = this.#sliceStart + milliseconds;
  }

  #limitReached(): EndedBy | undefined {
    if (this.#signal?.aborted === true) return 'signal';
    return performance.now() >= this.#deadline ? 'milliseconds' : undefined;
  }

  #runInOneGo(): void {
    this.#log = undefined;
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

  /** Units count where the clock stands still: what is done again in each slice announces its work again, and may be more than they are. */
  #isSliceOver(): boolean {
    if (this.#isOver) return true;
    const now = performance.now();
    return now >= this.#sliceEnd || (this.#sliceUnits >= UNITS_OF_SLICE && now === this.#sliceStart);
  }

  #isTrialOver(): boolean {
    return this.#sliceUnits >= UNITS_OF_TRIAL || performance.now() >= this.#trialEnd;
  }

  /** Goes on where too little was announced since the last look at the clock to look again. */
  #pauseAfterWork(): void {
    this.#isFirstPause = false;
    if (this.#isOver) throw new SliceOver();
  }

  // The calls of a slice, apart from those of calls in one go, which are so short for it that the compiler puts them in place.

  #keepIn<T>(log: ReplayLog, make: () => T): T {
    const entry = log.enter(ONE_RESULT);
    if (!entry.isDone) {
      entry.value = make();
      this.#leave(entry, log);
    }
    return entry.value as T;
  }

  #forEachIn<T>(log: ReplayLog, items: ArrayLike<T>, visit: (item: T, index: number) => void): void {
    this.#firstIn(log, items, (item, index) => {
      visit(item, index);
      return undefined;
    });
  }

  #forEachOfIn<T>(log: ReplayLog, items: Iterable<T>, visit: (item: T) => void): void {
    const entry = log.enter(ANY_ITEMS);
    if (entry.isDone) return;
    const rest = (entry.value ?? begunOf(items)) as Rest<T>;
    entry.value = rest;
    while (rest.current.done !== true) {
      visit(rest.current.value);
      rest.current = rest.items.next();
      log.backTo(entry);
      this.step();
      this.#pauseAfterWork();
    }
    entry.value = undefined;
    this.#leave(entry, log);
  }

  #mapIn<T, U>(log: ReplayLog, items: ArrayLike<T>, change: (item: T, index: number) => U): U[] {
    const changed = this.#keepIn(log, (): U[] => []);
    this.#forEachIn(log, items, (item, index) => {
      changed.push(change(item, index));
    });
    return changed;
  }

  #firstIn<T, U>(log: ReplayLog, items: ArrayLike<T>, find: (item: T, index: number) => U | undefined): U | undefined {
    const entry = log.enter(items.length);
    if (entry.isDone) return entry.value as U | undefined;
    while (entry.next < items.length && entry.value === undefined) {
      entry.value = find(items[entry.next] as T, entry.next);
      entry.next++;
      log.backTo(entry);
      this.step();
      // With something found the entry is done, and the pause comes after that.
      if (entry.value === undefined) this.#pauseAfterWork();
    }
    this.#leave(entry, log);
    return entry.value as U | undefined;
  }

  #leave(entry: LogEntry, log: ReplayLog): void {
    entry.isDone = true;
    log.backTo(entry);
    this.#pauseAfterWork();
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

/** Gives way to the event loop once. */
export type Yield = () => Promise<void>;

/** Runs work in slices and gives way between them. Rejects with CallEnded, and with what the work throws. */
export async function runCooperatively<T>(checkpoint: Checkpoint, run: () => T, giveWay: Yield): Promise<T> {
  for (;;) {
    checkpoint.beginSlice();
    try {
      return run();
    } catch (error) {
      if (!(error instanceof SliceOver)) throw error;
    }
    await giveWay();
  }
}

/** Like `runCooperatively`, for work that may be begun anew: what takes less than a millisecond is done in one go. */
export async function runTwiceAtMost<T>(checkpoint: Checkpoint, run: () => T, giveWay: Yield): Promise<T> {
  try {
    checkpoint.beginTrial();
    return run();
  } catch (error) {
    if (!(error instanceof SliceOver)) throw error;
  }
  await giveWay();
  return runCooperatively(checkpoint, run, giveWay);
}
