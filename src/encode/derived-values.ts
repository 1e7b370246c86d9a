// Derived attributes (KEP-6080): which expression a request has for an attribute, and its values on the devices of a node.
// Source: reference-1.37.md 2.1.

import type { DeviceAttribute } from '../api/resource-slice.js';
import type { SelectorCache } from '../cel/cache.js';
import { CelCompileError, type CelDevice, CelRuntimeError } from '../cel/engine.js';
import type { PoolDevice, SliceDevice } from '../pools/pool.js';
import type { SlotPlan } from './plan.js';

/** Expressions whose values are remembered; the oldest one goes first. */
const EXPRESSIONS_KEPT = 64;

/** Longer lists than devices themselves may have are not remembered, since many of them would fill the memory. */
const LONGEST_LIST_KEPT = 64;

/** The expression by which a request or subrequest derives an attribute, undefined when it does not. */
export function derivationOf({ selection }: Pick<SlotPlan, 'selection'>, attribute: string): string | undefined {
  // Of several entries with one name the reference takes the last one.
  return selection.derivedAttributes.findLast(({ name }) => name === attribute)?.expression;
}

/** A device as expressions see it. */
export function celDeviceOf({ device, slice }: SliceDevice): CelDevice {
  const { attributes, capacity, allowMultipleAllocations = false } = device;
  return { driver: slice.spec.driver, attributes, capacity, allowMultipleAllocations };
}

/** The value of an expression on a device, or that there is an error, which needs words only when a search comes upon it. */
export type DerivedValue = DeviceAttribute | 'error';

/** The values of expressions on the devices of one node. Valid as long as the devices stay as they are. */
export class DerivedValues {
  readonly #devices: readonly PoolDevice[];
  readonly #selectors: SelectorCache;
  readonly #tables = new Map<string, (DerivedValue | undefined)[]>();

  constructor(devices: readonly PoolDevice[], selectors: SelectorCache) {
    this.#devices = devices;
    this.#selectors = selectors;
  }

  /** The value of an expression on a device. */
  valueOf(expression: string, deviceIndex: number): DerivedValue {
    const table = this.#tableOf(expression);
    const known = table[deviceIndex];
    if (known !== undefined) return known;
    const value = this.#evaluate(expression, this.#devices[deviceIndex] as PoolDevice);
    if (value === 'error' || lengthOf(value) <= LONGEST_LIST_KEPT) table[deviceIndex] = value;
    return value;
  }

  #tableOf(expression: string): (DerivedValue | undefined)[] {
    let table = this.#tables.get(expression);
    if (table === undefined) {
      table = new Array<DerivedValue | undefined>(this.#devices.length).fill(undefined);
      if (this.#tables.size >= EXPRESSIONS_KEPT) this.#tables.delete(this.#tables.keys().next().value as string);
      this.#tables.set(expression, table);
    }
    return table;
  }

  #evaluate(expression: string, device: PoolDevice): DerivedValue {
    const compiled = this.#selectors.derivation(expression);
    if (compiled instanceof CelCompileError) return 'error';
    try {
      return compiled.evaluate(celDeviceOf(device));
    } catch (error) {
      if (error instanceof CelRuntimeError) return 'error';
      throw error;
    }
  }
}

function lengthOf({ ints, bools, strings, versions }: DeviceAttribute): number {
  return (ints ?? bools ?? strings ?? versions ?? []).length;
}
