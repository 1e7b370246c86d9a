// The entry `dra-allocator/check`: verifies a certificate against the objects. docs/certificates.md has the rules, and why each is sound.

import { UNLIMITED } from '../base/checkpoint.js';
import type { JsonObject } from '../base/json.js';
import { SelectorCache } from '../cel/cache.js';
import { resolveEnvironment } from '../cel/engine.js';
import type { AlternativesProof, Certificate, DevicesProof, Proof, ValuesProof } from '../certificate/certificate.js';
import { type FeatureOptions, resolveFeatures } from '../features/features.js';
import { checkCount, find, Refused } from './count.js';
import { nameKey } from './reading/objects.js';
import { readProblem } from './reading/problem.js';
import { initialState, isImpossible, partOf, type State, slotOf, valuesOf, withAlternative, withDevice, withValue } from './state.js';

export type * from '../certificate/certificate.js';

/** Deeper proofs, and such as take more work, are refused: a certificate may come from a stranger. */
const MOST_DEPTH = 256;
const MOST_WORK = 200_000_000;
/** The work of any case, in candidates that are looked at. */
const LEAST_WORK = 2_000;

/** The options of the allocator that decide what is allocatable. */
export interface CheckOptions extends FeatureOptions {
  readonly corrections?: boolean;
}

/** The verdict on a certificate; `reason` says why it is refused. */
export interface Verdict {
  readonly valid: boolean;
  readonly reason?: string;
}

/**
 * Verifies that a certificate proves that no choice of devices satisfies the claims of `input`, which is that of `allocator.allocate`. `options` are those with which the allocator
 * was made: they decide which gates hold. Never throws: what cannot be read is refused.
 */
export function check(certificate: Certificate, input: object, options: CheckOptions = {}): Verdict {
  try {
    const selectors = new SelectorCache(undefined, resolveEnvironment(options));
    const semantics = { features: resolveFeatures(options), corrections: options.corrections === true, selectors };
    const problem = readProblem(input as JsonObject, semantics, UNLIMITED);
    if (certificate?.version !== 1) throw new Refused('it is no certificate of version 1');
    verify(initialState(problem), certificate.proof);
    return { valid: true };
  } catch (error) {
    return { valid: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Verifies that a case is impossible. Throws Refused. */
export function verify(state: State, proof: Proof): void {
  new Verifier().visit(state, proof, 0);
}

class Verifier {
  #work = 0;

  visit(state: State, proof: Proof, depth: number): void {
    if (typeof proof !== 'object' || proof === null) throw new Refused('a case has no proof');
    if (depth > MOST_DEPTH) throw new Refused(`its cases are deeper than ${MOST_DEPTH}`);
    const { slots, devices, constraints, unusable } = state.problem;
    this.#spend(LEAST_WORK + slots.length * devices.length * (1 + constraints.length));
    if (depth > 0 && isImpossible(state)) return;
    switch (proof.rule) {
      case 'unusable':
        if (unusable.includes(nameKey(...proof.claim))) return;
        throw new Refused(`claim ${nameKey(...proof.claim)} can be used on the node`);
      case 'count':
        return checkCount(state, this.#list(proof.limits, 'limits'), this.#list(proof.groups, 'groups'), (work) => this.#spend(work));
      case 'alternatives':
        return this.#alternatives(state, proof, depth);
      case 'values':
        return this.#values(state, proof, depth);
      case 'devices':
        return this.#devices(state, proof, depth);
      default:
        throw new Refused('a case has no rule that there is');
    }
  }

  #alternatives(state: State, proof: AlternativesProof, depth: number): void {
    const request = find(state.problem.requests, proof.request, 'request');
    const cases = new Map(this.#list(proof.cases, 'cases').map((one) => [one.alternative, one.proof]));
    for (const slot of state.alternatives[request] as readonly number[]) {
      const { name } = slotOf(state, slot);
      this.#case(withAlternative(state, slot), cases.get(name), depth, name);
    }
  }

  /** One of its values is the common one, or no device is picked that has any. */
  #values(state: State, proof: ValuesProof, depth: number): void {
    const constraint = find(state.problem.constraints, proof.constraint, 'constraint');
    if (state.problem.constraints[constraint]?.kind !== 'match') throw new Refused('a constraint is none that needs a common value');
    const cases = new Map(this.#list(proof.cases, 'cases').map((one) => [one.value, one.proof]));
    for (const value of [...valuesOf(state, constraint), undefined])
      this.#case(withValue(state, constraint, value), cases.get(value), depth, `the value ${value}`);
  }

  /** A case that may be left out where nothing is left to choose in it. */
  #case(state: State, proof: Proof | undefined, depth: number, name: string): void {
    if (proof !== undefined) this.visit(state, proof, depth + 1);
    else if (!isImpossible(state)) throw new Refused(`there is no case for ${name}`);
  }

  /** The first case whose device the request gets is one of them, unless all of its devices are others, of which there are too few. */
  #devices(state: State, proof: DevicesProof, depth: number): void {
    const { problem, alternatives, candidates, needs } = state;
    const [slot, ...others] = alternatives[find(problem.requests, proof.request, 'request')] as readonly number[];
    if (slot === undefined) return;
    if (others.length > 0) throw new Refused('a request has alternatives still');
    const before = new Set<number>();
    for (const one of this.#list(proof.cases, 'cases')) {
      const device = find(problem.devices, one.device, 'device');
      if ('like' in one) {
        const earlier = find(problem.devices, one.like, 'device');
        if (!before.has(earlier) || partOf(state, device) !== partOf(state, earlier))
          throw new Refused(`device ${nameKey(...one.device)} is not like the other`);
      } else this.visit(withDevice(state, slot, device, before), one.proof, depth + 1);
      before.add(device);
    }
    if ((candidates[slot] as readonly number[]).filter((device) => !before.has(device)).length >= (needs[slot] as number))
      throw new Refused(`${slotOf(state, slot).name} has devices without a case`);
  }

  #list<T>(list: readonly T[], field: string): readonly T[] {
    if (!Array.isArray(list)) throw new Refused(`${field} is no list`);
    this.#spend(list.length);
    return list;
  }

  #spend(work: number): void {
    this.#work += work;
    if (this.#work > MOST_WORK) throw new Refused('it takes too much work to verify');
  }
}
