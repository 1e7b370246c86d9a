// Indexes the slices of a cluster by node and by pool. Source: docs/spec/allocation.md 2; NewAllocator of the reference.

import type { DeviceTaintRule } from '../../core/api/device-taint-rule.js';
import type { ResourceSlice } from '../../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { entryIn, largeEntryIn } from '../../core/base/entry-in.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { LargeMap, numberOfText } from '../../core/base/large-map.js';
import { type Placed, PlacedSlices } from './placed-slices.js';
import { hasSameTaints, withTaints } from './taint-rules.js';

/** In pools with at most this many slices, devices are searched in each slice. */
const FEW_SLICES = 4;

/** The slices of a pool. */
class PoolSlices {
  readonly placed = new PlacedSlices();
  #slices: readonly ResourceSlice[] | undefined;
  #byDevice: ReadonlyMap<string, readonly ResourceSlice[]> | undefined;

  /** The slices in order. */
  get slices(): readonly ResourceSlice[] {
    this.#slices ??= this.placed.items.map(sliceOf);
    return this.#slices;
  }

  /** Returns a superset of the slices that have a device with this name. */
  withDevice(name: string): readonly ResourceSlice[] {
    if (this.placed.size <= FEW_SLICES) return this.slices;
    this.#byDevice ??= byDevice(this.slices);
    return this.#byDevice.get(name) ?? NONE;
  }

  /** Drops the caches after a slice was added, removed or changed. */
  forget(): void {
    this.#slices = undefined;
    this.#byDevice = undefined;
  }
}

function byDevice(slices: readonly ResourceSlice[]): Map<string, ResourceSlice[]> {
  const found = new Map<string, ResourceSlice[]>();
  for (const slice of slices) {
    for (const { name } of slice.spec.devices) {
      const having = entryIn(found, name, (): ResourceSlice[] => []);
      if (having.at(-1) !== slice) having.push(slice);
    }
  }
  return found;
}

/** A removed slice, and the slice that replaces it. */
export interface SliceChange {
  readonly old: ResourceSlice | undefined;
  readonly added: ResourceSlice | undefined;
}

/** The part of the index from which pools are gathered. */
export type Slices = Pick<SliceIndex, 'all' | 'forNode' | 'ofPool' | 'hasNodeAllocatable'>;

/** The slices at one time. Lists are saved before they change; everything else comes from the index. */
class SliceView implements Slices {
  readonly #index: SliceIndex;
  readonly #ofNodes = new Map<string, readonly ResourceSlice[]>();
  readonly #ofPools = new Map<string, readonly ResourceSlice[]>();
  #shared: readonly ResourceSlice[] | undefined;
  #all: readonly ResourceSlice[] | undefined;

  /** The value at the beginning of the view. */
  readonly hasNodeAllocatable: boolean;

  constructor(index: SliceIndex) {
    this.#index = index;
    this.hasNodeAllocatable = index.hasNodeAllocatable;
  }

  get all(): readonly ResourceSlice[] {
    return this.#all ?? this.#index.all;
  }

