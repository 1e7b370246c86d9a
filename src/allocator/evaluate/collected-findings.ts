// Collects the results of nodes that are searched one by one.

import type { ResourceClaim } from '../../core/api/resource-claim.js';
import { AllocationError } from '../../core/base/errors.js';
import { LargeMap, numberOfText } from '../../core/base/large-map.js';
import { indexOfBest } from '../score.js';
import { type Findings, firstInterruption, type Interruption, interruptionOf, scoreOfOutcome } from './findings.js';
import type { NodeResult } from './node-result.js';
import type { Outcome } from './outcome.js';
import type { RestOfNodes } from './rest-of-nodes.js';

/** Findings of nodes whose results arrive in the order of names. */
export class CollectedFindings implements Findings {
  readonly claims: readonly ResourceClaim[];
  readonly #outcomes = new LargeMap<string, Outcome>(numberOfText);
  readonly #errors = new Map<string, AllocationError>();
  readonly #feasible: string[] = [];
  readonly #scores: number[] = [];
  readonly #interrupted: string[] = [];
  #interruption: Interruption | undefined;
  #rest: RestOfNodes | undefined;

  constructor(claims: readonly ResourceClaim[]) {
    this.claims = claims;
  }

  add(nodeName: string, result: NodeResult): void {
    if (result instanceof AllocationError) {
      this.#errors.set(nodeName, result);
      return;
    }
    const { outcome } = result;
    this.#outcomes.set(nodeName, outcome);
    const interruption = interruptionOf(outcome);
    if (interruption !== undefined) {
      this.#interruption = firstInterruption(this.#interruption, interruption);
      this.#interrupted.push(nodeName);
    }
    if (outcome.kind !== 'allocated') return;
    this.#feasible.push(nodeName);
    this.#scores.push(scoreOfOutcome(this.claims, outcome));
  }

  /** Records nodes that are not searched. They are listed after all others. */
  leave(rest: RestOfNodes): void {
    if (rest.size === 0) return;
    this.#rest = rest;
    this.#interruption = firstInterruption(this.#interruption, { by: rest.by });
  }

  get errors(): ReadonlyMap<string, AllocationError> {
    return this.#errors;
  }

  interruption(): Interruption | undefined {
    return this.#interruption;
  }

  feasible(): string[] {
    return this.#feasible.slice();
  }

  scores(): Int32Array {
    return Int32Array.from(this.#scores);
  }

  latest(): undefined {
    return undefined;
  }

  best(): string | undefined {
    return this.#feasible[indexOfBest(this.#scores)];
  }

  interrupted(): string[] {
    return [...this.#interrupted, ...(this.#rest?.names ?? [])];
  }

  outcome(nodeName: string): Outcome | undefined {
    return this.#outcomes.get(nodeName) ?? this.#rest?.outcome(nodeName);
  }
}
