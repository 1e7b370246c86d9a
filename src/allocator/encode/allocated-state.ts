// Tracks the effect of allocated claims: devices in use, shares of devices, and consumed capacities. Each is counted, because
// several claims may report the same device.

import type { AllocatedDevice } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { ViewableMap } from '../../core/base/viewable-map.js';
import type { Features } from '../../core/features/features.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { deviceKey } from '../pools/pool.js';

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** The number of claims that use or share a device, by `deviceKey`. */
interface Counts<L> {
  readonly occupied: L;
  /** Shares of devices, with or without capacity. */
  readonly shares: L;
}

type Readable<V> = Pick<ViewableMap<V>, 'get' | 'size'>;
type Amounts = ReadonlyMap<string, bigint>;

/** A view of the allocated devices. */
export class AllocatedView {
  readonly #counts: Counts<Readable<number>>;
  readonly #consumed: Readable<Amounts>;

  constructor(counts: Counts<Readable<number>>, consumed: Readable<Amounts>) {
    this.#counts = counts;
    this.#consumed = consumed;
  }

  /** Returns whether no device is in use. */
  get isEmpty(): boolean {
    return this.#counts.occupied.size === 0;
  }

  has(id: string): boolean {
    return this.#counts.occupied.get(id) !== undefined;
  }

  /** Returns whether a device has a share. */
  isShared(id: string): boolean {
    return this.#counts.shares.get(id) !== undefined;
  }

  /** Returns whether a device consumes the counters of its pool: it is in use, or shared. */
  isAllocated(id: string): boolean {
    return this.has(id) || this.isShared(id);
  }

  /** Returns whether any device has shares. */
  get hasShares(): boolean {
    return this.#counts.shares.size > 0;
  }

  /** Returns whether shares consume capacity of any device. */
  get consumes(): boolean {
    return this.#consumed.size > 0;
  }

  /** Returns the amounts that shares consume of the capacities of a device, in billionths. */
  consumedOf(id: string): Amounts {
    return this.#consumed.get(id) ?? NOTHING;
  }

