// The prover: searches a proof that no choice of devices satisfies the claims. A case that prices do not prove is split. The
// split with the fewest choices is used.

import type { Proof } from '../../allocator/certificate.js';
import {
  isImpossible,
  narrowed,
  type Option,
  optionsOf,
  type Problem,
  type Request,
  valuesOf,
  withDevice,
  withValue,
} from '../check/problem.js';
import type { Work } from '../check/work.js';
import { nameOf } from './limits.js';
import { findPrices } from './prices.js';

/** The most cases of a proof. */
export const MOST_CASES = 2_000;

const NOTHING_LEFT: Proof = { rule: 'count', limits: [], groups: [] };

/**
 * Returns a proof; undefined if no proof is found within the limit of cases, or if a choice of devices exists. Pauses at each yield. Throws
 * TooMuchWork, and the errors of the checkpoint.
 */
export function* prove(problem: Problem, work: Work, mostCases = MOST_CASES): Generator<undefined, Proof | undefined> {
  return yield* new Prover(work, mostCases).prove(narrowed(problem, work));
}

/** A way to split into cases. Each case is created when needed, because all cases together would need the memory of as many problems. */
interface Split {
  readonly count: number;
  readonly caseOf: (index: number) => Problem;
  /** Joins the proofs of the cases. A case without a choice needs no proof. */
  readonly join: (proofs: readonly (Proof | undefined)[]) => Proof;
}

class Prover {
  readonly #work: Work;
  #casesLeft: number;

  constructor(work: Work, mostCases: number) {
    this.#work = work;
    this.#casesLeft = mostCases;
  }

  *prove(problem: Problem): Generator<undefined, Proof | undefined> {
    if (isImpossible(problem)) return NOTHING_LEFT;
    if (this.#casesLeft-- <= 0) return undefined;
    const byPrices = yield* findPrices(problem, this.#work);
    if (byPrices !== undefined) return byPrices;
    let best: { readonly split: Split; readonly work: number } | undefined;
    for (const split of this.#splitsOf(problem)) {
      const work = yield* this.#workOf(split, countOf(problem), best?.work ?? Number.POSITIVE_INFINITY);
      if (work !== undefined) best = { split, work };
      if (work === 0) break;
    }
    if (best === undefined) return undefined;
    const { count, caseOf, join } = best.split;
    const proofs: (Proof | undefined)[] = [];
    for (let index = 0; index < count; index++) {
      yield;
      const caseNumber = caseOf(index);
      const proof = yield* this.prove(caseNumber);
      if (proof === undefined) return undefined;
      proofs.push(isImpossible(caseNumber) ? undefined : proof);
    }
    return join(proofs);
  }

  /**
   * Estimates the work of a split; undefined if it is at least `most`, or there are too many cases. Cases with fewer remaining
   * options are easier. With this exponent, most hard random problems are proven: for lists of values 4 of 6. With the number
   * of cases alone, it is 2.
   */
  *#workOf({ count, caseOf }: Split, all: number, most: number): Generator<undefined, number | undefined> {
    let [work, open] = [0, 0];
    for (let index = 0; index < count; index++) {
      yield;
      const caseNumber = caseOf(index);
      if (isImpossible(caseNumber)) continue;
      work += (countOf(caseNumber) / all) ** 6;
      open++;
      if (work >= most || open > this.#casesLeft) return undefined;
    }
    return work;
  }

  /** Yields the possible splits on demand. */
  *#splitsOf(problem: Problem): Generator<Split> {
    const constraints = new Set(problem.requests.flatMap(optionsOf).flatMap(({ values }) => [...values.keys()]));
    for (const constraint of constraints) if (problem.common.get(constraint)?.size !== 1) yield byValue(problem, constraint, this.#work);
    const spare = ({ alternatives: [alternative] }: Request): number => (alternative?.options.length ?? 0) - (alternative?.need ?? 0);
    const decided = problem.requests.filter(({ alternatives: [first, ...others] }) => others.length === 0 && (first?.need ?? 0) > 0);
    for (const request of decided.sort((left, right) => spare(left) - spare(right)).slice(0, 4))
      yield byDevice(problem, request, this.#work);
  }
}

function countOf({ requests }: Problem): number {
  return requests.reduce((sum, { alternatives }) => sum + alternatives.reduce((sum, { options }) => sum + options.length, 0), 0);
}

function byValue(problem: Problem, constraint: string, work: Work): Split {
  const values = [...valuesOf(problem, constraint, work), undefined];
  return {
    count: values.length,
    caseOf: (index) => withValue(problem, constraint, values[index], work),
    join: (proofs) => ({
      rule: 'values',
      constraint: nameOf(constraint),
      cases: values.flatMap((value, index) => {
        const proof = proofs[index];
        return proof === undefined ? [] : [{ ...(value === undefined ? {} : { value }), proof }];
      }),
    }),
  };
}

function byDevice(problem: Problem, request: Request, work: Work): Split {
  const all = optionsOf(request);
  const options = all.slice(0, all.length - (request.alternatives[0]?.need ?? 0) + 1);
  const places = new Map(options.map(({ device }, place) => [device, place]));
  const isBefore = (device: string, place: number): boolean => (places.get(device) ?? place) < place;
  return {
    count: options.length,
    caseOf: (index) => withDevice(problem, request, options[index] as Option, { has: (device) => isBefore(device, index) }, work),
    join: (proofs) => ({
      rule: 'devices',
      request: nameOf(request.key),
      cases: options.map(({ device }, index) => ({ device: nameOf(device), proof: proofs[index] ?? NOTHING_LEFT })),
    }),
  };
}
