// Asking the resident cluster. Whatever it has no answer for is undefined here: the caller then searches node by node.

import type { Node } from '../api/node.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import { compareBytes } from '../byte-order.js';
import { Checkpoint, Stopped } from '../checkpoint.js';
import type { NodeView } from '../encode/node-view.js';
import { AllocationError } from '../errors.js';
import { mayExclude } from '../pools/node-match.js';
import type { Learned, Likeness } from '../resident/alike-nodes.js';
import { WantedNodes } from '../resident/resident.js';
import type { Runtime } from '../runtime.js';
import type { AsyncLimits, Limits } from '../solve/limits.js';
import type { Outcome } from '../solve/outcome.js';
import type { PreparedClaims } from './claims.js';
import type { ClusterState } from './cluster-state.js';
import type { Single } from './filter.js';
import { type FilterResult, resultOf } from './filter-result.js';
import { mapInSlices, newSlice } from './in-slices.js';
import { orThrow } from './one-node.js';
import { type Asked, outcomeOf, type Pass, PassFindings } from './resident-filter.js';
import { askerOf, learnedOf, Singles } from './singles.js';
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

/** The share of nodes that are few. */
const FEW = 0.1;

const NONE_UNSOLVED = new Uint8Array(0);
const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** How far a pass came: to its answers, to what its nodes see, or not even there. */
type Reached = 'answers' | 'nodes' | 'nothing';

/** What is known of a node that the resident cluster leaves to others: the error that its search would come upon, or what it would come to. */
interface KnownOfNode {
  readonly error?: AllocationError;
  readonly learned?: Learned;
  /** What it is like, if it is compared with others. */
  readonly likeness?: Likeness | undefined;
}

