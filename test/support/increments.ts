// Runs computations that pause as often as possible, and counts their pauses and the work that they report.

import { Checkpoint } from '../../src/core/base/checkpoint.js';
import type { Incremental } from '../../src/core/base/incremental.js';

/** Counts the units that are reported to it. */
export class Counting extends Checkpoint {
  units = 0;

  override step(units = 1): void {
    this.units += units;
    super.step(units);
  }
}

/** Runs a computation whose slices end at each unit of work. `most`: the largest growth of `size` between two pauses. */
export function inIncrements<T>(
  begin: (checkpoint: Checkpoint) => Incremental<T>,
  size: () => number = () => 0,
): { readonly result: T; readonly pauses: number; readonly most: number } {
  const checkpoint = new Checkpoint();
  checkpoint.beginSlice(0);
  const computation = begin(checkpoint);
  let most = 0;
  for (let pauses = 0; ; pauses++) {
    const before = size();
    const { done, value } = computation.next();
    most = Math.max(most, size() - before);
    if (done === true) return { result: value, pauses, most };
  }
}
