// The slices of a cluster, found by node and by pool. Source: docs/spec/allocation.md 2; NewAllocator of the reference.

import type { DeviceTaintRule } from '../../core/api/device-taint-rule.js';
import type { ResourceSlice } from '../../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { entryIn, largeEntryIn } from '../../core/base/entry-in.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { LargeMap, numberOfText } from '../../core/base/large-map.js';
import { type Placed, PlacedSlices } from './placed-slices.js';
import { hasSameTaints, withTaints } from './taint-rules.js';

/** In pools of no more slices than these, devices are looked for in each of them. */
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

  /** Slices among which are all that have a device of a name. */
  withDevice(name: string): readonly ResourceSlice[] {
    if (this.placed.size <= FEW_SLICES) return this.slices;
    this.#byDevice ??= byDevice(this.slices);
    return this.#byDevice.get(name) ?? NONE;
  }

  /** A slice came, went or changed. */
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

/** A slice that went, and the one that is there in its place. */
export interface SliceChange {
  readonly old: ResourceSlice | undefined;
  readonly added: ResourceSlice | undefined;
}

/** Describes what pools are made of. */
export type Slices = Pick<SliceIndex, 'all' | 'forNode' | 'ofPool' | 'hasNodeAllocatable'>;

/** Slices as they were at a time: lists are stored before they change, all else is looked up in the index. */
class SliceView implements Slices {
  readonly #index: SliceIndex;
  readonly #ofNodes = new Map<string, readonly ResourceSlice[]>();
  readonly #ofPools = new Map<string, readonly ResourceSlice[]>();
  #shared: readonly ResourceSlice[] | undefined;
  #all: readonly ResourceSlice[] | undefined;

  /** True where it was so when the view began. */
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

  /** Forgets what was: who still has it sees what is. */
  forget(): void {
    this.#ofNodes.clear();
    this.#ofPools.clear();
    this.#shared = undefined;
    this.#all = undefined;
  }

