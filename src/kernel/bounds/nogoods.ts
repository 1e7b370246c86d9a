// Lays out what the solver needs to keep nogoods: what later requests can see, what is equal, and room for keys.

import { entryIn } from '../../base/entry-in.js';
import * as L from '../layout.js';
import type { ProblemPlan } from '../memory/memory.js';
import { setBit } from '../memory/region.js';
import { isCandidate, type Problem, type Slot } from '../problem.js';
import type { BoundsPart, Take } from './bounds-part.js';
import type { Incremental } from './incremental.js';
import { isMonotone } from './monotone.js';
import { type PartitionOrbit, partitionOrbitsOf } from './partition-groups.js';
import { planRemaining } from './remaining-demands.js';

/** Keys longer than this, in 64-bit words, cost more than they save. */
const MOST_KEY_WORDS = 512;
const STORE_BYTES = 1 << 22;
/** A power of two. Each place has a chain of nogoods. */
const TABLE_PLACES = 1 << 13;

/** The symmetries of a problem that are known when its nogoods are planned. */
interface Equivalence {
  readonly classes: readonly (readonly number[])[];
  readonly signatures: readonly (number | undefined)[];
}

/** Plans the room for nogoods; undefined when keys would be too long. Locations come from `take`. */
export function* planNogoods(plan: ProblemPlan, { classes, signatures }: Equivalence, take: Take): Incremental<BoundsPart | undefined> {
  const { problem, deviceWords } = plan;
  const orbits = yield* partitionOrbitsOf(problem, signatures);
  const grouped = new Set(orbits.flatMap(({ groups }) => groups.flatMap(({ devices }) => devices)));
  const ownClasses = classes.map((devices) => devices.filter((device) => !grouped.has(device))).filter((devices) => devices.length > 1);
  const keyWords = keyWordsOf(plan, ownClasses.length, orbits);
  if (keyWords > MOST_KEY_WORDS) return undefined;
  const setSize = deviceWords * 8;
  const later = yield* laterDevices(plan);
  const toCome = yield* planRemaining(plan, take);
  const classified = new Set([...ownClasses.flat(), ...grouped]);
  const at = {
    key: take(keyWords * 8),
    table: take(TABLE_PLACES * 4),
    later: take(later.length * 3 * setSize),
    drawing: take(setSize),
    concerned: take(plan.constraints.length * 4 + (problem.resources?.counterSets.length ?? 0) * 4),
    classes: take(ownClasses.length * setSize),
    singles: take(setSize),
    orbits: take(orbits.length * L.ORBIT_SIZE),
    groupedBudgets: take((problem.resources?.budgets.length ?? 0) * 4),
  };
  const members = orbits.map(({ groups }) =>
    take(groups.reduce((sum, { devices, budgets }) => sum + devices.length + budgets.length, 0) * 4),
  );
  return {
    fields: [
      [L.BOUNDS_KEY_WORDS, keyWords],
      [L.BOUNDS_KEY, at.key],
      [L.BOUNDS_TABLE, at.table],
      [L.BOUNDS_TABLE_SIZE, TABLE_PLACES],
      [L.BOUNDS_LATER, at.later],
      [L.BOUNDS_CONCERNED, at.concerned],
      [L.BOUNDS_EXACT, isExact(plan) ? 1 : 0],
      [L.BOUNDS_DRAWING, at.drawing],
      ...toCome.fields,
      [L.BOUNDS_CLASS_COUNT, ownClasses.length],
      [L.BOUNDS_CLASS_SETS, at.classes],
      [L.BOUNDS_SINGLES, at.singles],
      [L.BOUNDS_ORBIT_COUNT, orbits.length],
      [L.BOUNDS_ORBITS, at.orbits],
      [L.BOUNDS_GROUPED_BUDGETS, at.groupedBudgets],
    ],
    writers: [
      ...toCome.writers,
      (u32) => {
        later.forEach(({ free, held, all }, request) => {
          [free, held, all].forEach((devices, index) => {
            u32.set(devices, (at.later + (request * 3 + index) * setSize) / 4);
          });
        });
        for (const device of problem.resources?.draws.keys() ?? []) setBit(u32, at.drawing, device);
        u32.set(lastConcerned(problem), at.concerned / 4);
        ownClasses.forEach((devices, index) => {
          for (const device of devices) setBit(u32, at.classes + index * setSize, device);
        });
        for (let device = 0; device < problem.deviceCount; device++) if (!classified.has(device)) setBit(u32, at.singles, device);
      },
      (u32) => {
        orbits.forEach((orbit, index) => {
          writeOrbit(u32, orbit, {
            orbit: at.orbits + index * L.ORBIT_SIZE,
            members: members[index] as number,
            budgets: at.groupedBudgets,
          });
        });
      },
    ],
  };
}

