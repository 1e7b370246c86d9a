// Stale nodes are to be considered anew: some that changed, or all. No list of all is ever made.

import { Checkpoint } from '../../../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../../core/base/incremental.js';
import { SharedComputation } from '../shared-computation.js';
import type { NodeNames } from './node-order.js';

/** Names of nodes to check, and the round of each node in which it was considered last. */
export class StaleNodes {
  readonly #nodes: NodeNames;
  readonly #some = new Set<string>();
  /** Nodes that were not considered since all became stale, among others that were; undefined: there are none. */
  #all: Iterator<string> | undefined;
  /** The one of them that is being considered. */
  #current: IteratorResult<string> | undefined;
  #round = 0;
  /** The checkpoint of looks in slices, which may be those of several calls. They yield wherever they may: the call decides whether it goes on. */
  readonly #own = new Checkpoint();
  /** The examination of a node that is under way. Forgotten when the node becomes stale again. */
  readonly #look = new SharedComputation<string>();
  readonly #rounds: number[] = [];

  /** `nodes`: those that there are. All of them are stale. */
  constructor(nodes: NodeNames) {
    this.#nodes = nodes;
    this.#own.beginSlice(0);
    this.addAll();
  }

  get isEmpty(): boolean {
    return this.#all === undefined && this.#some.size === 0;
  }

  /** Returns whether the node of an ordinal is stale; undefined: it has none yet. */
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

  /** Forgets a node that is gone. */
  leave(name: string): void {
    this.#some.delete(name);
    this.#look.forget(name);
  }

  /** Notes that a node was considered. */
  seen(name: string, ordinal: number): void {
    this.#some.delete(name);
    this.#look.forget(name);
    this.#rounds[ordinal] = this.#round;
  }

  /**
   * Checks a node within the slices of calls, those of other calls as well: what was done of it is not done again. In calls that are not sliced it is
   * considered in one go. Throws what the look throws, and SliceOver.
   */
  look<T>(name: string, checkpoint: Checkpoint, begin: (own: Checkpoint) => Incremental<T>): T {
    return checkpoint.hasSlices ? this.#look.run(name, checkpoint, () => begin(this.#own)) : inOneGo(begin(checkpoint), checkpoint);
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
