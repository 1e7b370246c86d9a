// Reads the values of devices for the column of a constraint. Too many or too long values are left to searches of single nodes.

import { attributeOf } from '../../../../core/api/constraint-semantics.js';
import type { DeviceConstraint } from '../../../../core/api/resource-claim.js';
import { lookupAttribute } from '../../../../core/api/resource-slice.js';
import { UNLIMITED } from '../../../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../../core/base/incremental.js';
import { lengthPrefixed } from '../../../../core/base/key-text.js';
import type { Features } from '../../../../core/features/features.js';
import { ValueReader, valuesOfAttribute } from '../../../encode/attribute-values.js';
import { readingOf } from '../../../encode/constraint-kind.js';
import { publishedCountOf } from '../../../encode/values.js';
import { MOST_VALUES, type ValuesOf } from './columns.js';

/**
 * The most characters of a value that the resident cluster compares. Longer texts would be hashed only by their length
 * (core/base/text-interner.ts).
 */
const LONGEST_VALUE = 4096;

/** Numbers lists that count as one value by their text, so that columns store one number for a list, as for any value. */
const AS_TEXT = {
  *numbering(items: readonly string[]): Incremental<string> {
    return items.map((item) => lengthPrefixed(item)).join('');
  },
};

/** Returns a reader of the values that devices have for a constraint. Constraints with the same table of values have equal readers. */
export function valuesOfConstraint(constraint: DeviceConstraint, features: Features): ValuesOf {
  const attribute = attributeOf(constraint);
  const reader = new ValueReader(readingOf(constraint), features, UNLIMITED, AS_TEXT);
  return (published) => {
    const found = lookupAttribute(published.device, published.slice.spec.driver, attribute);
    if (found === undefined) return undefined;
    if (publishedCountOf(published, attribute, features) > MOST_VALUES) return 'many';
    const items = valuesOfAttribute(found, features);
    if (items === undefined || items.some(isTooLong)) return items === undefined ? undefined : 'many';
    const values = inOneGo(reader.reading(found));
    return values?.some(isTooLong) ? 'many' : values;
  };
}

function isTooLong({ length }: string): boolean {
  return length > LONGEST_VALUE;
}
