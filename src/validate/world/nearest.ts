// The known name that somebody may have meant, looked for within a bound over the whole call: inputs can have many names and many that are unknown.

import { nearestNames } from '../../core/base/nearest-name.js';
import { some } from '../../core/base/words.js';
import type { WorkBounds } from './work-bounds.js';

/** Finds names until the bound is reached: from then on none is near. */
export class NearestNames {
  readonly #bounds: WorkBounds;

  constructor(bounds: WorkBounds) {
    this.#bounds = bounds;
  }

  /** Returns the names that are nearest to a name: several if they are equally near, none if none is near. */
  of(name: string, candidates: ReadonlySet<string> | readonly string[]): readonly string[] {
    const compared = 'size' in candidates ? candidates.size : candidates.length;
    return this.#bounds.spend('names', compared) ? nearestNames(name, [...candidates]) : [];
  }
}

/** More names are only counted. */
const MOST_MEANT = 3;

/** Asks in a message which of some names is meant. */
export function didYouMean(names: readonly string[]): string {
  return `did you mean ${some(names, MOST_MEANT, ' or ')}?`;
}

/** Returns the only one of some names, for a suggestion; undefined if there are several. */
export function onlyOne(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}