  /** Keeps the lists of a slice that comes, goes or is about to change. */
  keep({ spec: { driver, pool, nodeName = '' } }: ResourceSlice): void {
    const index = this.#index;
    this.#all ??= index.all;
    if (nodeName === '') this.#shared ??= index.shared;
    else if (!this.#ofNodes.has(nodeName)) this.#ofNodes.set(nodeName, index.ofNode(nodeName));
    const key = poolKey(driver, pool.name);
    if (!this.#ofPools.has(key)) this.#ofPools.set(key, index.ofPool(driver, pool.name));
  }
}

/** All slices of a cluster in input order. Input order matters: a pool is judged by its first relevant slice (docs/spec/reference-1.37.md 1.9). */
export class SliceIndex {
  #rules: readonly DeviceTaintRule[];
  // In a cluster whose nodes have a slice each, all of these grow with the same slice: plain maps would be laid out anew together.
  readonly #byName = new LargeMap<string, Placed>(numberOfText);
  readonly #all = new PlacedSlices();
  readonly #onNode = new LargeMap<string, PlacedSlices>(numberOfText);
  readonly #shared = new PlacedSlices();
  /** By driver, then by pool. */
  readonly #ofPool = new Map<string, LargeMap<string, PoolSlices>>();
  /** The place where the next slice goes. An index and one that is to take its place have it in common. */
  #places = { next: 0 };
  /** The number of slices with devices that stand for resources of their nodes. */
  #nodeAllocatable = 0;
  #known: readonly ResourceSlice[] | undefined;
  #knownShared: readonly ResourceSlice[] | undefined;
  /** The views that have to be notified of changes. */
  readonly #views = new Set<SliceView>();

  /** With the taints of DeviceTaintRules, if there are any. */
  constructor(slices: Iterable<ResourceSlice>, rules: readonly DeviceTaintRule[] = []) {
    this.#rules = rules;
    for (const plain of slices)
      this.#place({ plain, slice: inOneGo(withTaints(plain, rules, UNLIMITED)), place: this.#places.next++, isGone: false });
  }

  /** Does what the constructor does, for calls with limits. */
  static *of(slices: readonly ResourceSlice[], rules: readonly DeviceTaintRule[], checkpoint: Checkpoint): Incremental<SliceIndex> {
    const index = new SliceIndex([], rules);
    for (const plain of slices) {
      const slice = rules.length === 0 ? plain : yield* withTaints(plain, rules, checkpoint);
      index.#place({ plain, slice, place: index.#places.next++, isGone: false });
      if (checkpoint.due()) yield;
    }
    return index;
  }

  /** The slices as they are now, whatever changes later, until the view is ended. */
  view(): { readonly slices: SliceView; readonly end: () => void } {
    const slices = new SliceView(this);
    this.#views.add(slices);
    const end = (): void => {
      this.#views.delete(slices);
      slices.forget();
    };
    return { slices, end };
  }

  /** Takes the slices of another index, the very objects, in their places, but for those that are left out by name. */
  *takeFrom(other: SliceIndex, checkpoint: Checkpoint, leavesOut: (name: string) => boolean): Incremental<void> {
    this.#rules = other.#rules;
    this.#places = other.#places;
    for (const { plain, slice, place } of other.#all.items.slice()) {
      if (!leavesOut(slice.metadata.name)) this.#place({ plain, slice, place, isGone: false });
      if (checkpoint.due()) yield;
    }
  }

  /** An index of its own with these slices. `places`: those of slices that come later are counted together with this one, or by itself. */
  copy(places: 'common' | 'own'): SliceIndex {
    const copy = new SliceIndex([]);
    inOneGo(copy.takeFrom(this, UNLIMITED, () => false));
    if (places === 'own') copy.#places = { ...this.#places };
    return copy;
  }

  /** Puts other rules in the place of the ones it had. Gives the slices that have other taints for it. */
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

  /** Returns whether a device of some slice stands for resources of its node. */
  get hasNodeAllocatable(): boolean {
    return this.#nodeAllocatable > 0;
  }

  /** The number of slices. */
  get size(): number {
    return this.#all.size;
  }

  /** The slices in order. */
  get all(): readonly ResourceSlice[] {
    this.#known ??= this.#all.items.map(sliceOf);
    return this.#known;
  }

  /** The slices in order, without the taints of rules. */
  get allPlain(): readonly ResourceSlice[] {
    return this.#all.items.map(({ plain }) => plain);
  }

  /**
   * Adds a slice, or puts it in the place of the one with its name. Gives the one that is gone, and the new one with its taints. `place`: that of the
   * slice in an index that has the places in common. Nothing is done where the checkpoint stops it.
   */
  *put(plain: ResourceSlice, place?: number, checkpoint: Checkpoint = UNLIMITED): Incremental<SliceChange> {
    const slice = yield* this.#tainting(() => plain, checkpoint);
    const known = this.#byName.get(plain.metadata.name);
    if (known !== undefined && isListedAlike(known.slice, plain)) return this.#replace(known, plain, slice);
    if (known !== undefined) this.#delete(known);
    this.#place({ plain, slice, place: place ?? known?.place ?? this.#places.next++, isGone: false });
    return { old: known?.slice, added: slice };
  }

  /** Takes a slice out by its name, and gives it. */
  remove(name: string): ResourceSlice | undefined {
    const known = this.#byName.get(name);
    if (known === undefined) return undefined;
    this.#delete(known);
    this.#byName.delete(name);
    return known.slice;
  }

  /** The place where a slice is; undefined: there is none of this name. */
  placeOf(name: string): number | undefined {
    return this.#byName.get(name)?.place;
  }

  /** Returns whether there is a slice of this name. */
  has(name: string): boolean {
    return this.#byName.get(name) !== undefined;
  }

  /** Slices that may be relevant for a node: its own ones, then those that choose nodes otherwise. */
  forNode(nodeName: string): readonly ResourceSlice[] {
    return [...this.ofNode(nodeName), ...this.shared];
  }

  /** The slices of a node. */
  ofNode(nodeName: string): readonly ResourceSlice[] {
    return this.#onNode.get(nodeName)?.items.map(sliceOf) ?? NONE;
  }

  /** The slices that choose nodes otherwise. */
  get shared(): readonly ResourceSlice[] {
    this.#knownShared ??= this.#shared.items.map(sliceOf);
    return this.#knownShared;
  }

  /** Every slice of a pool, of any node and generation. */
  ofPool(driver: string, pool: string): readonly ResourceSlice[] {
    return this.#ofPool.get(driver)?.get(pool)?.slices ?? NONE;
  }

  /** Slices of a pool among which are all that have a device of this name: of a pool of many slices no others. */
  withDevice(driver: string, pool: string, device: string): readonly ResourceSlice[] {
    return this.#ofPool.get(driver)?.get(pool)?.withDevice(device) ?? NONE;
  }

  /** Views keep the lists of a slice that comes, goes or is about to change. */
  #keep(slice: ResourceSlice): void {
    for (const view of this.#views) view.keep(slice);
  }

  /** Drops what was derived from a slice, or from the one in its place: it is derived anew. */
  #forget({ spec: { driver, pool } }: ResourceSlice): void {
    this.#known = undefined;
    this.#knownShared = undefined;
    this.#ofPool.get(driver)?.get(pool.name)?.forget();
  }

  /** Puts a slice in the place of one that is in the same lists: most slices that come again say where they belong as before. */
  #replace(placed: Placed, plain: ResourceSlice, slice: ResourceSlice): SliceChange {
    const old = placed.slice;
    this.#keep(old);
    this.#nodeAllocatable += countOf(slice) - countOf(old);
    placed.plain = plain;
    placed.slice = slice;
    this.#forget(slice);
    return { old, added: slice };
  }

