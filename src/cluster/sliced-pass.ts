// A pass that gives way to the event loop: what becomes of nodes as the cluster was at the call. What changes meanwhile is answered for by searches
// in a snapshot: of the nodes that changed, and of those alone. Where devices that any node may see come into use, and where others drop the
// query, the call goes on with a query of its own, which sees the devices in use as they were at the call.

import type { Node } from '../api/node.js';
import { compareBytes } from '../base/byte-order.js';
import { CallEnded, Checkpoint, runCooperatively, runTwiceAtMost } from '../base/checkpoint.js';
import { AllocationError, copyOfError } from '../base/errors.js';
import type { NodeView } from '../encode/node-view.js';
import { type AsyncLimits, checkpointInOneGo, checkpointOf } from '../evaluate/limits.js';
import type { Outcome } from '../evaluate/outcome.js';
import type { Occupancy } from '../evaluate/resident/devices/occupancy.js';
import type { Sight, Sights } from '../evaluate/resident/nodes/equivalent-nodes.js';
import type { NodeOrder } from '../evaluate/resident/nodes/node-order.js';
import { NO_ORDINAL, WantedNodes } from '../evaluate/resident/nodes/wanted-nodes.js';
import type { Watcher } from '../evaluate/resident/nodes/watchers.js';
import { type Answers, statusOf } from '../evaluate/resident/query/answers.js';
import { ANSWER_NEEDS_HOST } from '../kernel/pass-layout.js';
import type { Runtime } from '../runtime.js';
import { type KnownOfNode, lookUp, newPass, type Reached, solveNodes, type Tried } from './asking.js';
import { type FilterResult, resultOf } from './filter-result.js';
import { nodesInOrder } from './node-list.js';
import { orThrow } from './one-node.js';
import { type Asked, outcomeOf, type Pass, PassFindings } from './resident-filter.js';
import { RestOfNodes } from './rest-of-nodes.js';
import { resultToRecord, Singles } from './singles.js';
import type { StateView } from './snapshot.js';
import { inWords, type TryOn, tryAll } from './try-all.js';

/** Limits of a pass that gives way, and how nodes are searched that the resident cluster leaves to others. */
export interface SlicedPassOptions {
  readonly limits: AsyncLimits;
  readonly deadline: number;
  readonly tryOn: TryOn;
}

/** The answers that a query had when any node may have changed: by ordinal 1 for each node of which it had no answer. */
interface Left {
  readonly answers: Answers;
  readonly unsolved: Uint8Array | undefined;
}

/** The pass as far as nodes were solved; no pass: any node may have changed meanwhile. */
interface Solved {
  readonly reached: Reached;
  readonly pass: Pass | undefined;
  /** The names of those that have to be searched by themselves, in order, if they are few. */
  readonly few: readonly string[] | undefined;
}

/** Nodes that are listed in one go. */
const FEW = 512;

const NONE_UNSOLVED = new Uint8Array(0);

/** A pass from the call on. To be ended. */
export class SlicedPass implements Watcher {
  /** The query, at first one that others ask as well. */
  #asked: Asked;
  readonly #state: StateView;
  readonly #runtime: Runtime;
  readonly #options: SlicedPassOptions;
  readonly #limits: Checkpoint;
  /** Nodes that changed since the call. */
  readonly #changed = new Set<string>();
  /** Tells whether devices that any node may see came into use, or out of it. */
  #hasUseChanged = false;
  /** The devices in use at the call, for a query of its own. */
  #occupancy: Occupancy | undefined;
  #sights: Sights | undefined;
  /** Any node may have changed: there is nothing more to ask. */
  #left: Left | undefined;
  /** The nodes that are solved; undefined: all, as they are now, which is as they were at the call. */
  #wanted: WantedNodes | undefined;
  #isSolved = false;

  /** `state`: the cluster at the call, which is now. */
  constructor(asked: Asked, state: StateView, runtime: Runtime, options: SlicedPassOptions) {
    this.#asked = asked;
    this.#state = state;
    this.#runtime = runtime;
    this.#options = options;
    this.#limits = new Checkpoint({ deadline: options.deadline, signal: options.limits.signal });
    asked.resident.watchers.add(this);
  }

