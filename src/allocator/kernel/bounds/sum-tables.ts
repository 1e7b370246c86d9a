// Lays out sums of budgets for the solver: their terms, and the amounts that devices consume for each slot.

import type { Incremental } from '../../../core/base/incremental.js';
import * as L from '../layout.js';
import type { ProblemPlan } from '../memory/memory.js';
import { type SumRow, sumsOf } from '../reasons/sums.js';
import type { BoundsPart, Take, Write } from './bounds-part.js';
import { isMonotone } from './monotone.js';

/** Plans the sums of a problem. There are none if amounts have several words, or some are negative. Locations come from `take`. */
export function* planSums({ problem, slots, resources }: ProblemPlan, take: Take): Incremental<BoundsPart> {
  const sums = isMonotone(problem) && resources.limbs === 1 ? yield* sumsOf(problem) : [];
  const at = take(sums.length * L.SUM_SIZE);
  const rows = new Map<SumRow, { readonly amounts: number; readonly order: number }>();
  const { deviceCount } = problem;
  const writers = sums.map(({ terms, amounts }, index): Write => {
    const termsAt = take(terms.length * L.TERM_SIZE);
    const amountsAt = take(slots.length * 4);
    const ordersAt = take(slots.length * 4);
    const bySlot = amounts.map((row) => {
      const rowPlaces = rows.get(row) ?? { amounts: take(deviceCount * 8), order: take(L.LIST_ITEMS + deviceCount * 4) };
      rows.set(row, rowPlaces);
      return rowPlaces;
    });
    const location = at + index * L.SUM_SIZE;
    return (u32, view) => {
      u32[(location + L.SUM_TERM_COUNT) / 4] = terms.length;
      u32[(location + L.SUM_TERMS) / 4] = termsAt;
      u32[(location + L.SUM_AMOUNTS) / 4] = amountsAt;
      u32[(location + L.SUM_ORDERS) / 4] = ordersAt;
      terms.forEach(({ budget, weight }, term) => {
        u32[(termsAt + term * L.TERM_SIZE + L.TERM_BUDGET) / 4] = budget;
        view.setBigInt64(termsAt + term * L.TERM_SIZE + L.TERM_WEIGHT, weight, true);
      });
      bySlot.forEach((row, slot) => {
        u32[amountsAt / 4 + slot] = row.amounts;
        u32[ordersAt / 4 + slot] = row.order;
      });
    };
  });
  return {
    fields: [
      [L.BOUNDS_SUM_COUNT, sums.length],
      [L.BOUNDS_SUMS, at],
    ],
    writers: [
      ...writers,
      (u32, view) => {
        for (const [row, locations] of rows) writeAmounts(u32, view, row, { ...locations, deviceCount });
      },
    ],
  };
}

/** Writes the amounts of a row, and all devices in ascending order of amount. */
function writeAmounts(
  u32: Uint32Array,
  view: DataView,
  row: SumRow,
  at: { readonly amounts: number; readonly order: number; readonly deviceCount: number },
): void {
  for (const [device, amount] of row) view.setBigInt64(at.amounts + device * 8, amount, true);
  u32[(at.order + L.LIST_COUNT) / 4] = at.deviceCount;
  let next = (at.order + L.LIST_ITEMS) / 4;
  for (let device = 0; device < at.deviceCount; device++) if (!row.has(device)) u32[next++] = device;
  const takers = [...row].sort(([left, a], [right, b]) => (a < b ? -1 : a > b ? 1 : left - right));
  for (const [device] of takers) u32[next++] = device;
}
