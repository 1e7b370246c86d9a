// The nodes of a call by their total scores: those of the scores that need no devices are with the shape of the pod, those of devices with the answers about
// them.

import type { LatestScores } from '../allocator/evaluate/findings.js';
import { Ranking } from '../scheduler/scores/ranking.js';
import { OF_DEVICES } from '../scheduler/scores/total.js';
import { NO_REASONS, type NodesAsked } from './nodes-asked.js';
import type { PreparedScores, ShapeScores } from './shape-scores.js';

/** The scores of nodes for their devices, by place among the nodes of a call. */
export interface DeviceScores {
  /** Scores that are followed from one call to the next have changes. */
  readonly scores: Pick<LatestScores, 'scoreAt'> & Partial<LatestScores>;
  /** False for a pod without claims, for which they do not count. */
  readonly count: boolean;
}

/** The scores of nodes that need no devices. */
export interface OwnScores {
  readonly by: PreparedScores;
  readonly ofShape: ShapeScores;
}

/** Nodes with their totals, as of the call that was followed last. */
export class PodRanking {
  readonly #own: OwnScores;
  readonly #devices: DeviceScores;
  readonly #ranking: Ranking;
  #nodes: NodesAsked;
  /** The place in the changes of the scores for devices. */
  #end: number | undefined;
  /** The scores of a node, those for its devices last. */
  readonly #scores: Float64Array;

  constructor(own: OwnScores, nodes: NodesAsked, devices: DeviceScores) {
    const { plugins } = own.by;
    this.#own = own;
    this.#devices = devices;
    this.#nodes = nodes;
    this.#ranking = new Ranking(devices.count ? [...plugins, OF_DEVICES] : plugins, nodes.infos.length);
    this.#scores = new Float64Array(plugins.length + 1);
    this.#end = devices.scores.changes?.end;
    for (let place = 0; place < nodes.infos.length; place++) this.#put(place);
  }

  /** Bytes that it takes. */
  get bytes(): number {
    return this.#ranking.bytes;
  }

  /** Returns whether it is by these scores for devices. */
  isBy({ scores, count }: DeviceScores): boolean {
    return scores === this.#devices.scores && count === this.#devices.count;
  }

  /** Takes up the nodes that changed. False: too much is other than before. Requires: it is by the same scores for devices. */
  follow(by: PreparedScores, nodes: NodesAsked): boolean {
    const { changes } = this.#devices.scores;
    const before = this.#nodes.infos;
    if (by !== this.#own.by || nodes.infos.length !== before.length) return false;
    if (changes === undefined || this.#end === undefined) return false;
    const places = changes.end === this.#end ? NONE : changes.since(this.#end);
    if (places === undefined) return false;
    this.#end = changes.end;
    this.#nodes = nodes;
    if (nodes.infos !== before) nodes.infos.forEachChange(before, this.#put);
    for (const place of places) this.#put(place);
    return true;
  }

  /** The place of the node with the highest total, of several the first by name; -1: the pod may go to none. */
  best(): number {
    return this.#ranking.best();
  }

  /** The total of a node that the pod may go to. */
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
    const { by, ofShape } = this.#own;
    const scores = this.#scores;
    ofShape.copy(by, slots[place], infos.at(place), scores);
    scores[by.plugins.length] = score;
    this.#ranking.put(place, scores);
  };
}

const NONE: readonly number[] = [];
