// The rule `count`: each pick pays for what it takes, and all of them together pay more than all that there is is worth.

import { entryIn } from '../base/entry-in.js';
import type { Limit, Name, Thing } from '../certificate/certificate.js';
import { nameKey } from './objects.js';
import { concerns, type State, slotOf, valuesOf } from './state.js';

/** A certificate is not one, in words. */
export class Refused extends Error {}

/** The candidates with what they pay and take, with the limits whose numbers were read. */
export interface Priced {
  readonly prices: readonly Price[];
  readonly slots: readonly (readonly Option[])[];
}

interface Price {
  readonly price: bigint;
  readonly unit: bigint;
  readonly together: boolean;
  readonly supply: bigint;
}

/** A candidate: what it pays by itself, and by limit what it takes. */
interface Option {
  readonly pays: bigint;
  readonly takes: ReadonlyMap<number, bigint>;
  readonly device: number;
}

/** The candidates of each slot with what they take and pay. `spend` is told of work. */
export function optionsOf(state: State, limits: readonly Limit[], spend: (work: number) => void): Priced {
  const weights = new Map<string, [limit: number, weight: bigint][]>();
  const prices = limits.map(({ price, unit, together, things }, limit): Price => {
    let supply = 0n;
    spend(things.length * (state.problem.devices.length + state.problem.budgets.length));
    for (const thing of things) {
      const { key, most } = readThing(state, thing);
      entryIn(weights, key, (): [number, bigint][] => []).push([limit, positive(thing.weight)]);
      supply += positive(thing.weight) * most;
    }
    return { price: positive(price), unit: positive(unit), together: together === true, supply };
  });
  return {
    prices,
    slots: state.candidates.map((devices, slot) => devices.map((device) => optionOf(state, slot, device, prices, weights))),
  };
}

/** By how much all requests pay more, at least, than all is worth; undefined: some request has too few candidates. `spend` is told of work. */
export function surplus(
  state: State,
  limits: readonly Limit[],
  groups: readonly Name[],
  spend: (work: number) => void,
): bigint | undefined {
  const { prices, slots } = optionsOf(state, limits, spend);
  const work = slots.flat().length * (1 + prices.filter(({ together }) => together).length);
  spend(work);
  let sum = prices.reduce((rest, { price, unit, supply }) => rest - price * (supply / unit), 0n);
  const alone = new Set(state.alternatives.keys());
  for (const name of groups) {
    const constraint = state.problem.constraints.findIndex(({ key, kind }) => kind === 'match' && key === nameKey(...name));
    if (constraint < 0) throw new Refused(`there is no match constraint ${nameKey(...name)}`);
    const members = [...alone].filter((request) => state.alternatives[request]?.some((slot) => concerns(state, constraint, slot)));
    for (const request of members) alone.delete(request);
    const values = [...valuesOf(state, constraint), undefined];
    spend(values.length * work);
    const admits = (value: string | undefined) => (slot: number, device: number) => {
      const given = state.problem.constraints[constraint]?.valuesOf(slot, device);
      return given === undefined || (value !== undefined && given.has(value));
    };
    const costs = values.flatMap((value) => leastOf(state, members, slots, prices, admits(value)) ?? []);
    if (costs.length === 0) return undefined;
    sum += costs.reduce((least, cost) => (cost < least ? cost : least));
  }
  for (const request of alone) {
    const cost = leastOf(state, [request], slots, prices, () => true);
    if (cost === undefined) return undefined;
    sum += cost;
  }
  return sum;
}

