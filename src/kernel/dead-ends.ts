// Lays out what the solver needs to remember dead ends: what later requests can see, what is equal, and room for keys.

import { type BlockGroup, blockGroupsOf } from './blocks.js';
import type { BoundsPart, Take } from './bounds-part.js';
import type { LimitRole } from './claim-limits.js';
import type { Gradually } from './gradually.js';
import * as L from './layout.js';
import type { ProblemPlan } from './memory.js';
import { isMonotone } from './monotone.js';
import { isCandidate, type Problem } from './problem.js';
import { setBit } from './region.js';

/** Keys longer than this, in 64-bit words, cost more than they save. */
const MOST_KEY_WORDS = 512;
const STORE_BYTES = 1 << 22;
/** A power of two. Each place has a chain of dead ends. */
const TABLE_PLACES = 1 << 13;

/** What is known of a problem when its dead ends are planned. */
interface Alike {
  readonly classes: readonly (readonly number[])[];
  readonly signatures: readonly (number | undefined)[];
  readonly limits: LimitRole;
}

/** Plans the room for dead ends; undefined when keys would be too long. Locations come from `take`. */
export function* planDeadEnds(plan: ProblemPlan, { classes, signatures, limits }: Alike, take: Take): Gradually<BoundsPart | undefined> {
  const { problem, deviceWords } = plan;
  const groups = yield* blockGroupsOf(problem, signatures);
  const inBlocks = new Set(groups.flatMap(({ blocks }) => blocks.flatMap(({ devices }) => devices)));
  const ownClasses = classes.map((devices) => devices.filter((device) => !inBlocks.has(device))).filter((devices) => devices.length > 1);
  const keyWords = keyWordsOf(plan, ownClasses.length, groups);
  if (keyWords > MOST_KEY_WORDS) return undefined;
  const setSize = deviceWords * 8;
  const later = yield* laterDevices(plan);
  const classified = new Set([...ownClasses.flat(), ...inBlocks]);
  const at = {
    key: take(keyWords * 8),
    table: take(TABLE_PLACES * 4),
    later: take(later.length * setSize),
    concerned: take(plan.constraints.length * 4 + (problem.resources?.counterSets.length ?? 0) * 4),
    classes: take(ownClasses.length * setSize),
    singles: take(setSize),
    groups: take(groups.length * L.GROUP_SIZE),
    blockBudgets: take((problem.resources?.budgets.length ?? 0) * 4),
  };
  const members = groups.map(({ blocks }) =>
    take(blocks.reduce((sum, { devices, budgets }) => sum + devices.length + budgets.length, 0) * 4),
  );
  return {
    fields: [
      [L.BOUNDS_KEY_WORDS, keyWords],
      [L.BOUNDS_KEY, at.key],
      [L.BOUNDS_TABLE, at.table],
      [L.BOUNDS_TABLE_SIZE, TABLE_PLACES],
      [L.BOUNDS_LATER, at.later],
      [L.BOUNDS_CONCERNED, at.concerned],
      [L.BOUNDS_STATES, statesOf(plan, limits)],
      [L.BOUNDS_CLASS_COUNT, ownClasses.length],
      [L.BOUNDS_CLASS_SETS, at.classes],
      [L.BOUNDS_SINGLES, at.singles],
      [L.BOUNDS_GROUP_COUNT, groups.length],
      [L.BOUNDS_GROUPS, at.groups],
      [L.BOUNDS_BLOCK_BUDGETS, at.blockBudgets],
    ],
    writers: [
      (u32) => {
        later.forEach((devices, request) => {
          u32.set(devices, (at.later + request * setSize) / 4);
        });
        u32.set(lastConcerned(problem), at.concerned / 4);
        ownClasses.forEach((devices, index) => {
          for (const device of devices) setBit(u32, at.classes + index * setSize, device);
        });
        for (let device = 0; device < problem.deviceCount; device++) if (!classified.has(device)) setBit(u32, at.singles, device);
      },
      (u32) => {
        groups.forEach((group, index) => {
          writeGroup(u32, group, { group: at.groups + index * L.GROUP_SIZE, members: members[index] as number, budgets: at.blockBudgets });
        });
      },
    ],
  };
}

