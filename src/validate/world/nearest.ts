// The known name that somebody may have meant, looked for within a bound over the whole call: inputs can have many names and many that are not known.

import { nearestName } from '../../base/nearest-name.js';

/** Names that are compared in a call; comparing two long ones takes some ten microseconds. */
const MOST_COMPARED = 20_000;

/** Finds names until the bound is reached: from then on none is near. */
export class NearestNames {
  #left = MOST_COMPARED;

  /** The one of some names that is nearest to a name; undefined if none is near. */
  of(name: string, candidates: ReadonlySet<string> | readonly string[]): string | undefined {
    this.#left -= 'size' in candidates ? candidates.size : candidates.length;
    return this.#left < 0 ? undefined : nearestName(name, [...candidates]);
  }
}
