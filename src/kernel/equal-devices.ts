// Devices that no search can tell apart: every slot, constraint, list of all devices and counter sees the same in them.

import { STAGE_ERROR, STAGE_MATCH } from './layout.js';
import { type Draw, isFirstOnly, type Problem, type Slot } from './problem.js';

/** Above this number of questions, one for each device and slot or entry, no classes are formed. */
const MOST_QUESTIONS = 1 << 20;

/**
 * For each device what slots, constraints and lists see of it, as a text; what it draws is left out. Undefined for a shareable device, which
 * has capacities of its own and equals no other. No list at all: there would be too many questions.
 */
export function signaturesOf(problem: Problem): (string | undefined)[] | undefined {
  const { deviceCount, claims, resources } = problem;
  const tables = new Set<Uint8Array>();
  const rows = new Map<Uint32Array, Uint8Array[]>();
  /** Lists of all devices, each with whether the order in it matters. */
  const lists = new Map<readonly number[], boolean>();
  const shares = new Set<NonNullable<Slot['shares']>>();
  for (const { requests, constraints } of claims) {
    const slots = requests.flatMap((request) => request.slots);
    for (const [ordinal, slot] of slots.entries()) {
      tables.add(slot.stages);
      // Where a device may end the search with an error it depends on the order whether one in use comes before it.
      const mayErr = constraints.some(({ rows: own }) => own[ordinal] !== undefined) || failsOnOne(slot);
      if (slot.all !== undefined) lists.set(slot.all, mayErr || lists.get(slot.all) === true);
      if (slot.shares !== undefined) shares.add(slot.shares);
    }
    for (const constraint of constraints) {
      constraint.rows.forEach((row, ordinal) => {
        if (row !== undefined) rows.set(row, [...(rows.get(row) ?? []), (slots[ordinal] as Slot).stages]);
      });
    }
  }
  if (deviceCount * (tables.size + rows.size + lists.size + shares.size) > MOST_QUESTIONS) return undefined;
  const members = Array.from(lists, ([list, isOrdered]) => ({ list: new Set(list), isOrdered }));
  return Array.from({ length: deviceCount }, (_, device) => {
    if (resources?.shareable.has(device) === true) return undefined;
    return [
      ...Array.from(tables, (stages) => kindOf(stages[device] as number)),
      // An entry counts only where some slot could pick the device.
      ...Array.from(rows, ([row, users]) => {
        return users.some((stages) => kindOf(stages[device] as number) !== 'no') ? entryName(row[device] as number, device) : '';
      }),
      ...members.map(({ list, isOrdered }) => (list.has(device) ? `listed ${isOrdered ? device : ''}` : '')),
      ...Array.from(shares, (table) => (table.has(device) ? `share ${device}` : '')),
    ].join();
  });
}

function failsOnOne({ all = [], stages }: Slot): boolean {
  return all.some((device) => (stages[device] as number) >= STAGE_ERROR);
}

/** The classes of two equal devices or more. */
export function classesOf(problem: Problem, signatures: readonly (string | undefined)[]): number[][] {
  const draws = new DrawNames();
  const classes = new Map<string, number[]>();
  signatures.forEach((signature, device) => {
    if (signature === undefined) return;
    const key = `${signature};${draws.nameOf(problem.resources?.draws.get(device))}`;
    const known = classes.get(key);
    if (known === undefined) classes.set(key, [device]);
    else known.push(device);
  });
  return [...classes.values()].filter((devices) => devices.length > 1);
}

/** An entry that counts only as the first of its constraint is like no other: then the order of devices matters. */
function entryName(entry: number, device: number): string {
  return isFirstOnly(entry) ? `first ${device}` : String(entry);
}

function kindOf(stage: number): 'match' | 'error' | 'no' {
  if (stage === STAGE_MATCH) return 'match';
  return stage >= STAGE_ERROR ? 'error' : 'no';
}

/** Names draws so that draws which take the same have one name. A draw that gives something is like no other: then the order of picks counts. */
class DrawNames {
  readonly #names = new Map<string, number>();

  nameOf(draw: Draw | undefined): string {
    if (draw === undefined) return '';
    const { ledger, charges, memberships } = draw;
    const gives = charges.some(({ amount }) => amount < 0n);
    const key = [
      ledger,
      charges.map(({ budget, amount }) => `${budget}:${amount}`).sort(),
      memberships.map(({ counterSet, set }) => `${counterSet}:${set}`),
      gives ? this.#names.size : '',
    ].join(';');
    const name = this.#names.get(key) ?? this.#names.size;
    this.#names.set(key, name);
    return `draw ${name}`;
  }
}
