// The answers of the filters for pods of one shape: remembered for each node until the node changes.

import type { Pod } from '../../api/pod.js';
import { compareBytes } from '../../base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../base/checkpoint.js';
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
  /** By slot, as of a place in the journal of the table. */
  readonly #verdicts: (NodeVerdict | undefined)[] = [];
  #journal = -1;
  #bytes = 0;
  /** Slots that changed since the nodes were asked for, some of them several times; undefined: any may have. */
  #changed: number[] | undefined;
  #order: SlotOrder | undefined;
  #asked: NodesAsked | undefined;
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
    this.#update(checkpoint);
    return this.#now(order);
  }

  #update(checkpoint: Checkpoint): void {
    const table = this.#table;
    const { end } = table.journal;
    if (this.#journal === end) return;
    const slots = table.journal.since(this.#journal) ?? table.allSlots();
    for (const slot of slots) {
      const info = table.infoAt(slot);
      const known = this.#verdicts[slot];
      if (info === known?.info) continue;
      checkpoint.step();
      this.#remember(slot, info && this.#ask(info, known, checkpoint));
    }
    this.#journal = end;
  }

  #remember(slot: number, verdict: NodeVerdict | undefined): void {
    this.#bytes += (verdict?.bytes(MOST_SCORES) ?? 0) - (this.#verdicts[slot]?.bytes(MOST_SCORES) ?? 0);
    this.#verdicts[slot] = verdict;
    if (this.#changed !== undefined) this.#noteChange(this.#changed, slot);
  }

  #askInSlices({ slots }: SlotOrder, checkpoint: Checkpoint): NodesAsked {
    const begun = checkpoint.keep(() => this.#begin(slots));
    checkpoint.forEach(begun, (node) => {
      node.verdict ??= this.#ask(node.info, undefined, checkpoint);
      const { slot, verdict, info } = node;
      if (this.#verdicts[slot]?.info !== info && this.#table.infoAt(slot) === info) this.#remember(slot, verdict);
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
      const known = this.#verdicts[slot];
      // Nodes may have come and gone since they were put in order.
      if (info !== undefined) begun.push({ slot, info, verdict: known?.info === info ? known : undefined });
    }
    return begun.sort((left, right) => compareBytes(left.info.node.metadata.name, right.info.node.metadata.name));
  }

  #noteChange(changed: number[], slot: number): void {
    changed.push(slot);
    if (changed.length > LEAST_MANY + MANY * this.#verdicts.length) this.#changed = undefined;
  }

  /** The nodes as they are now. Requires: all that changed were asked. */
  #now(order: SlotOrder): NodesAsked {
    const changed = this.#changed;
    if (this.#asked === undefined || changed === undefined || this.#order !== order) {
      const verdicts = order.slots.map((slot) => this.#verdictAt(slot));
      this.#asked = nodesAsked(verdicts, true);
      this.#order = order;
      this.#changed = [];
    } else if (changed.length > 0) {
      this.#asked = this.#changedIn(this.#asked, changed, order.placeOf);
      changed.length = 0;
    }
    return this.#asked;
  }

  /** The nodes of before with what changed: most of them did not. */
  #changedIn({ verdicts: before, passing }: NodesAsked, changed: readonly number[], placeOf: Int32Array): NodesAsked {
    let verdicts = before;
    let { count } = passing;
    let isSame = true;
    for (const slot of changed) {
      const place = placeOf[slot] as number;
      const [old, now] = [verdicts.at(place), this.#verdictAt(slot)];
      if (old === now) continue;
      verdicts = verdicts.with(place, now);
      if (old.passes !== now.passes) count += now.passes ? 1 : -1;
      if (old.passes !== now.passes || (now.passes && old.info.node !== now.info.node)) isSame = false;
    }
    return { verdicts, passing: isSame ? passing : new PassingNodes(verdicts, count), isEvery: true };
  }

  #verdictAt(slot: number): NodeVerdict {
    return this.#verdicts[slot] as NodeVerdict;
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
