// Verifies certificates by their rules: each case of a proof is direct, or splits into all possible cases. docs/reference/certificates.md has
// the rules, and why each is sound.

import type { Certificate, DevicesProof, Name, Proof, ValuesProof } from '../../allocator/certificate.js';
import { type Price, priceOf, Refused, surplus } from './count.js';
import { isImpossible, narrowed, type Option, type Problem, valuesOf, withDevice, withValue } from './problem.js';
import type { Work } from './work.js';

/** Deeper proofs are rejected: a certificate may be untrusted. */
const MOST_DEPTH = 256;
/** The steps for a part of a certificate, and for each character of a name. */
const PART_STEPS = 50;

/** Verifies that a problem has no solution. Pauses at each yield. Throws `Refused`, TooMuchWork, and the errors of the checkpoint. */
export function* verify(problem: Problem, certificate: Certificate, work: Work): Generator<undefined, void> {
  if (certificate?.version !== 1) throw new Refused('it is not a certificate of version 1');
  yield* new Verifier(work).visit(narrowed(problem, work), certificate.proof, 0);
}

class Verifier {
  readonly #work: Work;

  constructor(work: Work) {
    this.#work = work;
  }

  *visit(problem: Problem, proof: Proof | undefined, depth: number): Generator<undefined, void> {
    yield;
    if (depth > MOST_DEPTH) throw new Refused(`its cases are nested deeper than ${MOST_DEPTH} levels`);
    if (depth > 0 && isImpossible(problem)) return;
    switch (proof?.rule) {
      case 'count': {
        const prices: Price[] = [];
        for (const { price, unit, things } of this.#list(proof.limits)) {
          const named = this.#list(things).map(({ weight, of }) => ({ weight, budget: this.#key(of) }));
          prices.push(priceOf(problem, { price, unit, things: named }));
        }
        const groups = this.#list(proof.groups).map((name) => this.#key(name));
        const more = yield* surplus(problem, prices, groups, this.#work);
        if (more !== undefined && more <= 0n) throw new Refused('the requests do not need more than is available');
        return;
      }
      case 'values':
        return yield* this.#values(problem, proof, depth + 1);
      case 'devices':
        return yield* this.#devices(problem, proof, depth + 1);
      default:
        throw new Refused('a case has no proof by a supported rule');
    }
  }

  /** One of the values is the common one, or no device with values is selected. */
  *#values(problem: Problem, proof: ValuesProof, depth: number): Generator<undefined, void> {
    const constraint = this.#key(proof.constraint);
    const cases = new Map(this.#list(proof.cases).map((one) => [one.value, one.proof]));
    for (const value of [...valuesOf(problem, constraint, this.#work), undefined])
      yield* this.visit(withValue(problem, constraint, value, this.#work), cases.get(value), depth);
  }

  /** Either the request is allocated the device of a case, and no device of an earlier case. Or it is allocated only other devices, which are too few. */
  *#devices(problem: Problem, proof: DevicesProof, depth: number): Generator<undefined, void> {
    const name = this.#key(proof.request);
    const request = problem.requests.find(({ key }) => key === name);
    const [alternative, ...others] = request?.alternatives ?? [];
    if (request === undefined || alternative === undefined || others.length > 0)
      throw new Refused(`no request ${name} with one alternative exists`);
    const options = new Map<string, Option>();
    this.#work.spend(PART_STEPS * alternative.options.length);
    for (const option of alternative.options) if (!options.has(option.device)) options.set(option.device, option);
    const before = new Set<string>();
    for (const one of this.#list(proof.cases)) {
      const device = this.#key(one.device);
      const option = options.get(device);
      if (option !== undefined) yield* this.visit(withDevice(problem, request, option, before, this.#work), one.proof, depth);
      before.add(device);
    }
    if (alternative.options.filter(({ device }) => !before.has(device)).length >= alternative.need)
      throw new Refused(`${alternative.name} has devices without a case`);
  }

  #list<T>(list: readonly T[]): readonly T[] {
    if (!Array.isArray(list)) throw new Refused('limits, groups, things or cases are not a list');
    this.#work.spend(PART_STEPS * list.length);
    return list;
  }

  /** Returns the text of a name. */
  #key(name: Name): string {
    for (const part of this.#list(name)) {
      if (typeof part !== 'string' && typeof part !== 'number') throw new Refused('a part of a name is neither a string nor a number');
      this.#work.spend(`${part}`.length);
    }
    return JSON.stringify(name);
  }
}
