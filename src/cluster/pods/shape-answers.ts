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
    for (const slot of table.order) {
      const stamp = table.stampAt(slot);
      if (this.#stamps[slot] === stamp) continue;
      if (isOver()) return false;
      checkpoint.step();
      this.#ask(slot, checkpoint);
      this.#stamps[slot] = stamp;
    }
    return true;
  }

  /** The nodes as they are now. Requires: `update` found that nothing is left to do. */
  now(): NodesAsked {
    const table = this.#table;
    if (this.#asked?.stamp !== table.stamp) {
      const { order } = table;
      const nodes = {
        nodes: order.map((slot) => table.infoAt(slot)),
        before: order.map((slot) => this.#before[slot] ?? PASSED),
        after: order.map((slot) => this.#after[slot] ?? PASSED),
      };
      this.#asked = { stamp: table.stamp, nodes };
    }
    return this.#asked.nodes;
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
  return {
    nodes: places.map((place) => nodes[place] as NodeInfo),
    before: places.map((place) => before[place] ?? PASSED),
    after: places.map((place) => after[place] ?? PASSED),
  };
}
