// Counts the size of the input before it is decoded. In untrusted objects, one list may occur in a thousand places, and each
// occurrence is read.

import { NumberLiteral } from '../../../core/base/json.js';
import { Refused } from '../count.js';
import type { Work } from '../work.js';

/** The steps for a value in a list and in an object, and the characters per step. */
const ITEM_STEPS = 60;
const FIELD_STEPS = 100;
/** The steps for a field of an object with many fields, because listing these takes longer. */
const MANY_FIELDS = 1_000;
const MANY_FIELD_STEPS = 300;
const CHARACTERS_OF_STEP = 2;
/** No valid object has larger integers. */
const MOST_BITS = 4_096;

/** Counts the values of JSON objects. Pauses at each yield. Throws `Refused`, TooMuchWork, and the errors of the checkpoint. */
export function* countValues(objects: object, work: Work): Generator<undefined, void> {
  const open = [objects];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield;
    const values = itemsOf(next);
    const ofFields = values.length > MANY_FIELDS ? MANY_FIELD_STEPS : FIELD_STEPS;
    work.spend((Array.isArray(next) ? ITEM_STEPS : ofFields) * (1 + values.length));
    for (const value of values) {
      if (typeof value === 'string') work.spend(value.length / CHARACTERS_OF_STEP);
      else if (typeof value === 'object' && value !== null) open.push(value);
      else if (typeof value === 'bigint' && BigInt.asIntN(MOST_BITS, value) !== value)
        throw new Refused('an integer of the objects is too large');
    }
  }
}

/** Returns the values in a list or an object. Some objects define their JSON form by a method. */
function itemsOf(value: object): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof NumberLiteral) return [value.text];
  if (value instanceof Date) return [];
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === 'function' ? [toJSON.call(value)] : Object.values(value);
}
