// The nodes of a cluster with what their pods take of them. Each has a slot; when it changes, its slot gets another stamp, so that whoever remembers
// something of a node finds out by comparing two numbers that it is no longer so.

import type { Node } from '../../api/node.js';
import { compareBytes } from '../../base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../base/checkpoint.js';
import { type NodeInfo, nodeInfo, type PodInfo, withNode, withoutPod, withPod } from '../../filters/node-info.js';

/** The part of a cluster that nodes with pods are made of. */
export interface NodeSources {
  node(name: string): Node | undefined;
  nodeNames(): Iterable<string>;
  podsOn(nodeName: string): readonly PodInfo[];
}

/** The nodes, which follow the cluster when they are asked to. */
export class NodeTable {
  readonly #sources: NodeSources;
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #infos: (NodeInfo | undefined)[] = [];
  readonly #stamps: number[] = [];
  /** Names of nodes whose objects changed, and of those that came. */
  readonly #changed = new Set<string>();
  #order: readonly number[] | undefined;
  #stamp = 0;
  #nodesStamp = 0;

  constructor(sources: NodeSources) {
    this.#sources = sources;
    for (const name of sources.nodeNames()) this.#changed.add(name);
  }

  /** Changes with every change of a node or its pods. Requires: `update` found that nothing is left to do. */
  get stamp(): number {
    return this.#stamp;
  }

  /** Changes when the object of a node does. */
  get nodesStamp(): number {
    return this.#nodesStamp;
  }

  /** The number of slots, used or not. */
  get size(): number {
    return this.#infos.length;
  }

  /** The slots in the order of the names of their nodes. The list that was handed out before never changes. */
  get order(): readonly number[] {
    this.#order ??= Array.from(this.#slots)
      .sort(([left], [right]) => compareBytes(left, right))
      .map(([, slot]) => slot);
    return this.#order;
  }

  slotOf(name: string): number | undefined {
    return this.#slots.get(name);
  }

  /** The node of a slot. Requires: the slot is used. */
  infoAt(slot: number): NodeInfo {
    return this.#infos[slot] as NodeInfo;
  }

  stampAt(slot: number): number {
    return this.#stamps[slot] ?? 0;
  }

  nodeChanged(name: string): void {
    this.#changed.add(name);
  }

  /** A pod came to a node (`after`), or left it (`before`). */
  podChanged(nodeName: string, before: PodInfo | undefined, after: PodInfo | undefined): void {
    const slot = this.#slots.get(nodeName);
    // A node that is not there, or is made anew, will be made with its pods.
    if (slot === undefined) return;
    const info = this.infoAt(slot);
    const left = before === undefined ? info : withoutPod(info, before);
    this.#set(slot, after === undefined ? left : withPod(left, after, UNLIMITED));
  }

  /** Follows the nodes that changed, until it must end (an error) or `isOver` says so. Gives whether nothing is left to do. */
  update(checkpoint: Checkpoint, isOver: () => boolean = () => false): boolean {
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
    this.#nodesStamp++;
    const before = slot === undefined ? undefined : this.infoAt(slot);
    const info = before === undefined ? nodeInfo(node, this.#sources.podsOn(name), checkpoint) : withNode(before, node, checkpoint);
    this.#set(slot ?? this.#enter(name), info);
  }

  #enter(name: string): number {
    const slot = this.#free.pop() ?? this.#infos.length;
    this.#slots.set(name, slot);
    this.#order = undefined;
    return slot;
  }

  #leave(name: string, slot: number): void {
    this.#nodesStamp++;
    this.#slots.delete(name);
    this.#order = undefined;
    this.#set(slot, undefined);
    this.#free.push(slot);
  }

  #set(slot: number, info: NodeInfo | undefined): void {
    this.#infos[slot] = info;
    this.#stamps[slot] = ++this.#stamp;
  }
}
