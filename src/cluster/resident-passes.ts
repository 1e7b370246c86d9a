// Asking the resident cluster. Whatever it has no answer for is undefined here: the caller then searches node by node.

import type { Node } from '../api/node.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import { compareBytes } from '../byte-order.js';
import { type Checkpoint, checkpointAt, DeadlinePassed } from '../encode/checkpoint.js';
import type { NodeView } from '../encode/node-view.js';
import { AllocationError, type AllocationErrorCode } from '../errors.js';
import { packed } from '../key-text.js';
import { mayExclude } from '../pools/node-match.js';
import { MOST_STEPS } from '../resident/pass.js';
import type { Learned } from '../resident/question.js';
import type { Resident } from '../resident/resident.js';
import type { Runtime } from '../runtime.js';
import type { AsyncLimits, Limits } from '../solve/limits.js';
import type { Outcome } from '../solve/outcome.js';
import type { PreparedClaims } from './claims.js';
import type { ClusterState } from './cluster-state.js';
import type { FilterResult, Single } from './filter.js';
import { orThrow } from './one-node.js';
import { type Asked, outcomeOf, type Pass, ResidentFilterResult } from './resident-filter.js';
import { type TryOn, tryAll } from './try-all.js';

/** Limits of a pass, and how nodes are searched that the resident cluster leaves to others. */
export interface PassOptions {
  readonly limits: Limits;
  readonly deadline: number;
  readonly tryOn: (node: Node) => Single;
}

/** The same for a pass that gives way. */
export interface AsyncPassOptions {
  readonly limits: AsyncLimits;
  readonly deadline: number;
  readonly tryOn: TryOn;
}

/** How long a pass works before it gives way: half of the longest that it may, since it looks at the clock now and then only. */
export const SLICE_MILLISECONDS = 0.5;

/** The share of nodes that are few. */
const FEW = 0.1;

/** Errors that do not come from the cluster: bad share IDs, no memory now, and defects. */
const PASSING: ReadonlySet<string> = new Set<AllocationErrorCode>(['invalid-input', 'input-too-large', 'internal']);

const NO_SINGLES: ReadonlyMap<string, Single> = new Map();
const NO_OUTCOMES: ReadonlyMap<string, Outcome> = new Map();
const NO_ORDINALS: ReadonlySet<number> = new Set();

/** Asks the resident cluster of a state. */
export class ResidentPasses {
  readonly #state: ClusterState;
  readonly #runtime: Runtime;

  constructor(state: ClusterState, runtime: Runtime) {
    this.#state = state;
    this.#runtime = runtime;
  }

  /** The outcome on one node of the cluster; undefined: it has none. Throws the error of the node. */
  allocate(claims: PreparedClaims, node: Node, { limits, deadline, tryOn }: PassOptions): Outcome | undefined {
    const asked = this.#askOn(node, claims);
    const inTime = asked && this.#solve(asked, checkpointAt(deadline), wantedOf(asked.resident, [node]));
    if (asked === undefined || inTime === undefined) return undefined;
    const known = this.#known(asked, node, inTime, limits);
    if (known !== undefined) return known;
    const { version } = this.#state;
    return this.#outcome(asked, version, node, tryOn(node));
  }

