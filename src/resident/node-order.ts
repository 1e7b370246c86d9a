// Nodes in order, and where one of them is.

import { compareBytes } from '../byte-order.js';

/** Nodes in the order of their names. Never changes. */
export interface NodeOrder {
  readonly names: readonly string[];
  readonly ordinals: readonly number[];
}

/** Where a name is, or would be, among names in order. */
export function placeOf(names: readonly string[], name: string): number {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(names[middle] as string, name) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
