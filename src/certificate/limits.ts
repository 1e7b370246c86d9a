// The limits that prices are looked for: devices that several requests want, counters and capacities of which there may be too little, values of distinct constraints.

import type { State } from '../check/state.js';
import { amountsOf, concerns, slotOf, valuesOf } from '../check/state.js';
import type { Limit, Name, Thing } from './certificate.js';

/** The amounts of one counter that are told apart, at most. */
const MOST_UNITS = 6;

/** Finds limits that choices may come to, each with the price 1. `groups`: match constraints whose requests pay together. */
export function limitsOf(state: State, groups: readonly number[]): Limit[] {
  return [...deviceLimits(state), ...budgetLimits(state), ...valueLimits(state), ...groupLimits(state, groups)];
}

export function nameOf(key: string): Name {
  return JSON.parse(key) as Name;
}

function limit(things: readonly Thing[], unit = 1n, together = false): Limit {
  return { price: '1', unit: `${unit}`, together, things };
}

function openSlots({ alternatives }: State): number[] {
  return alternatives.flat();
}

function deviceLimits(state: State): Limit[] {
  const { problem, candidates } = state;
  const wanted = new Map<number, Set<number>>();
  const byAdmins = new Map<number, Set<number>>();
  for (const slot of openSlots(state)) {
    const { request, isAdmin, claim } = slotOf(state, slot);
    for (const device of candidates[slot] as readonly number[]) {
      if (problem.devices[device]?.isShareable === true) continue;
      wanted.set(device, (wanted.get(device) ?? new Set()).add(request));
      if (isAdmin) byAdmins.set(device, (byAdmins.get(device) ?? new Set()).add(claim));
    }
  }
  const shared = [...wanted].filter(([, requests]) => requests.size > 1);
  return shared.flatMap(([device]) => {
    const name = nameOf(problem.devices[device]?.key as string);
    const ofClaims = [...(byAdmins.get(device) ?? [])].map((claim) => limit([{ weight: '1', device: name, claim }]));
    return [limit([{ weight: '1', device: name }]), ...ofClaims];
  });
}

function budgetLimits(state: State): Limit[] {
  const { problem, left } = state;
  const amounts = new Map<number, bigint[]>();
  for (const slot of openSlots(state))
    for (const device of state.candidates[slot] as readonly number[])
      for (const { budget, amount } of amountsOf(state, slot, device))
        if (amount > 0n) amounts.set(budget, [...(amounts.get(budget) ?? []), amount]);
  return [...amounts].flatMap(([budget, all]) => {
    if (all.reduce((sum, amount) => sum + amount, 0n) <= (left[budget] as bigint)) return [];
    const name = nameOf(problem.budgets[budget]?.key as string);
    const thing: Thing = isCapacity(name) ? { weight: '1', capacity: name } : { weight: '1', counter: name };
    const unit = all.reduce(greatestDivisor);
    const larger = [...new Set(all)].filter((amount) => amount !== unit).sort((one, other) => (one < other ? 1 : -1));
    return [unit, ...larger.slice(0, MOST_UNITS)].map((one) => limit([thing], one));
  });
}

function isCapacity(name: Name): boolean {
  return name.length === 2;
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other);
}

function valueLimits(state: State): Limit[] {
  const { problem } = state;
  return problem.constraints.flatMap(({ key, kind, valuesOf: own }, constraint) => {
    if (kind !== 'distinct') return [];
    const holders = new Map<string, number>();
    for (const slot of openSlots(state).filter((one) => concerns(state, constraint, one)))
      for (const device of state.candidates[slot] as readonly number[])
        for (const value of own(slot, device) ?? []) holders.set(value, (holders.get(value) ?? 0) + 1);
    const clashing = [...holders].filter(([, count]) => count > 1).map(([value]) => value);
    const thing = (value: string): Thing => ({ weight: '1', value, constraint: nameOf(key) });
    const lists = cliquesOf(state, constraint).map((values) => limit([...values].map(thing), BigInt(Math.floor(values.size / 2) + 1)));
    return [...clashing.map((value) => limit([thing(value)])), ...lists];
  });
}

/**
 * The values of lists that clash with each other although no value is in all of them, such as those of {a, b}, {b, c} and {a, c}: two lists that have more than half of
 * them each have one in common.
 */
function cliquesOf(state: State, constraint: number): ReadonlySet<string>[] {
  const lists = new Map<string, ReadonlySet<string>>();
  for (const slot of openSlots(state))
    for (const device of state.candidates[slot] as readonly number[]) {
      const values = state.problem.constraints[constraint]?.valuesOf(slot, device);
      if (values !== undefined && values.size > 1) lists.set([...values].sort().join('\0'), values);
    }
  const found = new Map<string, ReadonlySet<string>>();
  for (const first of lists.values()) {
    const clique = [first];
    for (const other of lists.values())
      if (other !== first && clique.every((one) => [...one].some((value) => other.has(value)))) clique.push(other);
    const hasCommon = [...first].some((value) => clique.every((one) => one.has(value)));
    const all = new Set(clique.flatMap((one) => [...one]));
    if (!hasCommon) found.set([...all].sort().join('\0'), all);
  }
  return [...found.values()];
}

/** With each value of alike constraints, the devices that requests of one kind want: groups take as many as they need, or none. */
function groupLimits(state: State, groups: readonly number[]): Limit[] {
  const { problem, candidates, needs } = state;
  const found = new Map<string, Limit>();
  for (const constraint of groups) {
    const members = openSlots(state).filter((slot) => concerns(state, constraint, slot));
    const kinds = new Map<string, number[]>();
    for (const slot of members) {
      const kind = (candidates[slot] as readonly number[]).join();
      kinds.set(kind, [...(kinds.get(kind) ?? []), slot]);
    }
    for (const value of valuesOf(state, constraint)) {
      for (const slots of [...kinds.values(), members]) {
        const units = slots.reduce((sum, slot) => sum + (needs[slot] as number), 0);
        const devices = new Set(
          slots.flatMap((slot) =>
            (candidates[slot] as readonly number[]).filter((device) => problem.constraints[constraint]?.valuesOf(slot, device)?.has(value)),
          ),
        );
        if (units < 2 || devices.size === 0 || [...devices].some((device) => problem.devices[device]?.isShareable === true)) continue;
        const things = [...devices].map((device): Thing => ({ weight: '1', device: nameOf(problem.devices[device]?.key as string) }));
        found.set(`${units} ${[...devices].join()}`, limit(things, BigInt(units), true));
      }
    }
  }
  return [...found.values()];
}