  /** As `allocate`, giving way to the event loop. The answer is as of the call: undefined also when the cluster changes before there is one. */
  async allocateAsync(claims: PreparedClaims, node: Node, { limits, deadline, tryOn }: AsyncPassOptions): Promise<Outcome | undefined> {
    const { version } = this.#state;
    const asked = this.#askOn(node, claims);
    const inTime = asked && (await this.#solveInSlices(asked, wantedOf(asked.resident, [node]), limits, deadline));
    if (asked === undefined || inTime === undefined || !this.#isAsOf(version, asked)) return undefined;
    return this.#known(asked, node, inTime, limits) ?? this.#outcome(asked, version, node, (await tryOn(node))());
  }

  /** The question of claims for one node. Nodes that callers make up are not resident. */
  #askOn(node: Node, claims: PreparedClaims): Asked | undefined {
    return this.#state.node(node.metadata.name) === node ? this.#ask(claims) : undefined;
  }

  /** The outcome on a node; undefined: it must be searched by itself. Throws its error, if it is known. */
  #known(asked: Asked, { metadata: { name } }: Node, inTime: boolean, limits: Limits): Outcome | undefined {
    if (!inTime) return { kind: 'interrupted', by: 'milliseconds', steps: 0 };
    const { resident, question } = asked;
    const ordinal = resident.ordinalOf(name);
    if (!question.elsewhere.has(ordinal)) return outcomeOf(asked, question.answer(ordinal), name, limits, this.#runtime);
    const error = limits.steps === undefined ? question.errorOf(ordinal, askerOf(asked.claims)) : undefined;
    if (error !== undefined) throw error;
    return undefined;
  }

  /** The outcome of a node that was searched by itself. Throws its error. */
  #outcome(asked: Asked, version: number, { metadata: { name } }: Node, single: Single): Outcome {
    this.#learn(asked, version, [[name, single]]);
    return orThrow(single);
  }

  /** A pass over nodes; undefined: over all. */
  filter(claims: PreparedClaims, nodes: readonly Node[] | undefined, { limits, deadline, tryOn }: PassOptions): FilterResult | undefined {
    const asked = this.#ask(claims);
    if (asked === undefined) return undefined;
    const { resident } = asked;
    const wanted = nodes && wantedOf(resident, nodes);
    const inTime = this.#solve(asked, checkpointAt(deadline), wanted);
    // Without time for its nodes a cluster does not even have an order of them.
    if (inTime === undefined || (!inTime && resident.isStale(wanted?.names))) return undefined;
    const { version } = this.#state;
    const pass = this.#read(asked, wanted, limits);
    const elsewhere = this.#elsewhere(pass);
    if (elsewhere.length === 0) return new ResidentFilterResult(pass);
    const errors = this.#errorsOf(pass, elsewhere);
    const singles = elsewhere.map((node) => {
      const known = errors.get(node);
      if (known === undefined) this.#tellStages(asked, version, node);
      return [node.metadata.name, known ?? tryOn(node)] as const;
    });
    return this.#withSingles(pass, version, new Map(singles));
  }

  /**
   * As `filter`, giving way to the event loop. The answer is as of the call: undefined also when the cluster changes before all nodes are
   * solved.
   */
  async filterAsync(
    claims: PreparedClaims,
    nodes: readonly Node[] | undefined,
    { limits, deadline, tryOn }: AsyncPassOptions,
  ): Promise<FilterResult | undefined> {
    const { version } = this.#state;
    const asked = this.#ask(claims);
    if (asked === undefined) return undefined;
    const wanted = nodes && wantedOf(asked.resident, nodes);
    const inTime = await this.#solveInSlices(asked, wanted, limits, deadline);
    if (inTime === undefined || !this.#isAsOf(version, asked)) return undefined;
    const pass = this.#read(asked, wanted, limits);
    const elsewhere = this.#elsewhere(pass);
    if (elsewhere.length === 0) return new ResidentFilterResult(pass);
    const errors = this.#errorsOf(pass, elsewhere);
    const unknown = elsewhere.filter((node) => !errors.has(node));
    const tryTold: TryOn = (node) => {
      this.#tellStages(asked, version, node);
      return tryOn(node);
    };
    const found = await tryAll(unknown, tryTold, this.#runtime);
    const singles = elsewhere.map((node) => [node.metadata.name, errors.get(node) ?? (found.get(node.metadata.name) as Single)] as const);
    return this.#withSingles(pass, version, new Map(singles));
  }

  /** What is known of nodes now. */
  #read(asked: Asked, wanted: Wanted | undefined, limits: Limits): Pass {
    const { resident, question } = asked;
    const order = wanted === undefined ? resident.order : { names: wanted.names, ordinals: wanted.ordinals() };
    const unsolved = question.isDone ? NO_ORDINALS : new Set(order.ordinals.filter((ordinal) => !question.isSolved(ordinal)));
    const decoding = this.#runtime;
    return { asked, answers: question.answers(), order, singles: NO_SINGLES, outcomes: NO_OUTCOMES, unsolved, limits, decoding };
  }

  /** Those among the nodes of a pass that have to be searched by themselves, in its order. */
  #elsewhere({ asked: { question, resident }, order, unsolved }: Pass): readonly Node[] {
    const { elsewhere } = question;
    if (elsewhere.size === 0) return [];
    // Few of all are looked up, not looked for.
    const isFew = resident.isOrder(order) && elsewhere.size < FEW * order.names.length;
    const names = isFew ? Array.from(elsewhere, (ordinal) => resident.nameOf(ordinal)).sort(compareBytes) : order.names;
    return names.flatMap((name) => {
      const node = this.#state.node(name);
      const ordinal = resident.ordinalOf(name);
      return node !== undefined && elsewhere.has(ordinal) && !unsolved.has(ordinal) ? [node] : [];
    });
  }