/** What states compare by, STATES_* bits. */
function statesOf(plan: ProblemPlan, limits: LimitRole): number {
  if (hasAdmin(plan.problem)) return L.STATES_HAVE_HOLDERS | L.STATES_EXACT;
  return isExact(plan, limits) ? L.STATES_EXACT : 0;
}

/** Room to keep dead ends in. */
export function storeFields(take: Take): BoundsPart['fields'] {
  const store = take(STORE_BYTES);
  return [
    [L.BOUNDS_STORE, store],
    [L.BOUNDS_STORE_END, store + STORE_BYTES],
    [L.BOUNDS_STORE_NEXT, store],
  ];
}

function writeGroup(
  u32: Uint32Array,
  { blocks }: BlockGroup,
  at: { readonly group: number; readonly members: number; readonly budgets: number },
): void {
  u32[(at.group + L.GROUP_BLOCKS) / 4] = blocks.length;
  u32[(at.group + L.GROUP_DEVICES) / 4] = blocks[0]?.devices.length ?? 0;
  u32[(at.group + L.GROUP_BUDGETS) / 4] = blocks[0]?.budgets.length ?? 0;
  u32[(at.group + L.GROUP_MEMBERS) / 4] = at.members;
  u32.set(
    blocks.flatMap(({ devices, budgets }) => [...devices, ...budgets]),
    at.members / 4,
  );
  for (const { budgets } of blocks) for (const budget of budgets) u32[at.budgets / 4 + budget] = 1;
}

/** No key of the problem is longer. */
function keyWordsOf(
  { problem, resources, deviceWords, constraints }: ProblemPlan,
  classCount: number,
  groups: readonly BlockGroup[],
): number {
  const perBlock = groups.reduce((sum, { blocks }) => sum + blocks.length * Math.ceil((blocks[0]?.devices.length ?? 0) / 64), 0);
  const sets = [...constraints, ...resources.counterSets].reduce((sum, { words }) => sum + 1 + words, 0);
  const budgets = (problem.resources?.budgets.length ?? 0) * resources.limbs;
  const holders = hasAdmin(problem) ? problem.claims.length * deviceWords : 0;
  return 2 + 2 * deviceWords + classCount + perBlock + budgets + sets + holders;
}

function hasAdmin({ claims }: Problem): boolean {
  return claims.some(({ requests }) => requests.some(({ slots }) => slots.some(({ adminAccess }) => adminAccess)));
}

/**
 * Whether a state may not fail although one that left more did: where what is given back may be given back too late, or a branch that ends before
 * the limit of a claim hides less. Amounts of several words are not compared.
 */
function isExact({ problem, resources }: ProblemPlan, limits: LimitRole): boolean {
  return limits === 'end' || !isMonotone(problem) || resources.limbs > 1;
}

/** For each request a set of the devices that it or a later one could look at. */
function* laterDevices({ problem: { claims, deviceCount }, deviceWords }: ProblemPlan): Gradually<Uint32Array[]> {
  const sets: Uint32Array[] = [];
  const tables = new Set<Uint8Array>();
  let later = new Uint32Array(deviceWords * 2);
  for (const { slots } of claims.flatMap(({ requests }) => requests).reverse()) {
    later = later.slice();
    for (const { stages, all } of slots) {
      if (!tables.has(stages)) {
        tables.add(stages);
        for (let device = 0; device < deviceCount; device++) if (isCandidate(stages[device] as number)) setBit(later, 0, device);
      }
      for (const device of all ?? []) setBit(later, 0, device);
    }
    sets.push(later);
    yield;
  }
  return sets.reverse();
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
