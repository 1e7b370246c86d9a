// The nodes of a cluster with what their pods take of them. Each has a slot, and a journal lists the slots that changed, so that whoever remembers
// something of nodes looks at those alone. What was remembered of a node holds as long as its `NodeInfo` is the same object.

import type { Node } from '../../api/node.js';
import { compareBytes } from '../../base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../base/checkpoint.js';
import { Journal } from '../../base/journal.js';
import { type NodeInfo, nodeInfo, type PodInfo, withNode, withoutPod, withPod } from '../../filters/node-info.js';

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

const ENTRIES_FOR_EACH_NODE = 4;
const LEAST_ENTRIES = 1024;

/** The nodes, which follow the cluster when they are asked to. */
export class NodeTable {
  readonly #sources: NodeSources;
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #infos: (NodeInfo | undefined)[] = [];
  readonly #journal = new Journal();
  /** Names of nodes whose objects changed, and of those that came. */
  readonly #changed = new Set<string>();
  #order: SlotOrder | undefined;
  #imagesStamp = 0;
  /** The number of nodes with pods that demand that some pods are not with them. */
  #repelling = 0;

  constructor(sources: NodeSources) {
    this.#sources = sources;
    for (const name of sources.nodeNames()) this.#changed.add(name);
  }

  /** The slots that changed, some of them several times. Requires: `update` found that nothing is left to do. */
  get journal(): Pick<Journal, 'end' | 'since'> {
    return this.#journal;
  }

  /** Changes when nodes come or go, and when one has other images. */
  get imagesStamp(): number {
    return this.#imagesStamp;
  }

  get hasRepellingPods(): boolean {
    return this.#repelling > 0;
  }

  /** The slots in the order of the names of their nodes. */
  get order(): SlotOrder {
    this.#order ??= this.#orderNow();
    return this.#order;
  }

  #orderNow(): SlotOrder {
    const slots = Array.from(this.#slots)
      .sort(([left], [right]) => compareBytes(left, right))
      .map(([, slot]) => slot);
    const placeOf = new Int32Array(this.#infos.length);
    for (let place = 0; place < slots.length; place++) placeOf[slots[place] as number] = place;
    return { slots, placeOf };
  }

  /** Lists the slots, used or not. */
  allSlots(): Iterable<number> {
    return this.#infos.keys();
  }

  slotOf(name: string): number | undefined {
    return this.#slots.get(name);
  }

  /** The node of a slot; undefined: it is not used. */
  infoAt(slot: number): NodeInfo | undefined {
    return this.#infos[slot];
  }

  nodeChanged(name: string): void {
    this.#changed.add(name);
    // One that comes again at once is behind the others in the list of nodes, the first of which tells the size of an image.
    if (this.#sources.node(name) === undefined) this.#imagesStamp++;
  }

  /** A pod came to a node (`after`), or left it (`before`). */
  podChanged(nodeName: string, before: PodInfo | undefined, after: PodInfo | undefined): void {
    const slot = this.#slots.get(nodeName);
    const info = slot === undefined ? undefined : this.#infos[slot];
    // A node that is not there, or is made anew, will be made with its pods.
    if (slot === undefined || info === undefined) return;
    const left = before === undefined ? info : withoutPod(info, before);
    this.#set(slot, after === undefined ? left : withPod(left, after, UNLIMITED));
  }

  /** Follows the nodes that changed, until it must end (an error) or `isOver` says so. Gives whether nothing is left to do. */
  update(checkpoint: Checkpoint, isOver: () => boolean = () => false): boolean {
    if (this.#changed.size === 0) return true;
    for (const name of this.#changed) {
      if (isOver()) return false;
      checkpoint.step();
      this.#updateNode(name, checkpoint);
      this.#changed.delete(name);
    }
    return true;
  }

  #updateNode(name: string, checkpoint: Checkpoint): void {
    const node = this.#sources.node(name);
    const slot = this.#slots.get(name);
    if (node === undefined) {
      if (slot !== undefined) this.#leave(name, slot);
      return;
    }
    const before = slot === undefined ? undefined : this.#infos[slot];
    const info = before === undefined ? nodeInfo(node, this.#sources.podsOn(name), checkpoint) : withNode(before, node, checkpoint);
    if (before === undefined || !hasSameImages(before.node, node)) this.#imagesStamp++;
    this.#set(slot ?? this.#enter(name), info);
  }

  #enter(name: string): number {
    const slot = this.#free.pop() ?? this.#infos.length;
    this.#slots.set(name, slot);
    this.#order = undefined;
    return slot;
  }

  #leave(name: string, slot: number): void {
    this.#slots.delete(name);
    this.#order = undefined;
    this.#set(slot, undefined);
    this.#free.push(slot);
  }

  #set(slot: number, info: NodeInfo | undefined): void {
    this.#repelling += repels(info) - repels(this.#infos[slot]);
    this.#infos[slot] = info;
    this.#journal.note(slot);
    this.#journal.trim(Math.max(LEAST_ENTRIES, ENTRIES_FOR_EACH_NODE * this.#infos.length));
  }
}

function repels(info: NodeInfo | undefined): number {
  return info !== undefined && info.repelling > 0 ? 1 : 0;
}

/** Tells whether two nodes report the same images: most changes of a node are of something else. */
function hasSameImages({ status: { images: left } }: Node, { status: { images: right } }: Node): boolean {
  if (left.length !== right.length) return false;
  return left.every(({ names, sizeBytes }, index) => {
    const other = right[index] as (typeof right)[0];
    return sizeBytes === other.sizeBytes && names.length === other.names.length && names.every((name, at) => name === other.names[at]);
  });
}
