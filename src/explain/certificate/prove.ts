// The prover: a search for a proof that no choice of devices satisfies the claims. Where prices do not prove a case, it is split into the cases that leave the least to choose.

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

/** Cases that are considered before a proof counts as too long. */
export const MOST_CASES = 2_000;

const NOTHING_LEFT: Proof = { rule: 'count', limits: [], groups: [] };

/** Finds a proof; undefined: none is found within so many cases, or there is a choice. Pauses at each yield. Throws TooMuchWork, and what the checkpoint of the work throws. */
export function* prove(problem: Problem, work: Work, mostCases = MOST_CASES): Generator<undefined, Proof | undefined> {
  return yield* new Prover(work, mostCases).prove(narrowed(problem, work));
}

/** A way to distinguish cases. Each is made when it is considered: all of them take the memory of so many problems. */
interface Split {
  readonly count: number;
  readonly caseOf: (index: number) => Problem;
  /** The proof that is made of those of the cases; a case without a choice needs none. */
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
      const own = caseOf(index);
      const proof = yield* this.prove(own);
      if (proof === undefined) return undefined;
      proofs.push(isImpossible(own) ? undefined : proof);
    }
    return join(proofs);
  }

  /**
   * The work that is expected of a split; undefined: it is not below `most`, or there are too many cases. Cases with fewer options left are that much easier. The power is that
   * with which most hard random problems get a proof: with lists of values 4 of 6, where the number of cases alone gives 2.
   */
  *#workOf({ count, caseOf }: Split, all: number, most: number): Generator<undefined, number | undefined> {
    let [work, open] = [0, 0];
    for (let index = 0; index < count; index++) {
      yield;
      const own = caseOf(index);
      if (isImpossible(own)) continue;
      work += (countOf(own) / all) ** 6;
      open++;
      if (work >= most || open > this.#casesLeft) return undefined;
    }
    return work;
  }

  /** The splits that are possible, as they are needed. */
  *#splitsOf(problem: Problem): Generator<Split> {
    const constraints = new Set(problem.requests.flatMap(optionsOf).flatMap(({ values }) => [...values.keys()]));
    for (const constraint of constraints) if (problem.common.get(constraint)?.size !== 1) yield byValue(problem, constraint, this.#work);
    const spare = ({ alternatives: [own] }: Request): number => (own?.options.length ?? 0) - (own?.need ?? 0);
    const decided = problem.requests.filter(({ alternatives: [own, ...others] }) => others.length === 0 && (own?.need ?? 0) > 0);
    for (const request of decided.sort((left, right) => spare(left) - spare(right)).slice(0, 4))
      yield byDevice(problem, request, this.#work);
  }
}

function countOf({ requests }: Problem): number {
  return requests.reduce((sum, { alternatives }) => sum + alternatives.reduce((own, { options }) => own + options.length, 0), 0);
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
