// Holds the state of one evaluation: the device, the variables, and the cost so far.

import { type Checkpoint, DEFAULT_SELECTOR_WORK, UNLIMITED } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { TOO_MUCH_MEMORY, TOO_MUCH_WORK } from '../errors.js';
import type { Automaton } from '../library/automaton.js';
import { CelMap, type Value } from '../values/values.js';

/** The cost limit of an evaluation in cel-go's units (resource.k8s.io: CELSelectorExpressionMaxCost). */
export const COST_LIMIT = 1_000_000;

/**
 * The cost of a step of work. Work is, for example, comparing items and joining characters. The reference charges 1 for some
 * operations of any size, and would run until memory is exhausted. So work has a separate limit, which the call sets
 * (Checkpoint.selectorWork). By default, the limit is sufficient for an evaluation whose only work is its cost.
 */
const COST_OF_STEP = 0.5;

/**
 * The maximum number of bytes of the values that an evaluation creates, including discarded values. It applies even if the call
 * does not limit work.
 */
const MAKING_LIMIT = 256_000_000;

/** The work of a call without cost, in steps. */
const FREE_CALL_WORK = 4;

/** The steps between two checkpoints, and the number of steps per checkpoint unit. */
const STEPS_BETWEEN_CHECKPOINTS = 8_192;
const STEPS_OF_UNIT = 100;

/**
 * An evaluation may always run for this time, unless its call sets a limit. Work is estimated from the sizes of arguments,
 * although a function may finish after the first character of a long text.
 */
const LEAST_MILLISECONDS = 30;
/** The maximum steps that may be reported at once beyond the limit within that time: about 20 ms of work. */
const MOST_STEPS_BEYOND = 2_500_000;

/** Ends an evaluation at once. It is an exception, while CEL errors are values, so `||` and macros cannot absorb it. */
export class Aborted extends Error {}

/** Ends an evaluation or compilation that Kubernetes would have continued. */
export class LocalLimit extends Aborted {}

function costExceeded(): Aborted {
  return new Aborted('operation cancelled: actual cost limit exceeded');
}

function tooMuchWork(): LocalLimit {
  return new LocalLimit(TOO_MUCH_WORK);
}

function tooMuchMemory(): LocalLimit {
  return new LocalLimit(TOO_MUCH_MEMORY);
}

/** A value that is the same at each evaluation, and the number of reads that it took. */
interface CachedRead {
  readonly value: Value;
  readonly reads: number;
}

/** The properties of an expression that its evaluation needs. */
export interface Planned {
  /** The number of variables of macros. */
  readonly slots: number;
  /** The constant regular expressions. */
  readonly patterns: ReadonlyMap<string, Automaton>;
}

const NOTHING_PLANNED: Planned = { slots: 0, patterns: new Map() };

/** The state of one evaluation. */
export class Frame {
  /** The values of macro variables by slot. Variables of cel.bind are undefined until first used. */
  readonly slots: (Value | undefined)[];
  /** The variable `device`. */
  readonly device: Value;
  readonly patterns: ReadonlyMap<string, Automaton>;
  /** The values read from the device, by place in the expression. */
  readonly cachedReads: (CachedRead | undefined)[] = [];
  /** The cost so far, as cel-go counts it. */
  cost = 0;
  readonly #checkpoint: Checkpoint;
  /** The work limit, as cost. */
  #most: number;
  /** The work at the next checkpoint or at the limit, as cost. */
  #next: number;
  /** The steps so far, as cost. */
  #steps = 0;
  /** The cost at which the limits must be checked. */
  #limit: number;
  #makingLeft = MAKING_LIMIT;
  /** The time of the first check, less than a tenth of a millisecond after the start. */
  #begun: number | undefined;
  #growing: Set<readonly Value[]> | undefined;
  #made: Map<string, Map<string, unknown>> | undefined;