  /** The errors that the same claims came upon before, on nodes that have not changed since. With a limit of steps it might come first. */
  #errorsOf({ asked: { question, resident, claims }, limits }: Pass, nodes: readonly Node[]): ReadonlyMap<Node, AllocationError> {
    const errors = new Map<Node, AllocationError>();
    if (limits.steps !== undefined) return errors;
    const asker = askerOf(claims);
    for (const node of nodes) {
      const error = question.errorOf(resident.ordinalOf(node.metadata.name), asker);
      if (error !== undefined) errors.set(node, error);
    }
    return errors;
  }

  /** Tells the search of a node what is known of the devices that it sees: examining them anew is most of its work. */
  #tellStages(asked: Asked, version: number, node: Node): void {
    if (!this.#isAsOf(version, asked)) return;
    const view = viewOf(this.#state, node);
    if (view === undefined) return;
    const slices = view.pools.flatMap((pool) => pool.slices);
    if (slices.some((slice) => mayExclude(slice, node))) return;
    asked.question.slots.forEach((slot, index) => {
      view.examiner.know(slot, () => asked.question.stagesOf(index, slices));
    });
  }

  /** A pass with the nodes that were searched by themselves, of the cluster as it was at a version. */
  #withSingles(pass: Pass, version: number, singles: ReadonlyMap<string, Single>): ResidentFilterResult {
    const learned = this.#learn(pass.asked, version, singles);
    const others = new Map([...singles].filter(([name]) => !learned.has(name)));
    if (learned.size === 0) return new ResidentFilterResult({ ...pass, singles: others });
    return new ResidentFilterResult({ ...pass, answers: pass.asked.question.answers(), singles: others, outcomes: learned });
  }

  /**
   * Lets a question keep what searches of single nodes came to, and gives the outcomes that are among its answers from now on. Not so searches
   * that were interrupted.
   */
  #learn(asked: Asked, version: number, singles: Iterable<readonly [string, Single]>): ReadonlyMap<string, Outcome> {
    const outcomes = new Map<string, Outcome>();
    // Other calls, also those that make share IDs, may have changed the cluster meanwhile.
    if (!this.#isAsOf(version, asked)) return outcomes;
    const { question, resident, claims } = asked;
    const asker = askerOf(claims);
    const learned: Learned[] = [];
    for (const [name, single] of singles) {
      const ordinal = resident.ordinalOf(name);
      if (single instanceof AllocationError) {
        if (!PASSING.has(single.code)) question.learnError(ordinal, asker, single);
        continue;
      }
      const { outcome, picked } = single;
      if (outcome.kind === 'interrupted' || outcome.steps >= MOST_STEPS) continue;
      const picks = picked.map(({ slot, device }) => ({ slot, device: resident.devices.numberOf(device) }));
      learned.push({ ordinal, steps: outcome.steps, picks: outcome.kind === 'allocated' ? picks : undefined });
      outcomes.set(name, outcome);
    }
    question.learn(learned);
    return outcomes;
  }

  /** The question of claims to the resident cluster. Claims that are allocated already are no question to it. */
  #ask(claims: PreparedClaims): Asked | undefined {
    const isAllocated = claims.claims.some(({ status, metadata }, index) => {
      return status.allocation !== undefined || (metadata.name !== '' && this.#state.heldBy(claims.keys[index] as string) !== undefined);
    });
    const resident = isAllocated ? undefined : this.#state.resident;
    const question = resident?.question(claims.shape, claims.claims);
    return resident === undefined || question === undefined ? undefined : { resident, question, claims: claims.claims };
  }

  /**
   * As `#solve`, giving way to the event loop: undefined also where the cluster changes meanwhile, where the call is called off, and where there was
   * no time to look at the nodes.
   */
  async #solveInSlices(asked: Asked, wanted: Wanted | undefined, limits: AsyncLimits, deadline: number): Promise<boolean | undefined> {
    const { version } = this.#state;
    const { resident } = asked;
    for (let slices = 0; ; slices++) {
      if (limits.signal?.aborted === true) return undefined;
      // What is solved already is answered. Before the first slice nobody knows what that is.
      if (performance.now() >= deadline) return slices === 0 || resident.isStale(wanted?.names) ? undefined : false;
      const inTime = this.#solve(asked, sliceOf(SLICE_MILLISECONDS), wanted);
      if (inTime !== false) return inTime;
      await this.#runtime.giveWay();
      if (!this.#isAsOf(version, asked)) return undefined;
    }
  }

  /** Whether the cluster is as it was at a version. Others go on wherever a call gives way, and so where it awaits anything. */
  #isAsOf(version: number, { question }: Asked): boolean {
    return this.#state.version === version && !question.isEnded;
  }

  /** Solves the nodes that changed, of all or of some. False: the time was up before; undefined: there is no memory for it. */
  #solve({ resident, question }: Asked, checkpoint: Checkpoint, wanted?: Wanted): boolean | undefined {
    try {
      resident.follow(checkpoint, wanted?.names);
      if (wanted === undefined) resident.followOrder(checkpoint);
      question.prepare(checkpoint);
      question.solve(checkpoint, wanted?.ordinals());
      return true;
    } catch (error) {
      if (error instanceof DeadlinePassed) {
        // Answers from before a change are none.
        question.noteChanges();
        return false;
      }
      if (error instanceof AllocationError && error.code === 'input-too-large') return undefined;
      throw error;
    }
  }
}

