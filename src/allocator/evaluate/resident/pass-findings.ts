// Implements the findings of a pass: most nodes were solved in the solver's memory, the others one by one.

import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import { type Checkpoint, endOfCall, UNLIMITED } from '../../../core/base/checkpoint.js';
import type { AllocationError } from '../../../core/base/errors.js';
import { type Incremental, inOneGo } from '../../../core/base/incremental.js';
import type { LargeMap } from '../../../core/base/large-map.js';
import type { Features } from '../../../core/features/features.js';
import { decodedAtOnce, decodeSelections } from '../../decode/decode.js';
import type { NewShareID } from '../../decode/share-id.js';
import { STATUS_FOUND } from '../../kernel/layout.js';
import { indexOfBest } from '../../score.js';
import { type Findings, firstInterruption, type Interruption, type LatestScores, scoreOfOutcome } from '../findings.js';
import type { Limits } from '../limits.js';
import type { Outcome } from '../outcome.js';
import { type NodeOrder, placeOf } from './nodes/node-order.js';
import { type Answers, NodeAnswer, statusOf } from './query/answers.js';
import type { FeasibleNodes } from './query/feasible-nodes.js';
import type { Query } from './query/query.js';
import type { ResidentCluster } from './resident-cluster.js';

/**
 * A query is bound to the claims of a call like a statement to the values of its parameters. The claims have the signature of
 * the query.
 */
export interface BoundQuery {
  readonly resident: ResidentCluster;
  readonly query: Query;
  readonly claims: readonly ResourceClaim[];
}

/** The settings for decoding selections. */
export interface Decoding {
  readonly features: Features;
  readonly newShareID: NewShareID;
}

/** The answer for a node, in numbers. */
export type Answer = Pick<NodeAnswer, 'status' | 'steps' | 'selectedDevices'>;

/** Returns the outcome of an answer without yielding. */
export function outcomeInOneGo(...args: Parameters<typeof outcomeOf>): Outcome {
  return outcomeAtOnce(...args) ?? inOneGo(outcomeOf(...args), args[5]);
}

/** Returns the outcome of an answer if decoding is cheap, else undefined. */
function outcomeAtOnce(
  { resident, query: { plans, slots }, claims }: BoundQuery,
  answer: Answer,
  nodeName: string,
  limits: Limits,
  { features, newShareID }: Decoding,
  checkpoint: Checkpoint,
): Outcome | undefined {
  if (kindOf(answer, limits) !== 'allocated') return undefined;
  const options = { features, newShareID, nodeName, checkpoint };
  const allocations = decodedAtOnce({ claims, plans, slots }, answer.selectedDevices(resident.devices), options);
  return allocations && { kind: 'allocated', allocations, steps: answer.steps };
}

/** Returns the outcome of an answer, with the names and configuration of the call's claims. */
export function* outcomeOf(
  { resident, query, claims }: BoundQuery,
  answer: Answer,
  nodeName: string,
  limits: Limits,
  { features, newShareID }: Decoding,
  checkpoint: Checkpoint,
): Incremental<Outcome> {
  const { steps } = answer;
  switch (kindOf(answer, limits)) {
    case 'interrupted':
      return { kind: 'interrupted', by: 'steps', steps: limits.steps as number };
    case 'unallocatable':
      return { kind: 'unallocatable', steps };
  }
  const { plans, slots } = query;
  try {
    const selectedDevices = answer.selectedDevices(resident.devices);
    const options = { features, newShareID, nodeName, checkpoint };
    return { kind: 'allocated', allocations: yield* decodeSelections({ claims, plans, slots }, selectedDevices, options), steps };
  } catch (error) {
    return { kind: 'interrupted', by: endOfCall(error), steps };
  }
}

/** Returns the kind of outcome of an answer without decoding it. */
function kindOf(answer: Answer, limits: Limits): Outcome['kind'] {
  if (limits.steps !== undefined && answer.steps > limits.steps) return 'interrupted';
  return answer.status === STATUS_FOUND ? 'allocated' : 'unallocatable';
}

/** The answers and results of all evaluated nodes. */
export interface Pass {
  readonly bound: BoundQuery;
  readonly answers: Answers;
  readonly order: NodeOrder;
  /** Outcomes of nodes that were searched separately, by name. `others` is the number of nodes whose result is not in the answers. */
  readonly outcomes: Pick<LargeMap<string, Outcome>, 'get'>;
  readonly errors: ReadonlyMap<string, AllocationError>;
  readonly others: number;
  /** The reason why searches of single nodes were interrupted, or undefined. */
  readonly interruption: Interruption | undefined;
  /** By ordinal, 1 for nodes that were not solved in time. */
  readonly unsolved: Uint8Array;
  readonly limits: Limits;
  readonly decoding: Decoding;
}

export class PassFindings implements Findings {
  readonly #pass: Pass;
  /** The place of the best node; -1 if no node is feasible; undefined before the first request. */
  #bestPlace: number | undefined;
  /** The decoded outcomes by place. Usually there is only one. Decoding creates share IDs, so an outcome is decoded only once. */
  #firstOutcome: { readonly place: number; readonly outcome: Outcome } | undefined;
  #otherOutcomes: Map<number, Outcome> | undefined;

  constructor(pass: Pass) {
    this.#pass = pass;
  }

  get claims(): readonly ResourceClaim[] {
    return this.#pass.bound.claims;
  }

  get errors(): ReadonlyMap<string, AllocationError> {
    return this.#pass.errors;
  }

