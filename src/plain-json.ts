// What objects of ours are in JSON, which has neither maps nor integers of any size.

/**
 * A copy for JSON.stringify: integers as numbers where these are exact and as texts elsewhere, maps as objects, other lists than arrays as arrays;
 * without functions. `toJSON` of what it holds counts, as there.
 */
export function toPlainJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return value.toJSON();
  if (Array.isArray(value)) return value.map(toPlainJson);
  if (value instanceof Map) return fromEntries(value);
  if (value instanceof Set || ArrayBuffer.isView(value)) return Array.from(value as Iterable<unknown>, toPlainJson);
  return fromEntries(Object.entries(value).filter(([, field]) => typeof field !== 'function'));
}

function fromEntries(entries: Iterable<readonly [unknown, unknown]>): object {
  return Object.fromEntries(Array.from(entries, ([name, field]) => [String(name), toPlainJson(field)]));
}
