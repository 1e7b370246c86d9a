// The least that requests take of counters together, whatever devices they get: what it exceeds cannot bear them.

import type { Draw } from '../allocator/kernel/problem.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { ProblemPart } from './conflict.js';
import type { Wanting } from './short-requests.js';

/** Amounts by the budgets of counters. */
type Amounts = ReadonlyMap<number, bigint>;

/** The least that the requests of a part take of each counter; of lists of alternatives, and of requests with too many devices to be kept, nothing is known. */
export function leastDraws(
  { requests }: ProblemPart,
  slots: readonly Wanting[],
  draws: ReadonlyMap<number, Draw>,
  checkpoint: Checkpoint,
): Amounts {
  const amounts = checkpoint.map([...requests], ([request, fewer]): Amounts => {
    const [slot, ...others] = slots.filter(({ requestIndex }) => requestIndex === request);
    const isKnown = slot !== undefined && others.length === 0 && !slot.plan.adminAccess && slot.devices.length === slot.counted.left;
    return isKnown ? leastOf(slot.devices, fewer === undefined ? slot.needs : BigInt(fewer), draws, checkpoint) : NOTHING;
  });
  const sums = new Map<number, bigint>();
  for (const own of amounts) for (const [budget, amount] of own) sums.set(budget, (sums.get(budget) ?? 0n) + amount);
  return sums;
}

const NOTHING: Amounts = new Map();

/** The least that some of these devices take of each counter. */
function leastOf(devices: readonly number[], wanted: bigint, draws: ReadonlyMap<number, Draw>, checkpoint: Checkpoint): Amounts {
  const least = checkpoint.keep(() => new Map<number, bigint>());
  checkpoint.forEach(devices, (device, index) => {
    const charges = draws.get(device)?.charges ?? [];
    checkpoint.step(charges.length);
    const own = new Map(charges.map(({ budget, amount }) => [budget, amount * wanted]));
    if (index === 0) for (const [budget, amount] of own) least.set(budget, amount);
    for (const [budget, amount] of least) {
      const other = own.get(budget) ?? 0n;
      if (other < amount) least.set(budget, other);
    }
  });
  return least;
}
