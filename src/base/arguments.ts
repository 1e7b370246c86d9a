// Checks of what callers hand in as options: objects whose misspelt fields would silently change the meaning.

import { AllocationError } from './errors.js';
import { nearestName } from './nearest-name.js';

/** The fields of `limits`, which callers write beside it. */
export const LIMIT_FIELDS: readonly string[] = ['steps', 'milliseconds', 'selectorWork', 'signal'];

/** Throws `invalid-input` unless a value is an object with no other fields than these. `path` is empty for an argument itself. */
export function checkFields(value: unknown, path: string, fields: readonly string[]): void {
  checkObject(value, path, fields);
  for (const name in value as object) {
    if (fields.includes(name) || !Object.hasOwn(value as object, name)) continue;
    const near = fields.includes('limits') && LIMIT_FIELDS.includes(name) ? `limits.${name}` : nearestName(name, fields);
    const place = path === '' ? name : `${path}.${name}`;
    throw new AllocationError(
      'invalid-input',
      `${place}: unknown, ${near === undefined ? `known are ${fields.join(', ')}` : `did you mean ${near}?`}`,
      {
        path: place,
      },
    );
  }
}

/** Refuses names that are nearly one of the fields, as `checkFields` does; others are none of our business. */
export function checkSpelling(value: unknown, path: string, fields: readonly string[]): void {
  checkObject(value, path, fields);
  for (const name of Object.keys(value as object)) {
    const near = fields.includes(name) ? undefined : nearestName(name, fields);
    if (near === undefined || Object.hasOwn(value as object, near)) continue;
    throw new AllocationError('invalid-input', `${name}: unknown, did you mean ${near}?`, { path: name });
  }
}

/** Throws `invalid-input` unless an option is true or false, or absent. */
export function checkFlag(value: unknown, path: string): void {
  if (value !== undefined && typeof value !== 'boolean')
    throw new AllocationError('invalid-input', `${path}: expected true or false`, { path });
}

function checkObject(value: unknown, path: string, fields: readonly string[]): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  const place = path === '' ? '' : `${path}: `;
  throw new AllocationError('invalid-input', `${place}expected an object with ${fields.join(', ')}`, path === '' ? {} : { path });
}
