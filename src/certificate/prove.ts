// The prover: a search for a proof that no choice of devices satisfies the claims. Where prices do not prove a case, it is split into the cases that leave the least to choose.

import { isImpossible, narrowed, optionsOf, type Problem, type Request, valuesOf, withDevice, withValue } from '../check/problem.js';
import type { Proof } from './certificate.js';
import { nameOf } from './limits.js';
import { findPrices } from './prices.js';

/** Cases that are looked at before a proof counts as too long. */
export const MOST_CASES = 2_000;

const NOTHING_LEFT: Proof = { rule: 'count', limits: [], groups: [] };

/** Finds a proof; undefined: none is found within so many cases, or there is a choice. Gives way at each yield. */
export function* prove(problem: Problem, mostCases = MOST_CASES): Generator<void, Proof | undefined> {
  return yield* new Prover(mostCases).prove(narrowed(problem));
}

/** A way to distinguish cases, and the proof that is made of theirs. */
interface Split {
  readonly cases: readonly Problem[];
  readonly join: (proofs: readonly Proof[]) => Proof;
}

class Prover {
  #casesLeft: number;

  constructor(mostCases: number) {
    this.#casesLeft = mostCases;
  }

  *prove(problem: Problem): Generator<void, Proof | undefined> {
    if (isImpossible(problem)) return NOTHING_LEFT;
    if (this.#casesLeft-- <= 0) return undefined;
    const byPrices = yield* findPrices(problem);
    if (byPrices !== undefined) return byPrices;
    let best: { readonly split: Split; readonly work: number } | undefined;
    for (const split of splitsOf(problem)) {
      yield;
      const work = workOf(split, problem);
      if (work < (best?.work ?? Number.POSITIVE_INFINITY)) best = { split, work };
      if (work === 0) break;
    }
    if (best === undefined) return undefined;
    const proofs: Proof[] = [];
    for (const own of best.split.cases) {
      const proof = yield* this.prove(own);
      if (proof === undefined) return undefined;
      proofs.push(proof);
    }
    return best.split.join(proofs);
  }
}

/**
 * The work that is expected of a split: cases with fewer options left are that much easier. The power is that with which most hard random problems get a proof: with lists of
 * values 4 of 6, where the number of cases alone gives 2.
 */
function workOf({ cases }: Split, problem: Problem): number {
  const all = countOf(problem);
  return cases.reduce((sum, own) => sum + (countOf(own) / all) ** 6, 0);
}

function countOf({ requests }: Problem): number {
  return requests.flatMap(optionsOf).length;
}

/** The splits that are possible, as they are needed. Cases without a choice left are not among theirs. */
function* splitsOf(problem: Problem): Generator<Split> {
  const constraints = new Set(problem.requests.flatMap(optionsOf).flatMap(({ values }) => [...values.keys()]));
  for (const constraint of constraints) if (problem.common.get(constraint)?.size !== 1) yield byValue(problem, constraint);
  const spare = ({ alternatives: [own] }: Request): number => (own?.options.length ?? 0) - (own?.need ?? 0);
  const decided = problem.requests.filter(({ alternatives: [own, ...others] }) => others.length === 0 && (own?.need ?? 0) > 0);
  for (const request of decided.sort((left, right) => spare(left) - spare(right)).slice(0, 4)) yield byDevice(problem, request);
}

function byValue(problem: Problem, constraint: string): Split {
  const open = [...valuesOf(problem, constraint), undefined]
    .map((value) => ({ value, own: withValue(problem, constraint, value) }))
    .filter(({ own }) => !isImpossible(own));
  return {
    cases: open.map(({ own }) => own),
    join: (proofs) => ({
      rule: 'values',
      constraint: nameOf(constraint),
      cases: open.map(({ value }, index) => ({ ...(value === undefined ? {} : { value }), proof: proofs[index] as Proof })),
    }),
  };
}

function byDevice(problem: Problem, request: Request): Split {
  const options = optionsOf(request);
  const count = options.length - (request.alternatives[0]?.need ?? 0) + 1;
  const before = new Set<string>();
  const open: { readonly device: string; readonly own: Problem }[] = [];
  for (const option of options.slice(0, count)) {
    open.push({ device: option.device, own: withDevice(problem, request, option, before) });
    before.add(option.device);
  }
  const cases = open.filter(({ own }) => !isImpossible(own)).map(({ own }) => own);
  return {
    cases,
    join: (proofs) => ({
      rule: 'devices',
      request: nameOf(request.key),
      cases: open.map(({ device, own }) => ({ device: nameOf(device), proof: proofs[cases.indexOf(own)] ?? NOTHING_LEFT })),
    }),
  };
}
