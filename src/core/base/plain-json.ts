// Converts our objects to JSON, which has neither maps nor large integers.

/**
 * Returns a copy of a value for JSON.stringify. Integers become numbers if exact, else texts; maps become objects; other lists
 * become arrays. Functions are left out. As in JSON.stringify, `toJSON` of inner objects is called.
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
 * Returns the value itself, prepared for JSON.stringify, which throws on bigint. Objects and lists with a bigint receive a hidden `toJSON`.
 * Requires: JSON that we made.
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

/** Adds a hidden `toJSON` to an object or list that holds a bigint. */
export function withOwnJson<T>(value: T): T {
  return Object.defineProperty(value, 'toJSON', { value: shallowJson, configurable: true, writable: true });
}

/** Returns a copy without bigint. Inner objects have their own `toJSON`. */
function shallowJson(this: object): unknown {
  if (Array.isArray(this)) return this.map((item) => (typeof item === 'bigint' ? toPlainJson(item) : item));
  return Object.fromEntries(Object.entries(this).map(([name, item]) => [name, typeof item === 'bigint' ? toPlainJson(item) : item]));
}
