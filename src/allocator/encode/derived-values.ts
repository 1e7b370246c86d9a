// Evaluates derived attributes (KEP-6080): the expression of a request for an attribute, and its values on the devices of a node. Source:
// docs/spec/reference-1.37.md 2.1.

import type { SelectorCache } from '../../cel/cache.js';
import { CelCompileError, type CelDevice, CelRuntimeError } from '../../cel/engine.js';
import { hasUnreadVersions, readLongVersions } from '../../cel/run/device.js';
import type { DeviceAttribute } from '../../core/api/resource-slice.js';
import { type Checkpoint, workText } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { bytesOfText, LruCache } from '../../core/base/lru-cache.js';
import type { PoolDevice, SliceDevice } from '../pools/pool.js';
import type { SlotPlan } from './slot-plan.js';

/** The most cached expressions, and the bytes of all their values. */
const TABLE_CACHE_BOUNDS = { entries: 64, bytes: 4 << 20, weigh: ({ bytes }: ValueTable) => bytes } as const;

/** The characters of an expression that are compiled in a microsecond. */
export const CHARACTERS_A_UNIT = 8;

/** Longer texts, and lists that are longer than a device may have, are not cached. */
const LONGEST_CACHED_LIST = 64;
const MOST_CACHED_CHARACTERS = 4_096;
/** The approximate size of a value in addition to its texts, and of a list item. */
const VALUE_BYTES = 64;
const ITEM_BYTES = 24;

/** Returns the expression with which a request or subrequest derives an attribute, or undefined. */
export function derivationOf({ selection }: Pick<SlotPlan, 'selection'>, attribute: string): string | undefined {
  // The reference uses the last of several entries with one name.
  return selection.derivedAttributes.findLast(({ name }) => name === attribute)?.expression;
}

/** Returns a device in the form that expressions read. */
export function celDeviceOf({ device, slice }: SliceDevice): CelDevice {
  const { attributes, capacity, allowMultipleAllocations = false } = device;
  return { driver: slice.spec.driver, attributes, capacity, allowMultipleAllocations };
}

/** The value of an expression on a device, or an error. The message of an error is built only if a search reaches the device. */
type DerivedValue = DeviceAttribute | 'error';

/** The values of expressions on the devices of one node. Valid as long as the devices are unchanged. */
export class DerivedValues {
  readonly #devices: readonly PoolDevice[];
  readonly #selectors: SelectorCache;
  readonly #tables = new LruCache<ValueTable>(TABLE_CACHE_BOUNDS);

  constructor(devices: readonly PoolDevice[], selectors: SelectorCache) {
    this.#devices = devices;
    this.#selectors = selectors;
  }

  /** Returns the value of an expression on a device. */
  *valueOf(expression: string, deviceIndex: number, checkpoint: Checkpoint): Incremental<DerivedValue> {
    checkpoint.step(expression.length / CHARACTERS_A_UNIT);
    const table = this.#tables.getOr(
      workText(checkpoint.selectorWork) + lengthPrefixed(expression),
      () => new ValueTable(this.#devices.length),
    );
    const cachedValue = table.get(deviceIndex);
    if (cachedValue !== undefined) return cachedValue;
    const value = yield* this.#valueOf(expression, this.#devices[deviceIndex] as PoolDevice, checkpoint);
    table.keep(deviceIndex, value);
    return value;
  }

  /** The bytes of the cache. */
  get bytes(): number {
    return this.#tables.bytes;
  }

  *#valueOf(expression: string, device: PoolDevice, checkpoint: Checkpoint): Incremental<DerivedValue> {
    const compiled = yield* this.#selectors.compilingDerivation(expression);
    if (compiled instanceof CelCompileError) return 'error';
    const seen = celDeviceOf(device);
    if (hasUnreadVersions(seen.attributes)) yield* readLongVersions(seen.attributes, checkpoint);
    try {
      return compiled.evaluate(seen, checkpoint);
    } catch (error) {
      if (error instanceof CelRuntimeError) return 'error';
      throw error;
    }
  }
}

/** The cached values of one expression, by device. */
class ValueTable {
  readonly #values: (DerivedValue | undefined)[];
  #bytes: number;

  constructor(count: number) {
    this.#values = new Array<DerivedValue | undefined>(count).fill(undefined);
    this.#bytes = count * 8;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(deviceIndex: number): DerivedValue | undefined {
    return this.#values[deviceIndex];
  }

  /** Caches a value, unless it is large. */
  keep(deviceIndex: number, value: DerivedValue): void {
    const { length, characters } = value === 'error' ? NOTHING : sizeOf(value);
    if (length > LONGEST_CACHED_LIST || characters > MOST_CACHED_CHARACTERS) return;
    this.#values[deviceIndex] = value;
    this.#bytes += VALUE_BYTES + length * ITEM_BYTES + bytesOfText({ length: characters });
  }
}

interface ValueSize {
  /** The number of list items. */
  readonly length: number;
  readonly characters: number;
}

const NOTHING: ValueSize = { length: 0, characters: 0 };

function sizeOf({ string, version, ints, bools, strings, versions }: DeviceAttribute): ValueSize {
  let characters = (string ?? version ?? '').length;
  for (const text of strings ?? versions ?? []) characters += text.length;
  return { length: (ints ?? bools ?? strings ?? versions ?? []).length, characters };
}
