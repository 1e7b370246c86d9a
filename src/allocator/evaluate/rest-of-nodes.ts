// Holds the nodes that are not evaluated because the call is over. Results are created on demand, since most are never read.

import type { Node } from '../../core/api/node.js';
import { type EndedBy, UNLIMITED } from '../../core/base/checkpoint.js';
import { inOneGo } from '../../core/base/incremental.js';
import { inOrder } from './ordered-nodes.js';
import type { Outcome } from './outcome.js';

/** Nodes for which a limit of the whole call came first. */
export class RestOfNodes {
  readonly #nodes: readonly Node[];
  readonly by: EndedBy;
  #names: readonly string[] | undefined;
  #outcomes: Map<string, Outcome | undefined> | undefined;

  /** `nodes`: in any order. */
  constructor(nodes: readonly Node[], by: EndedBy) {
    this.#nodes = nodes;
    this.by = by;
  }

  get size(): number {
    return this.#nodes.length;
  }

  get names(): readonly string[] {
    this.#names ??= inOneGo(inOrder(this.#nodes, UNLIMITED)).map(({ metadata }) => metadata.name);
    return this.#names;
  }

  /** Returns the outcome on a node, the same object each time, or undefined if it is not among these nodes. */
  outcome(name: string): Outcome | undefined {
    this.#outcomes ??= new Map(this.#nodes.map(({ metadata }) => [metadata.name, undefined]));
    if (!this.#outcomes.has(name)) return undefined;
    const outcome = this.#outcomes.get(name) ?? { kind: 'interrupted', by: this.by, steps: 0 };
    this.#outcomes.set(name, outcome);
    return outcome;
  }
}