  best(): string | undefined {
    this.#bestPlace ??= this.#findBest();
    return this.#pass.order.names[this.#bestPlace];
  }

  interrupted(): string[] {
    return this.#pass.order.names.filter((name, place) => this.#kindAt(name, place) === 'interrupted');
  }

  interruption(): Interruption | undefined {
    const { bound, unsolved, limits, order, interruption } = this.#pass;
    if (unsolved.length > 0 && order.ordinals.some((ordinal) => unsolved[ordinal] === 1)) {
      return firstInterruption(interruption, { by: 'milliseconds' });
    }
    const mayBeCutShort = limits.steps !== undefined && limits.steps < bound.query.mostSteps;
    // The step limit has the lowest precedence of all limits.
    const isCutShort = interruption === undefined && mayBeCutShort && this.interrupted().length > 0;
    return isCutShort ? { by: 'steps' } : interruption;
  }

  outcome(nodeName: string): Outcome | undefined {
    const place = this.#placeOf(nodeName);
    if (place < 0) return undefined;
    const cachedOutcome = this.#pass.outcomes.get(nodeName) ?? this.#cachedOutcomeAt(place);
    if (cachedOutcome !== undefined) return cachedOutcome;
    const outcome = this.#outcomeAt(place);
    if (this.#firstOutcome === undefined) this.#firstOutcome = { place, outcome };
    else this.#otherOutcomes = (this.#otherOutcomes ?? new Map()).set(place, outcome);
    return outcome;
  }

  #cachedOutcomeAt(place: number): Outcome | undefined {
    return this.#firstOutcome?.place === place ? this.#firstOutcome.outcome : this.#otherOutcomes?.get(place);
  }

  /** Returns the place of a node, or -1 if it was not evaluated. */
  #placeOf(nodeName: string | undefined): number {
    if (typeof nodeName !== 'string') return -1;
    const { names } = this.#pass.order;
    const best = this.#bestPlace ?? -1;
    // A caller that requests the best node usually requests its outcome next.
    const place = names[best] === nodeName ? best : placeOf(names, nodeName);
    return names[place] === nodeName ? place : -1;
  }

  #outcomeAt(place: number): Outcome {
    const { bound, answers, order, unsolved, limits, decoding } = this.#pass;
    const ordinal = order.ordinals[place] as number;
    if (unsolved[ordinal] === 1) return { kind: 'interrupted', by: 'milliseconds', steps: 0 };
    return outcomeInOneGo(bound, new NodeAnswer(answers, ordinal), order.names[place] as string, limits, decoding, UNLIMITED);
  }

  #kindAt(name: string, place: number): Outcome['kind'] | 'error' {
    const { answers, order, unsolved, limits, outcomes, errors } = this.#pass;
    if (errors.has(name)) return 'error';
    const cachedOutcome = outcomes.get(name);
    if (cachedOutcome !== undefined) return cachedOutcome.kind;
    const ordinal = order.ordinals[place] as number;
    return unsolved[ordinal] === 1 ? 'interrupted' : kindOf(new NodeAnswer(answers, ordinal), limits);
  }

  /** True if the result consists of these answers only, so that data derived from them can be reused. */
  get #isPure(): boolean {
    const { bound, others, unsolved, limits } = this.#pass;
    return others === 0 && unsolved.length === 0 && (limits.steps ?? Number.POSITIVE_INFINITY) >= bound.query.mostSteps;
  }

  /** The feasible nodes, updated while the answers are the latest; undefined if they must be computed. */
  get #live(): FeasibleNodes | undefined {
    const { answers, order, bound } = this.#pass;
    return this.#isPure && bound.resident.isOrder(order) ? bound.query.feasibleBy(answers) : undefined;
  }

  feasible(): string[] {
    const { answers, order } = this.#pass;
    return this.#live?.names(answers, order) ?? this.#findPlaces().map((place) => order.names[place] as string);
  }

  scores(): Int32Array {
    const { answers, order } = this.#pass;
    return this.#live?.scores(answers, order) ?? Int32Array.from(this.#findPlaces(), (place) => this.#scoreAt(place));
  }

  latest(): LatestScores | undefined {
    const { answers, order } = this.#pass;
    return answers.isInfeasible === true ? undefined : this.#live?.upToDate(answers, order);
  }

  #findBest(): number {
    const { answers, order } = this.#pass;
    const live = this.#live;
    if (live !== undefined) return live.best(answers, order);
    const places = this.#findPlaces();
    return places[indexOfBest(places.map((place) => this.#scoreAt(place)))] ?? -1;
  }

  /** The places of the nodes on which the claims fit. */
  #findPlaces(): readonly number[] {
    const { answers, order } = this.#pass;
    const isPure = this.#isPure;
    if (isPure && answers.isInfeasible) return [];
    const places: number[] = [];
    for (let place = 0; place < order.names.length; place++) {
      const isFeasible = isPure
        ? statusOf(answers, order.ordinals[place] as number) === STATUS_FOUND
        : this.#kindAt(order.names[place] as string, place) === 'allocated';
      if (isFeasible) places.push(place);
    }
    return places;
  }

  #scoreAt(place: number): number {
    const { bound, answers, order, outcomes } = this.#pass;
    const { scoreOf } = bound.query;
    if (scoreOf === undefined) return 0;
    const cachedOutcome = outcomes.get(order.names[place] as string);
    if (cachedOutcome !== undefined) return scoreOfOutcome(bound.claims, cachedOutcome);
    return scoreOf(new NodeAnswer(answers, order.ordinals[place] as number));
  }
}
