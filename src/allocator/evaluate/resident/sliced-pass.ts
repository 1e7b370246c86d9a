// Runs a pass that yields to the event loop. Its answers are for the cluster at the start of the call. Nodes that change later are searched in a snapshot. A
// separate query replaces the shared one if that is dropped, or if devices that any node may see are allocated or deallocated. It uses the devices in use at
// the start of the call.

import type { Node } from '../../../core/api/node.js';
import { compareBytes } from '../../../core/base/byte-order.js';
import { CallEnded, Checkpoint, endOfCall } from '../../../core/base/checkpoint.js';
import { AllocationError, copyOfError, hasNoRoom } from '../../../core/base/errors.js';
import { type Incremental, inSlices } from '../../../core/base/incremental.js';
import { mapping } from '../../../core/base/lists-in-increments.js';
import type { NodeView } from '../../encode/node-view.js';
import { ANSWER_NEEDS_HOST } from '../../kernel/pass-layout.js';
import type { Attempt } from '../attempt.js';
import type { Findings } from '../findings.js';
import { checkpointInOneGo, checkpointOf } from '../limits.js';
import type { NodeSearcher } from '../node-evaluator.js';
import { finish, outcomeOrThrow, type PendingResult } from '../node-result.js';
import { nodesInOrder } from '../ordered-nodes.js';
import type { Outcome } from '../outcome.js';
import { RestOfNodes } from '../rest-of-nodes.js';
import type { Runtime } from '../runtime.js';
import { searchAll } from '../search-all.js';
import type { Occupancy } from './devices/occupancy.js';
import { HostResults, resultToRecord } from './host-results.js';
import { type CachedNodeData, type HostResult, lookUp, newPass, type Reached, solveNodes } from './node-lookup.js';
import type { NodeFingerprint, NodeFingerprints } from './nodes/node-fingerprints.js';
import type { NodeOrder } from './nodes/node-order.js';
import { NO_ORDINAL, RequestedNodes } from './nodes/requested-nodes.js';
import type { Watcher } from './nodes/watchers.js';
import { type BoundQuery, outcomeOf, type Pass, PassFindings } from './pass-findings.js';
import { type Answers, statusOf } from './query/answers.js';

/** The answers of a query before a change that may affect any node. `unsolved`: by ordinal, 1 for each node without an answer. */
interface LastAnswers {
  readonly answers: Answers;
  readonly unsolved: Uint8Array | undefined;
}

/** The pass of the solved nodes. Without `pass`, any node may have changed. */
interface Solved {
  readonly reached: Reached;
  readonly pass: Pass | undefined;
  /** The sorted names of the nodes that the host has to search, if they are few. */
  readonly few: readonly string[] | undefined;
}

/** The most nodes listed without yielding. */
const FEW = 512;

const NONE_UNSOLVED = new Uint8Array(0);

/** A pass from the call on. The caller must end it. */
export class SlicedPass implements Watcher {
  /** The query, at first one that is shared with other calls. */
  #bound: BoundQuery;
  readonly #attempt: Attempt;
  readonly #runtime: Runtime;
  readonly #searcher: NodeSearcher;
  readonly #limits: Checkpoint;
  /** The nodes that changed since the call. */
  readonly #changed = new Set<string>();
  /** True if devices that any node may see were allocated or deallocated. */
  #hasUseChanged = false;
  /** The devices in use at the start of the call, for a separate query. */
  #occupancy: Occupancy | undefined;
  #fingerprints: NodeFingerprints | undefined;
  /** Set after any node may have changed: the query is not used any more. */
  #lastAnswers: LastAnswers | undefined;
  /** The nodes to solve; undefined: all nodes, which are unchanged since the call. */
  #requestedNodes: RequestedNodes | undefined;
  #isSolved = false;

  /** The state of the attempt is the cluster at the start of the call. Later changes do not affect it. */
  constructor(bound: BoundQuery, attempt: Attempt, runtime: Runtime, searcher: NodeSearcher) {
    this.#bound = bound;
    this.#attempt = attempt;
    this.#runtime = runtime;
    this.#searcher = searcher;
    this.#limits = new Checkpoint({ deadline: attempt.deadline, signal: attempt.limits.signal });
    bound.resident.watchers.add(this);
  }

