// The nodes of a cluster with the resources that their pods use. Each node has a slot. The list by name has versions, so a
// reader visits only the nodes that changed since its version. Data derived from a node is valid while its `NodeInfo` is the
// same object.

import type { Node } from '../core/api/node.js';
import { compareBytes } from '../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { sorting } from '../core/base/sorting.js';
import { VersionedList } from '../core/base/versioned-list.js';
import { keepsRoom, type NodeInfo, nodeInfo, type PodInfo, withNode, withoutPod, withPod } from '../scheduler/filters/node-info.js';

/** The part of a cluster from which nodes with their pods are built. */
export interface NodeSources {
  node(name: string): Node | undefined;
  nodeNames(): Iterable<string>;
  podsOn(nodeName: string): readonly PodInfo[];
}

/** The nodes by name. Immutable. */
export interface SlotOrder {
  readonly slots: readonly number[];
  /** The place of each slot; meaningless for an unused slot. */
  readonly placeOf: Int32Array;
}

/** The current nodes, in order. */
export interface NodesNow {
  readonly order: SlotOrder;
  readonly infos: VersionedList<NodeInfo>;
}

/** A node object that a new object replaced. */
export interface NodeChange {
  readonly place: number;
  readonly old: NodeInfo;
  readonly info: NodeInfo;
  /** True if filters that passed before still pass, because pods left the node or returned. */
  readonly keepsRoom: boolean;
}

/** A node with at most this many ports and resources is copied when a pod is added or removed. A larger node is rebuilt on demand. */
const MOST_COPIED = 256;
/** If more than this fraction of the nodes changed, all are listed again. */
const MANY = 1 / 4;
const LEAST_MANY = 16;

/** The nodes, which follow the cluster when `update` is called. */
export class NodeTable {
  readonly #sources: NodeSources;
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #infos: (NodeInfo | undefined)[] = [];
  /** The nodes as last listed, and the slots that changed since; undefined if too many changed. */
  #listed: { readonly order: SlotOrder; readonly infos: VersionedList<NodeInfo> } | undefined;
  #moved: number[] = [];
  /** The last result of `changes`, because all shapes request the same changes. */
  #lastChanges:
    | { readonly before: VersionedList<NodeInfo>; readonly now: VersionedList<NodeInfo>; readonly changes: readonly NodeChange[] }
    | undefined;
  /** The names of new and changed nodes, each with the number of its last change: a node may change while it is built in slices. */
  readonly #changed = new Map<string, number>();
  #changes = 0;
  /** The names of the nodes that existed before the table and are not yet listed. The cluster reports later nodes. */
  #unlisted: Iterator<string> | undefined;
  /** Changes when nodes are added or removed. */
  readonly #crowded = new Set<string>();
  #order: SlotOrder | undefined;
  /** Changes when nodes come and go. */
  #members = 0;
  #imagesStamp = 0;
  /** The number of nodes that have pods with affinity to other pods. */
  #withTerms = 0;
  #reported = 0;

