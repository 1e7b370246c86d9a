// Handles types of the grammar as text, such as `list(int)`, and type parameters, which are single capital letters.

import { splitTypes } from '../../../../src/cel/check/types.js';
import type { Random } from '../../../differential/generate/random.js';

/** The types assigned to type parameters. */
export type Bindings = ReadonlyMap<string, string>;

const SCALARS = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'duration', 'timestamp', 'null', 'quantity', 'semver'];
const COMMON = ['int', 'int', 'int', 'string', 'string', 'string', 'bool', 'semver', 'quantity', 'double', 'uint'];

/** The types that each type parameter may represent. */
const DOMAINS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'T',
    [
      ...COMMON,
      ...COMMON,
      ...SCALARS,
      'list(int)',
      'list(string)',
      'map(string,int)',
      'optional(int)',
      'ip',
      'cidr',
      'url',
      'type',
      'dyn',
      'format',
    ],
  ],
  ['U', [...COMMON, ...SCALARS, 'list(string)', 'dyn']],
  // Keys of maps.
  ['K', ['string', 'string', 'int', 'bool', 'uint']],
  // Types with an order.
  ['C', ['int', 'int', 'string', 'string', 'double', 'uint', 'bool', 'bytes', 'duration', 'timestamp']],
  // Types with a sum.
  ['N', ['int', 'int', 'double', 'uint', 'duration']],
  // Attributes of devices.
  ['A', ['int', 'string', 'bool', 'semver', 'list(int)', 'list(string)', 'list(bool)', 'list(semver)']],
  // Scalar attributes.
  ['S', ['int', 'string', 'bool', 'semver']],
]);

/** Returns whether a text is a type parameter. */
export function isParameter(type: string): boolean {
  return DOMAINS.has(type);
}

/** Assigns a type to each unassigned parameter of a text, and returns the resulting type. */
export function bindAll(type: string, bindings: Map<string, string>, random: Random): string {
  return type.replaceAll(/\b[A-Z]\b/g, (parameter) => {
    let bound = bindings.get(parameter);
    if (bound === undefined) {
      bound = random.pick(DOMAINS.get(parameter) ?? ['int']);
      bindings.set(parameter, bound);
    }
    return bound;
  });
}

/** Returns the bindings under which `pattern` equals `type`; undefined if they never are. */
export function match(pattern: string, type: string, bindings: Map<string, string> = new Map()): Map<string, string> | undefined {
  const domain = DOMAINS.get(pattern);
  if (domain !== undefined) {
    const bound = bindings.get(pattern);
    if (bound !== undefined) return bound === type ? bindings : undefined;
    return domain.includes(type) ? bindings.set(pattern, type) : undefined;
  }
  const [name, params] = parts(pattern);
  const [otherName, otherParams] = parts(type);
  if (name !== otherName || params.length !== otherParams.length) return undefined;
  for (const [at, param] of params.entries()) if (match(param, otherParams[at] as string, bindings) === undefined) return undefined;
  return bindings;
}

/** Returns the name of a type and its parameters. */
export function parts(type: string): readonly [string, readonly string[]] {
  const open = type.indexOf('(');
  return open === -1 ? [type, []] : [type.slice(0, open), splitTypes(type.slice(open + 1, -1))];
}
