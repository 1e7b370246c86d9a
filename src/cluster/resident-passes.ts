// Asking the resident cluster. Whatever it has no answer for is undefined here: the caller then searches node by node.

import type { Node } from '../api/node.js';
import { type Checkpoint, checkpointAt, DeadlinePassed } from '../encode/checkpoint.js';
import { AllocationError } from '../errors.js';
import type { Question } from '../resident/question.js';
import type { NodeOrder } from '../resident/resident.js';
import type { Runtime } from '../runtime.js';
import type { Limits } from '../solve/limits.js';
import type { Outcome } from '../solve/outcome.js';
import type { PreparedClaims } from './claims.js';
import { type ClusterState, claimKey } from './cluster-state.js';
import type { FilterResult, Single } from './filter.js';
import { type Asked, filterResultOf, outcomeOf } from './resident-filter.js';

/** Limits of a pass, and how nodes are searched that the resident cluster leaves to others. */
export interface PassOptions {
  readonly limits: Limits;
  readonly deadline: number;
  readonly tryOn: (node: Node) => Single;
}

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
    const { resident, question } = asked;
    const orderOf = (): NodeOrder => {
      if (nodes === undefined) return resident.order;
      const names = nodes.map(({ metadata }) => metadata.name);
      return { names, ordinals: names.map((name) => resident.ordinalOf(name)) };
    };
    const inTime = this.#solve(asked, checkpointAt(deadline), nodes && (() => orderOf().ordinals));
    // Without time for its nodes a cluster does not even have an order of them.
    if (inTime === undefined || (!inTime && resident.isStale)) return undefined;
    const order = orderOf();
    const unsolved = new Set(inTime ? [] : order.ordinals.filter((ordinal) => !question.isSolved(ordinal)));
    const singles = new Map<string, Single>();
    for (const place of placesIn(order, question)) {
      const name = order.names[place] as string;
      if (!unsolved.has(order.ordinals[place] as number)) singles.set(name, tryOn(this.#state.node(name) as Node));
    }
    return filterResultOf({ asked, answers: question.answers(), order, singles, unsolved, limits, decoding: this.#runtime });
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

/** Where the nodes are that a question leaves to others. */
function placesIn({ ordinals }: NodeOrder, { elsewhere }: Question): number[] {
  if (elsewhere.size === 0) return [];
  return ordinals.flatMap((ordinal, place) => (elsewhere.has(ordinal) ? [place] : []));
}
