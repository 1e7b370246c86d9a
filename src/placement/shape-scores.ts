// The scores of nodes for pods of one shape, before normalization. A node's scores are cached until it changes; some stay valid after a change.

import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { NodeInfo } from '../scheduler/filters/node-info.js';
import type { ImageSpread } from '../scheduler/scores/image-spread.js';
import type { PluginScore, PreparedPlugins } from '../scheduler/scores/total.js';

/** The maximum number of scores of a node. */
const MOST_SCORES = 5;
const BYTES_OF_SLOT = 8 * MOST_SCORES + 16;

/** Returns the images of the nodes at one time. */
export type ImagesNow = (checkpoint: Checkpoint) => Incremental<ImageSpread>;

export interface PreparedScores extends PreparedPlugins {
  readonly images: ImagesNow;
}

export class ShapeScores {
  /** The node for which each slot was last scored, and the prepared scores. */
  readonly #infos: (NodeInfo | undefined)[] = [];
  readonly #by: (PreparedScores | undefined)[] = [];
  #raw = new Float64Array(0);

  /** The memory in bytes. */
  get bytes(): number {
    return this.#infos.length * BYTES_OF_SLOT;
  }

  /** Copies the scores of a node into a list, in the order of the plugins. `slot`: undefined for a node without a slot. */
  copy(by: PreparedScores, slot: number | undefined, info: NodeInfo, list: Float64Array): void {
    if (slot === undefined) {
      for (const [index, { score }] of by.plugins.entries()) list[index] = score(info, UNLIMITED);
      return;
    }
    if (!this.holds(by, slot, info)) this.#bringUpToDate(by, slot, info);
    const start = slot * MOST_SCORES;
    for (let index = 0; index < by.plugins.length; index++) list[index] = this.#raw[start + index] as number;
  }

  /** Computes the scores of a node, for a later `copy`. */
  *workOut(by: PreparedScores, slot: number, info: NodeInfo, checkpoint: Checkpoint): Incremental<void> {
    const scores: number[] = [];
    for (const { score } of by.plugins) {
      scores.push(score(info, checkpoint));
      if (checkpoint.due()) yield;
    }
    const start = this.#enter(by, slot, info);
    for (const [index, score] of scores.entries()) this.#raw[start + index] = score;
  }

  /** Returns whether the cached scores of a node are current. */
  holds(by: PreparedScores, slot: number, info: NodeInfo): boolean {
    return this.#infos[slot] === info && this.#by[slot] === by;
  }

  /** Recomputes only the scores that the change affects: node, pods or images. */
  #bringUpToDate(by: PreparedScores, slot: number, info: NodeInfo): void {
    const [cachedInfo, cachedBy] = [this.#infos[slot], this.#by[slot]];
    const isSame = {
      node: cachedInfo?.node === info.node,
      pods: cachedInfo === info,
      images: cachedBy === by && cachedInfo?.node.metadata.name === info.node.metadata.name,
    };
    const start = this.#enter(by, slot, info);
    const { plugins } = by;
    for (let index = 0; index < plugins.length; index++) {
      const { score, changesWith } = plugins[index] as PluginScore;
      if (!isSame[changesWith]) this.#raw[start + index] = score(info, UNLIMITED);
    }
  }

  /** Records the source of the scores of a slot. Returns the position of the scores. */
  #enter(by: PreparedScores, slot: number, info: NodeInfo): number {
    while (this.#infos.length <= slot) {
      this.#infos.push(undefined);
      this.#by.push(undefined);
    }
    const start = slot * MOST_SCORES;
    if (this.#raw.length < start + MOST_SCORES) {
      const larger = new Float64Array(2 * (start + MOST_SCORES));
      larger.set(this.#raw);
      this.#raw = larger;
    }
    this.#infos[slot] = info;
    this.#by[slot] = by;
    return start;
  }
}
