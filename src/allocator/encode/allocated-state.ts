// The state that allocated claims leave: devices in use, shares of devices and what they consume, however many claims say so.

import type { AllocatedDevice } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { ViewableMap } from '../../core/base/viewable-map.js';
import type { Features } from '../../core/features/features.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { deviceKey } from '../pools/pool.js';

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** The counts of devices by `deviceKey`: how many claims say that each is in use, or shared, and in billionths what shares consume of its capacities. */
interface Counts<L> {
  readonly occupied: L;
  /** Shares of devices, with or without capacity. */
  readonly shares: L;
}

type Readable<V> = Pick<ViewableMap<V>, 'get' | 'size'>;
type Amounts = ReadonlyMap<string, bigint>;

/** A view of what is allocated. */
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

  /** Returns whether some share of a device exists. */
  isShared(id: string): boolean {
    return this.#counts.shares.get(id) !== undefined;
  }

  /** Returns whether a device counts for the counters of its pool: in use, or shared. */
  isAllocated(id: string): boolean {
    return this.has(id) || this.isShared(id);
  }

  /** Returns whether some device has shares. */
  get hasShares(): boolean {
    return this.#counts.shares.size > 0;
  }

  /** Returns whether shares consume capacity of any device. */
  get consumes(): boolean {
    return this.#consumed.size > 0;
  }

  /** The consumption of the capacities of a device by its shares, in billionths. */
  consumedOf(id: string): Amounts {
    return this.#consumed.get(id) ?? NOTHING;
  }

  /** Both views as one. Later changes show. */
  and(other: AllocatedView): AllocatedView {
    const occupied = summed(this.#counts.occupied, other.#counts.occupied);
    const shares = summed(this.#counts.shares, other.#counts.shares);
    return new AllocatedView({ occupied, shares }, merged(this.#consumed, other.#consumed));
  }

  /** This view without what another one has, which must be part of it. Later changes show. */
  without(other: AllocatedView): AllocatedView {
    const occupied = difference(this.#counts.occupied, other.#counts.occupied);
    const shares = difference(this.#counts.shares, other.#counts.shares);
    return new AllocatedView({ occupied, shares }, lessConsumed(this.#consumed, other.#consumed, shares));
  }

  /**
   * Returns `consumedOf` as quantities for a device of which some consumption is below zero, so that there is more left than it has;
   * undefined for any other. No driver means that, but the API server takes it.
   */
  lentOf(id: string): ReadonlyMap<string, Quantity> | undefined {
    const consumed = this.consumedOf(id);
    for (const amount of consumed.values()) {
      if (amount < 0n) return new Map(Array.from(consumed, ([name, nano]) => [name, Quantity.fromNano(nano)]));
    }
    return undefined;
  }
}

/** Counts of both. */
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

/** Counts of one less those of another one. The size is that of the first: at least as much. */
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

/** Consumption of one less that of another one, of devices that still have shares. */
function lessConsumed(one: Readable<Amounts>, other: Readable<Amounts>, shares: Readable<number>): Readable<Amounts> {
  return {
    get: (id) => {
      const [here, gone] = [one.get(id), other.get(id)];
      if (here === undefined || gone === undefined) return here;
      if (shares.get(id) === undefined) return undefined;
      const left = new Map(here);
      for (const [name, amount] of gone) left.set(name, (left.get(name) ?? 0n) - amount);
      return left;
    },
    get size() {
      return one.size;
    },
  };
}

/** Adds what both consume. */
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

/** While nothing is allocated. */
export const NOTHING_ALLOCATED = new AllocatedView({ occupied: NOTHING, shares: NOTHING }, NOTHING);

/** The allocated state, which changes with claims. */
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

  /** A state that begins with what is allocated here. */
  fork(): AllocatedState {
    const { occupied, shares } = this.#counts;
    return new AllocatedState(this.#features, { occupied: occupied.fork(), shares: shares.fork() }, this.#consumed.fork());
  }

  /** Notes that a device is in use. */
  occupy(id: string): void {
    count(this.#counts.occupied, id, 1);
  }

  /** Notes a share of a device, and what it consumes. It counts for the counters of the pool whatever the gates. */
  share(id: string, capacity: ReadonlyMap<string, Quantity> = NOTHING): void {
    count(this.#counts.shares, id, 1);
    if (capacity.size > 0) this.#consume(id, capacity, 1n);
  }

  #consume(id: string, capacity: ReadonlyMap<string, Quantity>, factor: 1n | -1n): void {
    const sums = new Map(this.consumedOf(id));
    for (const [name, { nano }] of capacity) sums.set(name, (sums.get(name) ?? 0n) + factor * nano);
    this.#consumed.set(id, sums);
  }

  /** Adds what the results of an allocation occupy and consume. `keys`: their `deviceKey`s, which callers may have. */
  add(results: readonly AllocatedDevice[], keys = keysOf(results)): void {
    for (let index = 0; index < results.length; index++) {
      const result = results[index] as AllocatedDevice;
      const use = this.#useOf(result);
      if (use === 'occupied') this.occupy(keys[index] as string);
      else if (use === 'shared') this.share(keys[index] as string, result.consumedCapacity);
    }
  }

  /** Like `add`, for calls with limits. */
  *addAll(results: readonly AllocatedDevice[], checkpoint: Checkpoint): Incremental<void> {
    for (const result of results) {
      this.add([result]);
      if (checkpoint.due(1 + (result.consumedCapacity?.size ?? 0))) yield;
    }
  }

  /** Takes back what `add` did. */
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

  /** Returns whether a result takes its device for itself. */
  occupies(result: AllocatedDevice): boolean {
    return this.#useOf(result) === 'occupied';
  }

  /** A view of what is allocated now, whatever changes later, until it is ended. */
  view(): { readonly allocated: AllocatedView; readonly end: () => void } {
    const [occupied, shares, consumed] = [this.#counts.occupied.view(), this.#counts.shares.view(), this.#consumed.view()];
    const allocated = new AllocatedView({ occupied: occupied.values, shares: shares.values }, consumed.values);
    const end = (): void => {
      for (const view of [occupied, shares, consumed]) view.end();
    };
    return { allocated, end };
  }

  /** Admin access takes nothing; a share consumes capacity, not the device, unless consumable capacity is off. */
  #useOf({ adminAccess, shareID }: AllocatedDevice): 'occupied' | 'shared' | undefined {
    if (adminAccess === true) return undefined;
    return shareID === undefined || !this.#features.consumableCapacity ? 'occupied' : 'shared';
  }
}

/** Counts who says something of a device, so that it can be said and taken back in any order. */
function count(counts: ViewableMap<number>, id: string, change: 1 | -1): void {
  const sum = (counts.get(id) ?? 0) + change;
  counts.set(id, sum > 0 ? sum : undefined);
}

/** The `deviceKey` of each result of an allocation. */
function keysOf(results: readonly AllocatedDevice[]): readonly string[] {
  return results.map(({ driver, pool, device }) => deviceKey(driver, pool, device));
}
