// Implements queries: claims of one signature for a cluster, with the answers for every node. A query is prepared once, solved for all nodes in one call, and
// cached. The next time, only changed nodes are solved again.

import { alternativesOf } from '../../../../core/api/device-request.js';
import type { ResourceSlice } from '../../../../core/api/resource-slice.js';
import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import type { AllocationError } from '../../../../core/base/errors.js';
import type { Journal } from '../../../../core/base/journal.js';
import type { Features } from '../../../../core/features/features.js';
import type { ClaimPlan, SlotPlan } from '../../../encode/slot-plan.js';
import * as P from '../../../kernel/pass-layout.js';
import { ResidentColumn } from '../devices/columns.js';
import type { StageTable } from '../devices/stage-table.js';
import { EquivalentNodes } from '../nodes/equivalent-nodes.js';
import type { StaleNodes } from '../nodes/stale-nodes.js';
import {
  type Answers,
  failedAtOnce,
  LatestAnswers,
  mostSelections,
  NodeAnswer,
  PAGE,
  type SearchResult,
  statusOf,
  writeAnswer,
} from './answers.js';
import { CachedErrors } from './cached-errors.js';
import { FeasibleNodes } from './feasible-nodes.js';
import { HostSearch } from './host-search.js';
import { type NodeSolver, type PassProgress, type PassSources, ResidentPass } from './pass.js';
import { type ScoreOf, scoresFor } from './scores.js';
import { type RefCounted, SlotTables } from './slot-tables.js';

/** The inputs of a query. */
export interface QuerySources extends PassSources {
  readonly journal: Journal;
  /** The nodes whose views must be computed again. */
  readonly stale: Pick<StaleNodes, 'isEmpty'>;
  readonly stageTables: RefCounted<SlotPlan, StageTable>;
  readonly features: Features;
}

/** The properties of a query, in addition to its plans. */
interface QueryKind {
  /** True if no pass can solve it, so that every node is searched separately. */
  readonly searchesEachNode: boolean;
  /** The bytes of its claims' texts, and of data derived from them. */
  readonly textBytes: number;
  /** The limit on the work of selectors, as a text (`workText`). */
  readonly work: string;
}

/** The most nodes whose answers are read individually. From 4 to 16 it makes no difference beyond noise: 6 changed nodes of 64 take 24 to 37 us. */
const FEW = 8;
/** Above this share of nodes, reading all answers together is faster. With 1/4, 450 of 5,000 nodes take 4.6 ms; from 1/8 to 1/64, 2.4 to 4.1. */
const MANY = 1 / 16;

/** The most entries per node in the list of nodes to solve. A node that is solved individually and changes again is in it twice. */
const MOST_DIRTY_ENTRIES = 2;

const NONE: readonly number[] = [];
const NOBODY = new Uint8Array(0);

/** A query to a cluster. */
export class Query {
  readonly #sources: QuerySources;
  readonly #tables: SlotTables;
  readonly #solver: NodeSolver;
  /** The limit on the work of selectors for which its answers are valid. */
  readonly work: string;
  /** True if no pass can solve it, so that every node is searched separately. */
  readonly searchesEachNode: boolean;
  /** The planned claims. */
  readonly plans: readonly ClaimPlan[];
  /** Their requests and subrequests, in order. */
  readonly slots: readonly SlotPlan[];
  /** Returns the score of an answer; undefined if no request has alternatives, so that all answers score 0. */
  readonly scoreOf: ScoreOf | undefined;
  /** Results for equivalent nodes; undefined if nodes are not compared, because constraints have no columns of values. */
  readonly equivalentNodes: EquivalentNodes | undefined;
  readonly #answers: ResidentColumn;
  /** By ordinal, 1 for nodes to solve again. */
  #isDirty = new Uint8Array(0);
  #dirty: readonly number[] = [];
  /** The number of leading entries of `#dirty` that are solved. */
  #solved = 0;
  /** The list of nodes to solve if it belongs to the query and may grow. The list of all nodes is shared. */
  #mutableDirty: number[] = [];
  /** True if some of these nodes may have been solved individually. */
  #hasSolvedDirty = false;
  #journal = -1;
  readonly #latest: LatestAnswers;
  /** The nodes that the host has to search. */
  readonly #hostNodes = new Set<number>();
  readonly #errors = new CachedErrors();
  readonly #textBytes: number;
  /** The most steps of any answer. */
  #mostSteps: number;
  /** True if some answers are of searches of single nodes. */
  #hasRecorded = false;
  readonly #feasible: FeasibleNodes;
  /** True if no node is feasible, so that the stored answers do not count. */
  #isInfeasible = false;
  #isEnded = false;