  /** A slice with the taints of the rules, both as they are finally: other calls may change them where this one yields. */
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
    // Nodes and pools that are gone for good leave nothing behind.
    if (this.#onNode.get(nodeName)?.size === 0) this.#onNode.delete(nodeName);
    const pools = this.#ofPool.get(driver);
    if (pools?.get(pool.name)?.placed.size === 0) pools.delete(pool.name);
    if (pools?.size === 0) this.#ofPool.delete(driver);
  }

  /** The lists that a slice belongs to. */
  #listsOf({ spec: { driver, pool, nodeName = '' } }: ResourceSlice): PlacedSlices[] {
    const where = nodeName === '' ? this.#shared : largeEntryIn(this.#onNode, nodeName, () => new PlacedSlices());
    const pools = entryIn(this.#ofPool, driver, () => new LargeMap<string, PoolSlices>(numberOfText));
    return [this.#all, where, largeEntryIn(pools, pool.name, () => new PoolSlices()).placed];
  }
}

/** Returns whether two slices belong to the same lists. */
function isListedAlike({ spec: left }: ResourceSlice, { spec: right }: ResourceSlice): boolean {
  return left.driver === right.driver && left.pool.name === right.pool.name && (left.nodeName ?? '') === (right.nodeName ?? '');
}

function sliceOf({ slice }: Placed): ResourceSlice {
  return slice;
}

/** Returns whether a device of a slice stands for resources of its node. */
export function hasNodeAllocatable({ spec: { devices } }: ResourceSlice): boolean {
  return devices.some(({ nodeAllocatableResources }) => nodeAllocatableResources.size > 0);
}

function countOf(slice: ResourceSlice): 0 | 1 {
  return hasNodeAllocatable(slice) ? 1 : 0;
}

const NONE: readonly never[] = [];

/** A key for a pool. Names are free text until validated, so the separator is one that no name check lets through. */
export function poolKey(driver: string, pool: string): string {
  return `${driver}\0${pool}`;
}
