import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Demand, MostAtOnceFinder, type Supply } from '../../../../src/apps/cli/inventory/most-at-once.js';

type Amounts = Readonly<Record<string, number>>;

const amounts = (values: Amounts): ReadonlyMap<string, bigint> =>
  new Map(Object.entries(values).flatMap(([name, value]) => (value > 0 ? [[name, BigInt(value)] as const] : [])));

function demand(charges: Amounts, groups: Readonly<Record<string, readonly string[]>> = {}): Demand {
  return { charges: amounts(charges), groups: new Map(Object.entries(groups).map(([set, own]) => [set, new Set(own)])) };
}

function supply(left: Amounts, agreed: Readonly<Record<string, readonly string[]>> = {}): Supply {
  return { left: new Map(Object.entries(left).map(([name, value]) => [name, BigInt(value)])), agreed: new Map(Object.entries(agreed)) };
}

const most = (demands: readonly Demand[], given: Supply) => new MostAtOnceFinder().find(demands, given);
const exactly = (number: number) => ({ atLeast: number, atMost: number });

/** Tries every subset. */
function bruteForce(demands: readonly Demand[], { left, agreed }: Supply): number {
  let best = 0;
  for (let subset = 0; subset < 1 << demands.length; subset++) {
    const chosen = demands.filter((_, index) => (subset & (1 << index)) !== 0);
    if (chosen.length <= best) continue;
    const fits = [...left].every(([name, rest]) => {
      const taken = chosen.reduce((sum, { charges }) => sum + (charges.get(name) ?? 0n), 0n);
      return taken <= rest;
    });
    const sets = new Set(chosen.flatMap(({ groups }) => [...groups.keys()]));
    const agree = [...sets].every((set) => {
      const all = chosen.flatMap(({ groups }) => groups.get(set) ?? []);
      const start = agreed.get(set) ?? [...(all[0] ?? [])];
      return start.some((group) => all.every((own) => own.has(group)));
    });
    if (fits && agree) best = chosen.length;
  }
  return best;
}

describe('the most devices at once', () => {
  it('are all of those that take nothing', () => {
    expect(most([demand({}), demand({})], supply({}))).toEqual(exactly(2));
    expect(most([], supply({}))).toEqual(exactly(0));
  });

  it('are those that counters suffice for, the small ones', () => {
    const card = [
      demand({ memory: 40 }),
      demand({ memory: 20 }),
      demand({ memory: 20 }),
      ...Array.from({ length: 4 }, () => demand({ memory: 10 })),
    ];
    expect(most(card, supply({ memory: 40 }))).toEqual(exactly(4));
    expect(most(card, supply({ memory: 25 }))).toEqual(exactly(2));
  });

  it('are not the small ones where these stand in the way of more', () => {
    // The first demand is the smallest in sum, but it excludes the two others.
    const demands = [demand({ a: 2, b: 2 }), demand({ a: 3 }), demand({ b: 3 })];
    expect(most(demands, supply({ a: 3, b: 3 }))).toEqual(exactly(2));
  });

  it('have a compatibility group in common', () => {
    const [x, y, both] = [demand({}, { set: ['x'] }), demand({}, { set: ['y'] }), demand({}, { set: ['x', 'y'] })];
    expect(most([x, y, y, both], supply({}))).toEqual(exactly(3));
    expect(most([x, y, y, both], supply({}, { set: ['x'] }))).toEqual(exactly(2));
  });

  it('are seven of the partitions of a card with eight slices of memory', () => {
    const place = (from: number, slices: number, cores: number): Demand =>
      demand({ cores, ...Object.fromEntries(Array.from({ length: slices }, (_, index) => [`slice-${from + index}`, 1])) });
    const profiles = [
      ...[0, 1, 2, 3, 4, 5, 6].map((from) => place(from, 1, 16)),
      ...[0, 2, 4, 6].map((from) => place(from, 2, 26)),
      ...[0, 2, 4].map((from) => place(from, 2, 32)),
      ...[0, 4].map((from) => place(from, 4, 60)),
      place(0, 4, 64),
      place(0, 8, 132),
    ];
    const whole = { cores: 132, ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`slice-${index}`, 1])) };
    expect(most(profiles, supply(whole))).toEqual(exactly(7));
    // A partition of four slices at the end leaves four small ones.
    const after = { cores: 72, ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`slice-${index}`, index < 4 ? 1 : 0])) };
    expect(most(profiles, supply(after))).toEqual(exactly(4));
  });
});

it('agrees with every subset tried', () => {
  const amount = fc.integer({ min: 0, max: 4 });
  const groups = fc.option(fc.subarray(['x', 'y', 'z'], { minLength: 1 }), { nil: undefined });
  const any = fc
    .record({ a: amount, b: amount, c: amount, group: groups, other: groups })
    .map(({ a, b, c, group, other }) => demand({ a, b, c }, { ...(group && { set: group }), ...(other && { other }) }));
  const left = fc.record({ a: fc.integer({ min: 0, max: 9 }), b: fc.integer({ min: 0, max: 9 }), c: fc.integer({ min: 0, max: 9 }) });
  const agreed = fc.constantFrom({}, { set: ['x', 'y'] }, { other: ['z'] });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 10 }), left, agreed, (demands, rest, before) => {
      const given = supply(rest, before);
      expect(most(demands, given)).toEqual(exactly(bruteForce(demands, given)));
    }),
    { numRuns: 400, seed: 21 },
  );
});

describe('bounded work', () => {
  /** A numerical puzzle without an answer that bounds find. */
  const hard = (devices: number, counters: number): { demands: Demand[]; given: Supply } => {
    let seed = 1;
    const next = (): number => (seed = (seed * 48271) % 2147483647);
    const names = Array.from({ length: counters }, (_, index) => `c${index}`);
    const demands = Array.from({ length: devices }, () => demand(Object.fromEntries(names.map((name) => [name, 1000 + (next() % 1000)]))));
    return { demands, given: supply(Object.fromEntries(names.map((name) => [name, devices * 700]))) };
  };

  it('gives a range that has the answer', () => {
    const { demands, given } = hard(120, 30);
    const { atLeast, atMost } = most(demands, given);
    expect(atLeast).toBeGreaterThan(0);
    expect(atLeast).toBeLessThan(atMost);
    expect(atMost).toBeLessThan(120);
  });

  it('is shared by all components, and those that are equal are searched once', () => {
    const finder = new MostAtOnceFinder();
    const { demands, given } = hard(120, 30);
    const first = finder.find(demands, given);
    // More often than the work for all would suffice for.
    for (let time = 0; time < 30; time++) expect(finder.find(demands, given)).toEqual(first);
    expect(finder.find([demand({ m: 2 }), demand({ m: 2 })], supply({ m: 3 }))).toEqual(exactly(1));
  });

  it('does not end in a table beyond all measure', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => demand({ [`c${index}`]: 1, [`c${index + 1}`]: 1 }));
    const left = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`c${index}`, 1]));
    expect(most(chain, supply(left))).toEqual({ atLeast: 10_000, atMost: 20_000 });
  });
});
