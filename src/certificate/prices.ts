// Prices at which requests pay more than all is worth: found by a linear programme in floating point, written in whole numbers, and verified exactly as the checker does.

import { optionsOf, type Priced, surplus } from '../check/count.js';
import { concerns, type State, valuesOf } from '../check/state.js';
import type { CountProof, Limit } from './certificate.js';
import { limitsOf, nameOf } from './limits.js';
import { Master, type Usage } from './simplex.js';

/** Prices as multiples of a fraction: the small denominators first, since most prices are 0 and 1. */
const DENOMINATORS = [1, 2, 3, 4, 6, 12, 60, 420, 27_720, 1e6, 1e9];

const TOLERANCE = 1e-7;
const MOST_ROUNDS = 3_000;

/** Requests that pay together: one without a constraint, or those of a match constraint. */
interface Block {
  readonly requests: readonly number[];
  readonly constraint?: number;
}

/** Finds prices that prove that a case is impossible. */
export function* findPrices(state: State): Generator<void, CountProof | undefined> {
  const constraints = [...state.problem.constraints.keys()].filter((index) => isOpenMatch(state, index));
  const tried = new Set<string>();
  for (const order of [constraints, [...constraints].reverse()]) {
    const { blocks, groups } = blocksOf(state, order);
    if (tried.has(groups.join())) continue;
    tried.add(groups.join());
    const limits = limitsOf(state, groups);
    if (limits.length === 0) continue;
    const prices = yield* solve(state, blocks, limits);
    const proof = prices && inWholeNumbers(state, limits, groups, prices);
    if (proof !== undefined) return proof;
  }
  return undefined;
}

function isOpenMatch(state: State, constraint: number): boolean {
  const { kind, key } = state.problem.constraints[constraint] as State['problem']['constraints'][number];
  return (
    kind === 'match' && typeof nameOf(key)[0] === 'number' && state.alternatives.flat().some((slot) => concerns(state, constraint, slot))
  );
}

/** Puts requests together by constraints, each request in the first that concerns it. */
function blocksOf(state: State, constraints: readonly number[]): { blocks: readonly Block[]; groups: readonly number[] } {
  const alone = new Set(state.alternatives.keys());
  const blocks: Block[] = [];
  for (const constraint of constraints) {
    const requests = [...alone].filter((request) => state.alternatives[request]?.some((slot) => concerns(state, constraint, slot)));
    if (requests.length === 0) continue;
    for (const request of requests) alone.delete(request);
    blocks.push({ requests, constraint });
  }
  const groups = blocks.map(({ constraint }) => constraint as number);
  return { blocks: [...blocks, ...Array.from(alone, (request) => ({ requests: [request] }))], groups };
}

/** A limit in floating point: usage is divided by what there is, so that all limits are of one size. */
interface Scale {
  readonly of: number;
  readonly together: boolean;
  readonly unit: number;
}

/** The price of each limit per unit; undefined: fractions of choices keep to all limits. */
function* solve(state: State, blocks: readonly Block[], limits: readonly Limit[]): Generator<void, readonly number[] | undefined> {
  const priced = optionsOf(state, limits, () => undefined);
  const scales = priced.prices.map(({ supply, unit, together }): Scale => {
    return { of: Math.max(1, Number(supply / unit)), together, unit: Number(unit) };
  });
  const master = new Master(
    blocks.length,
    priced.prices.map(({ supply, unit }, index) => Number(supply / unit) / (scales[index] as Scale).of),
  );
  const columns = new Columns(state, priced, scales);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    yield;
    if (master.missing < TOLERANCE) return undefined;
    const duals = master.duals();
    const slack = duals.limits.findIndex((price) => price < -TOLERANCE);
    if (slack >= 0) {
      if (!master.enter(undefined, [[slack, 1]])) return undefined;
      continue;
    }
    const best = columns.best(blocks, duals.blocks, duals.limits);
    if (best === undefined) return Array.from(duals.limits, (price, index) => Math.max(0, price) / (scales[index] as Scale).of);
    if (!master.enter(best.block, best.usage)) return undefined;
  }
  return undefined;
}

/** The choices of blocks as columns. */
class Columns {
  readonly #state: State;
  readonly #usage: readonly (readonly (readonly (readonly [number, number])[])[])[];
  readonly #scales: readonly Scale[];

