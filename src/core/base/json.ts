// Plain JSON values from outside: from our reader and from callers of the library.

/**
 * A number that neither `number` nor `bigint` can represent exactly. `text` is its notation in the source. Only our reader makes it.
 * @example
 * ```ts
 * import { NumberLiteral, readText } from 'dra-allocator/read';
 *
 * const [document] = readText('{"small": 1.5, "exact": 12345678901234567890, "long": 0.12345678901234567890123}', 'numbers.json').documents;
 * const { small, exact, long } = document?.value as Record<string, unknown>;
 * console.log(small, exact, long instanceof NumberLiteral ? long.text : long); // 1.5 12345678901234567890n 0.12345678901234567890123
 * ```
 */
export class NumberLiteral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON value. Integers beyond 2^53 are bigint, other numbers that a double cannot hold are {@link NumberLiteral}. */
export type Json = null | boolean | number | bigint | string | NumberLiteral | readonly Json[] | JsonObject;

/** A JSON object. Its prototype must not be trusted: keys such as `__proto__` are data. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The most items of a list in an object, and the most objects of one input. An engine ends its process at lists of about 100 million. */
export const MOST_ITEMS = 1_000_000;
export const MOST_OBJECTS = 20_000_000;

/** Returns the problem of a list with too many items; undefined for shorter lists. */
export function lengthProblem({ length }: readonly unknown[], most: number): string | undefined {
  return length > most ? `expected a list of at most ${most} items, found one of ${length}` : undefined;
}

/** The deepest nesting of lists of objects. No real input is nested deeper. */
export const MOST_LISTS_IN_LISTS = 10;

/** Returns whether a value is a list or an object. */
export function isContainer(value: Json | undefined): value is readonly Json[] | JsonObject {
  return typeof value === 'object' && value !== null && !(value instanceof NumberLiteral);
}

/** Sets a field of an object under construction. `__proto__` is an ordinary name. */
export function setField(target: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else (target as Record<string, Json>)[key] = value;
}

/** One step of a path into a JSON value: a key or an index. */
export type PathStep = string | number;

/** Returns a path as a JSON pointer (RFC 6901). */
export function formatPointer(path: readonly PathStep[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns a path in the notation of Kubernetes: `spec.devices.requests[0].name`, with `[a/b]` for keys that are not identifiers. */
export function formatPath(path: readonly PathStep[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${step}]`;
  }
  return text;
}
