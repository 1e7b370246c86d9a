// The answers of the filters for pods of one shape: remembered for each node until the node changes.

import type { Node } from '../../api/node.js';
import type { Pod } from '../../api/pod.js';
import { type Checkpoint, UNLIMITED } from '../../base/checkpoint.js';
import { weakEntryIn } from '../../base/entry-in.js';
import { PASSED, type Rejection } from '../../filters/filter.js';
import type { PodFilters } from '../../filters/filters.js';
import type { NodeInfo } from '../../filters/node-info.js';
import type { ImageSpread } from '../../scores/image-spread.js';
import type { ScoreContext } from '../../scores/score.js';
import { type PluginScore, prepareScores, rawScores, totalScores } from '../../scores/total.js';
import type { NodeTable } from './node-table.js';

/** The nodes of a cluster at a time, by name, each with what filters say of it. Nobody changes it. */
export interface NodesAsked {
  readonly nodes: readonly NodeInfo[];
  /** The reasons of the filters before the one for devices; empty: the node passes. */
  readonly before: readonly (readonly Rejection[])[];
  /** The reasons of those after it. */
  readonly after: readonly (readonly Rejection[])[];
  /** The nodes that pass the filters before the one for devices, by name: the same list as long as it is the same nodes. */
  readonly passing: readonly Node[];
}

/** Bytes that are remembered for each slot. */
export const SLOT_BYTES = 24;

/** Scores of nodes as they are, for the images that the nodes of the cluster have. */
interface Scored {
  readonly images: ImageSpread;
  readonly plugins: readonly PluginScore[];
  readonly rows: WeakMap<NodeInfo, readonly bigint[]>;
}

/** The answers for one shape. */
export class ShapeAnswers {
  readonly filters: PodFilters;
  readonly #table: NodeTable;
  readonly #before: (readonly Rejection[])[] = [];
  readonly #after: (readonly Rejection[])[] = [];
  /** The stamps of the nodes at the time of their answers. */
  readonly #stamps: number[] = [];
  #scored: Scored | undefined;
  /** The order of the slots at the time of `asked`, and the places in it that changed since. */
  #order: readonly number[] = [];
  readonly #changed: number[] = [];
  #asked: { readonly stamp: number; readonly nodes: NodesAsked } | undefined;

  constructor(filters: PodFilters, table: NodeTable) {
    this.filters = filters;
    this.#table = table;
  }

  get bytes(): number {
    return this.#stamps.length * SLOT_BYTES;
  }

  /** Asks the nodes that changed, until it must end (an error) or `isOver` says so. Gives whether nothing is left to do. */
  update(checkpoint: Checkpoint = UNLIMITED, isOver: () => boolean = () => false): boolean {
    const table = this.#table;
    if (this.#asked?.stamp === table.stamp) return true;
    const { order } = table;
    for (let place = 0; place < order.length; place++) {
      const slot = order[place] as number;
      const stamp = table.stampAt(slot);
      if (this.#stamps[slot] === stamp) continue;
      if (isOver()) return false;
      checkpoint.step();
      this.#ask(slot, checkpoint);
      this.#stamps[slot] = stamp;
      this.#changed.push(place);
    }
    return true;
  }

  /** The nodes as they are now. Requires: `update` found that nothing is left to do. */
  now(): NodesAsked {
    const table = this.#table;
    if (this.#asked?.stamp !== table.stamp) {
      const before = this.#order === table.order ? this.#asked?.nodes : undefined;
      const nodes = before === undefined ? this.#askedOf(table.order) : this.#changedIn(before);
      this.#changed.length = 0;
      this.#order = table.order;
      this.#asked = { stamp: table.stamp, nodes };
    }
    return this.#asked.nodes;
  }

  #askedOf(order: readonly number[]): NodesAsked {
    const nodes = order.map((slot) => this.#table.infoAt(slot));
    const before = order.map((slot) => this.#before[slot] ?? PASSED);
    return { nodes, before, after: order.map((slot) => this.#after[slot] ?? PASSED), passing: passingOf(nodes, before) };
  }

  /** The nodes of before with what changed: most of them did not. */
  #changedIn(asked: NodesAsked): NodesAsked {
    const [nodes, before, after] = [asked.nodes.slice(), asked.before.slice(), asked.after.slice()];
    let isSame = true;
    for (const place of this.#changed) {
      const slot = this.#order[place] as number;
      const [info, reasons] = [this.#table.infoAt(slot), this.#before[slot] ?? PASSED];
      const passed = asked.before[place]?.length === 0;
      if (passed !== (reasons.length === 0) || (passed && info.node !== asked.nodes[place]?.node)) isSame = false;
      nodes[place] = info;
      before[place] = reasons;
      after[place] = this.#after[slot] ?? PASSED;
    }
    return { nodes, before, after, passing: isSame ? asked.passing : passingOf(nodes, before) };
  }

  /** The total scores of nodes; the part of a node that the others do not matter for is remembered with it. */
  totals(pod: Pod, nodes: readonly NodeInfo[], context: ScoreContext, devices: readonly number[] | undefined): readonly number[] {
    if (this.#scored?.images !== context.images) {
      this.#scored = { images: context.images, plugins: prepareScores(pod, context, UNLIMITED), rows: new WeakMap() };
    }
    const { plugins, rows } = this.#scored;
    const known = nodes.map((node) => weakEntryIn(rows, node, () => rawScores(plugins, node, UNLIMITED)));
    return totalScores(plugins, known, devices, UNLIMITED).map(({ total }) => total);
  }

  #ask(slot: number, checkpoint: Checkpoint): void {
    const { beforeDevices, afterDevices } = this.filters;
    const node = this.#table.infoAt(slot);
    const before = beforeDevices(node, checkpoint);
    this.#before[slot] = before;
    this.#after[slot] = before.length > 0 ? PASSED : afterDevices(node, checkpoint);
  }
}

/** Some of the nodes, in their order. */
export function only({ nodes, before, after }: NodesAsked, wanted: readonly Node[]): NodesAsked {
  const names = new Set(wanted.map(({ metadata }) => metadata.name));
  const places = nodes.flatMap(({ node }, index) => (names.has(node.metadata.name) ? [index] : []));
  const found = places.map((place) => nodes[place] as NodeInfo);
  const reasons = places.map((place) => before[place] ?? PASSED);
  return { nodes: found, before: reasons, after: places.map((place) => after[place] ?? PASSED), passing: passingOf(found, reasons) };
}

/** The nodes that have no reasons. */
export function passingOf(nodes: readonly NodeInfo[], before: readonly (readonly Rejection[])[]): readonly Node[] {
  return nodes.flatMap(({ node }, index) => (before[index]?.length === 0 ? [node] : []));
}
