// Builds messages that begin as in the API server. Source: k8s.io/apimachinery pkg/util/validation/field/errors.go.

import { shorten } from '../core/base/words.js';

/** Longer values are truncated. */
const MAX_SHOWN = 80;

/** Returns the message for a disallowed value: `Invalid value: "GPU_0": a lowercase RFC 1123 label must ...`. */
export function invalid(value: unknown, why: string): string {
  return value === undefined ? `Invalid value: ${why}` : `Invalid value: ${shown(value)}: ${why}`;
}

/** The start of the message for a union without any member set. */
export const MUST_SPECIFY = 'must specify one of';

/** The message about a number that must be positive. */
export const NOT_POSITIVE = 'must be greater than zero';

/** The message about a number that must not be negative. */
export const NEGATIVE = 'must be greater than or equal to 0';

/** Returns the message for a missing field. */
export function required(why = ''): string {
  return why === '' ? 'Required value' : `Required value: ${why}`;
}

/** Returns the message for a field that must not be set. */
export function forbidden(why: string): string {
  return `Forbidden: ${why}`;
}

/** Returns the message for a value outside the list of supported values. */
export function notSupported(value: unknown, supported: readonly string[]): string {
  return `Unsupported value: ${shown(value)}: supported values: ${supported.map((each) => JSON.stringify(each)).join(', ')}`;
}

/** Returns the message for a value that must be unique. */
export function duplicate(value: unknown): string {
  return `Duplicate value: ${shown(value)}`;
}

/** Returns the message for a list or map that is too large. */
export function tooMany(found: number, most: number): string {
  return `Too many: ${found}: must have at most ${most} items`;
}

/** Returns the message for a text that is too long. */
export function tooLong(most: number): string {
  return `Too long: may not be more than ${most} bytes`;
}

/** Returns the message for a reference to a missing part of the object. */
export function notFound(value: unknown): string {
  return `Not found: ${shown(value)}`;
}

/** Returns field names as Kubernetes lists them: in backquotes, separated by commas. */
export function quoted(fields: readonly string[]): string {
  return fields.map((name) => `\`${name}\``).join(', ');
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value, MAX_SHOWN));
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'the value';
}
