// Asking the resident cluster. Whatever it has no answer for is undefined here: the caller then searches node by node.

import type { Node } from '../api/node.js';
import { type Checkpoint, checkpointAt, DeadlinePassed } from '../encode/checkpoint.js';
import { AllocationError } from '../errors.js';
import type { NodeOrder, Resident } from '../resident/resident.js';
import type { Runtime } from '../runtime.js';
import type { AsyncLimits, Limits } from '../solve/limits.js';
import type { Outcome } from '../solve/outcome.js';
import type { PreparedClaims } from './claims.js';
import { type ClusterState, claimKey } from './cluster-state.js';
import type { FilterResult, Single } from './filter.js';
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

const NO_SINGLES: ReadonlyMap<string, Single> = new Map();
const NO_ORDINALS: ReadonlySet<number> = new Set();

/** Asks the resident cluster of a state. */
export class ResidentPasses {
  readonly #state: ClusterState;
  readonly #runtime: Runtime;

  constructor(state: ClusterState, runtime: Runtime) {
    this.#state = state;
    this.#runtime = runtime;
  }

  /** The outcome on one node of the cluster. */
  allocate(claims: PreparedClaims, node: Node, limits: Limits, deadline: number): Outcome | undefined {
    const { name } = node.metadata;
    // Nodes that callers make up are not resident.
    if (this.#state.node(name) !== node) return undefined;
    const asked = this.#ask(claims);
    const inTime = asked && this.#solve(asked, checkpointAt(deadline), () => [asked.resident.ordinalOf(name)]);
    if (asked === undefined || inTime === undefined) return undefined;
    if (!inTime) return { kind: 'interrupted', by: 'milliseconds', steps: 0 };
    const ordinal = asked.resident.ordinalOf(name);
    if (asked.question.elsewhere.has(ordinal)) return undefined;
    return outcomeOf(asked, asked.question.answer(ordinal), name, limits, this.#runtime);
  }

  /** A pass over nodes; undefined: over all. */
  filter(claims: PreparedClaims, nodes: readonly Node[] | undefined, { limits, deadline, tryOn }: PassOptions): FilterResult | undefined {
    const asked = this.#ask(claims);
    if (asked === undefined) return undefined;
    const { resident } = asked;
    const inTime = this.#solve(asked, checkpointAt(deadline), nodes && (() => orderOf(resident, nodes).ordinals));
    // Without time for its nodes a cluster does not even have an order of them.
    if (inTime === undefined || (!inTime && resident.isStale)) return undefined;
    const answered = this.#read(asked, nodes);
    const singles =
      answered.elsewhere.length === 0 ? NO_SINGLES : new Map(answered.elsewhere.map((node) => [node.metadata.name, tryOn(node)]));
    return new ResidentFilterResult({ ...answered, singles, limits });
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
    const { resident, question } = asked;
    let ordinals: readonly number[] | undefined;
    const only = nodes && ((): readonly number[] => (ordinals ??= orderOf(resident, nodes).ordinals));
    for (let slices = 0; ; slices++) {
      if (limits.signal?.aborted === true) return undefined;
      if (performance.now() >= deadline) {
        // What is solved already is answered. Before the first slice nobody knows what that is.
        if (slices === 0 || resident.isStale) return undefined;
        break;
      }
      const inTime = this.#solve(asked, sliceOf(SLICE_MILLISECONDS), only);
      if (inTime === undefined) return undefined;
      if (inTime) break;
      await this.#runtime.giveWay();
      if (this.#state.version !== version || question.isEnded) return undefined;
    }
    const answered = this.#read(asked, nodes);
    const singles = await tryAll(answered.elsewhere, tryOn, this.#runtime);
    return new ResidentFilterResult({ ...answered, singles, limits });
  }

  /** What is known of nodes, and those among them that have to be searched by themselves. */
  #read(asked: Asked, nodes: readonly Node[] | undefined): Omit<Pass, 'singles' | 'limits'> & { readonly elsewhere: readonly Node[] } {
    const { resident, question } = asked;
    const order = orderOf(resident, nodes);
    const unsolved = question.isDone ? NO_ORDINALS : new Set(order.ordinals.filter((ordinal) => !question.isSolved(ordinal)));
    const decoding = this.#runtime;
    if (question.elsewhere.size === 0) return { asked, answers: question.answers(), order, unsolved, elsewhere: [], decoding };
    const elsewhere = [...order.ordinals.keys()].flatMap((place) => {
      const ordinal = order.ordinals[place] as number;
      if (!question.elsewhere.has(ordinal) || unsolved.has(ordinal)) return [];
      return [this.#state.node(order.names[place] as string) as Node];
    });
    return { asked, answers: question.answers(), order, unsolved, elsewhere, decoding };
  }

  /** The question of claims to the resident cluster. Claims that are allocated already are no question to it. */
  #ask(claims: PreparedClaims): Asked | undefined {
    const isAllocated = claims.claims.some((claim) => {
      return claim.status.allocation !== undefined || (claim.metadata.name !== '' && this.#state.heldBy(claimKey(claim)) !== undefined);
    });
    const resident = isAllocated ? undefined : this.#state.resident;
    const question = resident?.question(claims.shape, claims.claims);
    return resident === undefined || question === undefined ? undefined : { resident, question, claims: claims.claims };
  }

  /** Solves the nodes that changed, of all or of some. False: the time was up before; undefined: there is no memory for it. */
  #solve({ resident, question }: Asked, checkpoint: Checkpoint, only?: () => readonly number[]): boolean | undefined {
    try {
      resident.follow(checkpoint);
      if (only === undefined) resident.followOrder(checkpoint);
      question.prepare(checkpoint);
      question.solve(checkpoint, only?.());
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

/** A checkpoint that ends a slice. Its time begins with the first look at the clock: each slice gets something done, however slow all else is. */
export function sliceOf(milliseconds: number): Checkpoint {
  let checkpoint: Checkpoint | undefined;
  return () => {
    if (checkpoint === undefined) checkpoint = checkpointAt(performance.now() + milliseconds);
    else checkpoint();
  };
}

/** Nodes in their order; undefined: all. */
function orderOf(resident: Resident, nodes: readonly Node[] | undefined): NodeOrder {
  if (nodes === undefined) return resident.order;
  const names = nodes.map(({ metadata }) => metadata.name);
  return { names, ordinals: names.map((name) => resident.ordinalOf(name)) };
}
