// Finds prices at which requests pay more than the supply is worth: by a linear program in floating point, then in integers, verified exactly
// as the checker does.

import type { CountProof, Limit } from '../../allocator/certificate.js';
import { entryIn } from '../../core/base/entry-in.js';
import { append, largestOf, smallestOf } from '../../core/base/lists.js';
import { isWith, limitsByBudget, type Price, type Priced, priceOf, surplus, unitsOf } from '../check/count.js';
import { type Alternative, type Option, optionsOf, type Problem, type Request, valuesOf } from '../check/problem.js';
import type { Work } from '../check/work.js';
import { concernedBy, limitsOf, nameOf } from './limits.js';
import { Master, type Usage } from './simplex.js';

/** Denominators of the prices as fractions. Small ones come first, because most prices are 0 or 1. */
const DENOMINATORS = [1, 2, 3, 4, 6, 12, 60, 420, 27_720, 1e6, 1e9];

const TOLERANCE = 1e-7;
const MOST_ROUNDS = 3_000;
/** The most blocks and limits of a linear program. Memory, and the work of each round, grow with the square of their number. */
const MOST_ROWS = 2_000;
/** The steps for the cost of an option, and for comparing two rows in a round. */
const OPTION_STEPS = 20;
const ROW_STEPS = 0.2;

/** Requests that pay together: one request without a constraint, or the requests of a match constraint. */
interface Block {
  readonly requests: readonly Request[];
  readonly constraint?: string;
}

/** Finds prices that prove a case impossible. Pauses at each yield. */
export function* findPrices(problem: Problem, work: Work): Generator<undefined, CountProof | undefined> {
  const constraints = matchConstraintsOf(problem, work);
  const tried = new Set<string>();
  const limits = yield* limitsOf(problem, work);
  if (limits.length === 0 || limits.length + problem.requests.length > MOST_ROWS) return undefined;
  for (const order of [constraints, [...constraints].reverse()]) {
    const { blocks, groups } = blocksOf(problem, order, work);
    if (tried.has(groups.join())) continue;
    tried.add(groups.join());
    const prices = yield* solve(problem, blocks, limits, work);
    const proof = prices && (yield* inWholeNumbers(problem, limits, groups, prices, work));
    if (proof !== undefined) return proof;
  }
  return undefined;
}

/**
 * Returns match constraints, named `[claim, place]`, and claims with whole alternatives, `[claim]`, if they apply to any option. Excludes
 * prioritized lists.
 */
function matchConstraintsOf({ requests }: Problem, work: Work): readonly string[] {
  const keys = new Set<string>();
  for (const request of requests) {
    for (const { values } of optionsOf(request)) {
      work.spend(OPTION_STEPS * (1 + values.size));
      for (const key of values.keys()) keys.add(key);
    }
  }
  return [...keys].filter((key) => typeof nameOf(key)[0] === 'number' && nameOf(key).length <= 2);
}

/** Groups requests by constraints, each request by the first that applies to it. */
function blocksOf(problem: Problem, constraints: readonly string[], work: Work): { blocks: readonly Block[]; groups: readonly string[] } {
  const alone = new Set(problem.requests);
  const blocks: Block[] = [];
  for (const constraint of constraints) {
    const requests = concernedBy(problem, constraint, work).filter((request) => alone.has(request));
    if (requests.length === 0) continue;
    for (const request of requests) alone.delete(request);
    blocks.push({ requests, constraint });
  }
  const groups = blocks.map(({ constraint }) => constraint as string);
  return { blocks: [...blocks, ...Array.from(alone, (request) => ({ requests: [request] }))], groups };
}

/** Returns the price of each limit per unit; undefined if a fractional choice satisfies all limits. */
function* solve(
  problem: Problem,
  blocks: readonly Block[],
  limits: readonly Priced[],
  work: Work,
): Generator<undefined, readonly number[] | undefined> {
  const read = limits.map((limit) => priceOf(problem, limit));
  const supplies = read.map(({ supply, unit }) => Number(supply / unit));
  // Usage is divided by supply, so that all limits have similar scales.
  const scales = supplies.map((supply) => Math.max(1, supply));
  const rows = blocks.length + limits.length;
  work.spend(ROW_STEPS * rows * rows);
  const master = new Master(
    blocks.length,
    supplies.map((supply, index) => supply / (scales[index] as number)),
  );
  const columns = new Columns(problem, work);
  yield* columns.read(read, scales);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    yield;
    work.spend(ROW_STEPS * rows * rows);
    if (master.missing < TOLERANCE) return undefined;
    const duals = master.duals();
    const slack = duals.limits.findIndex((price) => price < -TOLERANCE);
    if (slack >= 0) {
      if (!master.enter(undefined, [[slack, 1]])) return undefined;
      continue;
    }
    const best = yield* columns.best(blocks, duals.blocks, duals.limits);
    if (best === undefined) return Array.from(duals.limits, (price, index) => Math.max(0, price) / (scales[index] as number));
    if (!master.enter(best.block, best.usage)) return undefined;
  }
  return undefined;
}

/** A choice of devices for a block, or for a request of a block. */
interface Choice {
  readonly cost: number;
  readonly selections: readonly Option[];
}

