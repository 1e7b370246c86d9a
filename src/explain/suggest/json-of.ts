// Converts decoded values to JSON as in objects of resource.k8s.io/v1, whose names decoded fields have.

import { jsonInteger } from '../../core/base/integers.js';
import { type Json, setField } from '../../core/base/json.js';
import { Quantity } from '../../core/quantity/quantity.js';

/** Returns the JSON of a decoded value, without undefined fields. */
export function jsonOf(value: unknown): Json {
  if (typeof value === 'bigint') return jsonInteger(value);
  if (typeof value !== 'object' || value === null) return value as Json;
  if (value instanceof Quantity) return value.toString();
  if (Array.isArray(value)) return value.map(jsonOf);
  const fields: Json = {};
  for (const [name, field] of value instanceof Map ? (value as ReadonlyMap<string, unknown>) : Object.entries(value)) {
    if (field !== undefined) setField(fields, name, jsonOf(field));
  }
  return fields;
}
