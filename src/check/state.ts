// A case of a proof, with what is still open in it: the alternatives of each request, the candidates of each, and what earlier picks left.

import type { Amount, Problem } from './reading/problem.js';

const CLAIM_LIMIT = 32;

/** A case: what is left to choose once some choices are supposed. Never changed: each choice makes another one. */
export interface State {
  readonly problem: Problem;
  /** By request its slots that may still be taken. */
  readonly alternatives: readonly (readonly number[])[];
  readonly candidates: readonly (readonly number[])[];
  readonly needs: readonly number[];
  readonly left: readonly bigint[];
  /** By constraint: the values that may still be the common one, or those that are taken. */
  readonly values: readonly (ReadonlySet<string> | undefined)[];
  /** Devices that have been picked: a device that is shared draws on counters once. */
  readonly picked: ReadonlySet<number>;
}

/** The case in which nothing is supposed. */
export function initialState(problem: Problem): State {
  return narrowed({
    problem,
    alternatives: problem.requests.map(({ slots }) => slots),
    candidates: problem.slots.map(({ candidates }) => candidates),
    needs: problem.slots.map(({ need }) => need),
    left: problem.budgets.map(({ left }) => left),
    values: problem.constraints.map(({ common }) => common),
    picked: new Set(),
  });
}

/** Tells that there is no choice left: some request has too few candidates in all of its alternatives. */
export function isImpossible({ alternatives }: State): boolean {
  return alternatives.some((slots) => slots.length === 0);
}

/** Supposes that a request takes one of its alternatives. */
export function withAlternative(state: State, slot: number): State {
  const { request } = slotOf(state, slot);
  return narrowed({ ...state, alternatives: state.alternatives.map((slots, index) => (index === request ? [slot] : slots)) });
}

/** Supposes the common value of a match constraint; undefined: it has no device with a value. */
export function withValue(state: State, constraint: number, value: string | undefined): State {
  const only = new Set(value === undefined ? [] : [value]);
  return narrowed({ ...state, values: state.values.map((values, index) => (index === constraint ? only : values)) });
}

/** Supposes that a request without open alternatives gets a device, and none of some others. */
export function withDevice(state: State, slot: number, device: number, without: ReadonlySet<number>): State {
  const { problem, picked } = state;
  const own = slotOf(state, slot);
  const values = state.values.map((known, index) => {
    const { kind, valuesOf } = problem.constraints[index] as Problem['constraints'][number];
    const given = valuesOf(slot, device);
    if (given === undefined) return known;
    if (kind === 'distinct') return new Set([...(known ?? []), ...given]);
    return known === undefined ? given : new Set([...known].filter((value) => given.has(value)));
  });
  const left = [...state.left];
  for (const { budget, amount } of amountsOf(state, slot, device)) left[budget] = (left[budget] as bigint) - amount;
  const candidates = state.candidates.map((devices, index) => {
    if (index === slot) return devices.filter((one) => one !== device && !without.has(one));
    return excludes(problem, slot, index, device) ? devices.filter((one) => one !== device) : devices;
  });
  const needs = state.needs.map((need, index) => (index === slot ? need - 1 : need));
  const isCounted = !own.isFree;
  return narrowed({ ...state, values, left, candidates, needs, picked: isCounted ? new Set([...picked, device]) : picked });
}

/** Tells whether a device that is picked for one slot cannot be picked for another one. Admin access gets what an earlier claim has. */
export function excludes({ slots, devices }: Problem, one: number, other: number, device: number): boolean {
  const [earlier, later] = one < other ? [one, other] : [other, one];
  const isOfOneClaim = slots[earlier]?.claim === slots[later]?.claim;
  return devices[device]?.isShareable === false && (isOfOneClaim || slots[later]?.isAdmin === false);
}

/** The amounts that a pick takes of counters and capacities. */
export function amountsOf({ problem, picked }: State, slot: number, device: number): readonly Amount[] {
  const shares = problem.shares[slot]?.get(device) ?? [];
  const isDrawn = slotOf({ problem }, slot).isFree || picked.has(device);
  return isDrawn ? shares : [...shares, ...(problem.draws[device] as readonly Amount[])];
}

export function slotOf({ problem }: Pick<State, 'problem'>, slot: number): Problem['slots'][number] {
  return problem.slots[slot] as Problem['slots'][number];
}

/** Leaves out the candidates that what was supposed excludes, the alternatives without enough of them, and those that are too many for their claim. */
function narrowed(state: State): State {
  const { problem } = state;
  const candidates = state.candidates.map((devices, slot) => devices.filter((device) => admits(state, slot, device)));
  const enough = state.alternatives.map((slots) =>
    slots.filter((slot) => (candidates[slot] as readonly number[]).length >= (state.needs[slot] as number)),
  );
  // Devices that were picked before are part of what a slot needs in all.
  const needOf = (slot: number): number => slotOf(state, slot).need;
  const leasts = enough.map((slots) => Math.min(...slots.map(needOf)));
  const claimOf = (request: number): number | undefined => problem.slots[problem.requests[request]?.slots[0] ?? -1]?.claim;
  const alternatives = enough.map((slots, request) => {
    const others = leasts.filter((_, other) => other !== request && claimOf(other) === claimOf(request));
    return slots.filter((slot) => others.reduce((sum, least) => sum + least, needOf(slot)) <= CLAIM_LIMIT);
  });
  return { ...state, candidates, alternatives };
}

function admits(state: State, slot: number, device: number): boolean {
  const { problem, left, values } = state;
  if (amountsOf(state, slot, device).some(({ budget, amount }) => amount > (left[budget] as bigint))) return false;
  return problem.constraints.every(({ kind, valuesOf }, index) => {
    const known = values[index];
    const given = known === undefined ? undefined : valuesOf(slot, device);
    if (known === undefined || given === undefined) return true;
    return [...given].some((value) => known.has(value)) === (kind === 'match');
  });
}

/** Tells whether a constraint concerns some candidate of a slot. */
export function concerns({ problem, candidates }: State, constraint: number, slot: number): boolean {
  return (candidates[slot] as readonly number[]).some((device) => problem.constraints[constraint]?.valuesOf(slot, device) !== undefined);
}

/** The values that may be the common one of the candidates that a constraint concerns. */
export function valuesOf({ problem, alternatives, candidates, values }: State, constraint: number): ReadonlySet<string> {
  const found = new Set<string>();
  for (const slot of alternatives.flat())
    for (const device of candidates[slot] as readonly number[])
      for (const value of problem.constraints[constraint]?.valuesOf(slot, device) ?? [])
        if (values[constraint]?.has(value) !== false) found.add(value);
  return found;
}

/** The part that a device has in all choices, as a text: devices with the same part can take each other's place. One that is shared has capacities of its own. */
export function partOf({ problem, candidates }: State, device: number): string {
  if (problem.devices[device]?.isShareable !== false) return `device ${device}`;
  const values = candidates.map((devices, slot) =>
    devices.includes(device) ? problem.constraints.map((one) => [...(one.valuesOf(slot, device) ?? [])].sort()) : 'no candidate',
  );
  return JSON.stringify([values, problem.draws[device]?.map(({ budget, amount }) => `${budget} ${amount}`)]);
}
