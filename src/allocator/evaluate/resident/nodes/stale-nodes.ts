// Stale nodes are to be looked at anew: some that changed, or all. No list of all is ever made.

import { Checkpoint, SliceOver } from '../../../../core/base/checkpoint.js';
import type { NodeNames } from './node-order.js';

/** Names of nodes to look at, and the round of each node in which it was looked at last. */
export class StaleNodes {
  readonly #nodes: NodeNames;
  readonly #some = new Set<string>();
  /** Nodes that were not looked at since all became stale, among others that were; undefined: there are none. */
  #all: Iterator<string> | undefined;
  /** The one of them that is being looked at. */
  #current: IteratorResult<string> | undefined;
  #round = 0;
  /** The checkpoint of most looks, which take no time. */
  readonly #trial = new Checkpoint();
  /** A look at a node that takes longer than a slice: what was done of it. Forgotten when the node is to be looked at anew. */
  #begun: { readonly name: string; readonly checkpoint: Checkpoint } | undefined;
  readonly #rounds: number[] = [];

  /** `nodes`: those that there are. All of them are stale. */
  constructor(nodes: NodeNames) {
    this.#nodes = nodes;
    this.addAll();
  }

  get isEmpty(): boolean {
    return this.#all === undefined && this.#some.size === 0;
  }

  /** Tells whether the node of an ordinal is stale; undefined: it has none yet. */
  has(ordinal: number | undefined): boolean {
    return ordinal === undefined || this.#rounds[ordinal] !== this.#round;
  }

  add(name: string, ordinal: number | undefined): void {
    this.#some.add(name);
    this.#forgetLook(name);
    if (ordinal !== undefined) this.#rounds[ordinal] = 0;
  }

  addAll(): void {
    this.#round++;
    this.#begun = undefined;
    this.#some.clear();
    this.#all = this.#nodes.keys();
    this.#current = undefined;
  }

  /** Forgets a node that is gone. */
  leave(name: string): void {
    this.#some.delete(name);
    this.#forgetLook(name);
  }

  /** Notes that a node was looked at. */
  seen(name: string, ordinal: number): void {
    this.#some.delete(name);
    this.#forgetLook(name);
    this.#rounds[ordinal] = this.#round;
  }

  /**
   * Looks at a node within the slices of calls, those of other calls as well: what was done of it is not done again. In calls that are not sliced it is
   * looked at in one go. Throws what `look` throws, and SliceOver.
   */
  look<T>(name: string, checkpoint: Checkpoint, look: (own: Checkpoint) => T): T {
    if (!checkpoint.isSliced) return look(checkpoint);
    if (this.#begun?.name !== name) {
      try {
        // By its work alone: a clock would have to be looked at for each node.
        this.#trial.beginTrial(Number.MAX_VALUE);
        return look(this.#trial);
      } catch (error) {
        if (!(error instanceof SliceOver)) throw error;
        this.#begun = { name, checkpoint: new Checkpoint() };
      }
    }
    this.#begun.checkpoint.beginSlice();
    return look(this.#begun.checkpoint);
  }

  #forgetLook(name: string): void {
    if (this.#begun?.name === name) this.#begun = undefined;
  }

  /** Names of all stale nodes, among others. Who stops before the end goes on from there the next time. */
  *names(): Iterable<string> {
    while (this.#all !== undefined) {
      this.#current ??= this.#all.next();
      if (this.#current.done === true) this.#all = undefined;
      else yield this.#current.value;
      this.#current = undefined;
    }
    yield* this.#some;
  }
}