  constructor(sources: NodeSources) {
    this.#sources = sources;
    this.#unlisted = sources.nodeNames()[Symbol.iterator]();
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Changes when nodes are added or removed, and when the images of a node change. */
  get imagesStamp(): number {
    return this.#imagesStamp;
  }

  /** The total number of taints and images of all nodes. */
  get reported(): number {
    return this.#reported;
  }

  /** True if pods of any node have affinity to other pods. */
  get hasTerms(): boolean {
    return this.#withTerms > 0;
  }

  /** Returns the slots in the order of their node names. */
  *order(checkpoint: Checkpoint): Incremental<SlotOrder> {
    if (this.#order !== undefined) return this.#order;
    const members = this.#members;
    const sorted = yield* sorting(this.#slots, ([left], [right]) => compareBytes(left, right), checkpoint);
    const slots: number[] = [];
    const placeOf = new Int32Array(this.#infos.length);
    for (let place = 0; place < sorted.length; place++) {
      const slot = (sorted[place] as readonly [string, number])[1];
      slots.push(slot);
      placeOf[slot] = place;
      if (checkpoint.due()) yield;
    }
    const order = { slots, placeOf };
    if (this.#members === members) this.#order = order;
    return order;
  }

  /** Returns whether no node was added or removed since an order was returned. */
  isCurrent(order: SlotOrder): boolean {
    return this.#order === order;
  }

  /** Returns the nodes in an order that `order` just returned, in one go: the same list until a node changes. Requires: `isUpToDate`. */
  inOrder(order: SlotOrder): VersionedList<NodeInfo> {
    let infos = this.#listed?.order === order ? this.#listed.infos : undefined;
    if (infos !== undefined && this.#moved.length === 0) return infos;
    if (infos === undefined) infos = VersionedList.of(order.slots.map((slot) => this.#infos[slot] as NodeInfo));
    else for (const slot of this.#moved) infos = this.#inPlace(infos, order.placeOf[slot] as number, this.#infos[slot] as NodeInfo);
    this.#moved.length = 0;
    this.#listed = { order, infos };
    return infos;
  }

  /** Returns the nodes in order, in one go. Requires: `isUpToDate`. */
  now(checkpoint: Checkpoint): NodesNow {
    const order = this.#order ?? inOneGo(this.order(checkpoint));
    return { order, infos: this.inOrder(order) };
  }

  #inPlace(infos: VersionedList<NodeInfo>, place: number, info: NodeInfo): VersionedList<NodeInfo> {
    return infos.at(place) === info ? infos : infos.with(place, info);
  }

  /** Returns each node that differs between two lists of `inOrder` for the same order, once. */
  changes(before: VersionedList<NodeInfo>, now: VersionedList<NodeInfo>): readonly NodeChange[] {
    const lastChanges = this.#lastChanges;
    if (lastChanges?.before === before && lastChanges.now === now) return lastChanges.changes;
    const all: Omit<NodeChange, 'keepsRoom'>[] = [];
    now.forEachChange(before, (place, old) => all.push({ place, old, info: now.at(place) }));
    const changes = (all.length < 2 ? all : firstOfEach(all)).map(({ place, old, info }) => ({
      place,
      old,
      info,
      keepsRoom: keepsRoom(info, old),
    }));
    this.#lastChanges = { before, now, changes };
    return changes;
  }

  /** Returns whether this is the current object of the node. */
  has(info: NodeInfo): boolean {
    const slot = this.#slots.get(info.node.metadata.name);
    return slot !== undefined && this.#infos[slot] === info;
  }

  slotOf(name: string): number | undefined {
    return this.#slots.get(name);
  }

  /** Undefined if the slot is unused. */
  infoAt(slot: number): NodeInfo | undefined {
    return this.#infos[slot];
  }

  nodeChanged(name: string): void {
    this.#noteChange(name);
    // A node that was removed and added again is last in the list of nodes. The first node of that list determines the size of
    // an image.
    if (this.#sources.node(name) === undefined) this.#imagesStamp++;
  }

  /** A pod was added to a node (`after`), or removed from it (`before`). */
  podChanged(nodeName: string, before: PodInfo | undefined, after: PodInfo | undefined): void {
    if (this.#changed.has(nodeName)) this.#noteChange(nodeName);
    const slot = this.#slots.get(nodeName);
    const info = slot === undefined ? undefined : this.#infos[slot];
    // A node that is not in the table, or is about to be rebuilt, will be built with its current pods.
    if (slot === undefined || info === undefined || this.#crowded.has(nodeName)) return;
    if (info.usedPorts.size + info.requested.scalars.size + sizeOf(before) + sizeOf(after) > MOST_COPIED) {
      this.#crowded.add(nodeName);
      this.#noteChange(nodeName);
      return;
    }
    const left = before === undefined ? info : withoutPod(info, before);
    this.#set(slot, after === undefined ? left : inOneGo(withPod(left, after, UNLIMITED)));
  }

  #noteChange(name: string): void {
    this.#changed.set(name, ++this.#changes);
  }

  /** True if `update` has no work. */
  get isUpToDate(): boolean {
    return this.#unlisted === undefined && this.#changed.size === 0;
  }

  /** Brings changed nodes up to date. A node that changes during a pause keeps its old value until the next update. */
  *update(checkpoint: Checkpoint): Incremental<void> {
    yield* this.#listNames(checkpoint);
    for (const name of [...this.#changed.keys()]) {
      const { change, node, before, pods } = this.#begin(name);
      // Another call already built it.
      if (change === undefined) continue;
      let info: NodeInfo | undefined;
      if (node !== undefined) {
        info = before && (yield* withNode(before, node, checkpoint));
        info ??= yield* nodeInfo(node, pods, checkpoint);
      }
      this.#finish(name, change, info);
      if (checkpoint.due()) yield;
    }
  }

  /** Each call continues where the previous one stopped. */
  *#listNames(checkpoint: Checkpoint): Incremental<void> {
    while (this.#unlisted !== undefined) {
      const { done, value } = this.#unlisted.next();
      if (done === true) this.#unlisted = undefined;
      else {
        this.#noteChange(value);
        if (checkpoint.due()) yield;
      }
    }
  }

  #begin(name: string): NodeBegun {
    const slot = this.#slots.get(name);
    const before = slot === undefined || this.#crowded.has(name) ? undefined : this.#infos[slot];
    const pods = before === undefined ? this.#sources.podsOn(name) : [];
    return { change: this.#changed.get(name), node: this.#sources.node(name), before, pods };
  }

  #finish(name: string, change: number, info: NodeInfo | undefined): void {
    const last = this.#changed.get(name);
    // Another call already built it.
    if (last === undefined) return;
    if (last === change) {
      this.#changed.delete(name);
      this.#crowded.delete(name);
    } else this.#crowded.add(name);
    const slot = this.#slots.get(name);
    if (info !== undefined) {
      const before = slot === undefined ? undefined : this.#infos[slot];
      if (before === undefined || (before.node !== info.node && !hasSameImages(before.node, info.node))) this.#imagesStamp++;
      this.#set(slot ?? this.#enter(name), info);
    } else if (slot !== undefined) this.#leave(name, slot);
  }

  #enter(name: string): number {
    const slot = this.#free.pop() ?? this.#infos.length;
    this.#slots.set(name, slot);
    this.#members++;
    this.#order = undefined;
    return slot;
  }

  #leave(name: string, slot: number): void {
    this.#slots.delete(name);
    this.#members++;
    this.#order = undefined;
    this.#set(slot, undefined);
    this.#free.push(slot);
  }

  #set(slot: number, info: NodeInfo | undefined): void {
    const before = this.#infos[slot];
    this.#withTerms += hasTerms(info) - hasTerms(before);
    if (before?.node !== info?.node) this.#reported += reportedBy(info) - reportedBy(before);
    this.#infos[slot] = info;
    if (this.#listed === undefined) return;
    this.#moved.push(slot);
    if (this.#moved.length <= LEAST_MANY + MANY * this.#infos.length) return;
    this.#listed = undefined;
    this.#moved.length = 0;
  }
}

/** Returns the first change of each node whose object finally differs. */
function firstOfEach<T extends Omit<NodeChange, 'keepsRoom'>>(changes: readonly T[]): readonly T[] {
  const places = new Set<number>();
  return changes.filter(({ place, old, info }) => places.size < places.add(place).size && old !== info);
}

/** A node as it was when its rebuild began. */
interface NodeBegun {
  readonly change: number | undefined;
  readonly node: Node | undefined;
  readonly before: NodeInfo | undefined;
  /** Listed only if the node must be built from its pods. */
  readonly pods: readonly PodInfo[];
}

function reportedBy(info: NodeInfo | undefined): number {
  return info === undefined ? 0 : info.node.spec.taints.length + info.node.status.images.length;
}

function sizeOf(pod: PodInfo | undefined): number {
  return pod === undefined ? 0 : pod.hostPorts.length + pod.requested.scalars.size;
}

function hasTerms(info: NodeInfo | undefined): number {
  return info !== undefined && info.withTerms > 0 ? 1 : 0;
}

/** Returns whether two nodes report the same images. Most changes of a node leave its images unchanged. */
function hasSameImages({ status: { images: left } }: Node, { status: { images: right } }: Node): boolean {
  if (left.length !== right.length) return false;
  return left.every(({ names, sizeBytes }, index) => {
    const other = right[index] as (typeof right)[0];
    return sizeBytes === other.sizeBytes && names.length === other.names.length && names.every((name, at) => name === other.names[at]);
  });
}
