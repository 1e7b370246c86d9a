// Computes the minimal counter consumption of requests for any choice of devices, to find counters with less left than that.

import type { Draw } from '../allocator/kernel/problem.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { ProblemPart } from './conflict.js';
import type { ShortRequest } from './short-requests.js';

/** Amounts by counter budget. */
type Amounts = ReadonlyMap<number, bigint>;

/**
 * Returns the minimal consumption of each counter by the requests of a part. Skips lists of alternatives, and requests with too many devices
 * to store.
 */
export function* leastDraws(
  { requests }: ProblemPart,
  slots: readonly ShortRequest[],
  draws: ReadonlyMap<number, Draw>,
  checkpoint: Checkpoint,
): Incremental<Amounts> {
  const sums = new Map<number, bigint>();
  for (const [request, fewer] of requests) {
    const [slot, ...others] = slots.filter(({ requestIndex }) => requestIndex === request);
    const isKnown = slot !== undefined && others.length === 0 && !slot.plan.adminAccess && slot.devices.length === slot.counted.left;
    if (!isKnown) continue;
    const leastDraws = yield* leastOf(slot.devices, fewer === undefined ? slot.needs : BigInt(fewer), draws, checkpoint);
    for (const [budget, amount] of leastDraws) sums.set(budget, (sums.get(budget) ?? 0n) + amount);
  }
  return sums;
}

/** Returns the minimal consumption of each counter by a number of these devices. */
function* leastOf(
  devices: readonly number[],
  needs: bigint,
  draws: ReadonlyMap<number, Draw>,
  checkpoint: Checkpoint,
): Incremental<Amounts> {
  const least = new Map<number, bigint>();
  for (const [index, device] of devices.entries()) {
    const charges = draws.get(device)?.charges ?? [];
    if (checkpoint.due(1 + charges.length)) yield;
    const amounts = new Map(charges.map(({ budget, amount }) => [budget, amount * needs]));
    if (index === 0) for (const [budget, amount] of amounts) least.set(budget, amount);
    for (const [budget, amount] of least) {
      const other = amounts.get(budget) ?? 0n;
      if (other < amount) least.set(budget, other);
    }
  }
  return least;
}
