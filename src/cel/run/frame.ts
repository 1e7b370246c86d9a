// One evaluation: the device, the variables, and what the evaluation has cost so far.

import { type Checkpoint, DEFAULT_SELECTOR_WORK, UNLIMITED } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { TOO_MUCH_MEMORY, TOO_MUCH_WORK } from '../errors.js';
import type { Automaton } from '../library/automaton.js';
import { CelMap, type Value } from '../values/values.js';

/** An evaluation may cost this much (resource.k8s.io: CELSelectorExpressionMaxCost), in the units of cel-go. */
export const COST_LIMIT = 1_000_000;

/**
 * The cost of a step of work in units of cel-go. Work is what an evaluation does: items compared, characters joined. The reference counts some
 * operations as 1 however much they do, and would go on until its memory is full: so the work has a limit of its own, which is that of the call
 * (Checkpoint.selectorWork). By default it leaves room for an evaluation that takes no steps but its cost.
 */
const COST_OF_STEP = 0.5;

/** An evaluation may make values of so many bytes, all those that it drops included: also where its call has no limit for the work. */
const MAKING_LIMIT = 256_000_000;

/** The work of a call that costs nothing, in steps. */
const FREE_CALL_WORK = 4;

/** Steps between two checks the checkpoint, and how many of its units they are. */
const STEPS_BETWEEN_CHECKPOINTS = 8_192;
const STEPS_OF_UNIT = 100;

/**
 * An evaluation goes on for so many milliseconds whatever its work, unless its call has a limit of its own: steps are announced by the sizes of
 * arguments, and a function may be through with a long text after its first character.
 */
const LEAST_MILLISECONDS = 30;
/** Steps that may be announced at once beyond the limit within that time: about 20 ms of work. */
const MOST_STEPS_BEYOND = 2_500_000;

/** Thrown to end an evaluation at once. An exception, while all errors of CEL are values: `||` and the macros cannot absorb it. */
export class Aborted extends Error {}

/** The end of an evaluation, or of a compilation, that Kubernetes would have gone on with. */
export class OwnLimit extends Aborted {}

/** The end of an evaluation that costs too much. */
function costExceeded(): Aborted {
  return new Aborted('operation cancelled: actual cost limit exceeded');
}

/** The end of an evaluation that only our own limit ends. */
function tooMuchWork(): OwnLimit {
  return new OwnLimit(TOO_MUCH_WORK);
}

/** The end of an evaluation whose values take too much memory. */
function tooMuchMemory(): OwnLimit {
  return new OwnLimit(TOO_MUCH_MEMORY);
}

/** Something that is the same whenever it is evaluated, and how many reads it took. */
interface Known {
  readonly value: Value;
  readonly reads: number;
}

/** Describes what an evaluation needs to know of its expression. */
export interface Planned {
  /** The number of variables of macros. */
  readonly slots: number;
  /** The constant regular expressions. */
  readonly patterns: ReadonlyMap<string, Automaton>;
}

const NOTHING_PLANNED: Planned = { slots: 0, patterns: new Map() };

/** The state of one evaluation. */
export class Frame {
  /** Values of the variables of macros, by slot; those of cel.bind are undefined until they are needed. */
  readonly slots: (Value | undefined)[];
  /** The variable `device`. */
  readonly device: Value;
  readonly patterns: ReadonlyMap<string, Automaton>;
  /** Values read of the device, by place in the expression. */
  readonly known: (Known | undefined)[] = [];
  /** Cost so far, as cel-go counts it. */
  cost = 0;
  readonly #checkpoint: Checkpoint;
  /** The limit of the work, as cost. */
  #most: number;
  /** The work when the checkpoint is considered next, or when it is the most, as cost. */
  #next: number;
  /** Steps so far, as cost. */
  #steps = 0;
  /** The cost at which something is to be considered. */
  #limit: number;
  #makingLeft = MAKING_LIMIT;
  /** The clock at the first look, which is less than a tenth of a millisecond after the start. */
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
   * Prepares a value for cel.bind: cel-go takes an empty list or map for the start of a collection under construction. The list then grows
   * in place when something is added to it, and the map has only its entries.
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
   * Makes something of a kind once, and remembers it until the evaluation ends. `make` announces its work also where a cache outside saves it: so an
   * evaluation always announces as much, whatever ran before it, and does nothing twice, however much that cache forgets meanwhile.
   */
  once<T>(kind: string, key: string, make: () => T): T {
    this.#made ??= new Map();
    const ofKind = entryIn(this.#made, kind, () => new Map<string, unknown>());
    if (ofKind.has(key)) return ofKind.get(key) as T;
    const made = make();
    ofKind.set(key, made);
    return made;
  }

  /** Adds cost. Throws Aborted, and what the checkpoint throws. */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.#limit) this.#look(0);
  }

  /** Adds the cost of a call. Some cost nothing in the reference, and take their time still. */
  chargeCall(cost: number): void {
    if (cost === 0) this.work(FREE_CALL_WORK);
    else this.charge(cost);
  }

  /** Announces steps before they are taken. Throws Aborted, and what the checkpoint throws. */
  work(steps: number): void {
    this.#steps += steps * COST_OF_STEP;
    const left = this.#next - this.#steps;
    if (left >= this.#limit) return;
    this.#limit = left;
    if (this.cost > left) this.#look(steps);
  }

  /** Announces work that makes values of so many bytes. Throws as `work` does. */
  make(steps: number, bytes: number): void {
    this.made(bytes);
    this.work(steps);
  }

  /** Counts the bytes of values that were made, or will be. Throws Aborted. */
  made(bytes: number): void {
    this.#makingLeft -= bytes;
    if (this.#makingLeft < 0) throw tooMuchMemory();
  }

  /** Checks the limits after so many steps were announced. */
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

  /** Returns whether the evaluation may go on beyond the limit. Not where the clock stands still while code runs. */
  #mayGoOn(announced: number): boolean {
    if (this.#begun === undefined || announced > MOST_STEPS_BEYOND) return false;
    if (this.#checkpoint.selectorWork !== DEFAULT_SELECTOR_WORK) return false;
    const elapsed = performance.now() - this.#begun;
    return elapsed > 0 && elapsed < LEAST_MILLISECONDS;
  }
}