/** The fields of the store of nogoods. */
export function storeFields(take: Take): BoundsPart['fields'] {
  const store = take(STORE_BYTES);
  return [
    [L.BOUNDS_STORE, store],
    [L.BOUNDS_STORE_END, store + STORE_BYTES],
    [L.BOUNDS_STORE_NEXT, store],
  ];
}

function writeOrbit(
  u32: Uint32Array,
  { groups }: PartitionOrbit,
  at: { readonly orbit: number; readonly members: number; readonly budgets: number },
): void {
  u32[(at.orbit + L.ORBIT_GROUPS) / 4] = groups.length;
  u32[(at.orbit + L.ORBIT_DEVICES) / 4] = groups[0]?.devices.length ?? 0;
  u32[(at.orbit + L.ORBIT_BUDGETS) / 4] = groups[0]?.budgets.length ?? 0;
  u32[(at.orbit + L.ORBIT_MEMBERS) / 4] = at.members;
  u32.set(
    groups.flatMap(({ devices, budgets }) => [...devices, ...budgets]),
    at.members / 4,
  );
  for (const { budgets } of groups) for (const budget of budgets) u32[at.budgets / 4 + budget] = 1;
}

/** No key of the problem is longer. */
function keyWordsOf(
  { problem, resources, deviceWords, constraints }: ProblemPlan,
  classCount: number,
  orbits: readonly PartitionOrbit[],
): number {
  const perGroup = orbits.reduce((sum, { groups }) => sum + groups.length * Math.ceil((groups[0]?.devices.length ?? 0) / 64), 0);
  const sets = [...constraints, ...resources.counterSets].reduce((sum, { words }) => sum + 1 + words, 0);
  const budgets = (problem.resources?.budgets.length ?? 0) * resources.limbs;
  // Free devices and those that are shared; and where there is admin access those that are held, also by group.
  const sets3 = 3 * deviceWords + perGroup;
  return 3 + sets3 + classCount + perGroup + budgets + sets;
}

/** Tells whether a state may not fail although one that left more did: where what is given back may be given back too late. Amounts of several words are not compared. */
function isExact({ problem, resources }: ProblemPlan): boolean {
  return !isMonotone(problem) || resources.limbs > 1;
}

/** The devices that requests after one could look at. */
interface LaterDevices {
  /** Without admin access: it matters which are in use. */
  readonly free: Uint32Array;
  /** With admin access, of the same claim: it matters which the claim holds. */
  readonly held: Uint32Array;
  readonly all: Uint32Array;
}

/** For each request the devices that later ones could look at. */
function* laterDevices({ problem: { claims, deviceCount }, deviceWords }: ProblemPlan): Incremental<LaterDevices[]> {
  const found: LaterDevices[] = [];
  const none: Uint32Array = new Uint32Array(deviceWords * 2);
  const tables = new Map<Uint8Array, Uint32Array>();
  const seenBy = ({ stages }: Slot): Uint32Array => entryIn(tables, stages, () => candidatesOf(stages, deviceCount, deviceWords));
  let [free, all] = [none, none];
  for (const { requests } of [...claims].reverse()) {
    let held = none;
    for (const { slots } of [...requests].reverse()) {
      found.push({ free, held, all });
      for (const slot of slots) {
        const own = seenBy(slot);
        if (slot.adminAccess) held = union(held, own);
        else free = union(free, own);
        all = union(all, own);
      }
      yield;
    }
  }
  return found.reverse();
}

function candidatesOf(stages: Uint8Array, deviceCount: number, deviceWords: number): Uint32Array {
  const set = new Uint32Array(deviceWords * 2);
  for (let device = 0; device < deviceCount; device++) if (isCandidate(stages[device] as number)) setBit(set, 0, device);
  return set;
}

function union(left: Uint32Array, right: Uint32Array): Uint32Array {
  return left.map((word, index) => word | (right[index] as number));
}

/** For each constraint the number after the last request that it concerns; counter sets concern all. */
function lastConcerned({ claims, resources }: Problem): number[] {
  let request = 0;
  const last: number[] = [];
  for (const { requests, constraints } of claims) {
    const owners = requests.flatMap(({ slots }, index) => slots.map(() => request + index));
    for (const { rows } of constraints) {
      last.push(rows.reduce((latest, row, ordinal) => (row === undefined ? latest : Math.max(latest, (owners[ordinal] as number) + 1)), 0));
    }
    request += requests.length;
  }
  return [...last, ...(resources?.counterSets ?? []).map(() => request)];
}