  /** Returns the union of both views. The union reflects later changes. */
  and(other: AllocatedView): AllocatedView {
    const occupied = summed(this.#counts.occupied, other.#counts.occupied);
    const shares = summed(this.#counts.shares, other.#counts.shares);
    return new AllocatedView({ occupied, shares }, merged(this.#consumed, other.#consumed));
  }

  /** Returns this view without the devices of another one, which must be part of it. The result reflects later changes. */
  without(other: AllocatedView): AllocatedView {
    const occupied = difference(this.#counts.occupied, other.#counts.occupied);
    const shares = difference(this.#counts.shares, other.#counts.shares);
    return new AllocatedView({ occupied, shares }, lessConsumed(this.#consumed, other.#consumed, shares));
  }

  /**
   * Returns `consumedOf` as quantities if some consumption of the device is negative, so that more than its capacity is left.
   * Otherwise returns undefined. No driver intends that, but the API server accepts it.
   */
  lentOf(id: string): ReadonlyMap<string, Quantity> | undefined {
    const consumed = this.consumedOf(id);
    for (const amount of consumed.values()) {
      if (amount < 0n) return new Map(Array.from(consumed, ([name, nano]) => [name, Quantity.fromNano(nano)]));
    }
    return undefined;
  }
}

/** Adds the counts of the two views. */
function summed(one: Readable<number>, other: Readable<number>): Readable<number> {
  return {
    get: (id) => {
      const [here, there] = [one.get(id), other.get(id)];
      return here === undefined || there === undefined ? (here ?? there) : here + there;
    },
    get size() {
      return Math.max(one.size, other.size);
    },
  };
}

/** Subtracts the counts of `other`. The returned size is an upper bound. */
function difference(one: Readable<number>, other: Readable<number>): Readable<number> {
  return {
    get: (id) => {
      const left = (one.get(id) ?? 0) - (other.get(id) ?? 0);
      return left > 0 ? left : undefined;
    },
    get size() {
      return one.size;
    },
  };
}

/** Subtracts the consumption of `other` for devices that still have shares. */
function lessConsumed(one: Readable<Amounts>, other: Readable<Amounts>, shares: Readable<number>): Readable<Amounts> {
  return {
    get: (id) => {
      const [here, subtrahend] = [one.get(id), other.get(id)];
      if (here === undefined || subtrahend === undefined) return here;
      if (shares.get(id) === undefined) return undefined;
      const left = new Map(here);
      for (const [name, amount] of subtrahend) left.set(name, (left.get(name) ?? 0n) - amount);
      return left;
    },
    get size() {
      return one.size;
    },
  };
}

/** Adds the consumption of the two views. */
function merged(one: Readable<Amounts>, other: Readable<Amounts>): Readable<Amounts> {
  return {
    get: (id) => {
      const [here, there] = [one.get(id), other.get(id)];
      if (here === undefined || there === undefined) return here ?? there;
      const sums = new Map(here);
      for (const [name, amount] of there) sums.set(name, (sums.get(name) ?? 0n) + amount);
      return sums;
    },
    get size() {
      return Math.max(one.size, other.size);
    },
  };
}

/** A view without allocated devices. */
export const NOTHING_ALLOCATED = new AllocatedView({ occupied: NOTHING, shares: NOTHING }, NOTHING);

/** The allocated state. It changes with claims. */
export class AllocatedState extends AllocatedView {
  readonly #features: Features;
  readonly #counts: Counts<ViewableMap<number>>;
  readonly #consumed: ViewableMap<Amounts>;

  constructor(
    features: Features,
    counts = { occupied: new ViewableMap<number>(), shares: new ViewableMap<number>() },
    consumed = new ViewableMap<Amounts>(),
  ) {
    super(counts, consumed);
    this.#features = features;
    this.#counts = counts;
    this.#consumed = consumed;
  }

  /** Returns a state that begins with the same allocated devices. */
  fork(): AllocatedState {
    const { occupied, shares } = this.#counts;
    return new AllocatedState(this.#features, { occupied: occupied.fork(), shares: shares.fork() }, this.#consumed.fork());
  }

  /** Records a use of a device. */
  occupy(id: string): void {
    count(this.#counts.occupied, id, 1);
  }

  /** Records a share of a device and its consumption. The share consumes the counters of the pool under all feature gates. */
  share(id: string, capacity: ReadonlyMap<string, Quantity> = NOTHING): void {
    count(this.#counts.shares, id, 1);
    if (capacity.size > 0) this.#consume(id, capacity, 1n);
  }

  #consume(id: string, capacity: ReadonlyMap<string, Quantity>, factor: 1n | -1n): void {
    const sums = new Map(this.consumedOf(id));
    for (const [name, { nano }] of capacity) sums.set(name, (sums.get(name) ?? 0n) + factor * nano);
    this.#consumed.set(id, sums);
  }

  /** Adds the results of an allocation. `keys`: their `deviceKey`s, if the caller has them. */
  add(results: readonly AllocatedDevice[], keys = keysOf(results)): void {
    for (let index = 0; index < results.length; index++) {
      const result = results[index] as AllocatedDevice;
      const use = this.#useOf(result);
      if (use === 'occupied') this.occupy(keys[index] as string);
      else if (use === 'shared') this.share(keys[index] as string, result.consumedCapacity);
    }
  }

  /** Like `add`, in a call with limits. */
  *addAll(results: readonly AllocatedDevice[], checkpoint: Checkpoint): Incremental<void> {
    for (const result of results) {
      this.add([result]);
      if (checkpoint.due(1 + (result.consumedCapacity?.size ?? 0))) yield;
    }
  }

  /** Reverts `add`. */
  remove(results: readonly AllocatedDevice[], keys = keysOf(results)): void {
    for (let index = 0; index < results.length; index++) {
      const result = results[index] as AllocatedDevice;
      const use = this.#useOf(result);
      const id = keys[index] as string;
      if (use === 'occupied') count(this.#counts.occupied, id, -1);
      if (use !== 'shared') continue;
      count(this.#counts.shares, id, -1);
      if (this.isShared(id)) this.#consume(id, result.consumedCapacity ?? NOTHING, -1n);
      else this.#consumed.set(id, undefined);
    }
  }

  /** Returns whether a result uses its device exclusively. */
  occupies(result: AllocatedDevice): boolean {
    return this.#useOf(result) === 'occupied';
  }

  /** Returns a view of the current state that later changes do not affect. The caller must end it. */
  view(): { readonly allocated: AllocatedView; readonly end: () => void } {
    const [occupied, shares, consumed] = [this.#counts.occupied.view(), this.#counts.shares.view(), this.#consumed.view()];
    const allocated = new AllocatedView({ occupied: occupied.values, shares: shares.values }, consumed.values);
    const end = (): void => {
      for (const view of [occupied, shares, consumed]) view.end();
    };
    return { allocated, end };
  }

  /**
   * Admin access occupies nothing. A share consumes capacity. It does not occupy the device, unless the gate of consumable
   * capacity is off.
   */
  #useOf({ adminAccess, shareID }: AllocatedDevice): 'occupied' | 'shared' | undefined {
    if (adminAccess === true) return undefined;
    return shareID === undefined || !this.#features.consumableCapacity ? 'occupied' : 'shared';
  }
}

/** Counts the claims that report each device, so that claims can be added and removed in any order. */
function count(counts: ViewableMap<number>, id: string, change: 1 | -1): void {
  const sum = (counts.get(id) ?? 0) + change;
  counts.set(id, sum > 0 ? sum : undefined);
}

/** Returns the `deviceKey` of each result of an allocation. */
function keysOf(results: readonly AllocatedDevice[]): readonly string[] {
  return results.map(({ driver, pool, device }) => deviceKey(driver, pool, device));
}
