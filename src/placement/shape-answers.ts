// The filter results for pods of one shape, cached for each node until the node changes.

import type { Pod } from '../core/api/pod.js';
import { compareBytes } from '../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { moveToFront } from '../core/base/lists.js';
import { bytesOfText, type LruEntry } from '../core/base/lru-cache.js';
import { sorting } from '../core/base/sorting.js';
import { VersionedList } from '../core/base/versioned-list.js';
import { PASSED } from '../scheduler/filters/filter.js';
import type { PodFilters } from '../scheduler/filters/filters.js';
import type { NodeInfo } from '../scheduler/filters/node-info.js';
import type { ScoreContext } from '../scheduler/scores/score.js';
import { type NodeScores, prepareScores, rawScores, type ScoreColumn, totalScores } from '../scheduler/scores/total.js';
import type { ClusterAnswers } from './cluster-answers.js';
import type { NodeChange, NodesNow, NodeTable, SlotOrder } from './node-table.js';
import { type DeviceScores, PodRanking } from './pod-ranking.js';
import { bytesOfReasons, type NodeReasons, nodeReasons, PassingNodes, passes, QueriedNodes, queriedNodes } from './queried-nodes.js';
import { type ImagesNow, type PreparedScores, ShapeScores } from './shape-scores.js';

/** The approximate bytes of a node in the lists of reasons. */
const BYTES_OF_PLACE = 16;
/** The approximate bytes of an entry for a node in a map of reasons. */
const BYTES_OF_ENTRY = 64;

/** The most results of filters that depend on all nodes. */
const MOST_RELATED = 16;
/** The most rankings cached for a shape, one per set of device scores, and the most bytes of all but one of them. */
const MOST_RANKINGS = 16;
const MOST_BYTES = 16 << 20;

const NO_ORDER: SlotOrder = { slots: [], placeOf: new Int32Array(0) };
const NO_NODES = queriedNodes([]);

/** A node of the table with its filter results, at the start of the call. */
interface SlotAsked {
  readonly slot: number;
  readonly info: NodeInfo;
  readonly reasons: NodeReasons;
}

function compareNames({ info: left }: SlotAsked, { info: right }: SlotAsked): number {
  return compareBytes(left.node.metadata.name, right.node.metadata.name);
}

/** A node whose filter results changed. */
interface OtherReasons {
  readonly place: number;
  readonly previousReasons: NodeReasons;
  readonly reasons: NodeReasons;
}

/** A node as of its last filtering. */
interface NodeBefore {
  readonly info: NodeInfo;
  readonly reasons: NodeReasons;
}

/** The parts of the cluster that scores depend on. */
export interface ScoreSurroundings extends Pick<ScoreContext, 'features'> {
  readonly images: ImagesNow;
}

/** The scores of feasible nodes that depend on more than the node. */
export interface FeasibleScores extends Pick<DeviceScores, 'count'> {
  /** The device scores, by place. */
  readonly scores: ReadonlyMap<number, number>;
  readonly ofCluster: readonly ScoreColumn[];
}

/** The filter results for one shape. */
export class ShapeAnswers {
  /** The shape, as the string object that keys the cache. */
  readonly shape: string;
  readonly filters: PodFilters;
  /** The cache entry of these results, if they are cached. */
  entry: LruEntry<ShapeAnswers> | undefined;
  readonly #table: NodeTable;
  /** The nodes as of the last call, in the order of that time, with their filter results. */
  #order = NO_ORDER;
  #queried = NO_NODES;
  /** The results of nodes that were filtered since, by calls that ended early or ran in slices. */
  readonly #since = new Map<NodeInfo, NodeReasons>();
  #bytes: number;
  #prepared: PreparedScores | undefined;
  readonly #scores = new ShapeScores();
  /** The results of filters that depend on all nodes, by the relations of pods. The last used result is last. */
  readonly #related = new Map<string, ClusterAnswers>();
  /** The rankings of nodes for pods with the same claims. The last used ranking is first. Claims are not part of a shape. */
  readonly #rankings: PodRanking[] = [];

  /** `podBytes`: the size of the pod that the filters were prepared for. */
  constructor(shape: string, filters: PodFilters, table: NodeTable, podBytes = 0) {
    this.shape = shape;
    this.filters = filters;
    this.#table = table;
    this.#bytes = podBytes;
  }

