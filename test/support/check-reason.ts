// Verifies a reason by counting, without any code of the solver: its statement about the problem is true, and no choice of devices avoids it.

import type { Problem, SumTerm } from '../../src/allocator/kernel/problem.js';
import type { Reason } from '../../src/allocator/kernel/reasons/reason.js';
import { Counting, type Filter, leastOf, sum, total } from './counting.js';

type Some<Kind extends Reason['kind']> = Extract<Reason, { kind: Kind }>;

const same = (left: readonly unknown[], right: readonly unknown[]): boolean => [...left].sort().join() === [...right].sort().join();
const unique = (items: readonly unknown[]): boolean => new Set(items).size === items.length;
const range = (count: number): number[] => [...Array(count).keys()];

/** Returns whether a reason holds. */
export function isProof(problem: Problem, reason: Reason): boolean {
  const requests = 'requests' in reason ? reason.requests.map((one) => (typeof one === 'number' ? one : one.request)) : [];
  const check = new Check(problem, reason.above);
  if (!check.counting.isLeftOutRightly()) return false;
  return unique(requests) && requests.every((one) => one in check.counting.seats) && check[reason.kind](reason as never);
}

class Check {
  readonly counting: Counting;

  constructor(problem: Problem, leftOut: readonly number[] | undefined) {
    this.counting = new Counting(problem, leftOut);
  }

