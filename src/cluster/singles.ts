// What becomes of nodes that are searched by themselves after a pass: it is put among the answers of the question, so that a node is searched once.

import type { ResourceClaim } from '../api/resource-claim.js';
import { AllocationError, type AllocationErrorCode } from '../errors.js';
import { packed } from '../key-text.js';
import { LargeMap, numberOfText } from '../large-map.js';
import { MOST_STEPS } from '../resident/pass.js';
import type { Learned } from '../resident/question.js';
import type { Outcome } from '../solve/outcome.js';
import type { Single } from './filter.js';
import { type Asked, type Pass, ResidentFilterResult } from './resident-filter.js';

/** Errors that do not come from the cluster: bad share IDs, no memory now, and defects. */
const PASSING: ReadonlySet<string> = new Set<AllocationErrorCode>(['invalid-input', 'input-too-large', 'internal']);

/** Nodes whose answers are kept at a time. */
const LEARNED_TOGETHER = 64;

/** What errors say of the claims that came upon them. */
export function askerOf(claims: readonly ResourceClaim[]): string {
  return claims.map(({ metadata }) => packed(metadata.namespace) + packed(metadata.name)).join('');
}

/**
 * Lets a question keep what searches of single nodes came to, unless they were interrupted. Gives how many are among its answers from now on.
 * Requires: the cluster is as it was when they began.
 */
export function learn({ question, resident, claims }: Asked, singles: readonly (readonly [string, Single])[]): number {
  const learned: Learned[] = [];
  for (const [name, single] of singles) {
    const ordinal = resident.ordinalOf(name);
    if (single instanceof AllocationError) {
      if (!PASSING.has(single.code)) question.learnError(ordinal, askerOf(claims), single);
      continue;
    }
    const { outcome, picked } = single;
    if (outcome.kind === 'interrupted' || outcome.steps >= MOST_STEPS) continue;
    const picks = picked.map(({ slot, device }) => ({ slot, device: resident.devices.numberOf(device) }));
    learned.push({ ordinal, steps: outcome.steps, picks: outcome.kind === 'allocated' ? picks : undefined });
  }
  question.learn(learned);
  return learned.length;
}

/** Completes a pass with nodes that are searched by themselves. */
export class Singles {
  readonly #pass: Pass;
  readonly #isAsOf: () => boolean;
  readonly #outcomes = new LargeMap<string, Outcome>(numberOfText);
  readonly #errors = new Map<string, AllocationError>();
  #unlearned: (readonly [string, Single])[] = [];
  #count = 0;
  #learned = 0;

  /** `isAsOf`: whether the cluster is as it was at the pass. */
  constructor(pass: Pass, isAsOf: () => boolean) {
    this.#pass = pass;
    this.#isAsOf = isAsOf;
  }

  /** Takes what became of a node. In the order of nodes. */
  add(name: string, single: Single): void {
    if (single instanceof AllocationError) this.#errors.set(name, single);
    else this.#outcomes.set(name, single.outcome);
    this.#count++;
    if (this.#unlearned.push([name, single]) === LEARNED_TOGETHER) this.#learn();
  }

  #learn(): void {
    // Other calls, also those that make share IDs, may have changed the cluster meanwhile.
    if (this.#isAsOf()) this.#learned += learn(this.#pass.asked, this.#unlearned);
    this.#unlearned = [];
  }

  result(): ResidentFilterResult {
    if (this.#count === 0) return new ResidentFilterResult(this.#pass);
    this.#learn();
    const [outcomes, errors] = [this.#outcomes, this.#errors];
    if (!this.#isAsOf()) return new ResidentFilterResult({ ...this.#pass, outcomes, errors, others: this.#count });
    const answers = this.#pass.asked.question.answers();
    return new ResidentFilterResult({ ...this.#pass, answers, outcomes, errors, others: this.#count - this.#learned });
  }
}
