// A query is what claims of one signature ask of a cluster, with its answers for every node. It is prepared once, solved for all nodes in one call,
// and stored: the next time only nodes that changed meanwhile are solved again.

import { alternativesOf } from '../../../../core/api/device-request.js';
import type { ResourceSlice } from '../../../../core/api/resource-slice.js';
import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import { type AllocationError, copyOfError } from '../../../../core/base/errors.js';
import type { Journal } from '../../../../core/base/journal.js';
import { bytesOfText } from '../../../../core/base/lru-cache.js';
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
  mostPicks,
  NodeAnswer,
  PAGE,
  type SearchResult,
  statusOf,
  writeAnswer,
} from './answers.js';
import { FeasibleNodes } from './feasible-nodes.js';
import { HostSearch } from './host-search.js';
import { type NodeSolver, type PassProgress, type PassSources, ResidentPass } from './pass.js';
import { type ScoreOf, scoresFor } from './scores.js';
import { type RefCounted, SlotTables } from './slot-tables.js';

/** The sources that a query is made of. */
export interface QuerySources extends PassSources {
  readonly journal: Journal;
  /** Nodes that are to be considered. */
  readonly stale: Pick<StaleNodes, 'isEmpty'>;
  readonly stageTables: RefCounted<SlotPlan, StageTable>;
  readonly features: Features;
}

/** Errors that a query keeps, one for each node, and what they take together. */
const MOST_BYTES_OF_ERRORS = 2 << 20;
const ERROR_BYTES = 1024;

/** Describes what a query is next to its plans. */
interface QueryKind {
  /** No pass can solve it, so that every node is searched by itself. */
  readonly searchesEachNode: boolean;
  /** Bytes of the texts of its claims, and of what is made of them. */
  readonly textBytes: number;
  /** The limit on the work of selectors, as a text (`workText`). */
  readonly work: string;
}

/** Nodes whose answers are read sooner by themselves than together. From 4 to 16 it makes no difference beyond noise: 6 of 64 nodes that changed take 24 to 37 us. */
const FEW = 8;
/** The share of nodes of which more, wherever they are, are read sooner together with all others. With 1/4, 450 of 5,000 nodes take 4.6 ms, from 1/8 to 1/64 2.4 to 4.1. */
const MANY = 1 / 16;

/** Entries of the list of nodes to be solved, for each node: one that is solved by itself and changes again is in it twice. */
const MOST_DIRTY_ENTRIES = 2;

const NONE: readonly number[] = [];
const NOBODY = new Uint8Array(0);

/** The error of a node, and the names of the claims that came upon it. */
interface KeptError {
  readonly claimNames: string;
  readonly error: AllocationError;
  readonly bytes: number;
}

