// Holds the nodes of one call.

import type { Node } from '../../../../core/api/node.js';
import { type NodeOrder, placeOf } from './node-order.js';

/** The ordinal of a node that is not sent to the solver. */
export const NO_ORDINAL = -1;

/** Some nodes of a cluster, for one call. Each node is processed once. So it must not change during the call, or it must be left out. */
export class RequestedNodes implements NodeOrder {
  readonly nodes: readonly Node[];
  /** The names of the nodes processed so far. */
  names: string[] = [];
  ordinals: number[] = [];
  /** The names of nodes that are left out. */
  readonly #leftOut: ReadonlySet<string>;

  /** `nodes`: in order, without duplicates. */
  constructor(nodes: readonly Node[], leftOut: ReadonlySet<string> = NONE) {
    this.nodes = nodes;
    this.#leftOut = leftOut;
  }

  /**
   * Reuses the names and ordinals of an earlier call with the same list, if there was one. Requires: `owner` never changes the
   * ordinals of names, and none of the nodes is stale.
   */
  takeBefore(owner: object): boolean {
    const before = this.#leftOut === NONE ? remembered.get(this.nodes) : undefined;
    if (before?.owner.deref() !== owner) return false;
    this.names = before.names;
    this.ordinals = before.ordinals;
    return true;
  }

  /** Caches names and ordinals for calls with the same list, if no node is left out. */
  remember(owner: object): void {
    const { names, ordinals } = this;
    if (this.#leftOut === NONE && this.nodes.length >= LEAST_REMEMBERED)
      remembered.set(this.nodes, { owner: new WeakRef(owner), names, ordinals });
  }

  leavesOut(name: string): boolean {
    return this.#leftOut.has(name);
  }

  /** Leaves out a node that may have been processed already. */
  leaveOut(name: string): void {
    const place = placeOf(this.names, name);
    if (this.names[place] === name) this.ordinals[place] = NO_ORDINAL;
  }
}

/** Processing a shorter list costs little, so it is not cached. */
const LEAST_REMEMBERED = 32;

interface Remembered extends Pick<RequestedNodes, 'names' | 'ordinals'> {
  /** Weak, because a list may outlive a resident cluster that was replaced. */
  readonly owner: WeakRef<object>;
}

/** The lists that callers pass again, such as the nodes that pass the scheduler's filters. */
const remembered = new WeakMap<readonly Node[], Remembered>();

const NONE: ReadonlySet<string> = new Set<string>();
