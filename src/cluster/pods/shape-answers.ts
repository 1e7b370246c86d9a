// The answers of the filters for pods of one shape: remembered for each node until the node changes.

import { type Checkpoint, UNLIMITED } from '../../base/checkpoint.js';
import { PASSED, type Rejection } from '../../filters/filter.js';
import type { PodFilters } from '../../filters/filters.js';
import type { NodeInfo } from '../../filters/node-info.js';
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

/** The answers for one shape. */
export class ShapeAnswers {
  readonly filters: PodFilters;
  readonly #table: NodeTable;
  readonly #before: (readonly Rejection[])[] = [];
  readonly #after: (readonly Rejection[])[] = [];
  /** The stamps of the nodes at the time of their answers. */
  readonly #stamps: number[] = [];
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

  #ask(slot: number, checkpoint: Checkpoint): void {
    const { beforeDevices, afterDevices } = this.filters;
    const node = this.#table.infoAt(slot);
    const before = beforeDevices(node, checkpoint);
    this.#before[slot] = before;
    this.#after[slot] = before.length > 0 ? PASSED : afterDevices(node, checkpoint);
  }
}
