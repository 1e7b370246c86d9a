// The nodes of a call by their total scores: those of the scores that need no devices are with the nodes, those of devices with the answers about them.

import type { VersionedList } from '../../base/versioned-list.js';
import type { LatestScores } from '../../evaluate/findings.js';
import { Ranking } from '../../scores/ranking.js';
import { OF_DEVICES } from '../../scores/total.js';
import type { NodeVerdict, PreparedScores } from './node-verdict.js';

/** The scores of nodes for their devices, by place among the nodes of a call. */
export interface DeviceScores {
  /** Scores that are followed from one call to the next have changes. */
  readonly scores: Pick<LatestScores, 'scoreAt'> & Partial<LatestScores>;
  /** False for a pod without claims, for which they do not count. */
  readonly count: boolean;
}

/** Nodes with their totals, as of the call that was followed last. */
export class PodRanking {
  readonly #by: PreparedScores;
  readonly #devices: DeviceScores;
  readonly #ranking: Ranking;
  #verdicts: VersionedList<NodeVerdict>;
  /** The place in the changes of the scores for devices. */
  #end: number | undefined;
  /** The scores of a node, those for its devices last. */
  readonly #scores: Float64Array;

  constructor(by: PreparedScores, verdicts: VersionedList<NodeVerdict>, devices: DeviceScores) {
    this.#by = by;
    this.#devices = devices;
    this.#verdicts = verdicts;
    this.#ranking = new Ranking(devices.count ? [...by.plugins, OF_DEVICES] : by.plugins, verdicts.length);
    this.#scores = new Float64Array(by.plugins.length + 1);
    this.#end = devices.scores.changes?.end;
    for (let place = 0; place < verdicts.length; place++) this.#put(place);
  }

  /** Bytes that it takes. */
  get bytes(): number {
    return this.#ranking.bytes;
  }

  /** Takes up the nodes that changed. False: too much is other than before. */
  follow(by: PreparedScores, verdicts: VersionedList<NodeVerdict>, { scores, count }: DeviceScores): boolean {
    const devices = this.#devices;
    const { changes } = scores;
    if (by !== this.#by || scores !== devices.scores || count !== devices.count || verdicts.length !== this.#verdicts.length) return false;
    const places = this.#end === undefined ? undefined : changes?.since(this.#end);
    if (changes === undefined || places === undefined) return false;
    this.#end = changes.end;
    const before = this.#verdicts;
    this.#verdicts = verdicts;
    verdicts.forEachChange(before, (place, old) => this.#put(place, old));
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

  /** `old`: the node before it changed. */
  #put(place: number, old?: NodeVerdict): void {
    const verdict = this.#verdicts.at(place);
    const score = verdict.passes && verdict.after.length === 0 ? this.#devices.scores.scoreAt(place) : undefined;
    if (score === undefined) {
      this.#ranking.takeOut(place);
      return;
    }
    const own = verdict.scores(this.#by, old);
    const all = this.#scores;
    for (let index = 0; index < own.length; index++) all[index] = own[index] as number;
    all[own.length] = score;
    this.#ranking.put(place, all);
  }
}
