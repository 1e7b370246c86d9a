// The positions of the values of a document, recorded while it is read.

import { entryIn } from '../base/entry-in.js';
import type { Json, PathStep } from '../base/json.js';

/** The offset of the key or the item of each member of objects and arrays. */
export type Places = Map<object, Map<PathStep, number>>;

/** Records the offset of a member of an object or array. */
export function notePlace(places: Places, container: object, step: PathStep, offset: number): void {
  entryIn(places, container, () => new Map<PathStep, number>()).set(step, offset);
}

/** Returns the offset of a path; for a missing path, the offset of its nearest parent. */
export function placeOf(root: Json, rootOffset: number, path: readonly PathStep[], places: Places): number {
  let value: Json | undefined = root;
  let offset = rootOffset;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) break;
    const found = places.get(value)?.get(step);
    if (found === undefined) break;
    offset = found;
    value = (value as { readonly [step: PathStep]: Json })[step];
  }
  return offset;
}