  nodesChange(names: Iterable<string> | undefined): void {
    if (this.#left !== undefined) return;
    if (names === undefined) {
      const { resident, query } = this.#asked;
      this.#left = { answers: query.answers(), unsolved: resident.unsolvedOf(query) };
      return;
    }
    for (const name of names) {
      this.#changed.add(name);
      // Answers from before are as of the call.
      if (!this.#isSolved) this.#wanted?.leaveOut(name);
    }
  }

  useChanges(): void {
    this.#hasUseChanged = true;
    if (this.#left === undefined) this.#keepUse();
  }

  /** Keeps which devices are in use. Without memory for it there is nothing more to ask. */
  #keepUse(): void {
    try {
      this.#occupancy ??= this.#asked.resident.useAsOf(this.#state.allocated);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      this.nodesChange(undefined);
    }
  }

  end(): void {
    this.#asked.resident.watchers.delete(this);
    if (this.#isOwn) this.#asked.query.end();
    this.#occupancy?.end();
  }

  /** Tells whether the query is one that nobody else asks. */
  get #isOwn(): boolean {
    return this.#sights !== undefined;
  }

  /** Tells whether nothing changed since the call. */
  get #isAsOf(): boolean {
    const { query } = this.#asked;
    return this.#left === undefined && this.#changed.size === 0 && !this.#hasUseChanged && !this.#isOwn && !query.isEnded;
  }

  /** Tells whether a node is now as it was at the call, to the query. */
  #isUnchanged(name: string): boolean {
    if (this.#left !== undefined || this.#changed.has(name) || this.#asked.query.isEnded) return false;
    return this.#isOwn || !this.#hasUseChanged;
  }

  /** The outcome on one node; undefined: there is none, or not in time. Throws the error of the node. */
  async allocate(node: Node): Promise<Outcome | undefined> {
    const { limits, deadline, tryOn } = this.#options;
    const { name } = node.metadata;
    this.#wanted = new WantedNodes([node], this.#changed);
    const solved = await this.#solve([]);
    if (solved?.reached === 'nodes') return { kind: 'interrupted', by: 'milliseconds', steps: 0 };
    if (solved === undefined || !this.#isUnchanged(name)) return undefined;
    const asked = this.#asked;
    const ordinal = asked.resident.ordinalOf(name);
    const callLimits = { deadline, signal: limits.signal };
    const answer = (): Promise<Outcome> => {
      const found = asked.query.answer(ordinal);
      return inWords((own) => outcomeOf(asked, found, name, limits, this.#runtime, own), callLimits, this.#runtime);
    };
    if (!asked.query.elsewhere.has(ordinal)) return answer();
    const { error, learned, fingerprint } = await this.#lookUpInSlices(node);
    if (error !== undefined) throw copyOfError(error);
    if (learned !== undefined) {
      asked.query.record([learned]);
      return answer();
    }
    const single = await inWords(await tryOn(node), callLimits, this.#runtime);
    const found = this.#isUnchanged(name) ? resultToRecord(asked, name, single, fingerprint) : undefined;
    if (found !== undefined) asked.query.record([found]);
    return orThrow(single);
  }

  /** Finds what becomes of nodes, which are in order and each once; undefined: of all. No result: there is none, or not in time. */
  async filter(nodes: readonly Node[] | undefined, all: readonly Node[]): Promise<FilterResult | undefined> {
    try {
      return await this.#filter(nodes, all);
    } catch (error) {
      if (error instanceof CallEnded) return undefined;
      throw error;
    }
  }

  async #filter(nodes: readonly Node[] | undefined, all: readonly Node[]): Promise<FilterResult | undefined> {
    this.#wanted = nodes && new WantedNodes(nodes, this.#changed);
    const solved = await this.#solve(all);
    if (solved === undefined) return undefined;
    const pass = solved.pass ?? (await this.#readLeft(all));
    const rest = await this.#restOf(pass, solved.few);
    if (rest.length === 0) return resultOf(new PassFindings(pass));
    const singles = new Singles(pass, {
      isAsOf: () => this.#isAsOf,
      isUnchanged: (name) => this.#isUnchanged(name),
    });
    const take = (name: string, tried: Tried): void => {
      if (tried.kind === 'alike') singles.addAlike(name, tried.learned);
      else singles.add(name, tried.single, tried.fingerprint);
    };
    const left = await tryAll(rest, this.#tryTold, this.#runtime, take, () => this.#limits.endedBy !== undefined);
    return singles.result(left.length === 0 ? undefined : new RestOfNodes(left, this.#limits.endedBy ?? 'signal'));
  }

  /** Solves nodes until the time is up. Undefined: there are no answers, or not in time. */
  async #solve(all: readonly Node[]): Promise<Solved | undefined> {
    const { limits, deadline } = this.#options;
    let reached: Reached | undefined = 'nothing';
    // To ask takes a while where selectors are compiled for it.
    if (this.#asked.query.isNew) await this.#runtime.giveWay();
    for (;;) {
      const by = this.#limits.endedBy;
      if (by === 'signal') return undefined;
      // Nodes that are solved already are answered.
      if (by === 'milliseconds') return this.#solved(reached);
      if (!this.#isAsOf) {
        this.#wanted ??= new WantedNodes(await nodesInOrder(all, this.#runtime, { signal: this.#options.limits.signal }), this.#changed);
        this.#turnToOwn();
      }
      if (this.#left !== undefined) return { reached: 'answers', pass: undefined, few: undefined };
      const checkpoint = checkpointOf(limits, deadline);
      checkpoint.beginSlice();
      reached = solveNodes(this.#asked, checkpoint, this.#wanted, this.#isOwn ? this.#occupancy : undefined);
      if (reached === undefined || reached === 'answers') return this.#solved(reached);
      await this.#runtime.giveWay();
    }
  }

  /** Turns to a query of its own where the other one is no longer of use. */
  #turnToOwn(): void {
    const { resident, query, claims } = this.#asked;
    if (this.#left !== undefined || this.#isOwn || !(query.isEnded || this.#hasUseChanged)) return;
    this.#keepUse();
    if (this.#occupancy === undefined) return;
    try {
      this.#asked = { resident, query: resident.ownQuery(query, this.#occupancy), claims };
      this.#sights = resident.sightsAsOf(this.#state.allocated);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      this.nodesChange(undefined);
    }
  }

  /** Gives what is known of nodes now. Later changes do not touch it. */
  #solved(reached: Reached | undefined): Solved | undefined {
    if (reached === undefined || reached === 'nothing') return undefined;
    this.#isSolved = true;
    const { resident, query } = this.#asked;
    // Answers from before a change are none.
    if (reached !== 'answers') query.noteChanges();
    const unsolved = reached === 'answers' ? NONE_UNSOLVED : query.unsolved();
    const pass = this.#passWith(this.#wanted ?? resident.order, query.answers(), unsolved);
    const isFew = this.#wanted === undefined && query.elsewhere.size <= FEW;
    const few = isFew ? [...query.elsewhere].filter((ordinal) => unsolved[ordinal] !== 1) : undefined;
    return { reached, pass, few: few?.map((ordinal) => resident.nameOf(ordinal)).sort(compareBytes) };
  }

  /** The knowledge from when any node may have changed. */
  async #readLeft(all: readonly Node[]): Promise<Pass> {
    const { resident } = this.#asked;
    const { answers, unsolved } = this.#left as Left;
    const nodes = this.#wanted?.nodes ?? (await nodesInOrder(all, this.#runtime, { signal: this.#options.limits.signal }));
    const order = new WantedNodes(nodes);
    await this.#cooperate((checkpoint) => {
      checkpoint.forEach(nodes, ({ metadata: { name } }) => {
        const ordinal = this.#changed.has(name) ? NO_ORDINAL : resident.knownOrdinalOf(name);
        order.names.push(name);
        order.ordinals.push(unsolved?.[ordinal] === 0 ? ordinal : NO_ORDINAL);
      });
    });
    return this.#passWith(order, answers, NONE_UNSOLVED);
  }

  #passWith(order: NodeOrder, answers: Answers, unsolved: Uint8Array): Pass {
    return newPass(this.#asked, order, answers, { unsolved, limits: this.#options.limits, decoding: this.#runtime });
  }

  /** The nodes of a pass that have to be searched by themselves, in its order. `few`: their names, if they are known. */
  async #restOf({ answers, order: { names, ordinals }, unsolved }: Pass, few: readonly string[] | undefined): Promise<readonly Node[]> {
    if (few !== undefined) return few.map((name) => this.#state.node(name) as Node);
    const rest: Node[] = [];
    await this.#cooperate((checkpoint) => {
      checkpoint.forEach(ordinals, (ordinal, place) => {
        const isSolved = ordinal !== NO_ORDINAL && (unsolved[ordinal] === 1 || statusOf(answers, ordinal) !== ANSWER_NEEDS_HOST);
        if (!isSolved) rest.push(this.#state.node(names[place] as string) as Node);
      });
    });
    return rest;
  }

  #cooperate(run: (checkpoint: Checkpoint) => void): Promise<void> {
    const checkpoint = new Checkpoint({ signal: this.#options.limits.signal });
    return runCooperatively(checkpoint, () => run(checkpoint), this.#runtime.giveWay);
  }

  readonly #tryTold: TryOn<Tried> = async (node) => {
    const { error, learned, fingerprint } = await this.#lookUpInSlices(node);
    if (learned !== undefined) return () => ({ kind: 'alike', learned });
    const single = error === undefined ? await this.#options.tryOn(node) : () => error;
    return (own) => ({ kind: 'searched', single: single(own), fingerprint });
  };

  /** Looks up what is known of a node that is left to a search of its own. To look at what it sees may take long. */
  async #lookUpInSlices(node: Node): Promise<KnownOfNode> {
    const { limits, deadline } = this.#options;
    const checkpoint = checkpointOf(limits, deadline);
    try {
      await runTwiceAtMost(checkpoint, () => this.#state.view(node, checkpoint), this.#runtime.giveWay);
    } catch (error) {
      // The search of the node comes upon it.
      if (error instanceof AllocationError || error instanceof CallEnded) return {};
      throw error;
    }
    return this.#lookUp(node);
  }

  #lookUp(node: Node): KnownOfNode {
    const { name } = node.metadata;
    const { resident, query } = this.#asked;
    if (this.#left !== undefined || this.#changed.has(name) || query.isEnded) return {};
    const sights = this.#sights ?? resident.sights;
    const sightOf = (view: NodeView): Sight | undefined => (this.#isUnchanged(name) ? sights.of(view) : undefined);
    const { limits } = this.#options;
    const checkpoint = checkpointInOneGo(limits, Number.POSITIVE_INFINITY);
    return lookUp(this.#asked, node, { limits, checkpoint, state: this.#state, sightOf });
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof AllocationError && error.code === 'input-too-large';
}
