// Combines the findings of a fork with the findings of its origin, which apply to all nodes that do not differ.

import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import { compareBytes } from '../../../core/base/byte-order.js';
import type { AllocationError } from '../../../core/base/errors.js';
import { indexOfBest } from '../../score.js';
import { type Findings, firstInterruption, type Interruption, scoreOfOutcome } from '../findings.js';
import type { Outcome } from '../outcome.js';

/** Findings about two disjoint parts of the nodes. */
export class CombinedFindings implements Findings {
  readonly #common: Findings;
  readonly #ofDiffering: Findings;
  readonly #differing: ReadonlySet<string>;
  #errors: ReadonlyMap<string, AllocationError> | undefined;

  /** `common` may include nodes that differ between the clusters. `ofDiffering` includes only nodes that differ. */
  constructor(common: Findings, ofDiffering: Findings, differing: ReadonlySet<string>) {
    this.#common = common;
    this.#ofDiffering = ofDiffering;
    this.#differing = differing;
  }

  get claims(): readonly ResourceClaim[] {
    return this.#common.claims;
  }

  get errors(): ReadonlyMap<string, AllocationError> {
    this.#errors ??= this.#ofDiffering.errors.size === 0 ? this.#common.errors : this.#joinErrors();
    return this.#errors;
  }

  #joinErrors(): ReadonlyMap<string, AllocationError> {
    const all = [...this.#common.errors, ...this.#ofDiffering.errors];
    return new Map(all.sort(([left], [right]) => compareBytes(left, right)));
  }

  interruption(): Interruption | undefined {
    const differingInterruption = this.#ofDiffering.interruption();
    return differingInterruption === undefined
      ? this.#common.interruption()
      : firstInterruption(this.#common.interruption(), differingInterruption);
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
    const differingBest = this.#ofDiffering.best();
    if (common === undefined || differingBest === undefined) return common ?? differingBest;
    const [of, differingScore] = [this.#scoreIn(this.#common, common), this.#scoreIn(this.#ofDiffering, differingBest)];
    const isDiffering = of === differingScore ? compareBytes(differingBest, common) < 0 : differingScore > of;
    return isDiffering ? differingBest : common;
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
    return [...common, ...this.#ofDiffering.interrupted()].sort(compareBytes);
  }

  outcome(nodeName: string): Outcome | undefined {
    return (this.#differing.has(nodeName) ? this.#ofDiffering : this.#common).outcome(nodeName);
  }

  /** Returns the feasible nodes with their scores, in the order of names. */
  #entries(): readonly { readonly name: string; readonly score: number }[] {
    const common = scored(this.#common).filter(({ name }) => !this.#differing.has(name));
    return [...common, ...scored(this.#ofDiffering)].sort((left, right) => compareBytes(left.name, right.name));
  }
}

function scored(findings: Findings): { readonly name: string; readonly score: number }[] {
  const scores = findings.scores();
  return findings.feasible().map((name, index) => ({ name, score: scores[index] as number }));
}
