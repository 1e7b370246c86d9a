// Ranks the nodes of a call by their total scores. Scores that do not depend on devices are cached with the shape of the pod, and device
// scores with the device results.

import type { LatestScores } from '../allocator/evaluate/findings.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { Ranking } from '../scheduler/scores/ranking.js';
import type { ScoreColumn } from '../scheduler/scores/total.js';
import { NO_REASONS, type QueriedNodes } from './queried-nodes.js';
import type { PreparedScores, ShapeScores } from './shape-scores.js';

/** The device scores of nodes, by place among the nodes of a call. */
export interface DeviceScores {
  /** False for a pod without claims, because device scores then have no effect. */
  readonly scores: Pick<LatestScores, 'scoreAt'> & Partial<LatestScores>;
  /** False for a pod without claims: device scores then have no effect. */
  readonly count: boolean;
}

/** The scores of nodes that do not depend on devices. */
export interface FilterScores {
  readonly by: PreparedScores;
  readonly ofShape: ShapeScores;
}

/** The number of nodes between two checkpoints. */
const NODES_A_PORTION = 32;

/** Feasible nodes by their totals. */
export interface NodeRanking {
  /** Returns the place of the node with the highest total; on a tie, the first by name. -1 if no node is feasible. */
  best(): number;
  /** Returns the total of a feasible node. */
  totalAt(place: number): number;
}

/** Returns a ranking with further scores. `places`: the places of the feasible nodes for which the columns have scores, in order. */
export function withColumns(ranking: NodeRanking, places: readonly number[], columns: readonly ScoreColumn[]): NodeRanking {
  return columns.length === 0 ? ranking : new RankingWithColumns(ranking, places, columns);
}

class RankingWithColumns implements NodeRanking {
  readonly #totals: ReadonlyMap<number, number>;

  constructor(ranking: NodeRanking, places: readonly number[], columns: readonly ScoreColumn[]) {
    this.#totals = new Map(
      places.map((place, index) => {
        let total = ranking.totalAt(place);
        for (const { scores, weight } of columns) total += weight * (scores[index] as number);
        return [place, total];
      }),
    );
  }

  best(): number {
    let [best, highest] = [-1, Number.NEGATIVE_INFINITY];
    for (const [place, total] of this.#totals) {
      if (total <= highest) continue;
      best = place;
      highest = total;
    }
    return best;
  }

  totalAt(place: number): number {
    return this.#totals.get(place) as number;
  }
}

/** Nodes with their totals, as of the last `follow`. */
export class PodRanking implements NodeRanking {
  readonly #filterScores: FilterScores;
  readonly #devices: DeviceScores;
  readonly #ranking: Ranking;
  #nodes: QueriedNodes;
  /** The position in the changes of the device scores. */
  #end: number | undefined;
  /** The scores of one node; the device score is last. */
  readonly #scores: Float64Array;

  private constructor(filterScores: FilterScores, nodes: QueriedNodes, devices: DeviceScores) {
    const { plugins, devices: ofDevices } = filterScores.by;
    this.#filterScores = filterScores;
    this.#devices = devices;
    this.#nodes = nodes;
    this.#ranking = new Ranking(devices.count && ofDevices !== undefined ? [...plugins, ofDevices] : plugins, nodes.infos.length);
    this.#scores = new Float64Array(plugins.length + 1);
    this.#end = devices.scores.changes?.end;
  }

  /** Ranks the nodes, in increments. */
  static *of(filterScores: FilterScores, nodes: QueriedNodes, devices: DeviceScores, checkpoint: Checkpoint): Incremental<PodRanking> {
    const ranking = new PodRanking(filterScores, nodes, devices);
    const { length } = nodes.infos;
    for (let from = 0; from < length; from += NODES_A_PORTION) {
      const end = Math.min(length, from + NODES_A_PORTION);
      for (let place = from; place < end; place++) ranking.#put(place);
      if (checkpoint.due(NODES_A_PORTION)) yield;
    }
    return ranking;
  }

  /** The memory of the ranking, in bytes. */
  get bytes(): number {
    return this.#ranking.bytes;
  }

  /** Returns whether the ranking is based on these device scores. */
  isBy({ scores, count }: DeviceScores): boolean {
    return scores === this.#devices.scores && count === this.#devices.count;
  }

  /** Updates the nodes that changed. Returns false if too much changed. Requires: `isBy` the same device scores. */
  follow(by: PreparedScores, nodes: QueriedNodes): boolean {
    const { changes } = this.#devices.scores;
    const before = this.#nodes.infos;
    if (by !== this.#filterScores.by || nodes.infos.length !== before.length) return false;
    if (changes === undefined || this.#end === undefined) return false;
    const places = changes.end === this.#end ? NONE : changes.since(this.#end);
    if (places === undefined) return false;
    this.#end = changes.end;
    this.#nodes = nodes;
    if (nodes.infos !== before) nodes.infos.forEachChange(before, this.#put);
    for (const place of places) this.#put(place);
    return true;
  }

  best(): number {
    return this.#ranking.best();
  }

  /** Returns the places of the feasible nodes, in order. */
  places(): readonly number[] {
    return this.#ranking.places();
  }

  totalAt(place: number): number {
    return this.#ranking.totalAt(place);
  }

  readonly #put = (place: number): void => {
    const { infos, reasons, slots } = this.#nodes;
    const score = reasons.at(place) === NO_REASONS ? this.#devices.scores.scoreAt(place) : undefined;
    if (score === undefined) {
      this.#ranking.takeOut(place);
      return;
    }
    const { by, ofShape } = this.#filterScores;
    const scores = this.#scores;
    ofShape.copy(by, slots[place], infos.at(place), scores);
    scores[by.plugins.length] = score;
    this.#ranking.put(place, scores);
  };
}

const NONE: readonly number[] = [];