/** The least that requests pay who pay together; undefined: one of them has too few candidates. */
function leastOf(
  { alternatives, needs }: State,
  requests: readonly number[],
  slots: readonly (readonly Option[])[],
  prices: readonly Price[],
  admits: (slot: number, device: number) => boolean,
): bigint | undefined {
  let total = 0n;
  const taken = prices.map(() => 0n);
  for (const request of requests) {
    const open = (alternatives[request] as readonly number[]).flatMap((slot) => {
      const options = (slots[slot] as readonly Option[]).filter(({ device }) => admits(slot, device));
      return options.length < (needs[slot] as number) ? [] : [{ options, need: needs[slot] as number }];
    });
    if (open.length === 0) return undefined;
    const least = (amountOf: (option: Option) => bigint): bigint =>
      open.map(({ options, need }) => sumOfLeast(options.map(amountOf), need)).reduce((one, other) => (other < one ? other : one));
    total += least(({ pays }) => pays);
    for (const [limit, { together }] of prices.entries())
      if (together) taken[limit] = (taken[limit] as bigint) + least(({ takes }) => takes.get(limit) ?? 0n);
  }
  return prices.reduce((sum, { price, unit }, limit) => sum + price * ((taken[limit] as bigint) / unit), total);
}

function sumOfLeast(amounts: bigint[], count: number): bigint {
  const sorted = amounts.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  return sorted.slice(0, count).reduce((sum, amount) => sum + amount, 0n);
}

/** The key of a thing, and how much there is of it. */
function readThing({ problem, left }: State, thing: Thing): { key: string; most: bigint } {
  const [name, known, kind] =
    'counter' in thing
      ? ([thing.counter, problem.budgets, 'budget'] as const)
      : 'capacity' in thing
        ? ([thing.capacity, problem.budgets, 'budget'] as const)
        : 'device' in thing
          ? ([thing.device, problem.devices, thing.claim === undefined ? 'device' : `device of ${thing.claim}`] as const)
          : ([thing.constraint, problem.constraints, `value ${thing.value}`] as const);
  const index = known.findIndex(({ key }) => key === nameKey(...name));
  if (index < 0) throw new Refused(`there is no ${kind} ${nameKey(...name)}`);
  const most = kind === 'budget' ? (left[index] as bigint) : 1n;
  return { key: `${index} ${kind}`, most: most < 0n ? 0n : most };
}

function optionOf(
  state: State,
  slot: number,
  device: number,
  prices: readonly Price[],
  weights: ReadonlyMap<string, readonly [number, bigint][]>,
): Option {
  const takes = new Map<number, bigint>();
  for (const { key, amount, among = 1n } of thingsOf(state, slot, device))
    for (const [limit, weight] of weights.get(key) ?? []) takes.set(limit, (takes.get(limit) ?? 0n) + (weight * amount) / among);
  let pays = 0n;
  for (const [limit, amount] of takes) {
    const { price, unit, together } = prices[limit] as Price;
    if (!together) pays += price * (amount / unit);
  }
  return { pays, takes, device };
}

/** The things that a pick takes. `among`: how many may bear a part of it. */
function* thingsOf(state: State, slot: number, device: number): Generator<{ key: string; amount: bigint; among?: bigint }> {
  const { problem, picked, candidates } = state;
  const { claim, isAdmin, isFree } = slotOf(state, slot);
  const isShareable = problem.devices[device]?.isShareable === true;
  for (const { budget, amount } of problem.shares[slot]?.get(device) ?? []) yield { key: `${budget} budget`, amount };
  // A device that is shared draws once.
  const sharers = isShareable ? candidates.filter((devices) => devices.includes(device)).length : 1;
  for (const { budget, amount } of isFree || picked.has(device) ? [] : (problem.draws[device] ?? []))
    yield { key: `${budget} budget`, amount, among: BigInt(sharers) };
  if (!isShareable) yield { key: `${device} device of ${claim}`, amount: 1n };
  if (!isShareable && !isAdmin) {
    yield { key: `${device} device`, amount: 1n };
    for (let earlier = 0; earlier < claim; earlier++) yield { key: `${device} device of ${earlier}`, amount: 1n };
  }
  for (const [constraint, { kind, valuesOf: own }] of problem.constraints.entries())
    if (kind === 'distinct') for (const value of own(slot, device) ?? []) yield { key: `${constraint} value ${value}`, amount: 1n };
}

/** A positive whole number, which is written as a text. */
function positive(text: string): bigint {
  if (typeof text !== 'string' || !/^[1-9][0-9]{0,59}$/.test(text)) throw new Refused('a number is no positive whole number');
  return BigInt(text);
}