  /** The memory in bytes, including scores. */
  get bytes(): number {
    let bytes = this.#bytes + this.#queried.infos.length * BYTES_OF_PLACE + this.#scores.bytes + this.#bytesOfRankings;
    for (const [relations, answers] of this.#related) bytes += bytesOfText(relations) + answers.bytes;
    return bytes;
  }

  /** Returns the results for pods with these relations to other pods. `stamp`: of the objects that they depend on. */
  related(relations: string, stamp: string, make: () => ClusterAnswers, isApart = false): ClusterAnswers {
    const cached = this.#related.get(relations);
    const answers = cached?.stamp === stamp && !isApart ? cached : make();
    this.#related.delete(relations);
    this.#related.set(relations, answers);
    const [oldest] = this.#related.keys();
    if (this.#related.size > MOST_RELATED && oldest !== undefined) this.#related.delete(oldest);
    return answers;
  }

  /**
   * Filters the nodes that changed, and returns all current nodes. In a call that runs in slices, the nodes have the state of
   * the start of `onNodes`.
   */
  *ask(checkpoint: Checkpoint, onNodes?: () => void): Incremental<QueriedNodes> {
    const order = checkpoint.hasSlices ? yield* this.#table.order(checkpoint) : undefined;
    onNodes?.();
    if (order === undefined) return this.askInOneGo(this.#table.now(checkpoint), checkpoint);
    const infos = order.slots.map((slot) => this.#table.infoAt(slot));
    const isSorted = this.#table.isCurrent(order);
    const before = this.#listBefore();
    const asked: SlotAsked[] = [];
    for (let place = 0; place < infos.length; place++) {
      const info = infos[place];
      // Nodes may have been added or removed since the order was computed.
      if (info === undefined) continue;
      const slot = order.slots[place] as number;
      const previous = before(slot);
      let reasons = previous?.info === info ? previous.reasons : this.#answerSince(info);
      if (reasons === undefined) {
        reasons = this.filters.isLong(info) ? yield* this.#asking(info, checkpoint) : this.#ask(info, checkpoint);
        this.#keep(info, reasons);
      }
      asked.push({ slot, info, reasons });
      if (checkpoint.due()) yield;
    }
    return queriedNodes(isSorted ? asked : yield* sorting(asked, compareNames, checkpoint));
  }

  /** Like `ask`, in one go. `nodes`: the current nodes. */
  askInOneGo({ order, infos }: NodesNow, checkpoint: Checkpoint): QueriedNodes {
    const previous = this.#queried;
    if (order === this.#order && infos === previous.infos) return previous;
    this.#queried = order === this.#order ? this.#askChanged(previous, infos, checkpoint) : this.#askAnew(order, infos, checkpoint);
    this.#order = order;
    if (this.#since.size > 0) this.#forgetSince();
    return this.#queried;
  }

  /** Filters nodes that changed in place. */
  #askChanged(
    { infos: before, reasons: said, slots, passing }: QueriedNodes,
    infos: VersionedList<NodeInfo>,
    checkpoint: Checkpoint,
  ): QueriedNodes {
    const changes = this.#table.changes(before, infos);
    const others: OtherReasons[] = [];
    let isSame = true;
    let done = 0;
    try {
      for (; done < changes.length; done++) {
        checkpoint.step();
        const change = changes[done] as NodeChange;
        const { place, old, info } = change;
        const previousReasons = said.at(place);
        const reasons = this.#answerSince(info) ?? this.#askAgain(change, previousReasons, checkpoint);
        // Most changes of a node do not affect its filter results, so they are not recorded.
        if (reasons !== previousReasons) others.push({ place, previousReasons, reasons });
        if (passes(reasons) !== passes(previousReasons) || (passes(reasons) && old.node !== info.node)) isSame = false;
      }
    } finally {
      if (done < changes.length) this.#keepFirst(changes.slice(0, done), said, others);
    }
    let reasonsNow = said;
    let { count } = passing;
    for (let index = 0; index < others.length; index++) {
      const { place, previousReasons: previous, reasons } = others[index] as OtherReasons;
      reasonsNow = reasonsNow.with(place, reasons);
      this.#bytes += bytesOfReasons(reasons) - bytesOfReasons(previous);
      count += Number(passes(reasons)) - Number(passes(previous));
    }
    return new QueriedNodes(infos, reasonsNow, slots, isSame ? passing : new PassingNodes(infos, reasonsNow, count), true);
  }

  /** A call that ends early leaves its results for the next call. */
  #keepFirst(changes: readonly NodeChange[], said: VersionedList<NodeReasons>, others: readonly OtherReasons[]): void {
    const byPlace = new Map(others.map(({ place, reasons }) => [place, reasons]));
    for (const { place, info } of changes) this.#keep(info, byPlace.get(place) ?? said.at(place));
  }

  #answerSince(info: NodeInfo): NodeReasons | undefined {
    return this.#since.size === 0 ? undefined : this.#since.get(info);
  }

  /** Filters nodes after some were added or removed, and lists all in order. */
  #askAnew({ slots }: SlotOrder, infos: VersionedList<NodeInfo>, checkpoint: Checkpoint): QueriedNodes {
    const before = this.#listBefore();
    const answers: NodeReasons[] = [];
    try {
      for (let place = 0; place < infos.length; place++) {
        const [info, previous] = [infos.at(place), before(slots[place] as number)];
        if (previous?.info !== info) checkpoint.step();
        answers.push(previous?.info === info ? previous.reasons : (this.#answerSince(info) ?? this.#ask(info, checkpoint)));
      }
    } finally {
      if (answers.length < infos.length) answers.forEach((reasons, place) => this.#keep(infos.at(place), reasons));
    }
    for (const reasons of this.#queried.reasons.toArray()) this.#bytes -= bytesOfReasons(reasons);
    let count = 0;
    for (const reasons of answers) {
      this.#bytes += bytesOfReasons(reasons);
      if (passes(reasons)) count++;
    }
    const all = VersionedList.of(answers);
    return new QueriedNodes(infos, all, slots, new PassingNodes(infos, all, count), true);
  }

  /** Returns a function that gives the last results by slot; undefined for a slot that was not filtered. */
  #listBefore(): (slot: number) => NodeBefore | undefined {
    const { slots, placeOf } = this.#order;
    const { infos, reasons: all } = this.#queried;
    return (slot) => {
      // Reading beyond the end of a typed array costs a microsecond.
      if (slot >= placeOf.length) return undefined;
      const place = placeOf[slot] as number;
      return slots[place] === slot ? { info: infos.at(place), reasons: all.at(place) } : undefined;
    };
  }

  /** Stores the results of a node until all nodes are filtered. */
  #keep(info: NodeInfo, reasons: NodeReasons): void {
    if (this.#since.size >= 2 * this.#table.size) this.#forgetGone();
    if (!this.#since.has(info)) this.#bytes += BYTES_OF_ENTRY + bytesOfReasons(reasons);
    this.#since.set(info, reasons);
  }

  /** Drops nodes that changed since. */
  #forgetGone(): void {
    const changedNodes = [...this.#since].filter(([info]) => this.#table.has(info));
    this.#forgetSince();
    for (const [info, reasons] of changedNodes) {
      this.#since.set(info, reasons);
      this.#bytes += BYTES_OF_ENTRY + bytesOfReasons(reasons);
    }
  }

  #forgetSince(): void {
    for (const reasons of this.#since.values()) this.#bytes -= BYTES_OF_ENTRY + bytesOfReasons(reasons);
    this.#since.clear();
  }

  /** Filters a node that changed. If only its pods changed, skips the filters that no pod affects. */
  #askAgain(change: NodeChange, previous: NodeReasons, checkpoint: Checkpoint): NodeReasons {
    const { old, info } = change;
    if (!passes(previous) || old.node !== info.node) return this.#ask(info, checkpoint);
    if (change.keepsRoom) return previous;
    const rejections = this.filters.ofPods(info, checkpoint);
    return rejections.length === 0 ? previous : nodeReasons(rejections, PASSED);
  }

  *#asking(info: NodeInfo, checkpoint: Checkpoint): Incremental<NodeReasons> {
    const { beforeDevices, afterDevices } = this.filters.testing;
    const before = yield* beforeDevices(info, checkpoint);
    return nodeReasons(before, before.length > 0 ? PASSED : yield* afterDevices(info, checkpoint));
  }

  #ask(info: NodeInfo, checkpoint: Checkpoint): NodeReasons {
    const { beforeDevices, afterDevices } = this.filters;
    const before = beforeDevices(info, checkpoint);
    return nodeReasons(before, before.length > 0 ? PASSED : afterDevices(info, checkpoint));
  }

  /**
   * Returns the nodes of a call by their total scores. For the current nodes it may be the ranking of an earlier call about the
   * same devices, with changed nodes updated. The caller must read the ranking before it requests another one.
   */
  ranking(nodes: QueriedNodes, devices: DeviceScores, pod: Pod, surroundings: ScoreSurroundings): PodRanking {
    const by = this.#cachedScores(surroundings) ?? inOneGo(this.#scoresFor(pod, surroundings, UNLIMITED));
    // Device scores without a change list belong to only one call.
    if (nodes !== this.#queried || devices.scores.changes === undefined) return this.#newRanking(by, nodes, devices);
    const place = this.#rankings.findIndex((ranking) => ranking.isBy(devices));
    const cachedRanking = this.#rankings[place];
    if (cachedRanking?.follow(by, nodes) === true) {
      if (place > 0) moveToFront(this.#rankings, place);
      return cachedRanking;
    }
    const ranking = this.#newRanking(by, nodes, devices);
    if (cachedRanking !== undefined) this.#rankings.splice(place, 1);
    this.#rankings.unshift(ranking);
    while (this.#rankings.length > MOST_RANKINGS || (this.#rankings.length > 1 && this.#bytesOfRankings > MOST_BYTES)) this.#rankings.pop();
    return ranking;
  }

  get #bytesOfRankings(): number {
    let bytes = 0;
    for (const ranking of this.#rankings) bytes += ranking.bytes;
    return bytes;
  }

  #newRanking(by: PreparedScores, nodes: QueriedNodes, devices: DeviceScores): PodRanking {
    return inOneGo(PodRanking.of({ by, ofShape: this.#scores }, nodes, devices, UNLIMITED));
  }

  /** Returns a ranking that only the caller has, in increments. */
  *rankingAlone(
    nodes: QueriedNodes,
    devices: DeviceScores,
    pod: Pod,
    surroundings: ScoreSurroundings,
    checkpoint: Checkpoint,
  ): Incremental<PodRanking> {
    const by = yield* this.#scoresFor(pod, surroundings, checkpoint);
    return yield* PodRanking.of({ by, ofShape: this.#scores }, nodes, devices, checkpoint);
  }

  /** Returns the scores of the feasible nodes, split by plugin. `scores`: the device scores, by place. */
  scoresByPlugin(
    { infos }: QueriedNodes,
    { scores, count, ofCluster }: FeasibleScores,
    pod: Pod,
    surroundings: ScoreSurroundings,
  ): readonly NodeScores[] {
    const by = inOneGo(this.#scoresFor(pod, surroundings, UNLIMITED));
    const rows = Array.from(scores.keys(), (place) => rawScores(by.plugins, infos.at(place), UNLIMITED));
    return inOneGo(totalScores(by, rows, { devices: count ? [...scores.values()] : undefined, ofCluster }, UNLIMITED));
  }

  /** Computes the scores of the passing nodes, for a later ranking. */
  *score({ infos, reasons, slots }: QueriedNodes, pod: Pod, surroundings: ScoreSurroundings, checkpoint: Checkpoint): Incremental<void> {
    const by = yield* this.#scoresFor(pod, surroundings, checkpoint);
    for (const [place, slot] of slots.entries()) {
      const info = infos.at(place);
      if (passes(reasons.at(place)) && !this.#scores.holds(by, slot, info)) yield* this.#scores.workOut(by, slot, info, checkpoint);
      if (checkpoint.due()) yield;
    }
  }

  #cachedScores({ images }: ScoreSurroundings): PreparedScores | undefined {
    return this.#prepared?.images === images ? this.#prepared : undefined;
  }

  *#scoresFor(pod: Pod, surroundings: ScoreSurroundings, checkpoint: Checkpoint): Incremental<PreparedScores> {
    const cachedScores = this.#cachedScores(surroundings);
    if (cachedScores !== undefined) return cachedScores;
    const { features, images } = surroundings;
    const spread = yield* images(checkpoint);
    const prepared = yield* prepareScores(pod, { features, images: spread, profile: this.filters.profile }, checkpoint);
    this.#prepared = { images, ...prepared };
    return this.#prepared;
  }
}