  constructor(state: State, { prices, slots }: Priced, scales: readonly Scale[]) {
    this.#state = state;
    this.#scales = scales;
    this.#usage = slots.map((options) =>
      options.map(({ takes }) =>
        Array.from(takes, ([limit, amount]): [number, number] => {
          const { unit, together } = prices[limit] as Priced['prices'][number];
          return [limit, together ? Number(amount) : Number(amount / unit)];
        }).filter(([, amount]) => amount > 0),
      ),
    );
  }

  /** The choice that gains most; undefined: none costs less than its block pays. */
  best(blocks: readonly Block[], paid: Float64Array, prices: Float64Array): { readonly block: number; readonly usage: Usage } | undefined {
    let best: { readonly block: number; readonly usage: Usage; readonly gain: number } | undefined;
    for (const [index, block] of blocks.entries()) {
      const column = this.#cheapest(block, prices);
      const gain = (paid[index] as number) - (column?.cost ?? Number.POSITIVE_INFINITY);
      if (column !== undefined && gain > TOLERANCE && gain > (best?.gain ?? 0)) best = { block: index, usage: column.usage, gain };
    }
    return best;
  }

  /** The cheapest choice of a block. */
  #cheapest({ requests, constraint }: Block, prices: Float64Array): { readonly cost: number; readonly usage: Usage } | undefined {
    const values = constraint === undefined ? [undefined] : [...valuesOf(this.#state, constraint), undefined];
    let best: { readonly cost: number; readonly picks: readonly (readonly [number, number])[] } | undefined;
    for (const value of values) {
      const chosen = this.#choose(requests, prices, constraint, value);
      if (chosen !== undefined && chosen.cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = chosen;
    }
    return best && { usage: this.#sum(best.picks), cost: this.#cost(this.#sum(best.picks), prices) };
  }

  #choose(requests: readonly number[], prices: Float64Array, constraint: number | undefined, value: string | undefined) {
    const picks: (readonly [number, number])[] = [];
    let cost = 0;
    for (const request of requests) {
      let best: { readonly cost: number; readonly picks: readonly (readonly [number, number])[] } | undefined;
      for (const slot of this.#state.alternatives[request] as readonly number[]) {
        const found = this.#chooseFor(slot, prices, constraint, value);
        if (found !== undefined && found.cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = found;
      }
      if (best === undefined) return undefined;
      picks.push(...best.picks);
      cost += best.cost;
    }
    return { cost, picks };
  }

  #chooseFor(slot: number, prices: Float64Array, constraint: number | undefined, value: string | undefined) {
    const { problem, candidates, needs } = this.#state;
    const values = constraint === undefined ? undefined : problem.constraints[constraint]?.valuesOf;
    const need = needs[slot] as number;
    const costs: { readonly at: number; readonly cost: number }[] = [];
    for (const [at, device] of (candidates[slot] as readonly number[]).entries()) {
      const given = values?.(slot, device);
      if (given !== undefined && (value === undefined || !given.has(value))) continue;
      let cost = 0;
      for (const [limit, amount] of this.#usageOf(slot, at)) {
        const { of, together, unit } = this.#scales[limit] as Scale;
        cost += ((prices[limit] as number) * amount) / of / (together ? unit : 1);
      }
      costs.push({ at, cost });
    }
    if (costs.length < need) return undefined;
    const cheapest = costs.sort((left, right) => left.cost - right.cost).slice(0, need);
    return { cost: cheapest.reduce((sum, one) => sum + one.cost, 0), picks: cheapest.map(({ at }) => [slot, at] as const) };
  }

  #usageOf(slot: number, at: number): Usage {
    return (this.#usage[slot] as readonly Usage[])[at] as Usage;
  }

  #sum(picks: readonly (readonly [number, number])[]): Usage {
    const sums = new Map<number, number>();
    for (const [slot, at] of picks) for (const [limit, amount] of this.#usageOf(slot, at)) sums.set(limit, (sums.get(limit) ?? 0) + amount);
    return Array.from(sums, ([limit, amount]): [number, number] => {
      const { of, together, unit } = this.#scales[limit] as Scale;
      return [limit, (together ? Math.floor(amount / unit) : amount) / of];
    }).filter(([, amount]) => amount > 0);
  }

  #cost(usage: Usage, prices: Float64Array): number {
    return usage.reduce((sum, [limit, amount]) => sum + (prices[limit] as number) * amount, 0);
  }
}

/** Prices in whole numbers that prove the case. */
function inWholeNumbers(
  state: State,
  limits: readonly Limit[],
  groups: readonly number[],
  prices: readonly number[],
): CountProof | undefined {
  const largest = Math.max(0, ...prices);
  if (largest === 0) return undefined;
  const names = groups.map((constraint) => nameOf(state.problem.constraints[constraint]?.key as string));
  const least = Math.min(...prices.filter((price) => price > largest * 1e-9));
  for (const scale of new Set([1, 1 / largest, 1 / least])) {
    for (const denominator of DENOMINATORS) {
      const chosen = limits.flatMap((limit, index) => {
        const price = BigInt(Math.round((prices[index] as number) * scale * denominator));
        return price > 0n ? [{ ...limit, price: `${price}` }] : [];
      });
      const proof: CountProof = { rule: 'count', limits: chosen, groups: names };
      const more = surplus(state, chosen, names, () => undefined);
      if (more === undefined || more > 0n) return proof;
    }
  }
  return undefined;
}
