// The nodes of a cluster with what their pods take of them. Each has a slot, and a list has them by name, which is another one when they change and knows what
// changed since one before it, so that whoever remembers something of nodes checks those alone. What was remembered of a node holds as long as its `NodeInfo`
// is the same object.

import type { Node } from '../core/api/node.js';
import { compareBytes } from '../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { sorting } from '../core/base/sorting.js';
import { VersionedList } from '../core/base/versioned-list.js';
import { keepsRoom, type NodeInfo, nodeInfo, type PodInfo, withNode, withoutPod, withPod } from '../scheduler/filters/node-info.js';

/** The part of a cluster that nodes with pods are made of. */
export interface NodeSources {
  node(name: string): Node | undefined;
  nodeNames(): Iterable<string>;
  podsOn(nodeName: string): readonly PodInfo[];
}

/** The nodes by name. Never changes. */
export interface SlotOrder {
  readonly slots: readonly number[];
  /** The place of each slot; of one that is not used it means nothing. */
  readonly placeOf: Int32Array;
}

/** The nodes at a time, in their order. */
export interface NodesNow {
  readonly order: SlotOrder;
  readonly infos: VersionedList<NodeInfo>;
}

/** A node that is another one than before. */
export interface NodeChange {
  readonly place: number;
  readonly old: NodeInfo;
  readonly info: NodeInfo;
  /** True where filters that let a pod pass before do so now, too: pods left the node, or came back. */
  readonly keepsRoom: boolean;
}

/** Ports and resources of a node up to which it is changed for each pod that comes or goes. One with more is made anew when it is requested. */
const MOST_COPIED = 256;
/** The share of nodes that changed from which on all are listed anew. */
const MANY = 1 / 4;
const LEAST_MANY = 16;

/** The nodes, which follow the cluster when they are asked to. */
export class NodeTable {
  readonly #sources: NodeSources;
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #infos: (NodeInfo | undefined)[] = [];
  /** The nodes as they were listed last, and the slots that changed since; undefined: too many did. */
  #listed: { readonly order: SlotOrder; readonly infos: VersionedList<NodeInfo> } | undefined;
  #moved: number[] = [];
  /** The changes that were requested last: all shapes ask for the same. */
  #changesKnown:
    | { readonly before: VersionedList<NodeInfo>; readonly now: VersionedList<NodeInfo>; readonly changes: readonly NodeChange[] }
    | undefined;
  /** Names of nodes whose objects changed, and of those that came, with the number of the last change: they may change while they are made in slices. */
  readonly #changed = new Map<string, number>();
  #changes = 0;
  /** The names of the nodes that were there before the table, as far as they are not listed yet; the cluster reports those that come. */
  #unlisted: Iterator<string> | undefined;
  /** Names of nodes that are made anew with their pods. */
  readonly #crowded = new Set<string>();
  #order: SlotOrder | undefined;
  /** Changes when nodes come and go. */
  #members = 0;
  #imagesStamp = 0;
  /** The number of nodes with pods that demand that some pods are not with them. */
  #repelling = 0;
  #reported = 0;

  constructor(sources: NodeSources) {
    this.#sources = sources;
    this.#unlisted = sources.nodeNames()[Symbol.iterator]();
  }

  /** The number of nodes. */
  get size(): number {
    return this.#slots.size;
  }

  /** Changes when nodes come or go, and when one has other images. */
  get imagesStamp(): number {
    return this.#imagesStamp;
  }

  /** The number of taints and images of all nodes. */
  get reported(): number {
    return this.#reported;
  }

  get hasRepellingPods(): boolean {
    return this.#repelling > 0;
  }

