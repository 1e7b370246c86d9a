// Describes the demands of constraints in words, for each way to compare values.

import { kindOf } from '../allocator/encode/constraint-kind.js';
import { attributeOf, fieldOf, isShipped, semanticsOf } from '../core/api/constraint-semantics.js';
import type { DeviceConstraint } from '../core/api/resource-claim.js';
import { shownName } from '../core/base/words.js';

/** The demand of a constraint, in words that follow devices (`wanted`) or requests (`must`). */
interface Demand {
  readonly wanted: string;
  readonly must: string;
}

/** Returns the demand of a constraint in words: `on one model`, `must be on one model`. */
export function demandOf(constraint: DeviceConstraint): Demand {
  const attribute = shownName(attributeOf(constraint));
  const isMatch = kindOf(constraint) === 'match';
  if (isShipped(constraint)) {
    return isMatch
      ? { wanted: `on the same ${attribute}`, must: `must be on the same ${attribute}` }
      : { wanted: `each on a different ${attribute}`, must: `must each be on a different ${attribute}` };
  }
  const { mode, minSize } = semanticsOf(constraint);
  switch (mode) {
    case 'Identical':
      return { wanted: `with the same ${attribute}`, must: `must have the same ${attribute}` };
    case 'NonEmptyIntersection': {
      const common = `${minSize === 1 ? 'a value' : `at least ${minSize} values`} of ${attribute} in common`;
      return { wanted: `with ${common}`, must: `must have ${common}` };
    }
    case 'AllDistinct':
      return { wanted: `each with a different ${attribute}`, must: `must each have a different ${attribute}` };
    case 'PairwiseDisjoint':
      return {
        wanted: `of which no two have a value of ${attribute} in common`,
        must: `must not have a value of ${attribute} in common with one another`,
      };
    case 'EmptyIntersection':
      return { wanted: `with no common value of ${attribute}`, must: `must have no common value of ${attribute}` };
  }
}

/** Returns the reason why a constraint always rejects a device, whether or not the device has the attribute. */
export function refusalInWords(constraint: DeviceConstraint, hasAttribute: boolean): string {
  const attribute = shownName(attributeOf(constraint));
  if (!hasAttribute) return `have no attribute ${attribute}, which ${fieldOf(constraint)} needs`;
  const { mode, minSize, coerceScalarToList } = semanticsOf(constraint);
  const lists = coerceScalarToList ? '' : 'in a list ';
  return `have ${minSize === 1 ? 'no values' : `fewer than ${minSize} values`} of ${attribute} ${lists}for ${mode}`;
}

/** Returns how a device breaks a constraint together with earlier selections, such as `name`. Returns undefined if it breaks none. */
export function clashInWords(
  constraint: DeviceConstraint,
  deviceValues: ReadonlySet<string>,
  others: readonly (readonly string[])[],
  name: () => string,
): string | undefined {
  const attribute = shownName(attributeOf(constraint));
  const { minSize } = semanticsOf(constraint);
  switch (kindOf(constraint)) {
    case 'match': {
      const common = [...deviceValues].filter((value) => others.every((values) => values.includes(value)));
      if (common.length >= minSize) return undefined;
      return minSize === 1
        ? `on a different ${attribute} than ${name()}`
        : `with fewer than ${minSize} values of ${attribute} in common with ${name()}`;
    }
    case 'distinct': {
      const isShared = others.some((values) => values.some((value) => deviceValues.has(value)));
      return isShared ? `on the same ${attribute} as a device that is already allocated` : undefined;
    }
    // A later device can still satisfy the constraint.
    case 'emptyIntersection':
      return undefined;
  }
}
