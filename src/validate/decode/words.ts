// Words for values of the wrong type.

import { describe } from '../../api/decoder.js';
import type { Json } from '../../base/json.js';
import type { Type } from '../schema/schema.js';

/** Values of a type, for people. */
const NAMES: Readonly<Record<Type['kind'], string>> = {
  string: 'a string',
  bool: 'true or false',
  int32: 'an integer of 32 bits',
  int64: 'an integer of 64 bits',
  Quantity: 'a quantity such as 10Gi or 500m',
  Time: 'a time such as 2026-01-31T12:00:00Z',
  IntOrString: 'an integer of 32 bits or a string',
  RawExtension: 'JSON',
  FieldsV1: 'JSON',
  list: 'a list',
  map: 'an object',
  struct: 'an object',
};

/** Says which type was expected, and what was found. */
export function expected(type: Type, found: Json): string {
  return `Invalid type: expected ${NAMES[type.kind]}, found ${describe(found)}`;
}