  constructor(device: Value, { slots, patterns }: Planned = NOTHING_PLANNED, checkpoint: Checkpoint = UNLIMITED) {
    this.device = device;
    this.slots = new Array<Value | undefined>(slots).fill(undefined);
    this.patterns = patterns;
    this.#checkpoint = checkpoint;
    this.#most = checkpoint.selectorWork * COST_OF_STEP;
    this.#next = Math.min(this.#most, STEPS_BETWEEN_CHECKPOINTS * COST_OF_STEP);
    this.#limit = Math.min(COST_LIMIT, this.#next);
  }

  /** The work so far, in steps. */
  get workDone(): number {
    return (this.#steps + this.cost) / COST_OF_STEP;
  }

  /**
   * Prepares a value for cel.bind. cel-go treats an empty list or map in it as a collection under construction. Such a list
   * grows in place when items are added, and such a map has only its entries.
   */
  bound(value: Value): Value {
    if (value instanceof CelMap && value.size === 0) return new CelMap([]);
    if (!Array.isArray(value) || value.length > 0) return value;
    const list: readonly Value[] = [];
    this.#growing ??= new Set();
    this.#growing.add(list);
    return list;
  }

  /** Returns whether adding to the list changes it (see {@link bound}). */
  isGrowing(list: readonly Value[]): boolean {
    return this.#growing?.has(list) === true;
  }

  /**
   * Creates a value once per evaluation and kind. `make` reports its work even if an outer cache has the value. So an
   * evaluation always reports the same work, regardless of earlier evaluations. It never repeats work, even if that cache drops
   * the value.
   */
  once<T>(kind: string, key: string, make: () => T): T {
    this.#made ??= new Map();
    const ofKind = entryIn(this.#made, kind, () => new Map<string, unknown>());
    if (ofKind.has(key)) return ofKind.get(key) as T;
    const made = make();
    ofKind.set(key, made);
    return made;
  }

  /** Adds cost. Throws Aborted and the errors of the checkpoint. */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.#limit) this.#look(0);
  }

  /** Adds the cost of a call. Free calls of the reference still count as work. */
  chargeCall(cost: number): void {
    if (cost === 0) this.work(FREE_CALL_WORK);
    else this.charge(cost);
  }

  /** Reports steps before they are taken. Throws Aborted and the errors of the checkpoint. */
  work(steps: number): void {
    this.#steps += steps * COST_OF_STEP;
    const left = this.#next - this.#steps;
    if (left >= this.#limit) return;
    this.#limit = left;
    if (this.cost > left) this.#look(steps);
  }

  /** Reports work that creates values of this size in bytes. Throws like `work`. */
  make(steps: number, bytes: number): void {
    this.made(bytes);
    this.work(steps);
  }

  /** Counts the bytes of values before or after their creation. Throws Aborted. */
  made(bytes: number): void {
    this.#makingLeft -= bytes;
    if (this.#makingLeft < 0) throw tooMuchMemory();
  }

  /** Checks the limits after this number of steps was reported. */
  #look(announced: number): void {
    if (this.cost > COST_LIMIT) throw costExceeded();
    const done = this.#steps + this.cost;
    if (done > this.#most) {
      if (!this.#mayGoOn(announced)) throw tooMuchWork();
      this.#most = done + STEPS_BETWEEN_CHECKPOINTS * COST_OF_STEP;
    }
    this.#begun ??= performance.now();
    this.#checkpoint.step((STEPS_BETWEEN_CHECKPOINTS + (done - this.#next) / COST_OF_STEP) / STEPS_OF_UNIT);
    this.#next = Math.min(this.#most, done + STEPS_BETWEEN_CHECKPOINTS * COST_OF_STEP);
    this.#limit = Math.min(COST_LIMIT, this.#next - this.#steps);
  }

  /** Returns whether the evaluation may exceed the limit. Returns false on hosts whose clock stops while code runs. */
  #mayGoOn(announced: number): boolean {
    if (this.#begun === undefined || announced > MOST_STEPS_BEYOND) return false;
    if (this.#checkpoint.selectorWork !== DEFAULT_SELECTOR_WORK) return false;
    const elapsed = performance.now() - this.#begun;
    return elapsed > 0 && elapsed < LEAST_MILLISECONDS;
  }
}
