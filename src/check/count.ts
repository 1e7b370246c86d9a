// The rule `count`: each pick pays for what it takes, and all of them together pay more than all that there is is worth.

import { entryIn } from '../base/entry-in.js';
import type { Limit, Name, Thing } from '../certificate/certificate.js';
import { nameKey } from './reading/objects.js';
import { concerns, type State, slotOf, valuesOf } from './state.js';

/** A certificate is not one, in words. */
export class Refused extends Error {}

/** The place of something with a name. Throws Refused where there is no such thing. */
export function find(known: readonly { readonly key: string }[], name: Name, kind: string): number {
  const index = known.findIndex(({ key }) => key === nameKey(...name));
  if (index < 0) throw new Refused(`there is no ${kind} ${nameKey(...name)}`);
  return index;
}

/** Announces work. Throws Refused where it is too much. */
type Spend = (work: number) => void;

/** Verifies that requests pay more than all is worth. Throws Refused. */
export function checkCount(state: State, limits: readonly Limit[], groups: readonly Name[], spend: Spend): void {
  const more = surplus(state, limits, groups, spend);
  if (more !== undefined && more <= 0n) throw new Refused('what requests need is not more than there is');
}

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

/** The candidates of each slot with what they take and pay. */
export function optionsOf(state: State, limits: readonly Limit[], spend: Spend): Priced {
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
  const optionOf = (slot: number, device: number): Option => {
    const takes = new Map<number, bigint>();
    for (const { key, amount, among = 1n } of thingsOf(state, slot, device))
      for (const [limit, weight] of weights.get(key) ?? []) takes.set(limit, (takes.get(limit) ?? 0n) + (weight * amount) / among);
    const paid = Array.from(takes, ([limit, amount]) => {
      const { price, unit, together } = prices[limit] as Price;
      return together ? 0n : price * (amount / unit);
    });
    return { pays: sum(paid), takes, device };
  };
  return { prices, slots: state.candidates.map((devices, slot) => devices.map((device) => optionOf(slot, device))) };
}

/** By how much all requests pay more, at least, than all is worth; undefined: some request has too few candidates. */
export function surplus(state: State, limits: readonly Limit[], groups: readonly Name[], spend: Spend): bigint | undefined {
  const priced = optionsOf(state, limits, spend);
  const work = priced.slots.flat().length * (1 + priced.prices.filter(({ together }) => together).length);
  spend(work);
  const alone = new Set(state.alternatives.keys());
  const costs = groups.map((name) => {
    const constraint = state.problem.constraints.findIndex(({ key, kind }) => kind === 'match' && key === nameKey(...name));
    if (constraint < 0) throw new Refused(`there is no match constraint ${nameKey(...name)}`);
    const members = [...alone].filter((request) => state.alternatives[request]?.some((slot) => concerns(state, constraint, slot)));
    for (const request of members) alone.delete(request);
    const values = [...valuesOf(state, constraint), undefined];
    spend(values.length * work);
    const open = values.flatMap(
      (value) => leastOf(state, members, priced, (slot, device) => isOf(state, constraint, value, slot, device)) ?? [],
    );
    return open.length === 0 ? undefined : open.reduce(smaller);
  });
  for (const request of alone) costs.push(leastOf(state, [request], priced, () => true));
  const worth = sum(priced.prices.map(({ price, unit, supply }) => price * (supply / unit)));
  const all = costs.filter((cost) => cost !== undefined);
  return all.length < costs.length ? undefined : sum(all) - worth;
}

/** Tells whether a candidate can be picked where a constraint has a common value; undefined: none. */
function isOf({ problem }: State, constraint: number, value: string | undefined, slot: number, device: number): boolean {
  const given = problem.constraints[constraint]?.valuesOf(slot, device);
  return given === undefined || (value !== undefined && given.has(value));
}

type Admits = (slot: number, device: number) => boolean;

/** The least that requests pay who pay together; undefined: one of them has too few candidates. */
function leastOf({ alternatives, needs }: State, requests: readonly number[], { prices, slots }: Priced, admits: Admits) {
  let total = 0n;
  const taken = prices.map(() => 0n);
  for (const request of requests) {
    const open = (alternatives[request] as readonly number[]).flatMap((slot) => {
      const options = (slots[slot] as readonly Option[]).filter(({ device }) => admits(slot, device));
      return options.length < (needs[slot] as number) ? [] : [{ options, need: needs[slot] as number }];
    });
    if (open.length === 0) return undefined;
    const least = (amountOf: (option: Option) => bigint): bigint =>
      open.map(({ options, need }) => sumOfLeast(options.map(amountOf), need)).reduce(smaller);
    total += least(({ pays }) => pays);
    for (const [limit, { together }] of prices.entries())
      if (together) taken[limit] = (taken[limit] as bigint) + least(({ takes }) => takes.get(limit) ?? 0n);
  }
  return total + sum(prices.map(({ price, unit }, limit) => price * ((taken[limit] as bigint) / unit)));
}

function smaller(one: bigint, other: bigint): bigint {
  return other < one ? other : one;
}

function sumOfLeast(amounts: bigint[], count: number): bigint {
  return sum(amounts.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0)).slice(0, count));
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** The key of a thing, and how much there is of it. */
function readThing({ problem, left }: State, thing: Thing): { key: string; most: bigint } {
  if ('counter' in thing || 'capacity' in thing) {
    const budget = find(problem.budgets, 'counter' in thing ? thing.counter : thing.capacity, 'counter or capacity');
    const most = left[budget] as bigint;
    return { key: `${budget} budget`, most: most < 0n ? 0n : most };
  }
  if ('value' in thing) return { key: `${find(problem.constraints, thing.constraint, 'constraint')} value ${thing.value}`, most: 1n };
  const device = find(problem.devices, thing.device, 'device');
  return { key: thing.claim === undefined ? `${device} device` : `${device} device of ${thing.claim}`, most: 1n };
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