  forNode(nodeName: string): readonly ResourceSlice[] {
    return [...(this.#ofNodes.get(nodeName) ?? this.#index.ofNode(nodeName)), ...(this.#shared ?? this.#index.shared)];
  }

  ofPool(driver: string, pool: string): readonly ResourceSlice[] {
    return this.#ofPools.get(poolKey(driver, pool)) ?? this.#index.ofPool(driver, pool);
  }

  /** Drops the saved lists, after which the view shows the current slices. */
  forget(): void {
    this.#ofNodes.clear();
    this.#ofPools.clear();
    this.#shared = undefined;
    this.#all = undefined;
  }

  /** Saves the lists of a slice that is about to be added, removed or changed. */
  keep({ spec: { driver, pool, nodeName = '' } }: ResourceSlice): void {
    const index = this.#index;
    this.#all ??= index.all;
    if (nodeName === '') this.#shared ??= index.shared;
    else if (!this.#ofNodes.has(nodeName)) this.#ofNodes.set(nodeName, index.ofNode(nodeName));
    const key = poolKey(driver, pool.name);
    if (!this.#ofPools.has(key)) this.#ofPools.set(key, index.ofPool(driver, pool.name));
  }
}

/** All slices of a cluster in input order. The order matters: the first relevant slice of a pool determines its state (docs/spec/reference-1.37.md 1.9). */
export class SliceIndex {
  #rules: readonly DeviceTaintRule[];
  // If each node of a cluster has a slice, all these maps grow together. Plain maps would all be rehashed at the same slice.
  readonly #byName = new LargeMap<string, Placed>(numberOfText);
  readonly #all = new PlacedSlices();
  readonly #onNode = new LargeMap<string, PlacedSlices>(numberOfText);
  readonly #shared = new PlacedSlices();
  /** By driver, then by pool. */
  readonly #ofPool = new Map<string, LargeMap<string, PoolSlices>>();
  /** The place of the next slice. An index shares it with the index that will replace it. */
  #places = { next: 0 };
  /** The number of slices with devices for node allocatable resources. */
  #nodeAllocatable = 0;
  #cachedSlices: readonly ResourceSlice[] | undefined;
  #cachedSharedSlices: readonly ResourceSlice[] | undefined;
  /** The views that must be notified of changes. */
  readonly #views = new Set<SliceView>();

  /** `rules`: the DeviceTaintRules whose taints are added to devices. */
  constructor(slices: Iterable<ResourceSlice>, rules: readonly DeviceTaintRule[] = []) {
    this.#rules = rules;
    for (const plain of slices)
      this.#place({ plain, slice: inOneGo(withTaints(plain, rules, UNLIMITED)), place: this.#places.next++, isGone: false });
  }

  /** Like the constructor, in a call with limits. */
  static *of(slices: readonly ResourceSlice[], rules: readonly DeviceTaintRule[], checkpoint: Checkpoint): Incremental<SliceIndex> {
    const index = new SliceIndex([], rules);
    for (const plain of slices) {
      const slice = rules.length === 0 ? plain : yield* withTaints(plain, rules, checkpoint);
      index.#place({ plain, slice, place: index.#places.next++, isGone: false });
      if (checkpoint.due()) yield;
    }
    return index;
  }

  /** Returns a view of the current slices that later changes do not affect. The caller must end it. */
  view(): { readonly slices: SliceView; readonly end: () => void } {
    const slices = new SliceView(this);
    this.#views.add(slices);
    const end = (): void => {
      this.#views.delete(slices);
      slices.forget();
    };
    return { slices, end };
  }

  /** Adds the slices of another index, the same objects at the same places, except slices that `leavesOut` excludes by name. */
  *takeFrom(other: SliceIndex, checkpoint: Checkpoint, leavesOut: (name: string) => boolean): Incremental<void> {
    this.#rules = other.#rules;
    this.#places = other.#places;
    for (const { plain, slice, place } of other.#all.items.slice()) {
      if (!leavesOut(slice.metadata.name)) this.#place({ plain, slice, place, isGone: false });
      if (checkpoint.due()) yield;
    }
  }

  /** Returns a separate index with the same slices. `places`: later slices share their numbering with this index, or have a separate one. */
  copy(places: 'common' | 'own'): SliceIndex {
    const copy = new SliceIndex([]);
    inOneGo(copy.takeFrom(this, UNLIMITED, () => false));
    if (places === 'own') copy.#places = { ...this.#places };
    return copy;
  }

  /** Replaces the rules. Returns the slices whose taints changed. */
  *setRules(rules: readonly DeviceTaintRule[], checkpoint: Checkpoint): Incremental<readonly SliceChange[]> {
    const changes: SliceChange[] = [];
    this.#rules = rules;
    for (const placed of this.#all.items.slice()) {
      const old = placed.slice;
      const added = yield* this.#tainting(() => placed.plain, checkpoint);
      if (!hasSameTaints(old, added)) {
        this.#keep(old);
        placed.slice = added;
        this.#forget(added);
        changes.push({ old, added });
      }
      if (checkpoint.due()) yield;
    }
    return changes;
  }

  /** Returns whether some slice has a device for node allocatable resources. */
  get hasNodeAllocatable(): boolean {
    return this.#nodeAllocatable > 0;
  }

  get size(): number {
    return this.#all.size;
  }

  /** The slices in order. */
  get all(): readonly ResourceSlice[] {
    this.#cachedSlices ??= this.#all.items.map(sliceOf);
    return this.#cachedSlices;
  }

  /** The slices in order, without the taints of rules. */
  get allPlain(): readonly ResourceSlice[] {
    return this.#all.items.map(({ plain }) => plain);
  }

  /**
   * Adds a slice, or replaces the slice with its name. Returns the replaced slice, and the new one with its taints. `place`: its place in an index that shares
   * the places. If the checkpoint stops the call, nothing changes.
   */
  *put(plain: ResourceSlice, place?: number, checkpoint: Checkpoint = UNLIMITED): Incremental<SliceChange> {
    const slice = yield* this.#tainting(() => plain, checkpoint);
    const existingEntry = this.#byName.get(plain.metadata.name);
    if (existingEntry !== undefined && hasSameLists(existingEntry.slice, plain)) return this.#replace(existingEntry, plain, slice);
    if (existingEntry !== undefined) this.#delete(existingEntry);
    this.#place({ plain, slice, place: place ?? existingEntry?.place ?? this.#places.next++, isGone: false });
    return { old: existingEntry?.slice, added: slice };
  }

  /** Removes a slice by its name, and returns it. */
  remove(name: string): ResourceSlice | undefined {
    const existingEntry = this.#byName.get(name);
    if (existingEntry === undefined) return undefined;
    this.#delete(existingEntry);
    this.#byName.delete(name);
    return existingEntry.slice;
  }

  /** Returns the place of a slice, or undefined if no slice has this name. */
  placeOf(name: string): number | undefined {
    return this.#byName.get(name)?.place;
  }

  has(name: string): boolean {
    return this.#byName.get(name) !== undefined;
  }

  /** Returns the slices that may be relevant for a node: first its own, then those not bound to a node name. */
  forNode(nodeName: string): readonly ResourceSlice[] {
    return [...this.ofNode(nodeName), ...this.shared];
  }

  ofNode(nodeName: string): readonly ResourceSlice[] {
    return this.#onNode.get(nodeName)?.items.map(sliceOf) ?? NONE;
  }

  /** The slices that are not bound to a node name. */
  get shared(): readonly ResourceSlice[] {
    this.#cachedSharedSlices ??= this.#shared.items.map(sliceOf);
    return this.#cachedSharedSlices;
  }

  /** Returns every slice of a pool, of any node and generation. */
  ofPool(driver: string, pool: string): readonly ResourceSlice[] {
    return this.#ofPool.get(driver)?.get(pool)?.slices ?? NONE;
  }

  /** Returns a superset of the slices of a pool that have a device with this name. In a pool of many slices it is exact. */
  withDevice(driver: string, pool: string, device: string): readonly ResourceSlice[] {
    return this.#ofPool.get(driver)?.get(pool)?.withDevice(device) ?? NONE;
  }

  /** Lets the views save the lists of a slice that is about to be added, removed or changed. */
  #keep(slice: ResourceSlice): void {
    for (const view of this.#views) view.keep(slice);
  }

  /** Drops the caches derived from a slice. */
  #forget({ spec: { driver, pool } }: ResourceSlice): void {
    this.#cachedSlices = undefined;
    this.#cachedSharedSlices = undefined;
    this.#ofPool.get(driver)?.get(pool.name)?.forget();
  }

  /** Replaces a slice with one in the same lists. Most updated slices keep their node and pool. */
  #replace(placed: Placed, plain: ResourceSlice, slice: ResourceSlice): SliceChange {
    const old = placed.slice;
    this.#keep(old);
    this.#nodeAllocatable += countOf(slice) - countOf(old);
    placed.plain = plain;
    placed.slice = slice;
    this.#forget(slice);
    return { old, added: slice };
  }

  /** Adds the taints of the rules to a slice. Uses the slice and the rules at the end, since other calls may change them when this one yields. */
  *#tainting(plainOf: () => ResourceSlice, checkpoint: Checkpoint): Incremental<ResourceSlice> {
    const [plain, rules] = [plainOf(), this.#rules];
    const slice = rules.length === 0 ? plain : yield* withTaints(plain, rules, checkpoint);
    return plain === plainOf() && rules === this.#rules ? slice : inOneGo(withTaints(plainOf(), this.#rules, UNLIMITED));
  }

  #place(placed: Placed): void {
    this.#keep(placed.slice);
    this.#nodeAllocatable += countOf(placed.slice);
    this.#byName.set(placed.slice.metadata.name, placed);
    for (const list of this.#listsOf(placed.slice)) list.add(placed);
    this.#forget(placed.slice);
  }

  #delete(placed: Placed): void {
    this.#keep(placed.slice);
    this.#nodeAllocatable -= countOf(placed.slice);
    placed.isGone = true;
    for (const list of this.#listsOf(placed.slice)) list.takeOut(placed);
    this.#forget(placed.slice);
    const { driver, pool, nodeName = '' } = placed.slice.spec;
    // Empty lists of nodes and pools are removed.
    if (this.#onNode.get(nodeName)?.size === 0) this.#onNode.delete(nodeName);
    const pools = this.#ofPool.get(driver);
    if (pools?.get(pool.name)?.placed.size === 0) pools.delete(pool.name);
    if (pools?.size === 0) this.#ofPool.delete(driver);
  }

  /** Returns the lists that a slice belongs to. */
  #listsOf({ spec: { driver, pool, nodeName = '' } }: ResourceSlice): PlacedSlices[] {
    const where = nodeName === '' ? this.#shared : largeEntryIn(this.#onNode, nodeName, () => new PlacedSlices());
    const pools = entryIn(this.#ofPool, driver, () => new LargeMap<string, PoolSlices>(numberOfText));
    return [this.#all, where, largeEntryIn(pools, pool.name, () => new PoolSlices()).placed];
  }
}

function hasSameLists({ spec: left }: ResourceSlice, { spec: right }: ResourceSlice): boolean {
  return left.driver === right.driver && left.pool.name === right.pool.name && (left.nodeName ?? '') === (right.nodeName ?? '');
}

function sliceOf({ slice }: Placed): ResourceSlice {
  return slice;
}

/** Returns whether a slice has a device for node allocatable resources. */
export function hasNodeAllocatable({ spec: { devices } }: ResourceSlice): boolean {
  return devices.some(({ nodeAllocatableResources }) => nodeAllocatableResources.size > 0);
}

function countOf(slice: ResourceSlice): 0 | 1 {
  return hasNodeAllocatable(slice) ? 1 : 0;
}

const NONE: readonly never[] = [];

/** Returns a key for a pool. Names are arbitrary text before validation, so the separator is a character that no name check accepts. */
export function poolKey(driver: string, pool: string): string {
  return `${driver}\0${pool}`;
}
