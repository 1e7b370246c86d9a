// Finds existing names similar to an unknown one, within a work limit for the whole call: inputs can have many names and many unknown ones.

import { nearestNames } from '../../core/base/nearest-name.js';
import { some } from '../../core/base/words.js';
import type { WorkBounds } from './work-bounds.js';

/** Finds names until the work limit is reached. After that, it finds no names. */
export class NearestNames {
  readonly #bounds: WorkBounds;

  constructor(bounds: WorkBounds) {
    this.#bounds = bounds;
  }

  /** Returns the nearest names: several if they are equally near, empty if no name is near. */
  of(name: string, candidates: ReadonlySet<string> | readonly string[]): readonly string[] {
    const compared = 'size' in candidates ? candidates.size : candidates.length;
    return this.#bounds.spend('names', compared) ? nearestNames(name, [...candidates]) : [];
  }
}

/** Further names are only counted. */
const MOST_MEANT = 3;

/** Returns a question for a message that offers some names. */
export function didYouMean(names: readonly string[]): string {
  return `did you mean ${some(names, MOST_MEANT, ' or ')}?`;
}

/** Returns the name if there is exactly one, as a suggestion; otherwise undefined. */
export function onlyOne(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}
