// Names of every kind that objects have, some with the maximum length.

import type { Random } from '../../../differential/generate/random.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LOWER = `${LETTERS}0123456789`;
const UPPER = LETTERS.toUpperCase();

/** Text of a length from an alphabet, with further characters allowed between its ends. */
function text(random: Random, length: number, ends: string, inner: string): string {
  return random.times(length, (index) => random.pick([...(index === 0 || index === length - 1 ? ends : inner)])).join('');
}

/** A length: usually short, sometimes the longest or one less. */
function length(random: Random, longest: number): number {
  return random.chance(0.05) ? longest - random.integer(0, 1) : random.integer(1, Math.min(longest, 12));
}

/** A DNS label: names of requests and devices. */
export function label(random: Random, longest = 63): string {
  return text(random, length(random, longest), LOWER, `${LOWER}-`);
}

/** Labels joined by dots, with at most `longest` characters in all: names of drivers and classes. */
export function subdomain(random: Random, longest = 253): string {
  const labels = random.times(random.integer(1, 4), () => label(random));
  while (labels.join('.').length > longest) labels.pop();
  return labels.length === 0 ? label(random, longest) : labels.join('.');
}

/** The name of a driver, which has at most 63 characters. */
export function driverName(random: Random): string {
  return subdomain(random, 63);
}

/** A C identifier of at most 32 characters. */
export function identifier(random: Random): string {
  const rest = text(random, length(random, 31), `${LOWER}${UPPER}_`, `${LOWER}${UPPER}_`);
  return `${random.pick([...LETTERS, ...UPPER, '_'])}${rest}`.slice(0, 32);
}

/** The name of an attribute or capacity, with or without its domain. */
export function qualifiedName(random: Random): string {
  return random.chance(0.5) ? identifier(random) : fullyQualifiedName(random);
}

/** The name of an attribute with its domain. */
export function fullyQualifiedName(random: Random): string {
  return `${driverName(random)}/${identifier(random)}`;
}

/** The key of a label, a taint or a condition. */
export function labelKey(random: Random): string {
  const name = text(random, length(random, 63), `${LOWER}${UPPER}`, `${LOWER}${UPPER}-_.`);
  return random.chance(0.5) ? name : `${subdomain(random)}/${name}`;
}

/** The value of a label or a taint. */
export function labelValue(random: Random): string {
  return random.chance(0.1) ? '' : text(random, length(random, 63), `${LOWER}${UPPER}`, `${LOWER}${UPPER}-_.`);
}

/** The name of a pool: subdomains joined by slashes, with at most 253 characters in all. */
export function poolName(random: Random): string {
  const parts = random.times(random.integer(1, 3), () => subdomain(random, 80));
  return parts.join('/');
}

/** Different names of one kind. */
export function different(random: Random, count: number, make: (random: Random) => string): string[] {
  const names = new Set<string>();
  while (names.size < count) names.add(make(random));
  return [...names];
}
