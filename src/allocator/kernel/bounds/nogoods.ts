// Lays out the data with which the solver stores nogoods: the devices that later requests can check, and space for keys.

import { entryIn } from '../../../core/base/entry-in.js';
import type { Incremental } from '../../../core/base/incremental.js';
import * as L from '../layout.js';
import type { ProblemPlan } from '../memory/memory.js';
import { setBit } from '../memory/region.js';
import { isCandidate, type Problem, type Slot } from '../problem.js';
import type { BoundsPart, Take } from './bounds-part.js';

/** Longer keys, in 64-bit words, cost more than they save. */
const MOST_KEY_WORDS = 512;
const STORE_BYTES = 1 << 22;
/** A power of two. Each place has a chain of nogoods. */
const TABLE_PLACES = 1 << 13;

/** Plans the space for nogoods. Returns undefined if keys would be too long. Locations come from `take`. */
export function* planNogoods(plan: ProblemPlan, take: Take): Incremental<BoundsPart | undefined> {
  const { problem, deviceWords } = plan;
  const keyWords = keyWordsOf(plan);
  if (keyWords > MOST_KEY_WORDS) return undefined;
  const setSize = deviceWords * 8;
  const later = yield* laterDevices(plan);
  const at = {
    key: take(keyWords * 8),
    table: take(TABLE_PLACES * 4),
    later: take(later.length * 3 * setSize),
    drawing: take(setSize),
    concerned: take(plan.constraints.length * 4 + (problem.resources?.counterSets.length ?? 0) * 4),
  };
  return {
    fields: [
      [L.BOUNDS_KEY_WORDS, keyWords],
      [L.BOUNDS_KEY, at.key],
      [L.BOUNDS_TABLE, at.table],
      [L.BOUNDS_TABLE_SIZE, TABLE_PLACES],
      [L.BOUNDS_LATER, at.later],
      [L.BOUNDS_CONCERNED, at.concerned],
      // Amounts of several words are not compared.
      [L.BOUNDS_EXACT, plan.resources.limbs > 1 ? 1 : 0],
      [L.BOUNDS_DRAWING, at.drawing],
    ],
    writers: [
      (u32) => {
        later.forEach(({ free, held, all }, request) => {
          [free, held, all].forEach((devices, index) => {
            u32.set(devices, (at.later + (request * 3 + index) * setSize) / 4);
          });
        });
        for (const device of problem.resources?.draws.keys() ?? []) setBit(u32, at.drawing, device);
        u32.set(lastConcerned(problem), at.concerned / 4);
      },
    ],
  };
}

export function storeFields(take: Take): BoundsPart['fields'] {
  const store = take(STORE_BYTES);
  return [
    [L.BOUNDS_STORE, store],
    [L.BOUNDS_STORE_END, store + STORE_BYTES],
    [L.BOUNDS_STORE_NEXT, store],
  ];
}

/** Returns the greatest length of a key of the problem. */
function keyWordsOf({ problem, resources, deviceWords, constraints }: ProblemPlan): number {
  const sets = [...constraints, ...resources.counterSets].reduce((sum, { words }) => sum + 1 + words, 0);
  const budgets = (problem.resources?.budgets.length ?? 0) * resources.limbs;
  // The sets: devices that are free, devices that are shared, and devices that the claim holds if there is admin access.
  return 3 + 3 * deviceWords + budgets + sets;
}

/** The devices that requests after one could check. */
interface LaterDevices {
  /** Without admin access: it matters which devices are in use. */
  readonly free: Uint32Array;
  /** With admin access, in the same claim: it matters which devices the claim holds. */
  readonly held: Uint32Array;
  readonly all: Uint32Array;
}

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
        const seenDevices = seenBy(slot);
        if (slot.adminAccess) held = union(held, seenDevices);
        else free = union(free, seenDevices);
        all = union(all, seenDevices);
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

/** Returns the end of the requests that each constraint covers. Counter sets cover all requests. */
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
