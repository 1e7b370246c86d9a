// The objects of a cluster that stays, and what is derived from them. Objects keep the order of their first `apply`.

import type { DeviceClass } from '../api/device-class.js';
import type { DeviceTaintRule } from '../api/device-taint-rule.js';
import type { Node } from '../api/node.js';
import type { ObjectSet } from '../api/objects.js';
import type { AllocatedDevice, Allocation, ResourceClaim, ResourceClaimStatus } from '../api/resource-claim.js';
import type { ResourceSlice } from '../api/resource-slice.js';
import { compareBytes } from '../byte-order.js';
import type { SelectorCache } from '../cel/cache.js';
import { AllocatedState, type AllocatedView } from '../encode/allocated-state.js';
import { type NodeView, viewFrom } from '../encode/node-view.js';
import { AllocationError } from '../errors.js';
import type { Features } from '../features/features.js';
import type { Kernel } from '../kernel/problem.js';
import type { ResidentMemory } from '../kernel/resident.js';
import { deviceKey, listedKeyOf } from '../pools/pool.js';
import { poolKey, type SliceChange, SliceIndex } from '../pools/slice-index.js';
import { type ClusterSource, Resident } from '../resident/resident.js';
import { ViewableMap } from '../viewable-map.js';
import { type ClaimSet, claimKey, type Held, withHeld } from './claims.js';
import { ViewCache } from './view-cache.js';

/** Kinds that can be removed, beside slices and claims, with the map that holds them. */
const KINDS = { Node: 'nodes', DeviceClass: 'classes', DeviceTaintRule: 'taintRules' } as const;

/** What a claim holds. There are as many as there are pods, so that they are small. */
interface HeldByKey extends Held {
  /** The `deviceKey` of each result. */
  readonly keys: readonly string[];
}

/** What an allocation needs of a cluster. */
export interface StateView {
  readonly deviceClasses: ReadonlyMap<string, DeviceClass>;
  readonly allocated: AllocatedView;
  node(name: string): Node | undefined;
  /** Throws `node-selection-failed`. */
  view(node: Node): NodeView;
}

/** The state at a time, until it is ended. */
export interface StateSnapshot extends StateView {
  end(): void;
}

