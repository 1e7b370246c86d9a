// Reads the counters that devices of a pool share.

import type { Quantity } from '../../core/quantity/quantity.js';
import type { Counters, WorldDevice } from './devices.js';
import type { WorldPool } from './pools.js';

/** Returns whether all slices of a pool are in the input. */
export function isComplete({ slices }: WorldPool): boolean {
  return slices.every(({ sliceCount }) => sliceCount === BigInt(slices.length));
}

type Declared = ReadonlyMap<string, ReadonlyMap<string, Quantity>>;

/** Returns the counters of a pool by set. If sets share a name, the first one is used. */
export function setsOf(
  { slices }: WorldPool,
  onDuplicate?: (slice: WorldPool['slices'][number], place: number, set: string) => void,
): Declared {
  const sets = new Map<string, ReadonlyMap<string, Quantity>>();
  for (const slice of slices) {
    for (const [place, { set, amounts }] of slice.counterSets.entries()) {
      if (sets.has(set)) onDuplicate?.(slice, place, set);
      else sets.set(set, amounts);
    }
  }
  return sets;
}

/** Visits each device with the counters that it consumes from each set. */
export function forEachCounter({ slices }: WorldPool, visit: (device: WorldDevice, place: number, consumed: Counters) => void): void {
  for (const { devices } of slices)
    for (const device of devices) for (const [place, consumed] of device.consumes.entries()) visit(device, place, consumed);
}
