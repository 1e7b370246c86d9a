// Every node at once: where claims fit, with what score, and what went wrong elsewhere.

import type { ResourceClaim } from '../api/resource-claim.js';
import { AllocationError } from '../errors.js';
import { LargeMap, numberOfText } from '../large-map.js';
import { choicesOfAll, indexOfBest, normalizeScores, type ScoredAllocation, type SubrequestChoice, scoreNode } from '../schedule/score.js';
import type { Solved } from '../solve/allocation.js';
import type { Outcome } from '../solve/outcome.js';

/** What `cluster.filter` found. A copy: later changes of the cluster do not touch it. */
export interface FilterResult {
  /** Nodes on which all claims fit, by name. */
  readonly feasible: readonly string[];
  /** Parallel to `feasible`: 8 for the first subrequest of a prioritized list, 7 for the second, ..., summed over the requests. */
  readonly scores: Int32Array;
  /** Parallel to `feasible`: scores scaled so that the best is 100, or all zero. */
  readonly normalized: Int32Array;
  /** The feasible node with the best score, of several the first by name; undefined: none is feasible. Costs less than all the scores. */
  readonly best: string | undefined;
  /** Nodes on which the allocation failed with an error. The scheduler ends its attempt on one, unless it is `nodeLocal`. */
  readonly errors: ReadonlyMap<string, AllocationError>;
  /** Nodes for which a limit came first. */
  readonly interrupted: readonly string[];
  /** The outcome on a node. Throws the error of a node that failed, `unknown-node` for one that was not looked at. */
  outcome(nodeName: string): Outcome;
  /** Which alternative each request with a prioritized list got on a node; empty where the claims do not fit. Throws as `outcome`. */
  choices(nodeName: string): readonly SubrequestChoice[];
}

/** What became of a node that was searched by itself. */
export type Single = Solved | AllocationError;

/** Collects the answers of nodes, which come in the order of names. */
export class FilterCollector {
  readonly #claims: readonly ResourceClaim[];
  readonly #outcomes = new LargeMap<string, Outcome>(numberOfText);
  readonly #errors = new Map<string, AllocationError>();
  readonly #feasible: string[] = [];
  readonly #scores: number[] = [];
  readonly #interrupted: string[] = [];

  constructor(claims: readonly ResourceClaim[]) {
    this.#claims = claims;
  }

  /** Notes what became of a node. */
  add(nodeName: string, single: Single): void {
    if (single instanceof AllocationError) {
      this.#errors.set(nodeName, single);
      return;
    }
    const { outcome } = single;
    this.#outcomes.set(nodeName, outcome);
    if (outcome.kind === 'interrupted') this.#interrupted.push(nodeName);
    if (outcome.kind !== 'allocated') return;
    this.#feasible.push(nodeName);
    this.#scores.push(scoreNode(this.#claims, allocationsOf(outcome)));
  }

  result(): FilterResult {
    const claims = this.#claims;
    const scores = Int32Array.from(this.#scores);
    const outcome = (nodeName: string): Outcome => this.#outcome(nodeName);
    return {
      feasible: this.#feasible,
      best: this.#feasible[indexOfBest(scores)],
      scores,
      normalized: Int32Array.from(normalizeScores(scores)),
      errors: this.#errors,
      interrupted: this.#interrupted,
      outcome,
      choices: (nodeName) => choicesIn(claims, outcome(nodeName)),
    };
  }

  #outcome(nodeName: string): Outcome {
    const error = this.#errors.get(nodeName);
    if (error !== undefined) throw error;
    const outcome = this.#outcomes.get(nodeName);
    if (outcome === undefined) throw new AllocationError('unknown-node', `node ${nodeName} was not looked at`);
    return outcome;
  }
}

/** Which alternatives the claims got in an outcome; none where they do not fit. */
export function choicesIn(claims: readonly ResourceClaim[], outcome: Outcome): readonly SubrequestChoice[] {
  return outcome.kind === 'allocated' ? choicesOfAll(claims, allocationsOf(outcome)) : [];
}

/** What the claims got in an outcome, as far as it scores. */
export function allocationsOf(outcome: Outcome): ScoredAllocation[] {
  return outcome.kind === 'allocated' ? outcome.allocations.map(({ devices }) => ({ results: devices.results ?? [] })) : [];
}
