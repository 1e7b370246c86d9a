// Converts decoded values to JSON as in objects of resource.k8s.io/v1. Decoded fields have the names of these objects.

import { jsonInteger } from '../../core/base/integers.js';
import { type Json, setField } from '../../core/base/json.js';
import { Quantity } from '../../core/quantity/quantity.js';

/** Returns the JSON of a decoded value, without undefined fields. `keepsEmpty`: false to leave out empty lists and maps, also within it. */
export function jsonOf(value: unknown, keepsEmpty = true): Json {
  if (typeof value === 'bigint') return jsonInteger(value);
  if (typeof value !== 'object' || value === null) return value as Json;
  if (value instanceof Quantity) return value.toString();
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, keepsEmpty));
  const fields: Json = {};
  for (const [name, field] of value instanceof Map ? (value as ReadonlyMap<string, unknown>) : Object.entries(value)) {
    if (field !== undefined && (keepsEmpty || !isEmpty(field))) setField(fields, name, jsonOf(field, keepsEmpty));
  }
  return fields;
}

/** Returns whether a decoded value is a list or map without entries. */
export function isEmpty(value: unknown): boolean {
  return (Array.isArray(value) && value.length === 0) || (value instanceof Map && value.size === 0);
}