  nodesChange(names: Iterable<string> | undefined): void {
    if (this.#lastAnswers !== undefined) return;
    if (names === undefined) {
      const { resident, query } = this.#bound;
      this.#lastAnswers = { answers: query.answers(), unsolved: this.#isQueryAsOf ? resident.unsolvedOf(query) : undefined };
      return;
    }
    for (const name of names) {
      this.#changed.add(name);
      // Answers read before the change are for the state at the start of the call.
      if (!this.#isSolved) this.#requestedNodes?.leaveOut(name);
    }
  }

  useChanges(): void {
    // If there is no memory for a copy, the call uses the current answers. They are valid for it until this change is applied.
    if (this.#lastAnswers === undefined) this.#keepUse();
    this.#hasUseChanged = true;
  }

  /** Saves the devices in use. If there is no memory for them, the query is no longer used. */
  #keepUse(): void {
    try {
      this.#occupancy ??= this.#bound.resident.useAsOf(this.#attempt.state.allocated);
    } catch (error) {
      if (!hasNoRoom(error)) throw error;
      this.nodesChange(undefined);
    }
  }

  end(): void {
    this.#bound.resident.watchers.delete(this);
    if (this.#isSeparate) this.#bound.query.end();
    this.#occupancy?.end();
  }

  /** Returns whether the query belongs to this call only. */
  get #isSeparate(): boolean {
    return this.#fingerprints !== undefined;
  }

  /** Returns whether the query uses the devices in use at the start of the call. Another call may have solved a shared query again after they changed. */
  get #isQueryAsOf(): boolean {
    return !this.#bound.query.isEnded && (this.#isSeparate || !this.#hasUseChanged);
  }

  /** Returns whether nothing changed since the call. */
  get #isAsOf(): boolean {
    return this.#lastAnswers === undefined && this.#changed.size === 0 && !this.#isSeparate && this.#isQueryAsOf;
  }

