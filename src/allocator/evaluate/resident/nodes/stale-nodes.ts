// Tracks stale nodes, whose views must be computed again: some that changed, or all. If all nodes are stale, no list of
// them is built.

import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../../core/base/incremental.js';
import { SharedComputation } from '../shared-computation.js';
import type { NodeNames } from './node-order.js';

/** The names of stale nodes, and the round in which each node was last processed. */
export class StaleNodes {
  readonly #nodes: NodeNames;
  readonly #some = new Set<string>();
  /** The nodes that were not processed since all nodes became stale, possibly with others. Undefined if none exist. */
  #all: Iterator<string> | undefined;
  /** The node of `#all` that is being processed. */
  #current: IteratorResult<string> | undefined;
  #round = 0;
  /** The computation in progress. The computation is dropped if its node becomes stale again. */
  readonly #look = new SharedComputation<string>();
  readonly #rounds: number[] = [];

  /** `nodes`: the existing nodes, all of which are stale. */
  constructor(nodes: NodeNames) {
    this.#nodes = nodes;
    this.addAll();
  }

  get isEmpty(): boolean {
    return this.#all === undefined && this.#some.size === 0;
  }

  /** Returns whether the node of an ordinal is stale. Undefined: the node has no ordinal yet. */
  has(ordinal: number | undefined): boolean {
    return ordinal === undefined || this.#rounds[ordinal] !== this.#round;
  }

  add(name: string, ordinal: number | undefined): void {
    this.#some.add(name);
    this.#look.forget(name);
    if (ordinal !== undefined) this.#rounds[ordinal] = 0;
  }

  addAll(): void {
    this.#round++;
    this.#look.forget();
    this.#some.clear();
    this.#all = this.#nodes.keys();
    this.#current = undefined;
  }

  /** Removes a deleted node. */
  leave(name: string): void {
    this.#some.delete(name);
    this.#look.forget(name);
  }

  /** Records that a node was processed. */
  seen(name: string, ordinal: number): void {
    this.#some.delete(name);
    this.#look.forget(name);
    this.#rounds[ordinal] = this.#round;
  }

  /**
   * Processes a node in slices, which may span calls, so that no work is repeated. In calls without slices, the computation
   * runs to the end. Throws the errors of `begin`, and SliceOver.
   */
  look<T>(name: string, checkpoint: Checkpoint, begin: (task: Checkpoint) => Incremental<T>): T {
    return checkpoint.hasSlices ? this.#look.run(name, checkpoint, begin) : inOneGo(begin(checkpoint), checkpoint);
  }

  /** Iterates over the names of all stale nodes, and possibly others. An interrupted iteration continues the next time. */
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