/** The objects, and indices over them that are made when they are first needed. */
export class ClusterState implements StateView, ClusterSource {
  readonly #features: Features;
  readonly #selectors: SelectorCache;
  readonly #kernel: Kernel;
  readonly #objects = {
    nodes: new ViewableMap<Node>(),
    classes: new Map<string, DeviceClass>(),
    taintRules: new Map<string, DeviceTaintRule>(),
  };
  /** What each claim that is known to be allocated holds, and what drivers report of it. */
  readonly #held = new Map<string, HeldByKey>();
  readonly #allocated: AllocatedState;
  #slices = new SliceIndex([]);
  #classes: ReadonlyMap<string, DeviceClass> | undefined;
  #nodeList: readonly Node[] | undefined;
  #views = new ViewCache();
  /** How many snapshots have the slices and views as well, so that changes must leave them alone. */
  #readers = { count: 0 };
  #resident: Resident | undefined;
  #version = 0;

  constructor(features: Features, selectors: SelectorCache, kernel: Kernel) {
    this.#features = features;
    this.#selectors = selectors;
    this.#kernel = kernel;
    this.#allocated = new AllocatedState(features);
  }

  /** Changes with every change of the state. */
  get version(): number {
    return this.#version;
  }

  /** The cluster in the memory of the solver; undefined where the solver has no such thing, or no memory for it. */
  get resident(): Resident | undefined {
    if (this.#resident?.isWasteful === true) {
      this.#resident.retire();
      this.#resident = undefined;
    }
    const memory = this.#resident === undefined ? this.#newMemory() : undefined;
    if (memory !== undefined) this.#resident = new Resident(this, this.#features, this.#selectors, memory, this.#kernel);
    return this.#resident;
  }

  #newMemory(): ResidentMemory | undefined {
    try {
      return this.#kernel.resident?.();
    } catch (error) {
      // Every node can be searched by itself.
      if (error instanceof AllocationError && error.code === 'input-too-large') return undefined;
      throw error;
    }
  }

  /** Devices in use. */
  get allocated(): AllocatedState {
    return this.#allocated;
  }

  /** The classes by name. The map that was handed out before never changes. */
  get deviceClasses(): ReadonlyMap<string, DeviceClass> {
    this.#classes ??= new Map(this.#objects.classes);
    return this.#classes;
  }

  /** The slices, with the taints of DeviceTaintRules. */
  get slices(): SliceIndex {
    return this.#slices;
  }

  get #rules(): readonly DeviceTaintRule[] {
    return this.#features.deviceTaintRules ? [...this.#objects.taintRules.values()] : [];
  }

  get nodes(): Pick<ReadonlyMap<string, Node>, 'get' | 'has' | 'keys' | 'size'> {
    return this.#objects.nodes;
  }

  /** How many objects of each kind there are; of claims those that hold devices. */
  get counts(): Readonly<Record<'nodes' | 'resourceSlices' | 'deviceClasses' | 'deviceTaintRules' | 'allocatedClaims', number>> {
    const { nodes, classes, taintRules } = this.#objects;
    const [deviceClasses, deviceTaintRules] = [classes.size, taintRules.size];
    return { nodes: nodes.size, resourceSlices: this.#slices.size, deviceClasses, deviceTaintRules, allocatedClaims: this.#held.size };
  }

  /** The nodes, in no order. A list that was handed out before never changes. */
  get nodeList(): readonly Node[] {
    this.#nodeList ??= [...this.#objects.nodes.values()];
    return this.#nodeList;
  }

  node(name: string): Node | undefined {
    return this.#objects.nodes.get(name);
  }

  /** Node names in order. */
  nodeNames(): readonly string[] {
    return [...this.#objects.nodes.keys()].sort(compareBytes);
  }

  /** What a node sees, remembered until something changes. Throws `node-selection-failed`. */
  view(node: Node): NodeView {
    return this.#viewIn(this.#views, this.slices, node);
  }

  /** The state as of now, whatever changes later. To be ended. */
  snapshot(): StateSnapshot {
    const { deviceClasses, slices } = this;
    const views = this.#views;
    const readers = this.#readers;
    readers.count++;
    const { allocated, end } = this.#allocated.view();
    const nodes = this.#objects.nodes.view();
    return {
      deviceClasses,
      allocated,
      node: (name) => nodes.values.get(name),
      view: (node) => this.#viewIn(views, slices, node),
      end: () => {
        readers.count--;
        nodes.end();
        end();
      },
    };
  }

  #viewIn(views: ViewCache, slices: SliceIndex, node: Node): NodeView {
    const name = node.metadata.name;
    let view = views.get(name);
    if (view === undefined || view.node !== node) {
      view = viewFrom(node, slices, this.#features, this.#selectors);
      // Only nodes of the cluster are remembered, not those that callers make up.
      if (this.#objects.nodes.get(name) === node) views.set(name, view);
    }
    return view;
  }

  /** Adds or replaces objects. */
  apply(set: Pick<ObjectSet, 'nodes' | 'deviceClasses' | 'resourceSlices' | 'deviceTaintRules' | 'resourceClaims'>): void {
    const { nodes, classes, taintRules } = this.#objects;
    this.#version++;
    if (set.nodes.length > 0) this.#nodeList = undefined;
    for (const node of set.nodes) {
      nodes.set(node.metadata.name, node);
      // A node brings nothing but itself; its view is told apart by the object.
      this.#resident?.nodeChanged(node.metadata.name);
    }
    for (const deviceClass of set.deviceClasses) classes.set(deviceClass.metadata.name, deviceClass);
    if (set.deviceClasses.length > 0) this.#forgetClasses();
    for (const rule of set.deviceTaintRules) taintRules.set(rule.metadata.name, rule);
    if (set.deviceTaintRules.length > 0) this.#rulesChanged();
    for (const slice of set.resourceSlices) {
      this.#slicesChanged([this.#ownSlices().put(slice)]);
    }
    for (const claim of set.resourceClaims) {
      // A claim without status says nothing about devices: it frees nothing.
      const { allocation, devices } = claim.status;
      if (allocation !== undefined) this.hold(claimKey(claim), allocation, devices);
    }
  }

  /** Removes an object by kind and name; for a claim the name is its key. What is not there is left alone. */
  remove(kind: string, name: string): void {
    if (kind === 'ResourceClaim') {
      this.free(name);
      return;
    }
    if (kind === 'ResourceSlice') {
      this.#removeSlice(name);
      return;
    }
    if (!isKind(kind) || !this.#objects[KINDS[kind]].has(name)) return;
    if (kind === 'Node') this.#objects.nodes.set(name, undefined);
    else this.#objects[KINDS[kind]].delete(name);
    this.#version++;
    if (kind === 'Node') {
      this.#nodeList = undefined;
      this.#views.delete(name);
      this.#resident?.nodeChanged(name);
    } else if (kind === 'DeviceClass') this.#forgetClasses();
    else this.#rulesChanged();
  }

  #removeSlice(name: string): void {
    if (!this.#slices.has(name)) return;
    this.#version++;
    this.#slicesChanged([{ old: this.#ownSlices().remove(name), added: undefined }]);
  }

  /** What a claim holds; undefined when nothing is known. */
  heldBy(key: string): Allocation | undefined {
    return this.#held.get(key)?.allocation;
  }

  /** Claims as the cluster knows them: one without status that holds devices keeps them. */
  known({ claims, keys }: ClaimSet): readonly ResourceClaim[] {
    if (this.#held.size === 0) return claims;
    return claims.map((claim, index) => {
      const isUnknown = claim.status.allocation === undefined && claim.metadata.name !== '';
      const held = isUnknown ? this.#held.get(keys[index] as string) : undefined;
      return held === undefined ? claim : withHeld(claim, held);
    });
  }

  /** Notes what a claim holds, in place of what it held before, and what drivers report of its devices. */
  hold(key: string, allocation: Allocation, reported?: ResourceClaimStatus['devices']): void {
    this.free(key);
    const { results } = allocation;
    const keys = results.map((result) => this.#keyOf(result));
    this.#held.set(key, { allocation, keys, reported });
    this.#allocated.add(results, keys);
    this.#version++;
    this.#resident?.useChanged(results, keys);
  }

  /** The `deviceKey` of a result: that of the device, if it has one already, since another text of many would take as much memory again. */
  #keyOf({ driver, pool, device }: AllocatedDevice): string {
    for (const slice of this.#slices.withDevice(driver, pool, device)) {
      const key = listedKeyOf(slice, device);
      if (key !== undefined) return key;
    }
    return deviceKey(driver, pool, device);
  }

  /** Frees what a claim holds. */
  free(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    const { keys, allocation } = held;
    this.#held.delete(key);
    this.#allocated.remove(allocation.results, keys);
    this.#version++;
    this.#resident?.useChanged(allocation.results, keys);
  }

  /** The slices, which nobody else has. */
  #ownSlices(): SliceIndex {
    const { slices } = this;
    if (this.#readers.count === 0) return slices;
    this.#views = new ViewCache();
    this.#readers = { count: 0 };
    this.#slices = slices.copy();
    return this.#slices;
  }

  /** Every node that may see the pool of a slice looks at it anew. */
  #slicesChanged(changes: readonly SliceChange[]): void {
    if (this.#resident === undefined && this.#views.isEmpty) return;
    const concerned = this.#nodesConcerned(changes.flatMap(({ old, added }) => [old, added]));
    if (concerned === undefined) this.#views = new ViewCache();
    else for (const name of concerned) this.#views.delete(name);
    const gone = changes.flatMap(({ old, added }) => (old === undefined || old === added ? [] : [old]));
    this.#resident?.slicesChanged(gone, concerned);
  }

  /** The nodes that may see the pools of slices; undefined: any node may. A pool is judged by all of its slices. */
  #nodesConcerned(changed: readonly (ResourceSlice | undefined)[]): Set<string> | undefined {
    const names = new Set<string>();
    const pools = new Set<string>();
    for (const slice of changed) {
      if (slice === undefined) continue;
      const { driver, pool, nodeName = '' } = slice.spec;
      if (nodeName === '') return undefined;
      names.add(nodeName);
      const key = poolKey(driver, pool.name);
      if (pools.size === pools.add(key).size) continue;
      for (const { spec } of this.slices.ofPool(driver, pool.name)) {
        if ((spec.nodeName ?? '') === '') return undefined;
        names.add(spec.nodeName as string);
      }
    }
    return names;
  }

  #forgetClasses(): void {
    this.#classes = undefined;
    // Examiners remember what the selectors of classes said.
    this.#views = new ViewCache();
    this.#resident?.classesChanged();
  }

  /** Slices with other taints than before are other slices. */
  #rulesChanged(): void {
    const changes = this.#ownSlices().setRules(this.#rules);
    if (changes.length > 0) this.#slicesChanged(changes);
  }
}

function isKind(kind: string): kind is keyof typeof KINDS {
  return Object.hasOwn(KINDS, kind);
}