  constructor(sources: QuerySources, plans: readonly ClaimPlan[], { searchesEachNode, textBytes, work }: QueryKind) {
    this.#sources = sources;
    this.searchesEachNode = searchesEachNode;
    this.work = work;
    this.#textBytes = textBytes;
    this.plans = plans;
    this.slots = slotsOf(plans);
    this.scoreOf = scoresFor(plans);
    this.#feasible = new FeasibleNodes(this.scoreOf);
    this.#tables = new SlotTables(sources.stageTables, sources.occupancy, this.slots);
    this.#latest = new LatestAnswers((P.ANSWER_SELECTIONS + P.SELECTION_SIZE * mostSelections(plans)) / 4);
    const answerSize = this.#latest.words * 4;
    this.#answers = new ResidentColumn(sources.memory, answerSize);
    this.#solver = searchesEachNode ? new HostSearch(sources, answerSize) : new ResidentPass(sources, plans, this.#tables, answerSize);
    this.#mostSteps = this.#solver.mostSteps;
    const hasConstraints = plans.some(({ claim }) => alternativesOf(claim.spec).some(({ constraints }) => constraints.length > 0));
    if (searchesEachNode && hasConstraints) return;
    const { all: tables, numbers: tableOf } = this.#tables;
    this.equivalentNodes = new EquivalentNodes({ ...sources, plans, slots: this.slots, tables, tableOf, columns: this.#solver.columns });
  }

  /** True after `end`. The query must not be used then. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Returns whether no node is feasible, as of the last `prepare`. */
  get isInfeasible(): boolean {
    return this.#isInfeasible;
  }

  /** True before its first use. */
  get isNew(): boolean {
    return this.#answers.bytes === 0;
  }

  /** The ordinals of the nodes that the host has to search. */
  get hostNodes(): ReadonlySet<number> {
    return this.#hostNodes;
  }

  /** The most steps of any answer. */
  get mostSteps(): number {
    return this.#mostSteps;
  }

  /** The bytes of its texts and answers. */
  get bytes(): number {
    return this.#textBytes + 2 * this.#answers.bytes + this.#feasible.bytes + this.#errors.bytes + (this.equivalentNodes?.bytes ?? 0);
  }

  /** Brings all data that the answers depend on up to date. An interrupted update continues the next time. */
  prepare(checkpoint: Checkpoint): void {
    this.#isInfeasible = this.#failsAtOnce();
    if (this.#isInfeasible) return;
    this.#answers.grow(Math.ceil(this.#sources.nodes.count / PAGE) * PAGE);
    this.#tables.followIfNeeded(checkpoint);
    this.#solver.follow(checkpoint);
    this.noteChanges();
  }

  /**
   * Returns whether every search fails at its first request because no device is free; then no node needs to be solved. After the tables were built once, the
   * query is always solved, to detect changes. All nodes must have been processed. Otherwise an unprocessed node could have free devices, and could be
   * processed while a call that yielded still reads the answers.
   */
  #failsAtOnce(): boolean {
    const { nodes, stale } = this.#sources;
    return stale.isEmpty && this.#tables.canWait && this.#solver.isPlain && this.#hostNodes.size === 0 && nodes.areAllSimple;
  }

  /** Solves the changed nodes, of all or of `only`. An interrupted call continues the next time. Requires: nothing changed since `prepare`. */
  solve(checkpoint: Checkpoint, only?: readonly number[]): void {
    if (this.#isInfeasible) return;
    this.#solveTogether(checkpoint, only);
    // Searches of single nodes receive the stages.
    if (this.#hostNodes.size > 0) this.#tables.follow(checkpoint);
  }

  /** True if a few nodes are to be solved: they may wait until a caller requests them, or until there are more. Requires: `prepare`. */
  get hasFewToSolve(): boolean {
    const count = this.#dirty.length - this.#solved;
    return count > 0 && count <= FEW && !this.#isInfeasible;
  }

  /** The ordinals of the nodes to solve. */
  toSolve(): readonly number[] {
    return this.#solved === 0 ? this.#dirty : this.#dirty.slice(this.#solved);
  }

  #solveTogether(checkpoint: Checkpoint, only: readonly number[] | undefined): void {
    const nodesToSolve = this.#dirtyOf(only);
    const first = nodesToSolve === this.#dirty ? this.#solved : 0;
    if (first === nodesToSolve.length) return;
    this.#solver.begin(nodesToSolve, first, this.#answers);
    try {
      this.#solver.run(checkpoint);
    } finally {
      const { progress } = this.#solver;
      const { done } = progress;
      this.#takeUp(nodesToSolve, first, progress);
      if (only === undefined) [this.#dirty, this.#solved] = done === nodesToSolve.length ? [NONE, 0] : [nodesToSolve, done];
      this.#hasSolvedDirty = only !== undefined;
    }
  }

  /** Reads the answers of solved nodes, from an index of the list on. */
  #takeUp(nodesToSolve: readonly number[], first: number, { done, changed, changedForHost }: PassProgress): void {
    const { nodes } = this.#sources;
    const isAll = nodes.areAll(nodesToSolve);
    const isSame = changed === 0 && this.scoreOf === undefined;
    const solved = first === 0 && done === nodesToSolve.length ? nodesToSolve : nodesToSolve.slice(first, done);
    if (solved.length <= FEW || (!isAll && solved.length <= nodes.count * MANY)) this.#read(solved);
    else if (isAll) this.#readRange(first, done, isSame);
    else this.#readRange(0, nodes.count, isSame);
    if (isAll) this.#isDirty.fill(0, first, done);
    else for (const ordinal of solved) this.#isDirty[ordinal] = 0;
    if (this.#errors.size > 0) for (const ordinal of solved) this.#errors.forget(ordinal);
    if (changedForHost > 0) this.#sortOut(solved);
  }

  /** True if the stages are available. */
  get hasStages(): boolean {
    return this.#tables.areMade;
  }

  /**
   * Returns the stages of the devices of some slices for a slot, in order, for nodes that can use all of them. Requires: `hasStages`, and that some node
   * sees the slices.
   */
  stagesOf(slot: number, slices: readonly ResourceSlice[]): Uint8Array {
    return this.#tables.of(slot).stagesOf(slices);
  }

  /**
   * Stores the results of searches of single nodes until these nodes change. Requires: nothing changed since the searches began, and steps are below
   * ANSWER_MOST_STEPS.
   */
  record(found: readonly SearchResult[]): void {
    const { u32 } = this.#sources.memory;
    if (found.length === 0) return;
    this.#hasRecorded = true;
    for (const one of found) {
      const { ordinal, steps } = one;
      this.#mostSteps = Math.max(this.#mostSteps, steps);
      writeAnswer(u32, this.#answers.address / 4 + ordinal * this.#latest.words, one);
      this.#hostNodes.delete(ordinal);
    }
    this.#read(found.map(({ ordinal }) => ordinal));
  }

  /** Stores the error of a node's search, which names the claims. Requires: nothing changed since the search began. */
  recordError(ordinal: number, claimNames: string, error: AllocationError): void {
    if (this.#errors.set(ordinal, claimNames, error)) this.#hasRecorded = true;
  }

  get hasErrors(): boolean {
    return this.#errors.size > 0;
  }

  /** Returns the stored error of a node for claims of the same names. Callers must receive a copy of it. Requires: the node is solved. */
  errorOf(ordinal: number, claimNames: string): AllocationError | undefined {
    return this.#errors.get(ordinal, claimNames);
  }

  /** Returns the feasible nodes of some answers, or undefined if the answers are outdated. */
  feasibleBy({ pages }: Answers): FeasibleNodes | undefined {
    return pages === this.#latest.pages ? this.#feasible : undefined;
  }

  /** Returns the current answers. */
  answers(): Answers {
    if (this.#isInfeasible) return failedAtOnce(this.#sources.nodes.count);
    const { pages, words } = this.#latest;
    return { pages, words };
  }

  /** Returns the current answer of one node. */
  answer(ordinal: number): NodeAnswer {
    return new NodeAnswer(this.#isInfeasible ? this.answers() : this.#latest, ordinal);
  }

  /** Returns, by ordinal, 1 for each node without a current answer. */
  unsolved(): Uint8Array {
    return this.#isInfeasible || this.#solved === this.#dirty.length ? NOBODY : this.#isDirty.slice();
  }

  /** Frees its memory. */
  end(): void {
    this.#isEnded = true;
    this.#solver.end();
    this.#tables.end();
    this.#answers.end();
  }

  /** Marks the nodes that changed since the last time. Their answers are no longer valid. */
  noteChanges(): void {
    const { journal, nodes } = this.#sources;
    if (this.#isDirty.length < nodes.count) {
      const larger = new Uint8Array(Math.max(2 * this.#isDirty.length, nodes.count));
      larger.set(this.#isDirty);
      this.#isDirty = larger;
    }
    if (this.#journal === journal.end) return;
    const changed = journal.since(this.#journal);
    this.#journal = journal.end;
    // If most nodes changed, solving all is faster than selecting them, unless some were searched separately.
    if (changed === undefined || (changed.length > nodes.count / 2 && !this.#hasRecorded)) {
      this.#isDirty.fill(1, 0, nodes.count);
      [this.#dirty, this.#solved] = [nodes.ordinals, 0];
      this.#hasRecorded = false;
      return;
    }
    let count = 0;
    for (const ordinal of changed) {
      if (this.#isDirty[ordinal] === 1) continue;
      this.#isDirty[ordinal] = 1;
      changed[count++] = ordinal;
    }
    changed.length = count;
    if (count > 0) this.#addDirty(changed);
  }

  /** Adds changed nodes to the nodes to solve. `changed`: a list that the query may keep. */
  #addDirty(changed: number[]): void {
    if (this.#solved < this.#dirty.length) {
      // Individually requested nodes are added with each change, so the list must not be copied each time.
      const isMutable = this.#dirty === this.#mutableDirty;
      if (isMutable && this.#dirty.length + changed.length <= MOST_DIRTY_ENTRIES * this.#isDirty.length) {
        for (const ordinal of changed) this.#mutableDirty.push(ordinal);
        return;
      }
      const left = this.#dirty.slice(this.#solved);
      changed = isMutable ? [...new Set(left.concat(changed))].filter((ordinal) => this.#isDirty[ordinal] === 1) : left.concat(changed);
    }
    this.#mutableDirty = changed;
    [this.#dirty, this.#solved] = [changed, 0];
  }

  /** Copies the answers of nodes from the solver's memory. */
  #read(ordinals: readonly number[]): void {
    const { u32 } = this.#sources.memory;
    const start = this.#answers.address / 4;
    this.#latest.read(u32, start, ordinals);
    this.#feasible.follow(ordinals, this.#latest);
  }

  /**
   * Copies the answers of all nodes from `first` to `end`. Nodes among them that were not solved keep their answers. `isSame`: the feasible nodes and their
   * scores are unchanged.
   */
  #readRange(first: number, end: number, isSame: boolean): void {
    this.#latest.readRange(this.#sources.memory.u32, this.#answers.address / 4, first, end);
    if (!isSame) this.#feasible.forget();
  }

  /** Updates the set of nodes that the host has to search. */
  #sortOut(ordinals: readonly number[]): void {
    for (const ordinal of ordinals) {
      if (statusOf(this.#latest, ordinal) === P.ANSWER_NEEDS_HOST) this.#hostNodes.add(ordinal);
      else this.#hostNodes.delete(ordinal);
    }
  }

  /** Returns the nodes to solve, of all or of `only`. */
  #dirtyOf(only: readonly number[] | undefined): readonly number[] {
    if (this.#solved === this.#dirty.length) return NONE;
    if (only === undefined && !this.#hasSolvedDirty) return this.#dirty;
    return (only ?? this.#dirty.slice(this.#solved)).filter((ordinal) => this.#isDirty[ordinal] === 1);
  }
}

/** Returns the slots of all requests and subrequests, in order. `flat` would be several times slower; each query builds one list. */
function slotsOf(plans: readonly ClaimPlan[]): readonly SlotPlan[] {
  const slots: SlotPlan[] = [];
  for (const { requests } of plans) for (const requestSlots of requests) for (const slot of requestSlots) slots.push(slot);
  return slots;
}
