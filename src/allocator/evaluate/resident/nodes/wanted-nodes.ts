// The nodes that one call asks about.

import type { Node } from '../../../../core/api/node.js';
import { type NodeOrder, placeOf } from './node-order.js';

/** Stands for the ordinal of a node that nobody asks the solver about. */
export const NO_ORDINAL = -1;

/** Some nodes of a cluster, for one call: what was considered once is not considered again, so that it must not change meanwhile, or be left out. */
export class WantedNodes implements NodeOrder {
  readonly nodes: readonly Node[];
  /** The names of the nodes that were considered so far. */
  names: string[] = [];
  ordinals: number[] = [];
  /** Nodes that are left out, by name. */
  readonly #leftOut: ReadonlySet<string>;

  /** `nodes`: in order, each once. */
  constructor(nodes: readonly Node[], leftOut: ReadonlySet<string> = NONE) {
    this.nodes = nodes;
    this.#leftOut = leftOut;
  }

  /**
   * Takes the names and ordinals that the same list had in a call before, if there was one. Requires: an owner whose ordinals of names stay, and in which no
   * node is to be considered.
   */
  takeBefore(owner: object): boolean {
    const before = this.#leftOut === NONE ? remembered.get(this.nodes) : undefined;
    if (before?.owner.deref() !== owner) return false;
    this.names = before.names;
    this.ordinals = before.ordinals;
    return true;
  }

  /** Remembers names and ordinals for calls with the same list, where no node is left out, now or later. */
  remember(owner: object): void {
    const { names, ordinals } = this;
    if (this.#leftOut === NONE && this.nodes.length >= LEAST_REMEMBERED)
      remembered.set(this.nodes, { owner: new WeakRef(owner), names, ordinals });
  }

  leavesOut(name: string): boolean {
    return this.#leftOut.has(name);
  }

  /** Leaves a node out that was maybe considered before. */
  leaveOut(name: string): void {
    const place = placeOf(this.names, name);
    if (this.names[place] === name) this.ordinals[place] = NO_ORDINAL;
  }
}

/** Looking at each node of a shorter list takes no time. */
const LEAST_REMEMBERED = 32;

interface Remembered extends Pick<WantedNodes, 'names' | 'ordinals'> {
  /** Weak: a list may outlive a cluster in memory that another one took the place of. */
  readonly owner: WeakRef<object>;
}

/** The lists that callers hand in again, such as the nodes that the filters of the scheduler let pass. */
const remembered = new WeakMap<readonly Node[], Remembered>();

const NONE: ReadonlySet<string> = new Set<string>();
