// Slots that can exchange devices: where one failed with a device, a later one that could have whatever the first one takes instead fails with that device
// as well (assembly/equals.ts).

import type { Gradually } from './bounds-part.js';
import { ENTRY_ERROR, STAGE_ERROR, STAGE_MATCH } from './layout.js';
import { isMonotone, mayExceed } from './monotone.js';
import { hasFirstOnly, type Problem, type Slot } from './problem.js';

/** Slots that want the same, by number. */
export interface SlotKind {
  readonly slots: readonly number[];
  /** The kinds of which these slots could have any device, by number; itself among them. */
  readonly narrower: readonly number[];
}

/** What decides whether slots can exchange devices. */
interface Want {
  readonly stages: Uint8Array;
  /** A name for what must be the same in both: the claim, what picks take of capacities, the constraints. */
  readonly terms: string;
  /** Whether a search for it could end with an error. */
  readonly mayErr: boolean;
}

/** More kinds are not told apart. */
const MOST_KINDS = 32;

/**
 * The kinds of slots that can exchange devices. None where it matters in which order devices are picked: where picks give something back, a claim
 * could exceed its limit, a list may only be the first of a constraint, or several picks may share a device.
 */
export function* slotKindsOf(problem: Problem): Gradually<SlotKind[]> {
  if (!isMonotone(problem) || mayExceed(problem)) return [];
  const kinds: { readonly want: Want; readonly slots: number[] }[] = [];
  for (const [slot, want] of wantsOf(problem).entries()) {
    if (want === undefined) continue;
    const known = kinds.find((kind) => kind.want.stages === want.stages && kind.want.terms === want.terms);
    if (known !== undefined) known.slots.push(slot);
    else if (kinds.length < MOST_KINDS) kinds.push({ want, slots: [slot] });
  }
  const found: SlotKind[] = [];
  for (const [index, { want, slots }] of kinds.entries()) {
    yield;
    found.push({
      slots,
      narrower: kinds.flatMap((other, number) => (number === index || canHaveAllOf(want, other.want) ? [number] : [])),
    });
  }
  return found;
}

/** What each slot wants; undefined where it can exchange nothing. */
function wantsOf({ claims, resources }: Problem): (Want | undefined)[] {
  const shareable = [...(resources?.shareable ?? [])];
  const lookAt = once((stages: Uint8Array) => ({
    mayErr: stages.some((stage) => stage >= STAGE_ERROR),
    isShared: shareable.some((device) => stages[device] === STAGE_MATCH),
  }));
  let names = 0;
  const lookAtRow = once((row: Uint32Array | undefined) => ({
    name: names++,
    mayErr: row?.includes(ENTRY_ERROR) === true,
    isOrdered: row !== undefined && hasFirstOnly(row),
  }));
  const nameOf = once((_shares: Slot['shares']) => names++);
  return claims.flatMap(({ requests, constraints }, claim) => {
    const slots = requests.flatMap((request) => request.slots);
    return slots.map(({ stages, all, adminAccess, shares, ignoresCounters = false }, ordinal): Want | undefined => {
      const rows = constraints.map((constraint) => lookAtRow(constraint.rows[ordinal]));
      const { mayErr, isShared } = lookAt(stages);
      if (all !== undefined || adminAccess || isShared || rows.some(({ isOrdered }) => isOrdered)) return undefined;
      const terms = [claim, nameOf(shares), ignoresCounters, ...rows.map(({ name }) => name)].join();
      return { stages, terms, mayErr: mayErr || rows.some((row) => row.mayErr) };
    });
  });
}

/** The same function, asked once for each thing. */
function once<T, R>(ask: (thing: T) => R): (thing: T) => R {
  const answers = new Map<T, R>();
  return (thing) => {
    let answer = answers.get(thing);
    if (answer === undefined) {
      answer = ask(thing);
      answers.set(thing, answer);
    }
    return answer;
  };
}

/** Whether slots could have any device that others could. A device on which they alone err would not be looked at in the same order. */
function canHaveAllOf(want: Want, other: Want): boolean {
  if (want.mayErr || want.terms !== other.terms) return false;
  const { stages } = want;
  for (let device = 0; device < stages.length; device++) {
    if (other.stages[device] === STAGE_MATCH && stages[device] !== STAGE_MATCH) return false;
  }
  return true;
}
