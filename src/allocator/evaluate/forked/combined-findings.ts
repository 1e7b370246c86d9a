// Combines the findings of a fork with the findings of its origin, which apply to all nodes that do not differ.

import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import { compareBytes } from '../../../core/base/byte-order.js';
import type { AllocationError } from '../../../core/base/errors.js';
import { indexOfBest } from '../../score.js';
import { type Findings, firstInterruption, type Interruption, scoreOfOutcome } from '../findings.js';
import type { Outcome } from '../outcome.js';

/** Findings of two disjoint parts of the nodes. */
export class CombinedFindings implements Findings {
  readonly #common: Findings;
  readonly #own: Findings;
  readonly #differing: ReadonlySet<string>;
  #errors: ReadonlyMap<string, AllocationError> | undefined;

  /** `common` may include nodes that differ. `own` includes only nodes that differ. */
  constructor(common: Findings, own: Findings, differing: ReadonlySet<string>) {
    this.#common = common;
    this.#own = own;
    this.#differing = differing;
  }

  get claims(): readonly ResourceClaim[] {
    return this.#common.claims;
  }

  get errors(): ReadonlyMap<string, AllocationError> {
    this.#errors ??= this.#own.errors.size === 0 ? this.#common.errors : this.#joinErrors();
    return this.#errors;
  }

  #joinErrors(): ReadonlyMap<string, AllocationError> {
    const all = [...this.#common.errors, ...this.#own.errors];
    return new Map(all.sort(([left], [right]) => compareBytes(left, right)));
  }

  interruption(): Interruption | undefined {
    const own = this.#own.interruption();
    return own === undefined ? this.#common.interruption() : firstInterruption(this.#common.interruption(), own);
  }

  feasible(): string[] {
    return this.#entries().map(({ name }) => name);
  }

  scores(): Int32Array {
    return Int32Array.from(this.#entries(), ({ score }) => score);
  }

  latest(): undefined {
    return undefined;
  }

  best(): string | undefined {
    const common = this.#common.best();
    if (common !== undefined && this.#differing.has(common)) return this.#bestOfAll();
    const own = this.#own.best();
    if (common === undefined || own === undefined) return common ?? own;
    const [of, ofOwn] = [this.#scoreIn(this.#common, common), this.#scoreIn(this.#own, own)];
    const isOwn = of === ofOwn ? compareBytes(own, common) < 0 : ofOwn > of;
    return isOwn ? own : common;
  }

  #bestOfAll(): string | undefined {
    const entries = this.#entries();
    return entries[indexOfBest(entries.map(({ score }) => score))]?.name;
  }

  #scoreIn(findings: Findings, name: string): number {
    return scoreOfOutcome(findings.claims, findings.outcome(name) as Outcome);
  }

  interrupted(): string[] {
    const common = this.#common.interrupted().filter((name) => !this.#differing.has(name));
    return [...common, ...this.#own.interrupted()].sort(compareBytes);
  }

  outcome(nodeName: string): Outcome | undefined {
    return (this.#differing.has(nodeName) ? this.#own : this.#common).outcome(nodeName);
  }

  /** Returns the feasible nodes with their scores, in the order of names. */
  #entries(): readonly { readonly name: string; readonly score: number }[] {
    const common = scored(this.#common).filter(({ name }) => !this.#differing.has(name));
    return [...common, ...scored(this.#own)].sort((left, right) => compareBytes(left.name, right.name));
  }
}

function scored(findings: Findings): { readonly name: string; readonly score: number }[] {
  const scores = findings.scores();
  return findings.feasible().map((name, index) => ({ name, score: scores[index] as number }));
}
