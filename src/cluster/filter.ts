// Every node at once: where claims fit, with what score, and what went wrong elsewhere.

import type { ResourceClaim } from '../api/resource-claim.js';
import { AllocationError } from '../errors.js';
import { normalizeScores, scoreNode } from '../schedule/score.js';
import type { Outcome } from '../solve/outcome.js';

/** What `cluster.filter` found. A copy: later changes of the cluster do not touch it. */
export interface FilterResult {
  /** Nodes on which all claims fit, by name. */
  readonly feasible: readonly string[];
  /** Parallel to `feasible`: 8 for the first subrequest of a prioritized list, 7 for the second, ..., summed over the requests. */
  readonly scores: Int32Array;
  /** Parallel to `feasible`: scores scaled so that the best is 100, or all zero. */
  readonly normalized: Int32Array;
  /** Nodes on which the allocation failed with an error. The scheduler ends its attempt on one, unless it is `nodeLocal`. */
  readonly errors: ReadonlyMap<string, AllocationError>;
  /** Nodes for which a limit came first. */
  readonly interrupted: readonly string[];
  /** The outcome on a node. Throws the error of a node that failed, `unknown-node` for one that was not looked at. */
  outcome(nodeName: string): Outcome;
}

/** Collects the answers of nodes, which come in the order of names. */
export class FilterCollector {
  readonly #claims: readonly ResourceClaim[];
  readonly #outcomes = new Map<string, Outcome>();
  readonly #errors = new Map<string, AllocationError>();

  constructor(claims: readonly ResourceClaim[]) {
    this.#claims = claims;
  }

  /** Notes the outcome of a node. */
  add(nodeName: string, outcome: Outcome): void {
    this.#outcomes.set(nodeName, outcome);
  }

  /** Notes that a node failed. Errors of other kinds are defects and go on. */
  fail(nodeName: string, error: unknown): void {
    if (!(error instanceof AllocationError)) throw error;
    this.#errors.set(nodeName, error);
  }

  result(): FilterResult {
    const outcomes = this.#outcomes;
    const errors = this.#errors;
    const feasible: string[] = [];
    const scores: number[] = [];
    const interrupted: string[] = [];
    for (const [name, outcome] of outcomes) {
      if (outcome.kind === 'interrupted') interrupted.push(name);
      if (outcome.kind !== 'allocated') continue;
      feasible.push(name);
      scores.push(
        scoreNode(
          this.#claims,
          outcome.allocations.map(({ devices }) => ({ results: devices.results ?? [] })),
        ),
      );
    }
    return {
      feasible,
      scores: Int32Array.from(scores),
      normalized: Int32Array.from(normalizeScores(scores)),
      errors,
      interrupted,
      outcome(nodeName) {
        const error = errors.get(nodeName);
        if (error !== undefined) throw error;
        const outcome = outcomes.get(nodeName);
        if (outcome === undefined) throw new AllocationError('unknown-node', `node ${nodeName} was not looked at`);
        return outcome;
      },
    };
  }
}
