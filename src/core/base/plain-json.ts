// Our objects in JSON, which has neither maps nor integers of any size.

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

/**
 * The value itself, JSON of our making, ready for JSON.stringify, which throws on bigint: the objects and lists that hold one get a `toJSON` that nobody
 * sees otherwise.
 */
export function withJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  let holdsBigint = false;
  for (const item of Object.values(value)) {
    if (typeof item === 'bigint') holdsBigint = true;
    else withJson(item);
  }
  return holdsBigint ? withOwnJson(value) : value;
}

/** An object or a list that holds a bigint, with a `toJSON`. */
export function withOwnJson<T>(value: T): T {
  return Object.defineProperty(value, 'toJSON', { value: shallowJson, configurable: true, writable: true });
}

/** A copy without integers of any size. What it holds has its own way into JSON. */
function shallowJson(this: object): unknown {
  if (Array.isArray(this)) return this.map((item) => (typeof item === 'bigint' ? toPlainJson(item) : item));
  return Object.fromEntries(Object.entries(this).map(([name, item]) => [name, typeof item === 'bigint' ? toPlainJson(item) : item]));
}
