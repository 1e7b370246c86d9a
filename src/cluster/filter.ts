// Collects what becomes of nodes that are searched one by one.

import type { ResourceClaim } from '../api/resource-claim.js';
import { AllocationError } from '../base/errors.js';
import { LargeMap, numberOfText } from '../base/large-map.js';
import type { Solved } from '../evaluate/one-node/allocation.js';
import type { Outcome } from '../evaluate/outcome.js';
import { indexOfBest, scoreNode } from '../schedule/score.js';
import {
  allocationsOf,
  type FilterResult,
  type Findings,
  firstInterruption,
  type Interruption,
  interruptionOf,
  resultOf,
} from './filter-result.js';
import type { RestOfNodes } from './rest-of-nodes.js';

/** The result of a node that was searched by itself. */
export type Single = Solved | AllocationError;

/** Collects the answers of nodes, which come in the order of names. */
export class FilterCollector {
  readonly #claims: readonly ResourceClaim[];
  readonly #outcomes = new LargeMap<string, Outcome>(numberOfText);
  readonly #errors = new Map<string, AllocationError>();
  readonly #feasible: string[] = [];
  readonly #scores: number[] = [];
  readonly #interrupted: string[] = [];
  #interruption: Interruption | undefined;
  #rest: RestOfNodes | undefined;

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
    const interruption = interruptionOf(outcome);
    if (interruption !== undefined) {
      this.#interruption = firstInterruption(this.#interruption, interruption);
      this.#interrupted.push(nodeName);
    }
    if (outcome.kind !== 'allocated') return;
    this.#feasible.push(nodeName);
    this.#scores.push(scoreNode(this.#claims, allocationsOf(outcome)));
  }

  /** Notes that nobody looks at some nodes, which come after all others. */
  leave(rest: RestOfNodes): void {
    if (rest.size === 0) return;
    this.#rest = rest;
    this.#interruption = firstInterruption(this.#interruption, { by: rest.by });
  }

  result(): FilterResult {
    const [outcomes, feasible, scores, rest] = [this.#outcomes, this.#feasible, this.#scores, this.#rest];
    const findings: Findings = {
      claims: this.#claims,
      errors: this.#errors,
      interruption: () => this.#interruption,
      feasible: () => feasible.slice(),
      scores: () => Int32Array.from(scores),
      best: () => feasible[indexOfBest(scores)],
      interrupted: () => [...this.#interrupted, ...(rest?.names ?? [])],
      outcome: (nodeName) => outcomes.get(nodeName) ?? rest?.outcome(nodeName),
    };
    return resultOf(findings);
  }
}