  #isAdmin(request: number, filter?: Filter): boolean {
    return this.counting.open(request, filter).some(({ slot }) => slot.adminAccess);
  }

  #isUnder(request: number, constraint: number, kind: string): boolean {
    if (this.counting.constraints[constraint]?.kind !== kind) return false;
    return this.counting.seats[request]?.every(({ valuesOf }) => valuesOf(constraint, 0) !== undefined) === true;
  }

  /** Returns whether requests without admin access need more selections than the devices allow. */
  #isCrowd({ requests, needed, places }: { requests: readonly number[]; needed: number; places: number }, filter?: Filter): boolean {
    const there = sum(this.counting.places(requests, filter).values());
    return (
      !requests.some((one) => this.#isAdmin(one, filter)) &&
      needed === this.counting.need(requests, filter) &&
      places === there &&
      needed > there
    );
  }

  'too-few-devices'({ request, slots }: Some<'too-few-devices'>): boolean {
    const stated = (this.counting.seats[request] ?? []).map(({ number, slot, devices }) => [
      number,
      slot.count,
      ...[...devices].sort((a, b) => a - b),
    ]);
    return (
      same(
        slots.map(({ slot, needed, devices }) => [slot, needed, ...devices].join(' ')),
        stated.map((one) => one.join(' ')),
      ) && this.counting.open(request).length === 0
    );
  }

  'above-limit'({ requests, needed, limit }: Some<'above-limit'>): boolean {
    return (
      this.counting.areOneClaim(requests) && needed === this.counting.need(requests) && limit === this.counting.limit && needed > limit
    );
  }

  'competing-requests'(reason: Some<'competing-requests'>): boolean {
    return same(reason.devices, [...this.counting.places(reason.requests).keys()]) && this.#isCrowd(reason);
  }

  'no-common-value'({ constraint, requests, cover }: Some<'no-common-value'>): boolean {
    const isBound = requests.every((one) => this.#isUnder(one, constraint, 'match')) && this.counting.need(requests) >= 2;
    const isWhole = same(
      cover.map(({ value }) => value),
      range(this.counting.constraints[constraint]?.valueCount ?? 0),
    );
    return (
      isBound &&
      isWhole &&
      cover.every((lack) => {
        const having: Filter = ({ valuesOf }, device) => valuesOf(constraint, device)?.includes(lack.value) === true;
        const [only = -1, ...others] = lack.requests;
        if (!lack.requests.every((one) => requests.includes(one)) || !unique(lack.requests)) return false;
        if (others.length > 0 || this.counting.open(only, having).length > 0) return this.#isCrowd(lack, having);
        return lack.needed === this.counting.need([only]) && lack.places === this.counting.places([only], undefined, having).size;
      })
    );
  }

  'too-few-distinct'({ constraint, requests, needed, cliques }: Some<'too-few-distinct'>): boolean {
    const { counting } = this;
    const seats = requests.flatMap((request) => counting.open(request));
    const setsOf = (device: number) =>
      seats.filter(({ devices }) => devices.includes(device)).map(({ valuesOf }) => valuesOf(constraint, device) ?? []);
    const clash = (one: number, other: number): boolean =>
      setsOf(one).every((set) => setsOf(other).every((values) => values.some((value) => set.includes(value))));
    const isClique = (clique: readonly number[]): boolean =>
      clique.every((one) => clique.every((other) => (one === other && !counting.isShareable(one)) || clash(one, other)));
    const isBound = requests.every((one) => this.#isUnder(one, constraint, 'distinct')) && needed === counting.need(requests);
    return isBound && cliques.every(isClique) && same(cliques.flat(), [...counting.places(requests).keys()]) && needed > cliques.length;
  }

  /**
   * The number of units that match constraints need of some requests, each of which is under exactly one of the constraints. NaN: the
   * constraints can do without a common value.
   */
  #unitsOf(requests: readonly number[], constraints: readonly number[]): number[] {
    const all = [...this.counting.seats.keys()];
    const isSound = requests.every(
      (one) => !this.#isAdmin(one) && constraints.filter((each) => this.#isUnder(one, each, 'match')).length === 1,
    );
    return constraints.map((constraint) => {
      const own = all.filter((one) => this.#isUnder(one, constraint, 'match'));
      return isSound && this.counting.need(own) >= 2 ? this.counting.need(own.filter((one) => requests.includes(one))) : Number.NaN;
    });
  }

  #placesWith(value: number, requests: readonly number[], constraints: readonly number[]): number {
    const having: Filter = ({ valuesOf }, device) => constraints.some((constraint) => valuesOf(constraint, device)?.includes(value));
    return sum(this.counting.places(requests, undefined, having).values());
  }

  /** Returns whether the values serve exactly the stated amounts, and no other value serves any. */
  #serve({ constraints, values, served }: Some<'too-few-groups' | 'values-too-small'>, serves: (value: number) => number): boolean {
    const all = range(Math.max(...constraints.map((one) => this.counting.constraints[one]?.valueCount ?? 0))).map(serves);
    const stated = all.flatMap((own, value) => (own > 0 ? [`${value} ${own}`] : []));
    return (
      unique(constraints) &&
      same(
        stated,
        values.map((one) => `${one.value} ${one.serves}`),
      ) &&
      served === sum(all)
    );
  }

  'too-few-groups'(reason: Some<'too-few-groups'>): boolean {
    const { constraints, sides, served } = reason;
    const isStated = sides.every(({ requests, units }) => units > 0 && this.#unitsOf(requests, constraints).every((own) => own === units));
    const serves = (value: number): number =>
      Math.min(...sides.map(({ requests, units }) => Math.floor(this.#placesWith(value, requests, constraints) / units)));
    return isStated && this.#serve(reason, serves) && served < constraints.length;
  }

  'values-too-small'(reason: Some<'values-too-small'>): boolean {
    const { constraints, requests, needed, served } = reason;
    const units = this.#unitsOf(requests, constraints);
    const sums = units.reduce<number[]>((known, own) => [...new Set(known.flatMap((one) => [one, one + own]))], [0]);
    const serves = (value: number): number => Math.max(...sums.filter((one) => one <= this.#placesWith(value, requests, constraints)));
    return needed === sum(units) && this.#serve(reason, serves) && served < needed;
  }

  #isAbove({ terms, left, needed }: { terms: readonly SumTerm[]; left: bigint; needed: bigint }): boolean {
    const there = terms.map(({ budget, weight }) => (this.counting.left(budget) > 0n ? this.counting.left(budget) * weight : 0n));
    const areTerms = unique(terms.map(({ budget }) => budget)) && terms.every(({ weight }) => weight > 0n);
    return areTerms && !this.counting.gives && left === total(there) && needed > left;
  }

  'sum-exceeded'(reason: Some<'sum-exceeded'>): boolean {
    const least = (request: number): bigint => {
      const amounts = this.counting
        .open(request)
        .map((seat) => ({ seat, each: seat.devices.map((one) => this.counting.amount(seat, one, reason.terms)) }));
      return leastOf(
        amounts.map(({ seat, each }) => leastOf(each, seat.slot.count)),
        1,
      );
    };
    const isStated = reason.requests.every((one) => one.least === least(one.request));
    return isStated && reason.needed === total(reason.requests.map((one) => one.least)) && this.#isAbove(reason);
  }

  'sum-exceeded-together'(reason: Some<'sum-exceeded-together'>): boolean {
    const { counting } = this;
    const isStated = reason.levels.every(({ amount, units, requests }) => {
      const below: Filter = (seat, device) => counting.amount(seat, device, reason.terms) < amount;
      const others = counting.need(reason.requests.filter((one) => !requests.includes(one)));
      const admins = requests.filter((one) => this.#isAdmin(one)).map((one) => counting.places([one], undefined, below).size);
      const rest = counting
        .places(
          requests.filter((one) => !this.#isAdmin(one)),
          undefined,
          below,
        )
        .values();
      return unique(requests) && units === others + sum(admins) + sum(rest);
    });
    const amounts = [0n, ...reason.levels.map(({ amount }) => amount)];
    const steps = reason.levels.map(({ amount, units }, level) => ({
      rise: amount - (amounts[level] as bigint),
      units: BigInt(reason.units - units),
    }));
    const needed = total(steps.map(({ rise, units }) => rise * units));
    return (
      isStated &&
      steps.every(({ rise }) => rise > 0n) &&
      reason.units === counting.need(reason.requests) &&
      needed === reason.needed &&
      this.#isAbove(reason)
    );
  }
}
