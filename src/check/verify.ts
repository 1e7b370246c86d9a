// The rules of certificates: each case of a proof is one by itself, or distinguishes cases that are all there are. docs/certificates.md has them, and why each is sound.

import type { DevicesProof, Proof, ValuesProof } from '../certificate/certificate.js';
import { priceOf, Refused, surplus } from './count.js';
import { isImpossible, nameKey, narrowed, optionsOf, type Problem, valuesOf, withDevice, withValue } from './problem.js';

/** Deeper proofs, and such as take more work, are refused: a certificate may come from a stranger. */
const MOST_DEPTH = 256;
const MOST_WORK = 200_000_000;
/** The work of any case, in options that are looked at. */
const LEAST_WORK = 2_000;

/** Verifies that a problem has no solution. Throws Refused. */
export function verify(problem: Problem, proof: Proof): void {
  new Verifier().visit(narrowed(problem), proof, 0);
}

class Verifier {
  #work = 0;

  visit(problem: Problem, proof: Proof | undefined, depth: number): void {
    this.#spend(
      LEAST_WORK + problem.requests.flatMap(optionsOf).reduce((sum, { takes, values }) => sum + 1 + takes.length + values.size, 0),
    );
    if (depth > MOST_DEPTH) throw new Refused(`its cases are deeper than ${MOST_DEPTH}`);
    if (depth > 0 && isImpossible(problem)) return;
    switch (proof?.rule) {
      case 'count': {
        const prices = this.#list(proof.limits).map((limit) => priceOf(problem, { ...limit, things: this.#list(limit.things) }));
        const groups = this.#list(proof.groups).map((name) => nameKey(...name));
        const more = surplus(problem, prices, groups, (work) => this.#spend(work));
        if (more !== undefined && more <= 0n) throw new Refused('what requests need is not more than there is');
        return;
      }
      case 'values':
        return this.#values(problem, proof, depth + 1);
      case 'devices':
        return this.#devices(problem, proof, depth + 1);
      default:
        throw new Refused('a case has no proof by a rule that there is');
    }
  }

  /** One of its values is the common one, or no device is picked that has any. */
  #values(problem: Problem, proof: ValuesProof, depth: number): void {
    const constraint = nameKey(...proof.constraint);
    const cases = new Map(this.#list(proof.cases).map((one) => [one.value, one.proof]));
    for (const value of [...valuesOf(problem, constraint), undefined])
      this.visit(withValue(problem, constraint, value), cases.get(value), depth);
  }

  /** The first case whose device the request gets is one of them, unless all of its devices are others, of which there are too few. */
  #devices(problem: Problem, proof: DevicesProof, depth: number): void {
    const request = problem.requests.find(({ key }) => key === nameKey(...proof.request));
    const [alternative, ...others] = request?.alternatives ?? [];
    if (request === undefined || alternative === undefined || others.length > 0)
      throw new Refused(`there is no request ${nameKey(...proof.request)} with one alternative`);
    const before = new Set<string>();
    for (const one of this.#list(proof.cases)) {
      const device = nameKey(...one.device);
      const option = alternative.options.find((own) => own.device === device);
      if (option !== undefined) this.visit(withDevice(problem, request, option, before), one.proof, depth);
      before.add(device);
    }
    if (alternative.options.filter(({ device }) => !before.has(device)).length >= alternative.need)
      throw new Refused(`${alternative.name} has devices without a case`);
  }

  #list<T>(list: readonly T[]): readonly T[] {
    if (!Array.isArray(list)) throw new Refused('limits, groups, things or cases are no list');
    this.#spend(list.length);
    return list;
  }

  #spend(work: number): void {
    this.#work += work;
    if (this.#work > MOST_WORK) throw new Refused('it takes too much work to verify');
  }
}
