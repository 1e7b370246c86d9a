// The answers of the filters for pods of one shape: remembered for each node until the node changes.

import type { Pod } from '../../api/pod.js';
import { compareBytes } from '../../base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../base/checkpoint.js';
import { VersionedList } from '../../base/versioned-list.js';
import { PASSED } from '../../filters/filter.js';
import type { PodFilters } from '../../filters/filters.js';
import type { NodeInfo } from '../../filters/node-info.js';
import type { ScoreContext } from '../../scores/score.js';
import { prepareScores } from '../../scores/total.js';
import type { NodeTable, SlotOrder } from './node-table.js';
import { type NodesAsked, NodeVerdict, nodesAsked, PassingNodes, type PreparedScores } from './node-verdict.js';
import { type DeviceScores, PodRanking } from './pod-ranking.js';

/** The most scores that a node gets. */
const MOST_SCORES = 5;
/** The share of slots of which more are listed anew with all others, and the least number of them. */
const MANY = 1 / 16;
const LEAST_MANY = 4;

const NO_ORDER: SlotOrder = { slots: [], placeOf: new Int32Array(0) };

/** A node that is asked in slices, as it was at the time. */
interface NodeToAsk {
  readonly slot: number;
  readonly info: NodeInfo;
  verdict: NodeVerdict | undefined;
}

/** The answers for one shape. */
export class ShapeAnswers {
  /** The shape, as the very text by which the answers are kept. */
  readonly shape: string;
  readonly filters: PodFilters;
  readonly #table: NodeTable;
  /** The verdicts on nodes as they were asked last, in an order of before or of now, as of a place in the journal of the table. */
  #verdicts = VersionedList.of<NodeVerdict>([]);
  #order = NO_ORDER;
  #journal = -1;
  /** The nodes that pass by these verdicts. */
  #passing = new PassingNodes(this.#verdicts, 0);
  /** The nodes as they were given last; undefined: some were asked since. */
  #asked: NodesAsked | undefined;
  /** The verdicts by slot in place of those that were asked last, while nodes are asked that have no place among these, or are many. */
  #bySlot: (NodeVerdict | undefined)[] | undefined;
  #bytes = 0;
  #scores: PreparedScores | undefined;
  #ranking: PodRanking | undefined;

  /** `podBytes`: of the pod that the filters were prepared for. */
  constructor(shape: string, filters: PodFilters, table: NodeTable, podBytes = 0) {
    this.shape = shape;
    this.filters = filters;
    this.#table = table;
    this.#bytes = podBytes;
  }

  /** Bytes that it takes, scores included. */
  get bytes(): number {
    return this.#bytes + (this.#ranking?.bytes ?? 0);
  }

  /** Asks the nodes that changed, and gives all of them as they are now. In slices: as they were when it began to ask them. */
  ask(checkpoint: Checkpoint): NodesAsked {
    const order = this.#table.order(checkpoint);
    if (checkpoint.isSliced) return this.#askInSlices(order, checkpoint);
    const { journal } = this.#table;
    const { end } = journal;
    const changed = journal.since(this.#journal);
    const isFew = changed !== undefined && changed.length <= LEAST_MANY + MANY * order.slots.length;
    if (isFew && this.#bySlot === undefined && this.#order === order) this.#askFew(changed, checkpoint);
    else this.#askMany(changed ?? this.#table.allSlots(), order, checkpoint);
    this.#journal = end;
    this.#asked ??= { verdicts: this.#verdicts, passing: this.#passing, isEvery: true };
    return this.#asked;
  }

  /** Asks nodes that changed, each in its place. */
  #askFew(slots: readonly number[], checkpoint: Checkpoint): void {
    for (const slot of slots) {
      const info = this.#table.infoAt(slot) as NodeInfo;
      const known = this.#known(slot);
      if (info === known?.info) continue;
      checkpoint.step();
      this.#remember(slot, this.#ask(info, known, checkpoint), known);
    }
  }

  /** Asks nodes of which some came, went or are many, and puts all in order. */
  #askMany(slots: Iterable<number>, order: SlotOrder, checkpoint: Checkpoint): void {
    const bySlot = this.#listBySlot();
    for (const slot of slots) {
      const info = this.#table.infoAt(slot);
      const known = bySlot[slot];
      if (info === known?.info) continue;
      checkpoint.step();
      this.#remember(slot, info && this.#ask(info, known, checkpoint), known);
    }
    const verdicts = order.slots.map((slot) => bySlot[slot] as NodeVerdict);
    this.#asked = nodesAsked(verdicts, true);
    this.#verdicts = this.#asked.verdicts;
    this.#passing = this.#asked.passing;
    this.#order = order;
    this.#bySlot = undefined;
  }

