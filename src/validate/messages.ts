// The words of messages, which begin as those of the API server do. Source: k8s.io/apimachinery pkg/util/validation/field/errors.go.

import { shorten } from '../core/base/words.js';

/** Longer values are cut. */
const MAX_SHOWN = 80;

/** A value that is not allowed: `Invalid value: "GPU_0": a lowercase RFC 1123 label must ...`. */
export function invalid(value: unknown, why: string): string {
  return value === undefined ? `Invalid value: ${why}` : `Invalid value: ${shown(value)}: ${why}`;
}

/** The words for a choice of fields of which none is there. */
export const MUST_SPECIFY = 'must specify one of';

/** Something that must be there and is not. */
export function required(why = ''): string {
  return why === '' ? 'Required value' : `Required value: ${why}`;
}

/** Something that may not be there. */
export function forbidden(why: string): string {
  return `Forbidden: ${why}`;
}

/** A value that is none of those that there are. */
export function notSupported(value: unknown, supported: readonly string[]): string {
  return `Unsupported value: ${shown(value)}: supported values: ${supported.map((each) => JSON.stringify(each)).join(', ')}`;
}

/** A second one of what there may be once. */
export function duplicate(value: unknown): string {
  return `Duplicate value: ${shown(value)}`;
}

/** A list or map that is too large. */
export function tooMany(found: number, most: number): string {
  return `Too many: ${found}: must have at most ${most} items`;
}

/** A text that is too long. */
export function tooLong(most: number): string {
  return `Too long: may not be more than ${most} bytes`;
}

/** A value that another part of the object would have to have. */
export function notFound(value: unknown): string {
  return `Not found: ${shown(value)}`;
}

/** The names of fields, as Kubernetes lists them. */
export function quoted(fields: readonly string[]): string {
  return fields.map((name) => `\`${name}\``).join(', ');
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value, MAX_SHOWN));
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'the value';
}
