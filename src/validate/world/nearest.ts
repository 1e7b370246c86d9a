// The known name that somebody may have meant, looked for within a bound over the whole call: inputs can have many names and many that are not known.

import { nearestName } from '../../core/base/nearest-name.js';
import type { WorkBounds } from './work-bounds.js';

/** Finds names until the bound is reached: from then on none is near. */
export class NearestNames {
  readonly #bounds: WorkBounds;

  constructor(bounds: WorkBounds) {
    this.#bounds = bounds;
  }

  /** The one of some names that is nearest to a name; undefined if none is near. */
  of(name: string, candidates: ReadonlySet<string> | readonly string[]): string | undefined {
    const compared = 'size' in candidates ? candidates.size : candidates.length;
    return this.#bounds.spend('names', compared) ? nearestName(name, [...candidates]) : undefined;
  }
}