  #listBySlot(): (NodeVerdict | undefined)[] {
    if (this.#bySlot === undefined) {
      const { slots, placeOf } = this.#order;
      this.#bySlot = new Array(placeOf.length).fill(undefined);
      for (const [place, slot] of slots.entries()) this.#bySlot[slot] = this.#verdicts.at(place);
    }
    return this.#bySlot;
  }

  /** The node of a slot as it was asked last; undefined: it was not. */
  #known(slot: number): NodeVerdict | undefined {
    if (this.#bySlot !== undefined) return this.#bySlot[slot];
    const { slots, placeOf } = this.#order;
    const place = placeOf[slot] ?? 0;
    return slots[place] === slot ? this.#verdicts.at(place) : undefined;
  }

  /** `known`: what was remembered of the slot before. */
  #remember(slot: number, verdict: NodeVerdict | undefined, known: NodeVerdict | undefined): void {
    this.#bytes += (verdict?.bytes(MOST_SCORES) ?? 0) - (known?.bytes(MOST_SCORES) ?? 0);
    this.#asked = undefined;
    if (this.#bySlot === undefined && verdict !== undefined && known !== undefined)
      this.#put(this.#order.placeOf[slot] as number, verdict, known);
    else this.#listBySlot()[slot] = verdict;
  }

  #put(place: number, verdict: NodeVerdict, known: NodeVerdict): void {
    this.#verdicts = this.#verdicts.with(place, verdict);
    const isSame = known.passes === verdict.passes && (!verdict.passes || known.info.node === verdict.info.node);
    if (isSame) return;
    const count = this.#passing.count + Number(verdict.passes) - Number(known.passes);
    this.#passing = new PassingNodes(this.#verdicts, count);
  }

  #askInSlices({ slots }: SlotOrder, checkpoint: Checkpoint): NodesAsked {
    const begun = checkpoint.keep(() => this.#begin(slots));
    checkpoint.forEach(begun, (node) => {
      node.verdict ??= this.#ask(node.info, undefined, checkpoint);
      const { slot, verdict, info } = node;
      const known = this.#known(slot);
      if (known?.info !== info && this.#table.infoAt(slot) === info) this.#remember(slot, verdict, known);
    });
    return checkpoint.keep(() =>
      nodesAsked(
        begun.flatMap(({ verdict }) => verdict ?? []),
        false,
      ),
    );
  }

  /** The nodes as they are now, with what is known of them. */
  #begin(slots: readonly number[]): NodeToAsk[] {
    const begun: NodeToAsk[] = [];
    for (const slot of slots) {
      const info = this.#table.infoAt(slot);
      const known = this.#known(slot);
      // Nodes may have come and gone since they were put in order.
      if (info !== undefined) begun.push({ slot, info, verdict: known?.info === info ? known : undefined });
    }
    return begun.sort((left, right) => compareBytes(left.info.node.metadata.name, right.info.node.metadata.name));
  }

  /** `known`: the node before it changed. Where only its pods did, filters that they change nothing for are not asked again. */
  #ask(info: NodeInfo, known: NodeVerdict | undefined, checkpoint: Checkpoint): NodeVerdict {
    const { beforeDevices, ofPods, afterDevices } = this.filters;
    const isOfPods = known?.passes === true && known.info.node === info.node;
    const before = isOfPods ? ofPods(info, checkpoint) : beforeDevices(info, checkpoint);
    const after = before.length > 0 ? PASSED : isOfPods ? known.after : afterDevices(info, checkpoint);
    return new NodeVerdict(info, before, after);
  }

  /**
   * The nodes of a call by their total scores. For the nodes as they are now it is the one of the call before, in which those that changed are looked
   * at: the caller reads it before it asks for another one.
   */
  ranking(asked: NodesAsked, devices: DeviceScores, pod: Pod, context: ScoreContext): PodRanking {
    const by = this.#scoresFor(pod, context, UNLIMITED);
    if (asked !== this.#asked) return new PodRanking(by, asked.verdicts, devices);
    if (this.#ranking?.follow(by, asked.verdicts, devices) !== true) this.#ranking = new PodRanking(by, asked.verdicts, devices);
    return this.#ranking;
  }

  /** Works out the scores of the nodes that pass, for a ranking later. */
  score({ verdicts }: NodesAsked, pod: Pod, context: ScoreContext, checkpoint: Checkpoint): void {
    const by = this.#scoresFor(pod, context, checkpoint);
    checkpoint.times(verdicts.length, (place) => {
      const verdict = verdicts.at(place);
      if (verdict.passes) verdict.score(by, checkpoint);
    });
  }

  #scoresFor(pod: Pod, context: ScoreContext, checkpoint: Checkpoint): PreparedScores {
    const known = checkpoint.keep(() => this.#scores);
    if (known?.images === context.images) return known;
    const plugins = prepareScores(pod, context, checkpoint);
    return checkpoint.keep(() => {
      this.#scores = { images: context.images, plugins };
      return this.#scores;
    });
  }
}
