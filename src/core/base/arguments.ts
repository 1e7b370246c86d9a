// Checks the arguments of calls: their types, and misspelt fields, which would silently change the meaning.

import { describe } from './describe.js';
import { AllocationError } from './errors.js';
import { nearestName } from './nearest-name.js';

/** The fields of `limits`. Callers often write them one level too high. */
export const LIMIT_FIELDS: readonly string[] = ['steps', 'milliseconds', 'selectorWork', 'signal'];

/** Throws `invalid-input` unless a value is valid. A place is an argument, such as `fit(input)`, or an option, such as `limits.steps`. */
export type Check = (value: unknown, place: string) => void;

/** Matches the place of an argument: the call, and the name of the argument in parentheses. */
const ARGUMENT = /^[\w. ]+\((\w+)\)/;

export function wrongArgument(place: string, expected: string, value: unknown): AllocationError {
  return new AllocationError('invalid-input', `${place}: expected ${expected}, found ${describe(value)}`, { path: pathOf(place) });
}

/** Throws `invalid-input` unless a value is an object with only these fields. */
export function checkFields(value: unknown, place: string, fields: readonly string[]): void {
  checkObjectWith(value, place, fields);
  for (const name in value as object) {
    if (fields.includes(name) || !Object.hasOwn(value as object, name)) continue;
    const near = fields.includes('limits') && LIMIT_FIELDS.includes(name) ? `limits.${name}` : nearestName(name, fields);
    const path = `${prefixOf(place)}${name}`;
    const hint = near === undefined ? `supported: ${fields.join(', ')}` : `did you mean ${near}?`;
    throw new AllocationError('invalid-input', `${path}: unknown, ${hint}`, { path });
  }
}

/** Throws `invalid-input` for names that are similar to one of the fields. Accepts all other names. */
export function checkSpelling(value: unknown, place: string, fields: readonly string[]): void {
  checkObjectWith(value, place, fields);
  for (const name of Object.keys(value as object)) {
    const near = fields.includes(name) ? undefined : nearestName(name, fields);
    if (near === undefined || Object.hasOwn(value as object, near)) continue;
    throw new AllocationError('invalid-input', `${name}: unknown, did you mean ${near}?`, { path: name });
  }
}

/** Throws `invalid-input` unless a value is true or false. */
export function checkFlag(value: unknown, place: string): void {
  if (typeof value !== 'boolean') throw wrongArgument(place, 'true or false', value);
}

/** Throws `invalid-input` unless a value is a string. */
export function checkText(value: unknown, place: string): asserts value is string {
  if (typeof value !== 'string') throw wrongArgument(place, 'a string', value);
}

/** Throws `invalid-input` unless a value is a function. */
export function checkFunction(value: unknown, place: string): void {
  if (typeof value !== 'function') throw wrongArgument(place, 'a function', value);
}

/** Throws `invalid-input` unless a value is a number other than NaN. */
export function checkNumber(value: unknown, place: string): void {
  if (typeof value !== 'number' || Number.isNaN(value)) throw wrongArgument(place, 'a number', value);
}

/** Throws `invalid-input` unless a value is a number of 0 or more. */
export function checkAmount(value: unknown, place: string): void {
  if (!(typeof value === 'number' && value >= 0)) throw wrongArgument(place, 'a number of 0 or more', value);
}

/** Throws `invalid-input` unless a value is an object other than a list. */
export function checkObject(value: unknown, place: string): void {
  if (!isObject(value)) throw wrongArgument(place, 'an object', value);
}

/** Makes a check for integers from `least` to `most`. */
export function integer(least: number, most = Number.MAX_SAFE_INTEGER): Check {
  const unbounded = least === Number.MIN_SAFE_INTEGER ? '' : ` of ${least} or more`;
  const range = most === Number.MAX_SAFE_INTEGER ? unbounded : ` from ${least} to ${most}`;
  return (value, place) => {
    if (!Number.isSafeInteger(value) || (value as number) < least || (value as number) > most)
      throw wrongArgument(place, `an integer${range}`, value);
  };
}

/** Makes a check that accepts one of these values. */
export function oneOf(values: readonly string[]): Check {
  return (value, place) => {
    if (!values.includes(value as string)) throw wrongArgument(place, `one of ${values.join(', ')}`, value);
  };
}

/** Makes a check for instances of a class. `name` is the name of the class with its article. */
export function instanceOf(type: abstract new (...args: never[]) => object, name: string): Check {
  return (value, place) => {
    if (!(value instanceof type)) throw wrongArgument(place, name, value);
  };
}

/** Makes a check for objects with valid fields; other fields are not checked. */
export function objectWith<T extends object = Readonly<Record<string, unknown>>>(checks: { readonly [K in keyof T]?: Check }): Check {
  return (value, place) => {
    checkObjectWith(value, place, Object.keys(checks));
    const prefix = prefixOf(place);
    for (const [name, check] of Object.entries<Check>(checks as Readonly<Record<string, Check>>))
      check((value as Readonly<Record<string, unknown>>)[name], `${prefix}${name}`);
  };
}

/** Makes a check for lists of valid members. */
export function listOf(check: Check, members: string): Check {
  return (value, place) => {
    if (!Array.isArray(value)) throw wrongArgument(place, `a list of ${members}`, value);
    const path = pathOf(place);
    for (let index = 0; index < value.length; index++) check(value[index], `${path}[${index}]`);
  };
}

/** Makes a check that also accepts undefined. */
export function optional(check: Check): Check {
  return (value, place) => {
    if (value !== undefined) check(value, place);
  };
}

/** Returns a place without its call: `input` for `fit(input)`. */
function pathOf(place: string): string {
  return place.replace(ARGUMENT, '$1');
}

/** Returns the prefix of the places of fields. Fields of `input` and `options` have no prefix. */
function prefixOf(place: string): string {
  const path = pathOf(place);
  return path === 'input' || path === 'options' ? '' : `${path}.`;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkObjectWith(value: unknown, place: string, fields: readonly string[]): void {
  if (!isObject(value)) throw wrongArgument(place, `an object with ${fields.join(', ')}`, value);
}