/** What became of a node: as of one that is like it, or of its own search. */
type Tried =
  | { readonly kind: 'alike'; readonly learned: Learned }
  | { readonly kind: 'searched'; readonly single: Single; readonly likeness: Likeness | undefined };

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
    const reached = asked && this.#solve(asked, new Checkpoint({ deadline }), new WantedNodes([node]));
    if (asked === undefined || reached === undefined || reached === 'nothing') return undefined;
    const { version } = this.#state;
    const known = this.#known(asked, version, node, { reached, limits });
    return known.outcome ?? this.#outcome(asked, version, node, tryOn(node), known.likeness);
  }

  /** As `allocate`, giving way to the event loop. The answer is as of the call: undefined also when the cluster changes before there is one. */
  async allocateAsync(claims: PreparedClaims, node: Node, { limits, deadline, tryOn }: AsyncPassOptions): Promise<Outcome | undefined> {
    const { version } = this.#state;
    const asked = this.#askOn(node, claims);
    const reached = asked && (await this.#solveInSlices(asked, new WantedNodes([node]), limits, deadline));
    if (asked === undefined || reached === undefined || reached === 'nothing' || !this.#isAsOf(version, asked)) return undefined;
    const known = this.#known(asked, version, node, { reached, limits });
    return known.outcome ?? this.#outcome(asked, version, node, (await tryOn(node))(), known.likeness);
  }

  /** The question of claims for one node. Nodes that callers make up are not resident. */
  #askOn(node: Node, claims: PreparedClaims): Asked | undefined {
    return this.#state.node(node.metadata.name) === node ? this.#ask(claims) : undefined;
  }

  /** The outcome on a node; without one it must be searched by itself. Throws its error, if it is known. */
  #known(
    asked: Asked,
    version: number,
    node: Node,
    { reached, limits }: { readonly reached: Reached; readonly limits: Limits },
  ): { readonly outcome?: Outcome; readonly likeness?: Likeness | undefined } {
    if (reached !== 'answers') return { outcome: { kind: 'interrupted', by: 'milliseconds', steps: 0 } };
    const { resident, question } = asked;
    const { name } = node.metadata;
    const ordinal = resident.ordinalOf(name);
    if (question.elsewhere.has(ordinal)) {
      const { error, learned, likeness } = this.#lookUp(asked, version, node, limits);
      if (error !== undefined) throw error;
      if (learned === undefined) return { likeness };
      question.learn([learned]);
    }
    return { outcome: outcomeOf(asked, question.answer(ordinal), name, limits, this.#runtime) };
  }

  /** The outcome of a node that was searched by itself. Throws its error. */
  #outcome(asked: Asked, version: number, { metadata: { name } }: Node, single: Single, likeness: Likeness | undefined): Outcome {
    // Other calls, also those that make share IDs, may have changed the cluster meanwhile.
    const learned = this.#isAsOf(version, asked) ? learnedOf(asked, name, single, likeness) : undefined;
    if (learned !== undefined) asked.question.learn([learned]);
    return orThrow(single);
  }

  /** A pass over nodes; undefined: over all. */
  filter(claims: PreparedClaims, nodes: readonly Node[] | undefined, { limits, deadline, tryOn }: PassOptions): FilterResult | undefined {
    const asked = this.#ask(claims);
    if (asked === undefined) return undefined;
    const wanted = nodes && new WantedNodes(nodes);
    const reached = this.#solve(asked, new Checkpoint({ deadline }), wanted);
    // Without time for its nodes a cluster does not even have an order of them.
    if (reached === undefined || reached === 'nothing') return undefined;
    const { version } = this.#state;
    const pass = this.#read(asked, wanted, limits, reached);
    if (asked.question.elsewhere.size === 0) return resultOf(new PassFindings(pass));
    const singles = new Singles(pass, () => this.#isAsOf(version, asked));
    // What becomes of one is no longer elsewhere.
    for (const node of [...this.#elsewhere(pass)]) {
      const { name } = node.metadata;
      const { error, learned, likeness } = this.#lookUp(asked, version, node, limits);
      if (learned !== undefined) singles.addAlike(name, learned);
      else singles.add(name, error ?? tryOn(node), likeness);
    }
    return singles.result();
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
    const wanted = nodes && new WantedNodes(nodes);
    const reached = await this.#solveInSlices(asked, wanted, limits, deadline);
    const isAsOf = (): boolean => this.#isAsOf(version, asked);
    if (reached === 'nothing' || !isAsOf()) return undefined;
    const pass = this.#read(asked, wanted, limits, reached);
    if (asked.question.elsewhere.size === 0) return resultOf(new PassFindings(pass));
    const elsewhere = await mapInSlices(this.#elsewhere(pass), (node) => node, this.#runtime.giveWay, isAsOf);
    if (elsewhere === undefined) return undefined;
    const singles = new Singles(pass, isAsOf);
    const tryTold: TryOn<Tried> = async (node) => {
      const { error, learned, likeness } = this.#lookUp(asked, version, node, limits);
      if (learned !== undefined) return () => ({ kind: 'alike', learned });
      const single = error === undefined ? await tryOn(node) : () => error;
      return () => ({ kind: 'searched', single: single(), likeness });
    };
    await tryAll(elsewhere, tryTold, this.#runtime, (name, tried) => {
      if (tried.kind === 'alike') singles.addAlike(name, tried.learned);
      else singles.add(name, tried.single, tried.likeness);
    });
    return singles.result();
  }

  /** What is known of nodes now. */
  #read(asked: Asked, wanted: WantedNodes | undefined, limits: Limits, reached: Reached): Pass {
    const { resident, question } = asked;
    // Answers from before a change are none.
    if (reached !== 'answers') question.noteChanges();
    const unsolved = reached === 'answers' ? NONE_UNSOLVED : question.unsolved();
    const order = wanted ?? resident.order;
    const decoding = this.#runtime;
    return {
      asked,
      answers: question.answers(),
      order,
      outcomes: NONE,
      errors: NONE,
      others: 0,
      interruption: undefined,
      unsolved,
      limits,
      decoding,
    };
  }

  /** Those among the nodes of a pass that have to be searched by themselves, in its order. */
  *#elsewhere({ asked: { question, resident }, order, unsolved }: Pass): Iterable<Node> {
    const { elsewhere } = question;
    // Few of all are looked up, not looked for.
    const isFew = resident.isOrder(order) && elsewhere.size < FEW * order.names.length;
    const ordinals = isFew
      ? [...elsewhere].sort((left, right) => compareBytes(resident.nameOf(left), resident.nameOf(right)))
      : order.ordinals;
    for (const ordinal of ordinals) {
      const node = elsewhere.has(ordinal) && unsolved[ordinal] !== 1 ? this.#state.node(resident.nameOf(ordinal)) : undefined;
      if (node !== undefined) yield node;
    }
  }

  /** The error that the same claims came upon before on a node that has not changed since. With a limit of steps it might come first. */
  #errorOf({ question, resident, claims }: Asked, name: string, limits: Limits): AllocationError | undefined {
    return limits.steps === undefined ? question.errorOf(resident.ordinalOf(name), askerOf(claims)) : undefined;
  }

  /**
   * What is known of a node that is left to a search of its own. Where that has to be made it is told what is known of the devices that it sees:
   * examining them anew is most of its work. Nothing is known once the cluster is not as it was at the version.
   */
  #lookUp(asked: Asked, version: number, node: Node, limits: Limits): KnownOfNode {
    if (!this.#isAsOf(version, asked)) return {};
    const error = this.#errorOf(asked, node.metadata.name, limits);
    if (error !== undefined) return { error };
    const { resident, question } = asked;
    const view = question.knowsMatches ? viewOf(this.#state, node) : undefined;
    if (view === undefined) return {};
    const sight = resident.sightOf(view);
    const likeness = sight && question.alike?.likenessOf(resident.ordinalOf(node.metadata.name), sight);
    const learned = likeness && question.alike?.answerOf(likeness);
    if (learned !== undefined) return { learned };
    const slices = view.pools.flatMap((pool) => pool.slices);
    if (!slices.some((slice) => mayExclude(slice, node))) {
      question.slots.forEach((slot, index) => {
        view.examiner.know(slot, () => question.stagesOf(index, slices));
      });
    }
    return { likeness };
  }

  /** The question of claims to the resident cluster. Claims that are allocated already are no question to it. */
  #ask(claims: PreparedClaims): Asked | undefined {
    const resident = this.#areAllocated(claims) ? undefined : this.#state.resident;
    const question = resident?.question(claims.shape, claims.claims);
    return resident === undefined || question === undefined ? undefined : { resident, question, claims: claims.claims };
  }

  /** Whether some claim has devices already. */
  #areAllocated({ claims, keys }: PreparedClaims): boolean {
    for (let index = 0; index < claims.length; index++) {
      const { status, metadata } = claims[index] as ResourceClaim;
      if (status.allocation !== undefined) return true;
      if (metadata.name !== '' && this.#state.heldBy(keys[index] as string) !== undefined) return true;
    }
    return false;
  }

  /** As `#solve`, giving way to the event loop: nothing also where the cluster changes meanwhile, and where the call is called off. */
  async #solveInSlices(asked: Asked, wanted: WantedNodes | undefined, limits: AsyncLimits, deadline: number): Promise<Reached> {
    const { version } = this.#state;
    let reached: Reached = 'nothing';
    // To ask takes a while where selectors are compiled for it.
    if (asked.question.isNew) await this.#runtime.giveWay();
    for (;;) {
      if (limits.signal?.aborted === true) return 'nothing';
      // What is solved already is answered.
      if (performance.now() >= deadline) return reached;
      if (!this.#isAsOf(version, asked)) return 'nothing';
      const now = this.#solve(asked, newSlice(), wanted);
      if (now === undefined || now === 'answers') return now ?? 'nothing';
      reached = now;
      await this.#runtime.giveWay();
    }
  }

  /** Whether the cluster is as it was at a version. Others go on wherever a call gives way, and so where it awaits anything. */
  #isAsOf(version: number, { question }: Asked): boolean {
    return this.#state.version === version && !question.isEnded;
  }

  /** Solves the nodes that changed, of all or of some, until the time is up. Undefined: there is no memory for it. */
  #solve({ resident, question }: Asked, checkpoint: Checkpoint, wanted?: WantedNodes): Reached | undefined {
    let reached: Reached = 'nothing';
    try {
      resident.follow(checkpoint, wanted);
      reached = 'nodes';
      question.prepare(checkpoint);
      question.solve(checkpoint, wanted?.ordinals);
      return 'answers';
    } catch (error) {
      if (error instanceof Stopped) return reached;
      if (error instanceof AllocationError && error.code === 'input-too-large') return undefined;
      throw error;
    }
  }
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
