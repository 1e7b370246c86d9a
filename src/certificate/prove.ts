// The prover: a search for a proof that no choice of devices satisfies the claims. Where prices do not prove a case, it is split, into as few cases as possible: what is scarce comes first.

import { entryIn } from '../base/entry-in.js';
import { concerns, isImpossible, partOf, type State, slotOf, valuesOf, withAlternative, withDevice, withValue } from '../check/state.js';
import type { DevicesProof, Proof } from './certificate.js';
import { nameOf } from './limits.js';
import { findPrices } from './prices.js';

/** Cases that are looked at before a proof counts as too long. */
export const MOST_CASES = 2_000;

const NOTHING_LEFT: Proof = { rule: 'count', limits: [], groups: [] };

/** Finds a proof; undefined: none is found within so many cases, or there is a choice. Gives way at each yield. */
export function* prove(state: State, mostCases = MOST_CASES): Generator<void, Proof | undefined> {
  const [unusable] = state.problem.unusable;
  if (unusable !== undefined) return { rule: 'unusable', claim: nameOf(unusable) };
  return yield* new Prover(mostCases).prove(state);
}

/** A way to distinguish cases, and the proof that is made of theirs. */
interface Split {
  readonly cases: readonly State[];
  readonly join: (proofs: readonly Proof[]) => Proof;
}

class Prover {
  #casesLeft: number;

  constructor(mostCases: number) {
    this.#casesLeft = mostCases;
  }

  *prove(state: State): Generator<void, Proof | undefined> {
    if (isImpossible(state)) return NOTHING_LEFT;
    if (this.#casesLeft-- <= 0) return undefined;
    const byPrices = yield* findPrices(state);
    if (byPrices !== undefined) return byPrices;
    let best: Split | undefined;
    for (const split of splitsOf(state)) {
      yield;
      if (split.cases.length < (best?.cases.length ?? Number.POSITIVE_INFINITY)) best = split;
      if (best?.cases.length === 0) break;
    }
    if (best === undefined) return undefined;
    const proofs: Proof[] = [];
    for (const own of best.cases) {
      const proof = yield* this.prove(own);
      if (proof === undefined) return undefined;
      proofs.push(proof);
    }
    return best.join(proofs);
  }
}

/** The splits that are possible, as they are needed. Cases without a choice left are not among theirs. */
function* splitsOf(state: State): Generator<Split> {
  for (const [request, slots] of state.alternatives.entries()) if (slots.length > 1) yield byAlternative(state, request, slots);
  for (const [constraint, { kind }] of state.problem.constraints.entries()) {
    if (kind !== 'match' || !state.alternatives.flat().some((slot) => concerns(state, constraint, slot))) continue;
    if (state.values[constraint]?.size !== 1) yield byValue(state, constraint);
  }
  const spare = (slot: number): number => (state.candidates[slot] as readonly number[]).length - (state.needs[slot] as number);
  const decided = state.alternatives.flatMap((slots) =>
    slots.length === 1 && (state.needs[slots[0] as number] as number) > 0 ? slots : [],
  );
  for (const slot of decided.sort((left, right) => spare(left) - spare(right)).slice(0, 4)) yield byDevice(state, slot);
}

function byAlternative(state: State, request: number, slots: readonly number[]): Split {
  const open = slots.map((slot) => ({ slot, own: withAlternative(state, slot) })).filter(({ own }) => !isImpossible(own));
  return {
    cases: open.map(({ own }) => own),
    join: (proofs) => ({
      rule: 'alternatives',
      request: nameOf(state.problem.requests[request]?.key as string),
      cases: open.map(({ slot }, index) => ({ alternative: slotOf(state, slot).name, proof: proofs[index] as Proof })),
    }),
  };
}

function byValue(state: State, constraint: number): Split {
  const open = [...valuesOf(state, constraint), undefined]
    .map((value) => ({ value, own: withValue(state, constraint, value) }))
    .filter(({ own }) => !isImpossible(own));
  return {
    cases: open.map(({ own }) => own),
    join: (proofs) => ({
      rule: 'values',
      constraint: nameOf(state.problem.constraints[constraint]?.key as string),
      cases: open.map(({ value }, index) => ({ ...(value === undefined ? {} : { value }), proof: proofs[index] as Proof })),
    }),
  };
}

function byDevice(state: State, slot: number): Split {
  const devices = state.candidates[slot] as readonly number[];
  const count = devices.length - (state.needs[slot] as number) + 1;
  const nameOfDevice = (device: number) => nameOf(state.problem.devices[device]?.key as string);
  const before = new Set<number>();
  const firstOf = new Map<string, number>();
  const open: State[] = [];
  const cases: ((proofs: readonly Proof[]) => DevicesProof['cases'][number])[] = [];
  for (const device of alikeTogether(state, devices).slice(0, count)) {
    const part = partOf(state, device);
    const like = firstOf.get(part);
    if (like === undefined) firstOf.set(part, device);
    if (like !== undefined) cases.push(() => ({ device: nameOfDevice(device), like: nameOfDevice(like) }));
    else {
      const own = withDevice(state, slot, device, before);
      const at = isImpossible(own) ? undefined : open.push(own) - 1;
      cases.push((proofs) => ({ device: nameOfDevice(device), proof: at === undefined ? NOTHING_LEFT : (proofs[at] as Proof) }));
    }
    before.add(device);
  }
  return {
    cases: open,
    join: (proofs) => ({
      rule: 'devices',
      request: nameOf(state.problem.requests[slotOf(state, slot).request]?.key as string),
      cases: cases.map((make) => make(proofs)),
    }),
  };
}

/** The devices that are alike next to each other, the largest such sets first: of each a single case has to be proven. */
function alikeTogether(state: State, devices: readonly number[]): readonly number[] {
  const sets = new Map<string, number[]>();
  for (const device of devices) entryIn(sets, partOf(state, device), (): number[] => []).push(device);
  return [...sets.values()].sort((left, right) => right.length - left.length).flat();
}
