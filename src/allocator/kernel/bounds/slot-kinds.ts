// Finds slots that can exchange devices. If a slot failed with a device, a later slot of the same or a narrower domain fails with it too
// (assembly/device-symmetry.ts).

import { entryIn } from '../../../core/base/entry-in.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { BOUNDED_MOST_KINDS, STAGE_MATCH } from '../layout.js';
import { hasFirstOnly, type Problem, type Slot } from '../problem.js';
import { claimsBeforeEnd, type LimitRole } from './claim-limits.js';
import { isMonotone } from './monotone.js';

/** Slots with the same demand, by number. */
export interface SlotKind {
  readonly slots: readonly number[];
  /** The kinds whose devices these slots could all have, including this kind. */
  readonly narrower: readonly number[];
}

/** The properties of a slot that decide whether it can exchange devices. */
interface SlotDemand {
  readonly stages: Uint8Array;
  /** Identifies properties that must be equal: the claim, the charged capacities, and the constraints. */
  readonly terms: string;
}

/**
 * Returns the kinds of slots that can exchange devices. A slot has no kind if the order of selections matters. This is so if a selection increases a budget,
 * branches end at a claim's limit, a list must be the first of a constraint, or devices are shareable.
 */
export function* slotKindsOf(problem: Problem, limits: readonly LimitRole[]): Incremental<SlotKind[]> {
  if (!isMonotone(problem)) return [];
  const kinds: { readonly demand: SlotDemand; readonly slots: number[] }[] = [];
  for (const [slot, demand] of (yield* slotDemandsOf(problem, claimsBeforeEnd(limits))).entries()) {
    if (demand === undefined) continue;
    const existingKind = kinds.find((kind) => kind.demand.stages === demand.stages && kind.demand.terms === demand.terms);
    if (existingKind !== undefined) existingKind.slots.push(slot);
    else if (kinds.length < BOUNDED_MOST_KINDS) kinds.push({ demand, slots: [slot] });
  }
  const found: SlotKind[] = [];
  for (const [index, { demand, slots }] of kinds.entries()) {
    yield;
    found.push({
      slots,
      narrower: kinds.flatMap((other, number) => (number === index || canHaveAllOf(demand, other.demand) ? [number] : [])),
    });
  }
  return found;
}

/** Returns the demand of each slot, or undefined if it can exchange nothing. */
function* slotDemandsOf({ claims, resources }: Problem, firstClaim: number): Incremental<(SlotDemand | undefined)[]> {
  const shareable = [...(resources?.shareable ?? [])];
  const areShared = new Map<Uint8Array, boolean>();
  const rows = new Map<Uint32Array | undefined, RowView>();
  const names = new Map<Slot['shares'], number>();
  const demands: (SlotDemand | undefined)[] = [];
  for (const [claim, { requests, constraints }] of claims.entries()) {
    for (const [ordinal, slot] of requests.flatMap((request) => request.slots).entries()) {
      if (!areShared.has(slot.stages)) yield;
      const isShared = entryIn(areShared, slot.stages, (stages) => shareable.some((device) => stages[device] === STAGE_MATCH));
      const constraintRows = constraints.map((constraint) =>
        entryIn(rows, constraint.rows[ordinal], (row) => ({ name: rows.size, isOrdered: row !== undefined && hasFirstOnly(row) })),
      );
      const isFree =
        claim >= firstClaim &&
        slot.all === undefined &&
        slot.count > 0 &&
        !slot.adminAccess &&
        !isShared &&
        !constraintRows.some(({ isOrdered }) => isOrdered);
      const name = entryIn(names, slot.shares, () => names.size);
      const terms = [claim, name, ...constraintRows.map((row) => row.name)].join();
      demands.push(isFree ? { stages: slot.stages, terms } : undefined);
    }
  }
  return demands;
}

interface RowView {
  readonly name: number;
  readonly isOrdered: boolean;
}

/** Returns whether a slot with `demand` could have any device of a slot with `other`. */
function canHaveAllOf(demand: SlotDemand, other: SlotDemand): boolean {
  if (demand.terms !== other.terms) return false;
  const { stages } = demand;
  for (let device = 0; device < stages.length; device++) {
    if (other.stages[device] === STAGE_MATCH && stages[device] !== STAGE_MATCH) return false;
  }
  return true;
}