/** The choices of blocks as columns. */
class Columns {
  readonly #problem: Problem;
  readonly #work: Work;
  readonly #usage = new Map<Option, Usage>();
  /** The values that the block of each constraint may have in common. */
  readonly #values = new Map<string, ReadonlySet<string>>();

  constructor(problem: Problem, work: Work) {
    this.#problem = problem;
    this.#work = work;
  }

  /** Reads the consumption of options. */
  *read(limits: readonly Price[], scales: readonly number[]): Generator<undefined, void> {
    const byBudget = limitsByBudget(limits);
    for (const request of this.#problem.requests) {
      yield;
      for (const option of optionsOf(request)) {
        const units = [...unitsOf(option, limits, byBudget, this.#work)].filter(([, amount]) => amount > 0n);
        this.#usage.set(
          option,
          units.map(([index, amount]) => [index, Number(amount) / (scales[index] as number)]),
        );
      }
    }
  }

  /** Returns the choice with the largest gain; undefined if no choice costs less than its block pays. */
  *best(
    blocks: readonly Block[],
    paid: Float64Array,
    prices: Float64Array,
  ): Generator<undefined, { readonly block: number; readonly usage: Usage } | undefined> {
    let best: { readonly block: number; readonly usage: Usage; readonly gain: number } | undefined;
    for (const [index, block] of blocks.entries()) {
      const column = yield* this.#cheapest(block, prices);
      const gain = (paid[index] as number) - (column?.cost ?? Number.POSITIVE_INFINITY);
      if (column !== undefined && gain > TOLERANCE && gain > (best?.gain ?? 0)) best = { block: index, usage: column.usage, gain };
    }
    return best;
  }

  /** Returns the cheapest choice of a block. */
  *#cheapest(
    { requests, constraint }: Block,
    prices: Float64Array,
  ): Generator<undefined, { readonly cost: number; readonly usage: Usage } | undefined> {
    const common = constraint && entryIn(this.#values, constraint, () => valuesOf(this.#problem, constraint, this.#work));
    const values = [...(common ?? []), undefined];
    let best: Choice | undefined;
    for (const value of values) {
      yield;
      const chosen = this.#choose(requests, prices, constraint, value);
      if (chosen !== undefined && chosen.cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = chosen;
    }
    return best && { usage: this.#sum(best.selections), cost: this.#cost(this.#sum(best.selections), prices) };
  }

  #choose(requests: readonly Request[], prices: Float64Array, constraint?: string, value?: string): Choice | undefined {
    const selections: Option[] = [];
    let cost = 0;
    for (const { alternatives } of requests) {
      let best: Choice | undefined;
      for (const alternative of alternatives) {
        const found = this.#chooseFor(alternative, prices, constraint, value);
        if (found !== undefined && found.cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = found;
      }
      if (best === undefined) return undefined;
      append(selections, best.selections);
      cost += best.cost;
    }
    return { cost, selections };
  }

  #chooseFor({ options, need }: Alternative, prices: Float64Array, constraint?: string, value?: string): Choice | undefined {
    const costs: { readonly option: Option; readonly cost: number }[] = [];
    for (const option of options) {
      this.#work.spend(OPTION_STEPS);
      if (constraint !== undefined && !isWith(option.values.get(constraint), value)) continue;
      const usage = this.#usage.get(option) as Usage;
      this.#work.spend(OPTION_STEPS * (1 + usage.length));
      costs.push({ option, cost: this.#cost(usage, prices) });
    }
    if (costs.length < need) return undefined;
    const cheapest = costs.sort((left, right) => left.cost - right.cost).slice(0, need);
    return { cost: cheapest.reduce((sum, one) => sum + one.cost, 0), selections: cheapest.map(({ option }) => option) };
  }

  #sum(selections: readonly Option[]): Usage {
    const sums = new Map<number, number>();
    for (const option of selections)
      for (const [limit, amount] of this.#usage.get(option) as Usage) sums.set(limit, (sums.get(limit) ?? 0) + amount);
    return [...sums];
  }

  #cost(usage: Usage, prices: Float64Array): number {
    return usage.reduce((sum, [limit, amount]) => sum + (prices[limit] as number) * amount, 0);
  }
}

/** Returns integer prices that prove the case. */
function* inWholeNumbers(
  problem: Problem,
  limits: readonly Priced[],
  groups: readonly string[],
  prices: readonly number[],
  work: Work,
): Generator<undefined, CountProof | undefined> {
  const largest = largestOf(prices, 0);
  if (largest === 0) return undefined;
  const least = smallestOf(prices.filter((price) => price > largest * 1e-9));
  for (const scale of new Set([1, 1 / largest, 1 / least])) {
    for (const denominator of DENOMINATORS) {
      const chosen = limits.flatMap((limit, index) => {
        const price = BigInt(Math.round((prices[index] as number) * scale * denominator));
        return price > 0n ? [{ ...limit, price: `${price}` }] : [];
      });
      const read = chosen.map((limit) => priceOf(problem, limit));
      const more = yield* surplus(problem, read, groups, work);
      if (more === undefined || more > 0n) return { rule: 'count', limits: chosen.map(asWritten), groups: groups.map(nameOf) };
    }
  }
  return undefined;
}

/** Converts a limit to the format of certificates. */
function asWritten({ price, unit, things }: Priced): Limit {
  return { price, unit, things: things.map(({ weight, budget }) => ({ weight, of: nameOf(budget) })) };
}
