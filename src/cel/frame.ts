// One evaluation: the device, the variables, and what the evaluation has cost so far.

import { OWN_LIMIT_HELP } from './errors.js';
import { CelMap, type Value } from './values.js';

/** What an evaluation may cost (resource.k8s.io: CELSelectorExpressionMaxCost), in the units of cel-go. */
export const COST_LIMIT = 1_000_000;

/**
 * How many steps (items compared, characters joined) an evaluation may take, one being about 10 ns in a process that has not compiled
 * the code for it yet. The reference counts some operations as 1 however much they do, and would go on until its memory is full;
 * this ends such an evaluation within some 35 ms, in the same words and with a help that tells the two apart.
 */
const WORK_LIMIT = 3_500_000;

/** What a step takes in units of cel-go's cost: an evaluation that takes no other steps reaches the limit of that, with room to spare. */
const COST_OF_STEP = 0.5;

/** Thrown to end an evaluation at once. An exception, while all errors of CEL are values: `||` and the macros cannot absorb it. */
export class Aborted extends Error {}

/** The end of an evaluation that costs too much. */
export function costExceeded(): Aborted {
  return new Aborted('operation cancelled: actual cost limit exceeded');
}

/** The end of an evaluation that only our own limit ends. */
export function tooMuchWork(): Aborted {
  return new Aborted(costExceeded().message + OWN_LIMIT_HELP);
}

/** Something that is the same whenever it is evaluated, and how many reads it took. */
export interface Known {
  readonly value: Value;
  readonly reads: number;
}

/** The state of one evaluation. */
export class Frame {
  /** Values of the variables of macros, by slot; those of cel.bind are undefined until they are needed. */
  readonly slots: (Value | undefined)[];
  /** The variable `device`. */
  readonly device: Value;
  /** What was read of the device, by place in the expression. */
  readonly known: (Known | undefined)[] = [];
  /** Cost so far, as cel-go counts it. */
  cost = 0;
  /** What the cost may be, also where steps have been taken. */
  #limit = COST_LIMIT;
  /** What the steps leave of our own limit, as cost. */
  #left = WORK_LIMIT * COST_OF_STEP;
  #growing: Set<readonly Value[]> | undefined;

  constructor(device: Value, slots: number) {
    this.device = device;
    this.slots = new Array<Value | undefined>(slots).fill(undefined);
  }

  /**
   * What cel.bind makes of a value: cel-go takes an empty list or map for the start of a collection under construction. The
   * list then grows in place when something is added to it, and the map has nothing but its entries.
   */
  bound(value: Value): Value {
    if (value instanceof CelMap && value.size === 0) return new CelMap([]);
    if (!Array.isArray(value) || value.length > 0) return value;
    const list: readonly Value[] = [];
    this.#growing ??= new Set();
    this.#growing.add(list);
    return list;
  }

  /** Whether adding to the list changes it (see {@link bound}). */
  isGrowing(list: readonly Value[]): boolean {
    return this.#growing?.has(list) === true;
  }

  /** Adds cost. Throws Aborted. */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.#limit) throw this.#exceeded();
  }

  /** Announces steps before they are taken, or characters and items before they are allocated. Throws Aborted. */
  work(steps: number): void {
    this.#left -= steps * COST_OF_STEP;
    if (this.#left >= this.#limit) return;
    this.#limit = this.#left;
    if (this.cost > this.#limit) throw this.#exceeded();
  }

  #exceeded(): Aborted {
    return this.cost > COST_LIMIT ? costExceeded() : tooMuchWork();
  }
}
