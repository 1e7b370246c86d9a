// The places of the values of a document, noted while it is read.

import { entryIn } from '../base/entry-in.js';
import type { Json, PathStep } from '../base/json.js';

/** The offset of the key or the item of each member of objects and arrays. */
export type Places = Map<object, Map<PathStep, number>>;

/** Notes where a member of an object or array is. */
export function notePlace(places: Places, container: object, step: PathStep, offset: number): void {
  entryIn(places, container, () => new Map<PathStep, number>()).set(step, offset);
}

/** The offset of what a path names: of the nearest parent for what does not exist. */
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
