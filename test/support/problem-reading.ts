// Problems in indices as the checker reads problems: for those that are generated without objects.

import { nameKey } from '../../src/check/reading/objects.js';
import type { Amount, Constraint, Problem as Reading, Slot } from '../../src/check/reading/problem.js';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_INDEX_MASK, ENTRY_MISSING, ENTRY_SINGLE } from '../../src/kernel/layout.js';
import { NO_RESOURCES, type Problem, type ProblemConstraint } from '../../src/kernel/problem.js';

const NO_SHARES: ReadonlyMap<number, readonly Amount[]> = new Map();

/** Reads a problem. Compatibility groups are passed over, and all amounts where one is negative: in doubt a device may be picked. */
export function readingOf(problem: Problem): Reading {
  const { budgets, draws, shareable, shared } = problem.resources ?? NO_RESOURCES;
  const isCounted = ![...draws.values()].some(({ charges }) => charges.some(({ amount }) => amount < 0n));
  const devices = [...Array(problem.deviceCount).keys()];
  const slots: Slot[] = [];
  const requests: { key: string; slots: number[] }[] = [];
  const constraints: Constraint[] = [];
  const shares: ReadonlyMap<number, readonly Amount[]>[] = [];
  for (const [claim, own] of problem.claims.entries()) {
    const first = slots.length;
    for (const [index, request] of own.requests.entries()) {
      requests.push({ key: nameKey(claim, `r${index}`), slots: request.slots.map((_, at) => slots.length + at) });
      for (const [
        at,
        { stages, count, all, adminAccess, ignoresCounters = false, shares: charges = NO_SHARES },
      ] of request.slots.entries()) {
        const isCandidate = (device: number): boolean => stages[device] === 0 && (adminAccess || !problem.occupied.includes(device));
        const need = count === 0 ? Number.POSITIVE_INFINITY : count;
        const candidates = (all ?? devices).filter(isCandidate);
        slots.push({
          request: requests.length - 1,
          claim,
          name: `r${index}/${at}`,
          isAdmin: adminAccess,
          isFree: ignoresCounters,
          need,
          candidates,
        });
        shares.push(new Map([...charges].filter(([, list]) => list.every(({ amount }) => amount >= 0n))));
      }
    }
    for (const [index, constraint] of own.constraints.entries())
      constraints.push(constraintOf(constraint, nameKey(claim, index), first, slots));
  }
  return {
    devices: devices.map((device) => ({ key: nameKey('d', 'p', `${device}`), isShareable: shareable.has(device) })),
    requests,
    slots,
    constraints,
    budgets: budgets.map((left, budget) => ({ key: nameKey('d', 'p', 's', `${budget}`), left })),
    draws: devices.map((device) => (shared.has(device) || !isCounted ? [] : (draws.get(device)?.charges ?? []))),
    shares,
    unusable: [],
  };
}

/** The constraint, whose slots begin with `first`. Devices that it refuses stop being candidates. */
function constraintOf({ kind, sets, rows }: ProblemConstraint, key: string, first: number, slots: Slot[]): Constraint {
  if (kind === 'emptyIntersection') return { key, kind: 'match', valuesOf: () => undefined };
  const values = new Map<string, ReadonlySet<string>>();
  for (const [ordinal, row] of rows.entries()) {
    const slot = slots[first + ordinal];
    if (row === undefined || slot === undefined) continue;
    const isRefused = (device: number): boolean => row[device] === ENTRY_MISSING || row[device] === ENTRY_ERROR;
    const candidates = slot.candidates.filter((device) => !isRefused(device));
    for (const device of candidates)
      values.set(`${first + ordinal} ${device}`, new Set(valuesOfEntry(row[device] as number, device, { kind, sets })));
    slots[first + ordinal] = { ...slot, candidates };
  }
  return { key, kind, valuesOf: (slot, device) => values.get(`${slot} ${device}`) };
}

/** A list while lists are no values is the first of its constraint or none. */
function valuesOfEntry(entry: number, device: number, { kind, sets }: Pick<ProblemConstraint, 'kind' | 'sets'>): string[] {
  const index = entry & ENTRY_INDEX_MASK;
  const set = (entry & ENTRY_SINGLE) === 0 ? (sets[index] ?? []) : [index];
  if ((entry & ENTRY_FIRST_ONLY) !== 0 && kind === 'distinct') return ['first'];
  return set.length === 0 ? [`only ${device}`] : set.map((value) => `${value}`);
}
