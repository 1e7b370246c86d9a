// Computes the minimal counter consumption of requests for any choice of devices, to find counters that it exceeds.

import type { Draw } from '../allocator/kernel/problem.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { ProblemPart } from './conflict.js';
import type { Wanting } from './short-requests.js';

/** Amounts by counter budget. */
type Amounts = ReadonlyMap<number, bigint>;

/**
 * Returns the minimal consumption of each counter by the requests of a part. Skips lists of alternatives, and requests with too many devices
 * to store.
 */
export function* leastDraws(
  { requests }: ProblemPart,
  slots: readonly Wanting[],
  draws: ReadonlyMap<number, Draw>,
  checkpoint: Checkpoint,
): Incremental<Amounts> {
  const sums = new Map<number, bigint>();
  for (const [request, fewer] of requests) {
    const [slot, ...others] = slots.filter(({ requestIndex }) => requestIndex === request);
    const isKnown = slot !== undefined && others.length === 0 && !slot.plan.adminAccess && slot.devices.length === slot.counted.left;
    if (!isKnown) continue;
    const own = yield* leastOf(slot.devices, fewer === undefined ? slot.needs : BigInt(fewer), draws, checkpoint);
    for (const [budget, amount] of own) sums.set(budget, (sums.get(budget) ?? 0n) + amount);
  }
  return sums;
}

/** Returns the minimal consumption of each counter by a number of these devices. */
function* leastOf(
  devices: readonly number[],
  wanted: bigint,
  draws: ReadonlyMap<number, Draw>,
  checkpoint: Checkpoint,
): Incremental<Amounts> {
  const least = new Map<number, bigint>();
  for (const [index, device] of devices.entries()) {
    const charges = draws.get(device)?.charges ?? [];
    if (checkpoint.due(1 + charges.length)) yield;
    const own = new Map(charges.map(({ budget, amount }) => [budget, amount * wanted]));
    if (index === 0) for (const [budget, amount] of own) least.set(budget, amount);
    for (const [budget, amount] of least) {
      const other = own.get(budget) ?? 0n;
      if (other < amount) least.set(budget, other);
    }
  }
  return least;
}