  /** The slots in the order of the names of their nodes. */
  *order(checkpoint: Checkpoint): Incremental<SlotOrder> {
    if (this.#order !== undefined) return this.#order;
    const members = this.#members;
    const sorted = yield* sorting(this.#slots, ([left], [right]) => compareBytes(left, right), checkpoint);
    const slots = sorted.map(([, slot]) => slot);
    const placeOf = new Int32Array(this.#infos.length);
    for (let place = 0; place < slots.length; place++) placeOf[slots[place] as number] = place;
    const order = { slots, placeOf };
    if (this.#members === members) this.#order = order;
    return order;
  }

  /** The nodes in an order that `order` gave just now, in one go: the same list until one of them changes. Requires: `isUpToDate`. */
  inOrder(order: SlotOrder): VersionedList<NodeInfo> {
    let infos = this.#listed?.order === order ? this.#listed.infos : undefined;
    if (infos !== undefined && this.#moved.length === 0) return infos;
    if (infos === undefined) infos = VersionedList.of(order.slots.map((slot) => this.#infos[slot] as NodeInfo));
    else for (const slot of this.#moved) infos = this.#inPlace(infos, order.placeOf[slot] as number, this.#infos[slot] as NodeInfo);
    this.#moved.length = 0;
    this.#listed = { order, infos };
    return infos;
  }

  /** The nodes in their order, in one go. Requires: `isUpToDate`. */
  now(checkpoint: Checkpoint): NodesNow {
    const order = this.#order ?? inOneGo(this.order(checkpoint));
    return { order, infos: this.inOrder(order) };
  }

  #inPlace(infos: VersionedList<NodeInfo>, place: number, info: NodeInfo): VersionedList<NodeInfo> {
    return infos.at(place) === info ? infos : infos.with(place, info);
  }

  /** The nodes that are others in a list of `inOrder` than in one of before for the same order, each once. */
  changes(before: VersionedList<NodeInfo>, now: VersionedList<NodeInfo>): readonly NodeChange[] {
    const known = this.#changesKnown;
    if (known?.before === before && known.now === now) return known.changes;
    const all: Omit<NodeChange, 'keepsRoom'>[] = [];
    now.forEachChange(before, (place, old) => all.push({ place, old, info: now.at(place) }));
    const changes = (all.length < 2 ? all : firstOfEach(all)).map(({ place, old, info }) => ({
      place,
      old,
      info,
      keepsRoom: keepsRoom(info, old),
    }));
    this.#changesKnown = { before, now, changes };
    return changes;
  }

  /** Returns whether a node is as it is now. */
  has(info: NodeInfo): boolean {
    const slot = this.#slots.get(info.node.metadata.name);
    return slot !== undefined && this.#infos[slot] === info;
  }

  slotOf(name: string): number | undefined {
    return this.#slots.get(name);
  }

  /** The node of a slot; undefined: it is not used. */
  infoAt(slot: number): NodeInfo | undefined {
    return this.#infos[slot];
  }

  nodeChanged(name: string): void {
    this.#noteChange(name);
    // One that comes again at once is behind the others in the list of nodes, the first of which tells the size of an image.
    if (this.#sources.node(name) === undefined) this.#imagesStamp++;
  }

  /** A pod came to a node (`after`), or left it (`before`). */
  podChanged(nodeName: string, before: PodInfo | undefined, after: PodInfo | undefined): void {
    if (this.#changed.has(nodeName)) this.#noteChange(nodeName);
    const slot = this.#slots.get(nodeName);
    const info = slot === undefined ? undefined : this.#infos[slot];
    // A node that is not there, or is made anew, will be made with its pods.
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

  /** `update` finds nothing to do. */
  get isUpToDate(): boolean {
    return this.#unlisted === undefined && this.#changed.size === 0;
  }

  /** Follows the nodes that changed. Those that change again during a pause are as they were before, and made anew the next time. */
  *update(checkpoint: Checkpoint): Incremental<void> {
    yield* this.#listNames(checkpoint);
    for (const name of [...this.#changed.keys()]) {
      const { change, node, before, pods } = this.#begin(name);
      // Another call made it since.
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

  /** Each call goes on where the one before stopped. */
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
    // Another call made it since.
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
    this.#repelling += repels(info) - repels(before);
    if (before?.node !== info?.node) this.#reported += reportedBy(info) - reportedBy(before);
    this.#infos[slot] = info;
    if (this.#listed === undefined) return;
    this.#moved.push(slot);
    if (this.#moved.length <= LEAST_MANY + MANY * this.#infos.length) return;
    this.#listed = undefined;
    this.#moved.length = 0;
  }
}

/** The first change of each node, if it is another one finally. */
function firstOfEach<T extends Omit<NodeChange, 'keepsRoom'>>(changes: readonly T[]): readonly T[] {
  const places = new Set<number>();
  return changes.filter(({ place, old, info }) => places.size < places.add(place).size && old !== info);
}

/** A node as it was when it began to be made anew. */
interface NodeBegun {
  readonly change: number | undefined;
  readonly node: Node | undefined;
  readonly before: NodeInfo | undefined;
  /** They are listed for a node that is made from them. */
  readonly pods: readonly PodInfo[];
}

function reportedBy(info: NodeInfo | undefined): number {
  return info === undefined ? 0 : info.node.spec.taints.length + info.node.status.images.length;
}

function sizeOf(pod: PodInfo | undefined): number {
  return pod === undefined ? 0 : pod.hostPorts.length + pod.requested.scalars.size;
}

function repels(info: NodeInfo | undefined): number {
  return info !== undefined && info.repelling > 0 ? 1 : 0;
}

/** Returns whether two nodes report the same images: most changes of a node are of something else. */
function hasSameImages({ status: { images: left } }: Node, { status: { images: right } }: Node): boolean {
  if (left.length !== right.length) return false;
  return left.every(({ names, sizeBytes }, index) => {
    const other = right[index] as (typeof right)[0];
    return sizeBytes === other.sizeBytes && names.length === other.names.length && names.every((name, at) => name === other.names[at]);
  });
}
