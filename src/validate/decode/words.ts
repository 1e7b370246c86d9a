// Describes values of the wrong type in messages.

import { describe } from '../../core/base/describe.js';
import { type Json, NumberLiteral } from '../../core/base/json.js';
import type { Type } from '../schema/schema.js';

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

/** Returns a message with the expected type and the value found. */
export function expected(type: Type, found: Json): string {
  return `Invalid type: expected ${NAMES[type.kind]}, found ${describe(found)}`;
}

/** Returns advice on a scalar in place of a list, or in place of an object with a field for it. */
export function adviceOn(type: Type, found: Json): string | undefined {
  if (type.kind === 'list') return 'write a list, with a hyphen before each item';
  if (type.kind !== 'struct' || (typeof found === 'object' && !(found instanceof NumberLiteral))) return undefined;
  const text = found instanceof NumberLiteral ? found.text : String(found);
  if (text === '' || text.length > MAX_SHOWN) return undefined;
  const field = FIELDS.get(typeof found)?.find((name) => type.fields.has(name));
  return field === undefined ? undefined : `write {${field}: ${text}}`;
}

/** The fields that hold values of a JavaScript type, the most likely first. */
const FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['string', 'value', 'name', 'expression']],
  ['number', ['int', 'value']],
  ['bigint', ['int', 'value']],
  ['object', ['int', 'value']],
  ['boolean', ['bool']],
]);

/** Advice does not repeat longer texts. */
const MAX_SHOWN = 60;
