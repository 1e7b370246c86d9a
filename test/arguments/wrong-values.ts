// Values that are wrong for almost every argument, and functions that put them into the arguments of a call.

import type { ArgumentStep } from '../../scripts/public-calls.mjs';

/** The error that hostile objects throw. A call may pass it on unchanged. */
export const THROWN = new Error('thrown by the test');

function raise(): never {
  throw THROWN;
}

class Other {
  readonly field = 1;
}

/** Makes new wrong values, by name. */
export const WRONG_VALUES: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  '0': () => 0,
  NaN: () => Number.NaN,
  '-1': () => -1,
  'a bigint': () => 1n,
  'an empty string': () => '',
  x: () => 'x',
  'a symbol': () => Symbol('wrong'),
  'a function': () => () => undefined,
  'an empty list': () => [],
  'a list of nothing': () => [undefined],
  'an empty object': () => ({}),
  'a date': () => new Date(0),
  'an invalid date': () => new Date(Number.NaN),
  'a map': () => new Map([['a', 1]]),
  'an instance of another class': () => new Other(),
  'an object without a prototype': () => Object.create(null) as object,
  'a proxy that throws': () =>
    new Proxy({}, { get: raise, has: raise, ownKeys: raise, getOwnPropertyDescriptor: raise, getPrototypeOf: raise }),
  'an object whose getter throws': () => Object.defineProperty({}, 'name', { get: raise, enumerable: true }),
};

/** Returns arguments with another value at a path. Creates missing objects on the path. */
export function replaced(args: readonly unknown[], path: readonly ArgumentStep[], value: unknown): unknown[] {
  return copyWith(args, path, value) as unknown[];
}

function copyWith(at: unknown, [step, ...rest]: readonly ArgumentStep[], value: unknown): unknown {
  if (step === undefined) return value;
  const isObject = typeof at === 'object' && at !== null;
  if (typeof step === 'number') {
    const copy: unknown[] = Array.isArray(at) ? [...at] : [];
    copy[step] = copyWith(copy[step], rest, value);
    return copy;
  }
  const fields: Readonly<Record<string, unknown>> = isObject && !Array.isArray(at) ? { ...at } : {};
  return { ...fields, [step]: copyWith(fields[step], rest, value) };
}
