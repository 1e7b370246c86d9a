// Maintains the total scores of feasible nodes while nodes change one by one. Most changes leave the highest score of each
// plugin unchanged. Only one total then changes.

import { normalizedScore } from './normalization.js';
import type { Normalization } from './score.js';

/** The share of a plugin in the total. */
export interface RankedPlugin {
  readonly weight: number;
  readonly normalization: Normalization;
}

/** The total of a node that is not feasible. */
const OUT = Number.NEGATIVE_INFINITY;

/** Nodes by place. The totals equal the results of `totalScores` for the same raw scores. */
export class Ranking {
  readonly #plugins: readonly RankedPlugin[];
  /** Raw scores of the nodes, plugin by plugin. */
  readonly #raw: readonly Float64Array[];
  /** The highest raw score of each normalized plugin, at least 0, and the number of nodes that have it. */
  readonly #highest: Float64Array;
  readonly #holders: Int32Array;
  readonly #isIn: Uint8Array;
  /** Requires: `#bringUpToDate`. */
  readonly #totals: Float64Array;
  /** True if a highest score changed since the totals were computed. */
  #isStale = false;
  /** The place of the best node; -1: there is none; undefined: not computed. */
  #best: number | undefined = -1;

  constructor(plugins: readonly RankedPlugin[], places: number) {
    this.#plugins = plugins;
    this.#raw = plugins.map(() => new Float64Array(places));
    this.#highest = new Float64Array(plugins.length);
    this.#holders = new Int32Array(plugins.length);
    this.#isIn = new Uint8Array(places);
    this.#totals = new Float64Array(places).fill(OUT);
  }

  /** The memory of the ranking, in bytes. */
  get bytes(): number {
    return this.#totals.byteLength * (this.#plugins.length + 1) + this.#isIn.byteLength;
  }

  /** Adds or updates a node with its raw scores, one for each plugin. */
  put(place: number, scores: ArrayLike<number>): void {
    const wasIn = this.#isIn[place] === 1;
    this.#isIn[place] = 1;
    for (let plugin = 0; plugin < this.#raw.length; plugin++) {
      const [raw, score] = [this.#raw[plugin] as Float64Array, scores[plugin] as number];
      const before = raw[place] as number;
      if (wasIn && before === score) continue;
      raw[place] = score;
      this.#enter(plugin, score);
      if (wasIn) this.#leave(plugin, before);
    }
    this.#set(place, this.#isStale ? OUT : this.#sumAt(place));
  }

  /** Removes a node, if it is present. */
  takeOut(place: number): void {
    if (this.#isIn[place] !== 1) return;
    this.#isIn[place] = 0;
    for (let plugin = 0; plugin < this.#raw.length; plugin++) this.#leave(plugin, (this.#raw[plugin] as Float64Array)[place] as number);
    this.#set(place, OUT);
  }

  /** Returns the place of the node with the highest total; on a tie, the first. -1 if none exists. */
  best(): number {
    this.#bringUpToDate();
    this.#best ??= this.#findBest();
    return this.#best;
  }

  /** Returns the places of the present nodes, in order. */
  places(): readonly number[] {
    const places: number[] = [];
    for (let place = 0; place < this.#isIn.length; place++) if (this.#isIn[place] === 1) places.push(place);
    return places;
  }

  /** Returns the total of a present node. */
  totalAt(place: number): number {
    this.#bringUpToDate();
    return this.#totals[place] as number;
  }

  #enter(plugin: number, score: number): void {
    const highest = this.#highest[plugin] as number;
    if (score < highest || score === 0 || this.#plugins[plugin]?.normalization === 'none') return;
    if (score === highest) {
      this.#holders[plugin] = (this.#holders[plugin] as number) + 1;
      return;
    }
    this.#highest[plugin] = score;
    this.#holders[plugin] = 1;
    this.#isStale = true;
  }

  #leave(plugin: number, score: number): void {
    if (score !== this.#highest[plugin] || score === 0 || this.#plugins[plugin]?.normalization === 'none') return;
    const holders = (this.#holders[plugin] as number) - 1;
    this.#holders[plugin] = holders;
    if (holders === 0) this.#findHighest(plugin);
  }

  #findHighest(plugin: number): void {
    const raw = this.#raw[plugin] as Float64Array;
    let [highest, holders] = [0, 0];
    for (let place = 0; place < raw.length; place++) {
      const score = raw[place] as number;
      if (score < highest || this.#isIn[place] !== 1) continue;
      holders = score === highest ? holders + 1 : 1;
      highest = score;
    }
    this.#highest[plugin] = highest;
    this.#holders[plugin] = holders;
    this.#isStale = true;
  }

  #set(place: number, total: number): void {
    if (this.#isStale) return;
    const before = this.#totals[place] as number;
    this.#totals[place] = total;
    const best = this.#best;
    if (best === undefined) return;
    if (place === best) this.#best = total >= before ? place : undefined;
    else if (total !== OUT) {
      const highest = best === -1 ? OUT : (this.#totals[best] as number);
      if (total > highest || (total === highest && place < best)) this.#best = place;
    }
  }

  #bringUpToDate(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#best = undefined;
    for (let place = 0; place < this.#totals.length; place++) this.#totals[place] = this.#isIn[place] === 1 ? this.#sumAt(place) : OUT;
  }

  #sumAt(place: number): number {
    let sum = 0;
    for (let plugin = 0; plugin < this.#raw.length; plugin++) {
      const { weight, normalization } = this.#plugins[plugin] as RankedPlugin;
      const score = (this.#raw[plugin] as Float64Array)[place] as number;
      sum += weight * normalizedScore(score, this.#highest[plugin] as number, normalization);
    }
    return sum;
  }

  #findBest(): number {
    const totals = this.#totals;
    let [best, highest] = [-1, OUT];
    for (let place = 0; place < totals.length; place++) {
      const total = totals[place] as number;
      if (total <= highest) continue;
      best = place;
      highest = total;
    }
    return best;
  }
}
