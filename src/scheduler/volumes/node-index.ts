// Indexes items that select nodes by labels. An item that needs a label value is found by that value, so only items that may select a node
// are tested on it.

import type { NodeSelectorRequirement } from '../../core/api/meta.js';
import type { Node } from '../../core/api/node.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';

/** A label of nodes with its possible values. */
export type LabelValues = Pick<NodeSelectorRequirement, 'key' | 'values'>;

/** The most values of a label by which items are found. */
export const MOST_VALUES = 8;

/** An item with its place in the order in which items were added. */
interface Ranked<T> {
  readonly item: T;
  readonly rank: number;
}

export class NodeIndex<T> {
  /** By label key and value. */
  readonly #byLabel = new Map<string, Map<string, Ranked<T>[]>>();
  readonly #others: Ranked<T>[] = [];
  #size = 0;

  /** Adds an item. `label`: a label that a node needs so that the item selects it; undefined if there is no such label. */
  add(item: T, label: LabelValues | undefined): void {
    const ranked = { item, rank: this.#size++ };
    if (label === undefined) {
      this.#others.push(ranked);
      return;
    }
    const byValue = entryIn(this.#byLabel, label.key, () => new Map<string, Ranked<T>[]>());
    for (const value of new Set(label.values)) entryIn(byValue, value, () => []).push(ranked);
  }

  /** The number of items. */
  get size(): number {
    return this.#size;
  }

  /**
   * Returns the first item, in the order in which they were added, for which a condition holds on a node. `from`: items before
   * this place are skipped.
   */
  *first(node: Node, holds: (item: T) => Incremental<boolean>, checkpoint: Checkpoint, from = 0): Incremental<Ranked<T> | undefined> {
    let best: Ranked<T> | undefined;
    for (const list of this.#listsFor(node, checkpoint)) {
      for (let index = firstFrom(list, from); index < list.length; index++) {
        const ranked = list[index] as Ranked<T>;
        if (best !== undefined && ranked.rank > best.rank) break;
        const isFound = yield* holds(ranked.item);
        if (checkpoint.due()) yield;
        if (!isFound) continue;
        best = ranked;
        break;
      }
    }
    return best;
  }

  /** Returns the lists with items that may select a node. Either the node or the index may have many labels. */
  #listsFor({ metadata: { labels } }: Node, checkpoint: Checkpoint): readonly (readonly Ranked<T>[])[] {
    const lists: (readonly Ranked<T>[])[] = [this.#others];
    const keys = labels.size < this.#byLabel.size ? labels.keys() : this.#byLabel.keys();
    for (const key of keys) {
      const value = labels.get(key);
      const list = value === undefined ? undefined : this.#byLabel.get(key)?.get(value);
      if (list !== undefined) lists.push(list);
    }
    checkpoint.step(Math.min(labels.size, this.#byLabel.size) / KEYS_A_UNIT);
    return lists;
  }
}

/** The labels that are looked up in a microsecond. */
const KEYS_A_UNIT = 8;

/** Returns the place of the first item of a list, in the order of ranks, with at least this rank. */
function firstFrom(list: readonly Ranked<unknown>[], rank: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as Ranked<unknown>).rank < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