/** What errors say of the claims that came upon them. */
function askerOf(claims: readonly ResourceClaim[]): string {
  return claims.map(({ metadata }) => packed(metadata.namespace) + packed(metadata.name)).join('');
}

/** A checkpoint that ends a slice. Its time begins with the first look at the clock: each slice gets something done, however slow all else is. */
export function sliceOf(milliseconds: number): Checkpoint {
  let checkpoint: Checkpoint | undefined;
  return () => {
    if (checkpoint === undefined) checkpoint = checkpointAt(performance.now() + milliseconds);
    else checkpoint();
  };
}

/** What a node sees; undefined: that is an error, which the search of the node comes upon. */
function viewOf(state: ClusterState, node: Node): NodeView | undefined {
  try {
    return state.view(node);
  } catch (error) {
    if (error instanceof AllocationError) return undefined;
    throw error;
  }
}

/** Some nodes of a cluster. */
interface Wanted {
  readonly names: readonly string[];
  /** Requires: the cluster looked at them. */
  readonly ordinals: () => readonly number[];
}

function wantedOf(resident: Resident, nodes: readonly Node[]): Wanted {
  const names = nodes.map(({ metadata }) => metadata.name);
  let ordinals: readonly number[] | undefined;
  return { names, ordinals: () => (ordinals ??= names.map((name) => resident.ordinalOf(name))) };
}
