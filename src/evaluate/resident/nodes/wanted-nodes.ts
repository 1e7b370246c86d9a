// The nodes that one call asks about.

import type { Node } from '../../../api/node.js';
import { type NodeOrder, placeOf } from './node-order.js';

/** Stands for the ordinal of a node that nobody asks the solver about. */
export const NO_ORDINAL = -1;

/** Some nodes of a cluster, for one call: what was looked at once is not looked at again, so that it must not change meanwhile, or be left out. */
export class WantedNodes implements NodeOrder {
  readonly nodes: readonly Node[];
  /** The names of the nodes that were looked at so far. */
  readonly names: string[] = [];
  readonly ordinals: number[] = [];
  /** Nodes that are left out, by name. */
  readonly #leftOut: ReadonlySet<string>;

  /** `nodes`: in order, each once. */
  constructor(nodes: readonly Node[], leftOut: ReadonlySet<string> = NONE) {
    this.nodes = nodes;
    this.#leftOut = leftOut;
  }

  leavesOut(name: string): boolean {
    return this.#leftOut.has(name);
  }

  /** Leaves a node out that was maybe looked at before. */
  leaveOut(name: string): void {
    const place = placeOf(this.names, name);
    if (this.names[place] === name) this.ordinals[place] = NO_ORDINAL;
  }
}

const NONE: ReadonlySet<string> = new Set<string>();
