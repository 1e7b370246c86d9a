// The nodes of a call, with what filters say of each to pods of one shape. Nodes are in a list that all shapes share, so that a change of a node after which
// filters say the same is written down once, whatever the number of shapes.

import type { ListedNodes } from '../allocator/evaluate/node-evaluator.js';
import type { Node } from '../core/api/node.js';
import { bytesOfText } from '../core/base/lru-cache.js';
import { VersionedList } from '../core/base/versioned-list.js';
import { PASSED, type Rejection } from '../scheduler/filters/filter.js';
import type { NodeInfo } from '../scheduler/filters/node-info.js';

/** About what a reason takes next to its particulars; its other texts are constants. */
const REASON_BYTES = 64;

/** The reasons of filters why a pod may not go to a node. Nobody changes them. */
export interface NodeReasons {
  /** The reasons of the filters before the one for devices; empty: the node passes. */
  readonly before: readonly Rejection[];
  /** The reasons of those after it. */
  readonly after: readonly Rejection[];
}

/** The reasons of all nodes that have none. */
export const NO_REASONS: NodeReasons = Object.freeze({ before: PASSED, after: PASSED });

/** The reasons of filters before the one for devices, and after it. */
export function nodeReasons(before: readonly Rejection[], after: readonly Rejection[]): NodeReasons {
  return before.length === 0 && after.length === 0 ? NO_REASONS : { before, after };
}

/** True where the filters before the one for devices let the pod pass. */
export function passes({ before }: NodeReasons): boolean {
  return before.length === 0;
}

/** Bytes that reasons take. */
export function bytesOfReasons(reasons: NodeReasons): number {
  return reasons === NO_REASONS ? 0 : REASON_BYTES + bytesOf(reasons.before) + bytesOf(reasons.after);
}

function bytesOf(reasons: readonly Rejection[]): number {
  let bytes = 0;
  for (let index = 0; index < reasons.length; index++) bytes += REASON_BYTES + bytesOfText((reasons[index] as Rejection).detail ?? '');
  return bytes;
}

/** The nodes that pass the filters before the one for devices: the same object as long as it is the same nodes. */
export class PassingNodes {
  readonly count: number;
  readonly #infos: VersionedList<NodeInfo>;
  readonly #reasons: VersionedList<NodeReasons>;
  #nodes: readonly Node[] | undefined;

  /** `count`: the number of those that pass. */
  constructor(infos: VersionedList<NodeInfo>, reasons: VersionedList<NodeReasons>, count: number) {
    this.#infos = infos;
    this.#reasons = reasons;
    this.count = count;
  }

  /** The nodes by name, listed for the first the caller: the same list each time. */
  get nodes(): readonly Node[] {
    this.#nodes ??= this.#infos.toArray().flatMap(({ node }, place) => (passes(this.#reasons.at(place)) ? [node] : []));
    return this.#nodes;
  }
}

/** The nodes that a call is about, by name. Nobody changes them. To those who ask about devices they are the list of the nodes that pass. */
export class NodesAsked implements ListedNodes {
  readonly infos: VersionedList<NodeInfo>;
  /** Parallel to the nodes: what filters say of each. */
  readonly reasons: VersionedList<NodeReasons>;
  /** Parallel to the nodes: their slots in the table of nodes; of a node that a caller made up there is none. */
  readonly slots: readonly number[];
  readonly passing: PassingNodes;
  /** These are all nodes of the cluster. */
  readonly isEvery: boolean;

  constructor(
    infos: VersionedList<NodeInfo>,
    reasons: VersionedList<NodeReasons>,
    slots: readonly number[],
    passing: PassingNodes,
    isEvery: boolean,
  ) {
    this.infos = infos;
    this.reasons = reasons;
    this.slots = slots;
    this.passing = passing;
    this.isEvery = isEvery;
  }

  get nodes(): readonly Node[] {
    return this.passing.nodes;
  }

  lacks(place: number, name: string): boolean {
    const { infos, reasons } = this;
    return infos.at(place)?.node.metadata.name === name && !passes(reasons.at(place));
  }
}

/** A node that a call is about, with what filters say of it. */
interface NodeAsked {
  readonly info: NodeInfo;
  readonly reasons: NodeReasons;
  readonly slot?: number;
}

/** Nodes that a call is about, some of those of the cluster. */
export function nodesAsked(nodes: readonly NodeAsked[]): NodesAsked {
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
  return new NodesAsked(ofNodes, ofReasons, slots, new PassingNodes(ofNodes, ofReasons, count), false);
}

/** Some of the nodes, in their order. */
export function only({ infos, reasons, slots }: NodesAsked, wanted: readonly Node[]): NodesAsked {
  const names = new Set(wanted.map(({ metadata }) => metadata.name));
  const all = infos.toArray().map((info, place): NodeAsked => ({ info, reasons: reasons.at(place), slot: slots[place] as number }));
  return nodesAsked(all.filter(({ info }) => names.has(info.node.metadata.name)));
}