  /** Returns whether a node is unchanged since the call, for the query. */
  #isUnchanged(name: string): boolean {
    return this.#lastAnswers === undefined && !this.#changed.has(name) && this.#isQueryAsOf;
  }

  /** Returns the outcome on one node, or undefined if the time ends first. Throws the error of the node. */
  async allocate(node: Node): Promise<Outcome | undefined> {
    const { limits, deadline } = this.#attempt;
    const { name } = node.metadata;
    this.#requestedNodes = new RequestedNodes([node], this.#changed);
    const solved = await this.#solve();
    if (solved?.reached === 'nodes') return { kind: 'interrupted', by: 'milliseconds', steps: 0 };
    if (solved === undefined || !this.#isUnchanged(name)) return undefined;
    const bound = this.#bound;
    const ordinal = bound.resident.ordinalOf(name);
    const finishInTime = <T>(pending: PendingResult<T>): Promise<T> =>
      finish(pending, checkpointOf(limits, deadline), this.#runtime.yieldNow);
    const answer = (): Promise<Outcome> => {
      const found = bound.query.answer(ordinal);
      return finishInTime({ finishing: (finishCheckpoint) => outcomeOf(bound, found, name, limits, this.#runtime, finishCheckpoint) });
    };
    if (!bound.query.hostNodes.has(ordinal)) return answer();
    const { error, equivalent, fingerprint } = await this.#lookUpInSlices(node);
    if (error !== undefined) throw copyOfError(error);
    if (equivalent !== undefined) {
      bound.query.record([equivalent]);
      return answer();
    }
    const result = await finishInTime(await this.#searcher.searchAsync(this.#attempt, node));
    const found = this.#isUnchanged(name) ? resultToRecord(bound, name, result, fingerprint) : undefined;
    if (found !== undefined) bound.query.record([found]);
    return outcomeOrThrow(result);
  }

  /** Returns the findings of nodes, which are in order and without duplicates, or of all nodes. Returns undefined if time runs out first. */
  async filter(nodes: readonly Node[] | undefined): Promise<Findings | undefined> {
    try {
      return await this.#filter(nodes);
    } catch (error) {
      endOfCall(error);
      return undefined;
    }
  }

  async #filter(nodes: readonly Node[] | undefined): Promise<Findings | undefined> {
    this.#requestedNodes = nodes && new RequestedNodes(nodes, this.#changed);
    const solved = await this.#solve();
    if (solved === undefined) return undefined;
    const pass = solved.pass ?? (await this.#readLastAnswers());
    const rest = await this.#restOf(pass, solved.few);
    if (rest.length === 0) return new PassFindings(pass);
    const results = new HostResults(pass, {
      isAsOf: () => this.#isAsOf,
      isUnchanged: (name) => this.#isUnchanged(name),
    });
    const left = await searchAll(rest, this.#runtime, {
      search: (node) => this.#search(node),
      take: (name, found) => {
        if (found.kind === 'equivalent') results.addEquivalent(name, found.equivalent);
        else results.add(name, found.result, found.fingerprint);
      },
      isOver: () => this.#limits.endedBy !== undefined,
    });
    return results.findings(left.length === 0 ? undefined : new RestOfNodes(left, this.#limits.endedBy ?? 'signal'));
  }

  /** Solves nodes until the time is over. Returns undefined if there are no answers in time. */
  async #solve(): Promise<Solved | undefined> {
    const { limits, deadline } = this.#attempt;
    let reached: Reached | undefined = 'nothing';
    // A new query is slow if its selectors must be compiled.
    if (this.#bound.query.isNew) await this.#runtime.yieldNow();
    for (;;) {
      const by = this.#limits.endedBy;
      if (by === 'signal') return undefined;
      // The nodes solved so far are answered.
      if (by === 'milliseconds') return this.#solved(reached);
      if (!this.#isAsOf) {
        this.#requestedNodes ??= new RequestedNodes(await this.#allInOrder(), this.#changed);
        this.#switchToSeparate();
      }
      if (this.#lastAnswers !== undefined) return { reached: 'answers', pass: undefined, few: undefined };
      const checkpoint = checkpointOf(limits, deadline);
      checkpoint.beginSlice();
      reached = solveNodes(this.#bound, checkpoint, this.#requestedNodes, this.#isSeparate ? this.#occupancy : undefined);
      if (reached === undefined || reached === 'answers') return this.#solved(reached);
      await this.#runtime.yieldNow();
    }
  }

  /** Switches to a separate query if the shared one is no longer valid. */
  #switchToSeparate(): void {
    const { resident, query, claims } = this.#bound;
    if (this.#lastAnswers !== undefined || this.#isSeparate || this.#isQueryAsOf) return;
    this.#keepUse();
    if (this.#occupancy === undefined) return;
    try {
      this.#bound = { resident, query: resident.separateQuery(query, this.#occupancy), claims };
      this.#fingerprints = resident.fingerprintsAsOf(this.#attempt.state.allocated);
    } catch (error) {
      if (!hasNoRoom(error)) throw error;
      this.nodesChange(undefined);
    }
  }

  /** Returns a pass with the current answers, which later changes do not affect. */
  #solved(reached: Reached | undefined): Solved | undefined {
    if (reached === undefined || reached === 'nothing') return undefined;
    this.#isSolved = true;
    const { resident, query } = this.#bound;
    // Answers from before a change are invalid.
    if (reached !== 'answers') query.noteChanges();
    const unsolved = reached === 'answers' ? NONE_UNSOLVED : query.unsolved();
    const pass = this.#passWith(this.#requestedNodes ?? resident.order, query.answers(), unsolved);
    const isFew = this.#requestedNodes === undefined && query.hostNodes.size <= FEW;
    const few = isFew ? [...query.hostNodes].filter((ordinal) => unsolved[ordinal] !== 1) : undefined;
    return { reached, pass, few: few?.map((ordinal) => resident.nameOf(ordinal)).sort(compareBytes) };
  }

  /** Returns a pass with the answers before any node may have changed. */
  async #readLastAnswers(): Promise<Pass> {
    const { resident } = this.#bound;
    const { answers, unsolved } = this.#lastAnswers as LastAnswers;
    const nodes = this.#requestedNodes?.nodes ?? (await this.#allInOrder());
    const order = new RequestedNodes(nodes);
    const read = ({ metadata: { name } }: Node): void => {
      const ordinal = this.#changed.has(name) ? NO_ORDINAL : resident.processedOrdinalOf(name);
      order.names.push(name);
      order.ordinals.push(unsolved?.[ordinal] === 0 ? ordinal : NO_ORDINAL);
    };
    await this.#inSlices((checkpoint) => mapping(nodes, read, checkpoint));
    return this.#passWith(order, answers, NONE_UNSOLVED);
  }

  #allInOrder(): Promise<readonly Node[]> {
    const { state, limits } = this.#attempt;
    return nodesInOrder(state.nodeList, this.#runtime.yieldNow, { signal: limits.signal });
  }

  #passWith(order: NodeOrder, answers: Answers, unsolved: Uint8Array): Pass {
    return newPass(this.#bound, order, answers, { unsolved, limits: this.#attempt.limits, decoding: this.#runtime });
  }

  /** Returns the nodes of a pass that the host has to search, in its order. `few`: their names, if available. */
  async #restOf({ answers, order: { names, ordinals }, unsolved }: Pass, few: readonly string[] | undefined): Promise<readonly Node[]> {
    const { state } = this.#attempt;
    if (few !== undefined) return few.map((name) => state.node(name) as Node);
    const rest: Node[] = [];
    const take = (ordinal: number, place: number): void => {
      const isSolved = ordinal !== NO_ORDINAL && (unsolved[ordinal] === 1 || statusOf(answers, ordinal) !== ANSWER_NEEDS_HOST);
      if (!isSolved) rest.push(state.node(names[place] as string) as Node);
    };
    await this.#inSlices((checkpoint) => mapping(ordinals, take, checkpoint));
    return rest;
  }

  #inSlices<T>(begin: (checkpoint: Checkpoint) => Incremental<T>): Promise<T> {
    const checkpoint = new Checkpoint({ signal: this.#attempt.limits.signal });
    return inSlices(checkpoint, begin(checkpoint), this.#runtime.yieldNow);
  }

  /** Searches a node, unless its result is cached. */
  async #search(node: Node): Promise<PendingResult<HostResult>> {
    const { error, equivalent, fingerprint } = await this.#lookUpInSlices(node);
    if (equivalent !== undefined) return { result: { kind: 'equivalent', equivalent } };
    if (error !== undefined) return { result: { kind: 'searched', result: error, fingerprint } };
    const pending = await this.#searcher.searchAsync(this.#attempt, node);
    if ('result' in pending) return { result: { kind: 'searched', result: pending.result, fingerprint } };
    return {
      *finishing(finishCheckpoint): Incremental<HostResult> {
        return { kind: 'searched', result: yield* pending.finishing(finishCheckpoint), fingerprint };
      },
    };
  }

  /** Returns the cached data of a node that the host has to search. Building its view may take long, so it yields. */
  async #lookUpInSlices(node: Node): Promise<CachedNodeData> {
    const { limits, deadline, state } = this.#attempt;
    const checkpoint = checkpointOf(limits, deadline);
    try {
      await inSlices(checkpoint, state.view(node, checkpoint), this.#runtime.yieldNow);
    } catch (error) {
      // The search of the node reports the error.
      if (error instanceof AllocationError || error instanceof CallEnded) return {};
      throw error;
    }
    return this.#lookUp(node);
  }

  #lookUp(node: Node): CachedNodeData {
    const { name } = node.metadata;
    const { resident, query } = this.#bound;
    if (this.#lastAnswers !== undefined || this.#changed.has(name) || query.isEnded) return {};
    const fingerprints = this.#fingerprints ?? resident.fingerprints;
    const fingerprintOf = (ordinal: number, view: NodeView): NodeFingerprint | undefined =>
      this.#isUnchanged(name) ? fingerprints.of(ordinal, view) : undefined;
    const { limits, state } = this.#attempt;
    const checkpoint = checkpointInOneGo(limits, Number.POSITIVE_INFINITY);
    return lookUp(this.#bound, node, { limits, checkpoint, state, fingerprintOf });
  }
}
