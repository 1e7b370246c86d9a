// Lists the rules that are checked while objects are decoded.

import type { DecodingRule, TextRule } from '../rule.js';
import { duplicateField } from './decode/duplicate-field.js';
import { missingKind } from './decode/missing-kind.js';
import { notServed } from './decode/not-served.js';
import { offByDefault } from './decode/off-by-default.js';
import { quantityLimit } from './decode/quantity-limit.js';
import { unknownField } from './decode/unknown-field.js';
import { unknownKind } from './decode/unknown-kind.js';
import { wrongType } from './decode/wrong-type.js';

/** The rules on single objects, in the order of reports. */
export const DECODING_RULES: readonly DecodingRule[] = [
  missingKind,
  unknownKind,
  notServed,
  offByDefault,
  unknownField,
  wrongType,
  quantityLimit,
];

/** The rules on text. */
export const TEXT_RULES: readonly TextRule[] = [duplicateField];
