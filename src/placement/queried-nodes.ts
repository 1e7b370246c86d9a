// The nodes of a call, with the filter results for pods of one shape. All shapes share the list of nodes, so a node change that leaves the
// filter results unchanged is recorded once for all shapes.

import type { ListedNodes } from '../allocator/evaluate/node-evaluator.js';
import type { Node } from '../core/api/node.js';
import { bytesOfText } from '../core/base/lru-cache.js';
import { VersionedList } from '../core/base/versioned-list.js';
import { PASSED, type Rejection } from '../scheduler/filters/filter.js';
import type { NodeInfo } from '../scheduler/filters/node-info.js';

/** The approximate size of a reason without its detail; its other texts are constants. */
const REASON_BYTES = 64;

/** The reasons of filters to reject a node. Immutable. */
export interface NodeReasons {
  /** The reasons of the filters before the device filter; empty if the node passes. */
  readonly before: readonly Rejection[];
  /** The reasons of the filters after the device filter. */
  readonly after: readonly Rejection[];
}

/** The shared object for all nodes without reasons. */
export const NO_REASONS: NodeReasons = Object.freeze({ before: PASSED, after: PASSED });

/** Returns the reasons of the filters before and after the device filter. */
export function nodeReasons(before: readonly Rejection[], after: readonly Rejection[]): NodeReasons {
  return before.length === 0 && after.length === 0 ? NO_REASONS : { before, after };
}

/** Returns whether the filters before the device filter pass. */
export function passes({ before }: NodeReasons): boolean {
  return before.length === 0;
}

/** Returns the approximate memory of the reasons, in bytes. */
export function bytesOfReasons(reasons: NodeReasons): number {
  return reasons === NO_REASONS ? 0 : REASON_BYTES + bytesOf(reasons.before) + bytesOf(reasons.after);
}

function bytesOf(reasons: readonly Rejection[]): number {
  let bytes = 0;
  for (let index = 0; index < reasons.length; index++) bytes += REASON_BYTES + bytesOfText((reasons[index] as Rejection).detail ?? '');
  return bytes;
}

/** The nodes that pass the filters before the device filter. It is the same object as long as the nodes are the same. */
export class PassingNodes {
  readonly count: number;
  readonly #infos: VersionedList<NodeInfo>;
  readonly #reasons: VersionedList<NodeReasons>;
  #nodes: readonly Node[] | undefined;

  /** `count`: the number of nodes that pass. */
  constructor(infos: VersionedList<NodeInfo>, reasons: VersionedList<NodeReasons>, count: number) {
    this.#infos = infos;
    this.#reasons = reasons;
    this.count = count;
  }

  /** The nodes by name, listed on first access: the same list each time. */
  get nodes(): readonly Node[] {
    this.#nodes ??= this.#infos.toArray().flatMap(({ node }, place) => (passes(this.#reasons.at(place)) ? [node] : []));
    return this.#nodes;
  }
}

/** The nodes of a call, by name. Immutable. The device search sees only the passing nodes. */
export class QueriedNodes implements ListedNodes {
  readonly infos: VersionedList<NodeInfo>;
  /** Parallel to the nodes. */
  readonly reasons: VersionedList<NodeReasons>;
  /** Parallel to the nodes: their slots in the node table. A node that the caller made up has no slot. */
  readonly slots: readonly number[];
  readonly passing: PassingNodes;
  /** True if the call covers every node of the cluster. */
  readonly isEvery: boolean;
  /** All nodes of the cluster. Their pods count for scores even if the call covers only some nodes. */
  readonly all: VersionedList<NodeInfo>;

  constructor(
    infos: VersionedList<NodeInfo>,
    reasons: VersionedList<NodeReasons>,
    slots: readonly number[],
    passing: PassingNodes,
    isEvery: boolean,
    all = infos,
  ) {
    this.infos = infos;
    this.reasons = reasons;
    this.slots = slots;
    this.passing = passing;
    this.isEvery = isEvery;
    this.all = all;
  }

  get nodes(): readonly Node[] {
    return this.passing.nodes;
  }

  lacks(place: number, name: string): boolean {
    const { infos, reasons } = this;
    return infos.at(place)?.node.metadata.name === name && !passes(reasons.at(place));
  }
}

/** A node of a call, with its filter results. */
interface QueriedNode {
  readonly info: NodeInfo;
  readonly reasons: NodeReasons;
  readonly slot?: number;
}

/** Returns the nodes of a call that covers some nodes of the cluster. */
export function queriedNodes(nodes: readonly QueriedNode[], all?: VersionedList<NodeInfo>): QueriedNodes {
  const infos: NodeInfo[] = [];
  const reasons: NodeReasons[] = [];
  const slots: number[] = [];
  let count = 0;
  for (const node of nodes) {
    infos.push(node.info);
    reasons.push(node.reasons);
    if (node.slot !== undefined) slots.push(node.slot);
    if (passes(node.reasons)) count++;
  }
  const [ofNodes, ofReasons] = [VersionedList.of(infos), VersionedList.of(reasons)];
  return new QueriedNodes(ofNodes, ofReasons, slots, new PassingNodes(ofNodes, ofReasons, count), false, all);
}

/** Returns the given nodes only, in the order of the list. */
export function only({ infos, reasons, slots }: QueriedNodes, selection: readonly Node[]): QueriedNodes {
  const names = new Set(selection.map(({ metadata }) => metadata.name));
  const listed = infos.toArray().map((info, place): QueriedNode => ({ info, reasons: reasons.at(place), slot: slots[place] as number }));
  return queriedNodes(
    listed.filter(({ info }) => names.has(info.node.metadata.name)),
    infos,
  );
}