/** A query to a cluster. */
export class Query {
  readonly #sources: QuerySources;
  readonly #tables: SlotTables;
  readonly #solver: NodeSolver;
  /** The limit on the work of selectors that its answers hold for. */
  readonly work: string;
  /** No pass can solve it, so that every node is searched by itself. */
  readonly searchesEachNode: boolean;
  /** The claims that it was made of, planned. */
  readonly plans: readonly ClaimPlan[];
  /** Their requests and subrequests, in order. */
  readonly slots: readonly SlotPlan[];
  /** The score of an answer; undefined: no request has alternatives, so that all answers score 0. */
  readonly scoreOf: ScoreOf | undefined;
  /** Results for equivalent nodes; undefined: nodes are not compared, since there are no columns of the values that constraints check. */
  readonly equivalentNodes: EquivalentNodes | undefined;
  readonly #answers: ResidentColumn;
  /** Nodes to be solved again, by ordinal. */
  #isDirty = new Uint8Array(0);
  #dirty: readonly number[] = [];
  /** The number of them that are solved, from the first on. */
  #solved = 0;
  /** The list of them where it is the query's own, which may grow: that of all nodes belongs to others too. */
  #ownDirty: number[] = [];
  /** True when some of them may have been solved by themselves meanwhile. */
  #hasSolvedDirty = false;
  #journal = -1;
  readonly #latest: LatestAnswers;
  /** Nodes that the host has to search. */
  readonly #hostNodes = new Set<number>();
  readonly #errors = new Map<number, KeptError>();
  #bytesOfErrors = 0;
  readonly #textBytes: number;
  /** No answer has more steps. */
  #mostSteps: number;
  /** True when there are answers of searches of single nodes. */
  #hasRecorded = false;
  readonly #feasible: FeasibleNodes;
  /** True when the answers are that nothing fits anywhere, whatever was solved before. */
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
    this.#latest = new LatestAnswers((P.ANSWER_PICKS + P.PICK_SIZE * mostPicks(plans)) / 4);
    const answerSize = this.#latest.words * 4;
    this.#answers = new ResidentColumn(sources.memory, answerSize);
    this.#solver = searchesEachNode ? new HostSearch(sources, answerSize) : new ResidentPass(sources, plans, this.#tables, answerSize);
    this.#mostSteps = this.#solver.mostSteps;
    const hasConstraints = plans.some(({ claim }) => alternativesOf(claim.spec).some(({ constraints }) => constraints.length > 0));
    if (searchesEachNode && hasConstraints) return;
    const { all: tables, numbers: tableOf } = this.#tables;
    this.equivalentNodes = new EquivalentNodes({ ...sources, plans, slots: this.slots, tables, tableOf, columns: this.#solver.columns });
  }

  /** True when it was given up, and may no longer be used. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Returns whether the answers are that nothing fits anywhere, as of when it was prepared. */
  get isInfeasible(): boolean {
    return this.#isInfeasible;
  }

  /** True when nobody has used it yet. */
  get isNew(): boolean {
    return this.#answers.bytes === 0;
  }

  /** The nodes that the host has to search, by ordinal. */
  get hostNodes(): ReadonlySet<number> {
    return this.#hostNodes;
  }

  /** No answer has more steps than this. */
  get mostSteps(): number {
    return this.#mostSteps;
  }

  /** Bytes that it takes: its texts and its answers. */
  get bytes(): number {
    return this.#textBytes + 2 * this.#answers.bytes + this.#feasible.bytes + this.#bytesOfErrors + (this.equivalentNodes?.bytes ?? 0);
  }

  /** Brings everything up to date that the answers depend on. What a checkpoint interrupts goes on from there the next time. */
  prepare(checkpoint: Checkpoint): void {
    this.#isInfeasible = this.#failsAtOnce();
    if (this.#isInfeasible) return;
    this.#answers.grow(Math.ceil(this.#sources.nodes.count / PAGE) * PAGE);
    this.#tables.followIfNeeded(checkpoint);
    this.#solver.follow(checkpoint);
    this.noteChanges();
  }

  /**
   * Returns whether every search fails at its first request, since no device is free: then nothing is solved before that changes. Once devices were
   * considered for the query it is solved as always, which is to check what changed. All nodes must have been considered: devices of others could be
   * free, and become known while a call that gave way still has to read the answers.
   */
  #failsAtOnce(): boolean {
    const { nodes, stale } = this.#sources;
    return stale.isEmpty && this.#tables.canWait && this.#solver.isPlain && this.#hostNodes.size === 0 && nodes.areAllSimple;
  }

  /** Solves the nodes that changed, of all or of these. What a checkpoint interrupts goes on from there. Requires: nothing changed since `prepare`. */
  solve(checkpoint: Checkpoint, only?: readonly number[]): void {
    if (this.#isInfeasible) return;
    this.#solveTogether(checkpoint, only);
    // Searches of single nodes are told what matches.
    if (this.#hostNodes.size > 0) this.#tables.follow(checkpoint);
  }

  /** True when there are nodes to be solved, and few: they may wait until somebody asks about them, or until there are more. Requires: `prepare`. */
  get hasFewToSolve(): boolean {
    const count = this.#dirty.length - this.#solved;
    return count > 0 && count <= FEW && !this.#isInfeasible;
  }

  /** The nodes that are to be solved, by ordinal. */
  toSolve(): readonly number[] {
    return this.#solved === 0 ? this.#dirty : this.#dirty.slice(this.#solved);
  }

  #solveTogether(checkpoint: Checkpoint, only: readonly number[] | undefined): void {
    const wanted = this.#dirtyOf(only);
    const first = wanted === this.#dirty ? this.#solved : 0;
    if (first === wanted.length) return;
    this.#solver.begin(wanted, first, this.#answers);
    try {
      this.#solver.run(checkpoint);
    } finally {
      const { progress } = this.#solver;
      const { done } = progress;
      this.#takeUp(wanted, first, progress);
      if (only === undefined) [this.#dirty, this.#solved] = done === wanted.length ? [NONE, 0] : [wanted, done];
      this.#hasSolvedDirty = only !== undefined;
    }
  }

  /** Takes up the answers of nodes that were solved, from a place of a list on. */
  #takeUp(wanted: readonly number[], first: number, { done, changed, changedForHost }: PassProgress): void {
    const { nodes } = this.#sources;
    const isAll = nodes.areAll(wanted);
    const isSame = changed === 0 && this.scoreOf === undefined;
    const solved = first === 0 && done === wanted.length ? wanted : wanted.slice(first, done);
    if (solved.length <= FEW || (!isAll && solved.length <= nodes.count * MANY)) this.#read(solved);
    else if (isAll) this.#readRange(first, done, isSame);
    else this.#readRange(0, nodes.count, isSame);
    if (isAll) this.#isDirty.fill(0, first, done);
    else for (const ordinal of solved) this.#isDirty[ordinal] = 0;
    if (this.#errors.size > 0) for (const ordinal of solved) this.#forgetError(ordinal);
    if (changedForHost > 0) this.#sortOut(solved);
  }

  /** True when it is known what devices match. */
  get knowsMatches(): boolean {
    return this.#tables.areMade;
  }

  /** The stages of the devices of some slices, in order, for a slot: for nodes that can use them all. Requires: `knowsMatches`, and that some node sees them. */
  stagesOf(slot: number, slices: readonly ResourceSlice[]): Uint8Array {
    return this.#tables.of(slot).stagesOf(slices);
  }

  /** Keeps the results of searches of single nodes until these change. Requires: nothing changed since the searches began, and steps below ANSWER_MOST_STEPS. */
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

  /** Keeps the error of the search of a node, which names the claims. Requires: nothing changed since it was requested. */
  recordError(ordinal: number, claimNames: string, error: AllocationError): void {
    this.#forgetError(ordinal);
    const bytes = ERROR_BYTES + bytesOfText(claimNames) + 2 * bytesOfText(error.message);
    if (this.#bytesOfErrors + bytes > MOST_BYTES_OF_ERRORS) return;
    this.#hasRecorded = true;
    this.#bytesOfErrors += bytes;
    this.#errors.set(ordinal, { claimNames, error: copyOfError(error), bytes });
  }

  #forgetError(ordinal: number): void {
    this.#bytesOfErrors -= this.#errors.get(ordinal)?.bytes ?? 0;
    this.#errors.delete(ordinal);
  }

  /** True when it keeps errors of nodes. */
  get hasErrors(): boolean {
    return this.#errors.size > 0;
  }

  /** The error of a node that was found for claims of the same names, if nothing changed since: callers get a copy of it. Requires: the node is solved. */
  errorOf(ordinal: number, claimNames: string): AllocationError | undefined {
    const known = this.#errors.get(ordinal);
    return known?.claimNames === claimNames ? known.error : undefined;
  }

  /** The nodes that have devices by some answers; undefined: others are there by now. */
  feasibleBy({ pages }: Answers): FeasibleNodes | undefined {
    return pages === this.#latest.pages ? this.#feasible : undefined;
  }

  /** The answers as they are now. */
  answers(): Answers {
    if (this.#isInfeasible) return failedAtOnce(this.#sources.nodes.count);
    const { pages, words } = this.#latest;
    return { pages, words };
  }

  /** The answer of one node as it is now. */
  answer(ordinal: number): NodeAnswer {
    return new NodeAnswer(this.#isInfeasible ? this.answers() : this.#latest, ordinal);
  }

  /** By ordinal 1 for each node whose answer is not there, as it is now. */
  unsolved(): Uint8Array {
    return this.#isInfeasible || this.#solved === this.#dirty.length ? NOBODY : this.#isDirty.slice();
  }

  /** Gives back what it took. */
  end(): void {
    this.#isEnded = true;
    this.#solver.end();
    this.#tables.end();
    this.#answers.end();
  }

  /** Notes which nodes changed since the last time, whose answers are there no more. */
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
    // When most changed, telling them apart takes longer than solving all, unless some are searched by themselves.
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

  /** Adds nodes that changed to those that are to be solved. `changed`: a list of the query's own. */
  #addDirty(changed: number[]): void {
    if (this.#solved < this.#dirty.length) {
      // Nodes that are requested one at a time are noted again with each change, so that a list is not to be copied for it.
      const isOwn = this.#dirty === this.#ownDirty;
      if (isOwn && this.#dirty.length + changed.length <= MOST_DIRTY_ENTRIES * this.#isDirty.length) {
        for (const ordinal of changed) this.#ownDirty.push(ordinal);
        return;
      }
      const left = this.#dirty.slice(this.#solved);
      changed = isOwn ? [...new Set(left.concat(changed))].filter((ordinal) => this.#isDirty[ordinal] === 1) : left.concat(changed);
    }
    this.#ownDirty = changed;
    [this.#dirty, this.#solved] = [changed, 0];
  }

  /** Takes the answers of nodes out of the memory of the solver. */
  #read(ordinals: readonly number[]): void {
    const { u32 } = this.#sources.memory;
    const start = this.#answers.address / 4;
    this.#latest.read(u32, start, ordinals);
    this.#feasible.follow(ordinals, this.#latest);
  }

  /**
   * Takes the answers of all nodes from one on up to another one. Nothing is lost where nodes among them were not solved: their answers are what they
   * were. `isSame`: the nodes that have devices are the same, with the same scores.
   */
  #readRange(first: number, end: number, isSame: boolean): void {
    this.#latest.readRange(this.#sources.memory.u32, this.#answers.address / 4, first, end);
    if (!isSame) this.#feasible.forget();
  }

  /** Sets apart the nodes that the host has to search. */
  #sortOut(ordinals: readonly number[]): void {
    for (const ordinal of ordinals) {
      if (statusOf(this.#latest, ordinal) === P.ANSWER_NEEDS_HOST) this.#hostNodes.add(ordinal);
      else this.#hostNodes.delete(ordinal);
    }
  }

  /** The nodes that are not solved yet, of all or of these. */
  #dirtyOf(only: readonly number[] | undefined): readonly number[] {
    if (this.#solved === this.#dirty.length) return NONE;
    if (only === undefined && !this.#hasSolvedDirty) return this.#dirty;
    return (only ?? this.#dirty.slice(this.#solved)).filter((ordinal) => this.#isDirty[ordinal] === 1);
  }
}

/** Lists the slots of all requests and subrequests, in order. Not by `flat`, which takes several times as long: one list is made for each query. */
function slotsOf(plans: readonly ClaimPlan[]): readonly SlotPlan[] {
  const slots: SlotPlan[] = [];
  for (const { requests } of plans) for (const own of requests) for (const slot of own) slots.push(slot);
  return slots;
}
