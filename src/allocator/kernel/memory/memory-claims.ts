// Lays out claims and their requests, and the slots of each whole alternative.

import * as L from '../layout.js';
import type { Problem, Slot } from '../problem.js';
import type { Region } from './region.js';

/** Plans the list of each request of a claim with alternatives. Returns its location by the first slot of the request. */
export function planAlternatives(claims: Problem['claims'], region: Region): ReadonlyMap<number, number> {
  let lists: Map<number, number> | undefined;
  let slot = 0;
  for (const { requests, alternatives } of claims) {
    for (const { slots } of requests) {
      if (alternatives !== undefined) {
        lists ??= new Map();
        lists.set(slot, region.take(L.LIST_ITEMS + (alternatives + 1) * 4));
      }
      slot += slots.length;
    }
  }
  return lists ?? NO_ALTERNATIVES;
}

const NO_ALTERNATIVES: ReadonlyMap<number, number> = new Map();

/** The claims to write, with their locations. */
interface ClaimsPlan {
  readonly problem: Problem;
  readonly locations: { readonly claims: number; readonly requests: number };
  readonly alternatives: ReturnType<typeof planAlternatives>;
}

export function writeClaims(u32: Uint32Array, base: number, { problem, locations, alternatives }: ClaimsPlan): void {
  let claimAt = (base + locations.claims) >>> 2;
  let requestAt = (base + locations.requests) >>> 2;
  let claimIndex = 0;
  let request = 0;
  let slot = 0;
  let constraint = 0;
  for (const { requests, constraints, alternatives: claimAlternatives } of problem.claims) {
    u32[claimAt + L.CLAIM_FIRST_REQUEST / 4] = request;
    u32[claimAt + L.CLAIM_REQUEST_COUNT / 4] = requests.length;
    u32[claimAt + L.CLAIM_FIRST_CONSTRAINT / 4] = constraint;
    u32[claimAt + L.CLAIM_CONSTRAINT_COUNT / 4] = constraints.length;
    for (const { slots, prioritized } of requests) {
      if (claimAlternatives !== undefined) writeAlternatives(u32, base, requestAt, alternatives.get(slot) as number, slots, slot);
      u32[requestAt + L.REQUEST_FIRST_SLOT / 4] = slot;
      u32[requestAt + L.REQUEST_SLOT_COUNT / 4] = slots.length;
      u32[requestAt + L.REQUEST_PRIORITIZED / 4] = prioritized ? 1 : 0;
      u32[requestAt + L.REQUEST_CLAIM / 4] = claimIndex;
      requestAt += L.REQUEST_SIZE / 4;
      slot += slots.length;
    }
    request += requests.length;
    constraint += constraints.length;
    claimAt += L.CLAIM_SIZE / 4;
    claimIndex++;
  }
}

/** Writes the first slot of a request in each alternative, then the end of its slots. Stores the location of this list in the request. */
function writeAlternatives(
  u32: Uint32Array,
  base: number,
  requestAt: number,
  location: number,
  slots: readonly Slot[],
  firstSlot: number,
): void {
  u32[requestAt + L.REQUEST_ALTERNATIVES_LOCATION / 4] = location;
  const at = (base + location) >>> 2;
  let next = at + L.LIST_ITEMS / 4;
  for (const [index, { alternative }] of slots.entries())
    if (alternative !== slots[index - 1]?.alternative) u32[next++] = firstSlot + index;
  u32[next++] = firstSlot + slots.length;
  u32[at + L.LIST_COUNT / 4] = next - at - L.LIST_ITEMS / 4;
}
