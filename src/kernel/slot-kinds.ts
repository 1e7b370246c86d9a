// Slots that can exchange devices: where one failed with a device, a later one that could have whatever the first one takes instead fails with that device
// as well (assembly/equals.ts).

import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING, STAGE_ERROR, STAGE_MATCH } from './layout.js';
import { isMonotone, mayExceed } from './monotone.js';
import type { Problem, Slot } from './problem.js';

/** Slots that want the same, by number. */
export interface SlotKind {
  readonly slots: readonly number[];
  /** The kinds of which these slots could have any device, by number; itself among them. */
  readonly narrower: readonly number[];
}

/** What decides whether slots can exchange devices. */
interface Want {
  readonly stages: Uint8Array;
  /** What must be the same in both: the claim, what picks take of capacities, the constraints. */
  readonly terms: readonly unknown[];
  /** Whether a search for it could end with an error. */
  readonly mayErr: boolean;
}

/** More kinds are not told apart. */
const MOST_KINDS = 32;

/**
 * The kinds of slots that can exchange devices. None where it matters in which order devices are picked: where picks give something back, a claim
 * could exceed its limit, a list may only be the first of a constraint, or several picks may share a device.
 */
export function slotKindsOf(problem: Problem): SlotKind[] {
  if (!isMonotone(problem) || mayExceed(problem)) return [];
  const kinds: { readonly want: Want; readonly slots: number[] }[] = [];
  wantsOf(problem).forEach((want, slot) => {
    if (want === undefined) return;
    const known = kinds.find((kind) => kind.want.stages === want.stages && haveSameTerms(kind.want, want));
    if (known !== undefined) known.slots.push(slot);
    else if (kinds.length < MOST_KINDS) kinds.push({ want, slots: [slot] });
  });
  return kinds.map(({ want, slots }, index) => ({
    slots,
    narrower: kinds.flatMap((other, number) => (number === index || canHaveAllOf(want, other.want) ? [number] : [])),
  }));
}

/** What each slot wants; undefined where it can exchange nothing. */
function wantsOf({ claims, resources }: Problem): (Want | undefined)[] {
  const shareable = [...(resources?.shareable ?? [])];
  const tables = new Map<Uint8Array, { readonly mayErr: boolean; readonly isShared: boolean }>();
  const lookAt = (stages: Uint8Array): { readonly mayErr: boolean; readonly isShared: boolean } => {
    const known = tables.get(stages) ?? {
      mayErr: stages.some((stage) => stage >= STAGE_ERROR),
      isShared: shareable.some((device) => stages[device] === STAGE_MATCH),
    };
    tables.set(stages, known);
    return known;
  };
  const rowsWith = (has: (entry: number) => boolean): ReadonlySet<unknown> => {
    const rows = new Set(claims.flatMap(({ constraints }) => constraints.flatMap((constraint) => constraint.rows)));
    return new Set([...rows].filter((row) => row?.some(has)));
  };
  const erring = rowsWith((entry) => entry === ENTRY_ERROR);
  const ordered = rowsWith((entry) => entry !== ENTRY_MISSING && entry !== ENTRY_ERROR && (entry & ENTRY_FIRST_ONLY) !== 0);
  return claims.flatMap((claim) => {
    const slots = claim.requests.flatMap((request) => request.slots);
    return slots.map(({ stages, all, adminAccess, shares, ignoresCounters = false }: Slot, ordinal): Want | undefined => {
      const rows = claim.constraints.map((constraint) => constraint.rows[ordinal]);
      const { mayErr, isShared } = lookAt(stages);
      if (all !== undefined || adminAccess || isShared || rows.some((row) => ordered.has(row))) return undefined;
      return { stages, terms: [claim, shares, ignoresCounters, ...rows], mayErr: mayErr || rows.some((row) => erring.has(row)) };
    });
  });
}

function haveSameTerms({ terms: left }: Want, { terms: right }: Want): boolean {
  return left.length === right.length && left.every((term, index) => term === right[index]);
}

/** Whether slots could have any device that others could. A device on which they alone err would not be looked at in the same order. */
function canHaveAllOf(want: Want, other: Want): boolean {
  if (want.mayErr || !haveSameTerms(want, other)) return false;
  return other.stages.every((stage, device) => stage !== STAGE_MATCH || want.stages[device] === STAGE_MATCH);
}
