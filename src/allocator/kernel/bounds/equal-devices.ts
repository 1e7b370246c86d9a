// Finds equal devices: every slot, constraint, list of all devices and counter treats them identically.

import { entryIn } from '../../../core/base/entry-in.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { ended, listed, listOf, signature } from '../../../core/base/signature.js';
import { STAGE_ERROR, STAGE_MATCH } from '../layout.js';
import { type Charge, type Draw, isFirstOnly, type Membership, type Problem, type Slot } from '../problem.js';

/** With more lookups (one for each device and slot or entry), no classes are formed. */
const MOST_LOOKUPS = 1 << 20;

/** Returns the classes of two or more equal devices. A shareable device has separate capacities, so it equals no other. */
export function* equalDevicesOf(problem: Problem): Incremental<number[][]> {
  const draws = new DrawNames();
  const classes = new Map<string, number[]>();
  for (const [device, signature] of ((yield* signaturesOf(problem)) ?? []).entries()) {
    if (problem.resources?.shareable.has(device) === true) continue;
    const key = `${signature};${draws.nameOf(problem.resources?.draws.get(device))}`;
    entryIn(classes, key, () => []).push(device);
  }
  return [...classes.values()].filter((devices) => devices.length > 1);
}

/**
 * Returns a number for each device that identifies how slots, constraints and lists treat it, without its draw. Returns undefined if that needs too many
 * lookups.
 */
function* signaturesOf({ deviceCount, claims }: Problem): Incremental<readonly number[] | undefined> {
  const tables = new Set<Uint8Array>();
  /** For each row, the tables of its slots. */
  const rows = new Map<Uint32Array, Set<Uint8Array>>();
  /** For each list of all devices, whether its order matters. */
  const lists = new Map<readonly number[], boolean>();
  const shares = new Set<NonNullable<Slot['shares']>>();
  for (const { requests, constraints } of claims) {
    const slots = requests.flatMap((request) => request.slots);
    for (const [ordinal, slot] of slots.entries()) {
      tables.add(slot.stages);
      // A device that may end the search with an error is identified by its place in the list, because a device in use before it prevents the error.
      const mayErr = constraints.some(({ rows: constraintRows }) => constraintRows[ordinal] !== undefined) || failsOnOne(slot);
      if (slot.all !== undefined) lists.set(slot.all, mayErr || lists.get(slot.all) === true);
      if (slot.shares !== undefined) shares.add(slot.shares);
    }
    for (const constraint of constraints) {
      constraint.rows.forEach((row, ordinal) => {
        if (row === undefined) return;
        entryIn(rows, row, () => new Set()).add((slots[ordinal] as Slot).stages);
      });
    }
  }
  if (deviceCount * (tables.size + rows.size + lists.size + shares.size) > MOST_LOOKUPS) return undefined;
  const signatures = new Signatures(deviceCount);
  for (const stages of tables) {
    signatures.add((device) => kindOf(stages[device] as number));
    yield;
  }
  for (const [row, users] of rows) {
    const isSelectable = selectableBy(users, deviceCount);
    // An entry matters only where some slot could select the device.
    signatures.add((device) => (isSelectable[device] === 1 ? entryName(row[device] as number, device) : NOTHING));
    yield;
  }
  for (const [list, isOrdered] of lists) {
    const members = new Set(list);
    signatures.add((device) => (members.has(device) ? (isOrdered ? device : 0) : NOTHING));
    yield;
  }
  for (const table of shares) signatures.add((device) => (table.has(device) ? device : NOTHING));
  return signatures.numbers;
}

/** Differs from every other view of a device. */
const NOTHING = -1;
/** Greater than every entry. */
const ENTRY_COUNT = 2 ** 32;
/** Greater than every value that `see` returns. */
const MOST_SEEN = 2 * ENTRY_COUNT;

/** Numbers devices: two devices have the same number while all their views are equal. */
class Signatures {
  readonly numbers: number[];
  /** The count of distinct numbers. */
  #count = 1;

  constructor(deviceCount: number) {
    this.numbers = new Array(deviceCount).fill(0);
  }

  add(see: (device: number) => number): void {
    const { numbers } = this;
    if (this.#count === numbers.length) return;
    const numberByKey = new Map<number, number>();
    for (let device = 0; device < numbers.length; device++) {
      const key = (numbers[device] as number) * MOST_SEEN + see(device) + 1;
      numbers[device] = entryIn(numberByKey, key, () => numberByKey.size);
    }
    this.#count = numberByKey.size;
  }
}

/** Returns 1 for each device that a slot with one of these tables could select, or would fail on. */
function selectableBy(users: ReadonlySet<Uint8Array>, deviceCount: number): Uint8Array {
  const isSelectable = new Uint8Array(deviceCount);
  for (const stages of users) {
    for (let device = 0; device < deviceCount; device++) if (kindOf(stages[device] as number) !== NO) isSelectable[device] = 1;
  }
  return isSelectable;
}

function failsOnOne({ all = [], stages }: Slot): boolean {
  return all.some((device) => (stages[device] as number) >= STAGE_ERROR);
}

/** An entry that is valid only as the first of its constraint is unique, because the order of devices then matters. */
function entryName(entry: number, device: number): number {
  return isFirstOnly(entry) ? ENTRY_COUNT + device : entry;
}

const MATCH = 0;
const ERROR = 1;
const NO = 2;

function kindOf(stage: number): number {
  if (stage === STAGE_MATCH) return MATCH;
  return stage >= STAGE_ERROR ? ERROR : NO;
}

const chargeText = signature<Charge>({ budget: ended, amount: ended });

const membershipText = signature<Membership>({ counterSet: ended, set: ended });

/** Identifies the amounts of a draw, in any order. */
const drawText = signature<Draw>({
  ledger: ended,
  charges: (charges) => listed(charges.map(chargeText).sort(), (text) => text),
  memberships: listOf(membershipText),
});

/** Names draws, so that equal draws have equal names. A draw with a negative amount is unique, because the order of selections then matters. */
class DrawNames {
  readonly #names = new Map<string, number>();

  nameOf(draw: Draw | undefined): string {
    if (draw === undefined) return '';
    const gives = draw.charges.some(({ amount }) => amount < 0n);
    const key = drawText(draw) + (gives ? this.#names.size : '');
    const name = this.#names.get(key) ?? this.#names.size;
    this.#names.set(key, name);
    return `draw ${name}`;
  }
}
