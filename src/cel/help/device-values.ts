// Advises on device values whose type does not match their use in an expression. The
// compiler cannot find these mistakes, since they depend on the devices.

import type { DeviceAttribute } from '../../core/api/resource-slice.js';
import { accessTo, type Mention } from '../reads/mentions.js';

const RELATIONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>='];

/** Advises on a value that exists but whose type does not match its use. */
export function aboutValue(mention: Mention, value: DeviceAttribute | string | undefined, notBool: boolean): string | undefined {
  if (typeof value !== 'object') return undefined;
  const { name, use = '', constant } = mention;
  const misused = aboutField(mention, value) ?? aboutCondition(mention, value, notBool) ?? aboutCall(mention, value);
  if (misused !== undefined) return misused;
  if (value.version !== undefined) return aboutVersion(mention);
  const literal = literalText(constant);
  if (!RELATIONS.includes(use) || literal === undefined) return undefined;
  const isEquality = use === '==' || use === '!=';
  const elements = value.ints ?? value.bools ?? value.strings ?? value.versions;
  if (elements === undefined) return aboutScalar(mention, value, literal, isEquality);
  const element = value.versions !== undefined && typeof constant === 'string' ? `semver(${literal})` : literal;
  return isEquality ? `${name} is a list and never equals a single value: use .includes(${element})` : undefined;
}

/** The fields of an attribute in a ResourceSlice. In a selector, the value does not have these fields. */
const FIELDS: readonly string[] = ['.bool', '.int', '.string', '.version', '.bools', '.ints', '.strings', '.versions'];

/** Advises on a value whose field is read as in a ResourceSlice. */
function aboutField({ name, use = '' }: Mention, value: DeviceAttribute): string | undefined {
  if (!FIELDS.includes(use)) return undefined;
  const [type, shown] = typeOfAttribute(value) ?? (value.version === undefined ? ['a list', ''] : ['a version', value.version]);
  const compared =
    value.bool !== undefined || shown === '' ? '' : ` and compare it${value.version === undefined ? `, for example == ${shown}` : ''}`;
  return `${name} is already ${type}${shown === '' ? '' : ` (${shown})`}: leave out ${use}${compared}`;
}

/** Operators whose operands are conditions. */
const LOGICAL: readonly string[] = ['_&&_', '_||_', '!_', '_?_:_'];

/** Advises on a number or text that is used as a condition. `notBool`: some evaluation failed because the result is not a boolean. */
function aboutCondition({ name, use }: Mention, value: DeviceAttribute, notBool: boolean): string | undefined {
  if (use === undefined ? !notBool : !LOGICAL.includes(use)) return undefined;
  const [type, shown] = value.bool === undefined ? (typeOfAttribute(value) ?? []) : [];
  return type === undefined ? undefined : `${name} is ${type} (${shown}), not a condition: compare it, for example == ${shown}`;
}

const TEXT_FUNCTIONS: readonly string[] = [
  '.startsWith',
  '.endsWith',
  '.contains',
  '.matches',
  '.split',
  '.substring',
  '.lowerAscii',
  '.upperAscii',
];
const VERSION_FUNCTIONS: readonly string[] = ['.major', '.minor', '.patch', '.compareTo', '.isGreaterThan', '.isLessThan'];

/** Advises on a value that is used like a text. */
function aboutNoText(mention: Mention, value: DeviceAttribute): string | undefined {
  const { name, use = '', constant } = mention;
  if (value.version !== undefined)
    return `${name} is a version (${value.version}), not a string: its parts are .major(), .minor() and .patch()`;
  if (use === 'string') return undefined;
  const [type, shown] = typeOfAttribute(value) ?? [];
  if (type !== undefined) return `${name} is ${type} (${shown}), not a string: convert it with string(${accessTo(mention)})`;
  const element = use === '.contains' ? `.includes(${literalText(constant) ?? '...'})` : `.exists(x, x${use}(...))`;
  return `${name} is a list, not a string: use ${element}`;
}

/** Advises on a value that does not have the called function, or that is not a list. */
function aboutCall(mention: Mention, value: DeviceAttribute): string | undefined {
  const { name, use = '', constant } = mention;
  const [type, shown] = typeOfAttribute(value) ?? (value.version === undefined ? [] : ['a version', value.version]);
  if (use === 'in' && type !== undefined) {
    const literal = value.version === undefined ? literalText(constant) : undefined;
    return `${name} is ${type} (${shown}), not a list: compare it with ==${literal === undefined ? '' : `, as in ${accessTo(mention)} == ${literal}`}`;
  }
  if (value.string === undefined && (TEXT_FUNCTIONS.includes(use) || use === 'string')) return aboutNoText(mention, value);
  if (!VERSION_FUNCTIONS.includes(use) || value.string === undefined) return undefined;
  return `${name} is a string (${shown}), not a version: convert it with semver(${accessTo(mention)})`;
}

/** Advises on an integer, boolean or text that is compared with a literal. */
function aboutScalar({ name, constant }: Mention, value: DeviceAttribute, literal: string, isEquality: boolean): string | undefined {
  const [type, shown] = typeOfAttribute(value) ?? [];
  if (type === undefined || type === literalType(constant)) return undefined;
  const what = `${name} is ${type} (${shown})${isEquality ? ' and never equals' : ', but compared with'} ${literalType(constant)}`;
  if (typeof constant === 'string') return `${what}: leave out the quotes`;
  if (value.string !== undefined) return `${what}: put ${literal} in quotes`;
  if (value.int === undefined || typeof constant !== 'number') return what;
  // Numbers of all types are compared by value.
  return isEquality && !Number.isInteger(constant) ? `${name} is an int (${shown}): it never equals ${literal}` : undefined;
}

function aboutVersion({ name, use = '', constant }: Mention): string | undefined {
  if (use === 'semver') return `${name} is already a version: leave out semver()`;
  if (!RELATIONS.includes(use) || (constant === undefined && (use === '==' || use === '!='))) return undefined;
  const text = typeof constant === 'string' ? constant : '1.2.3';
  const version = `semver(${JSON.stringify(text)}${/^\d+\.\d+\.\d+/.test(text) ? '' : ', true'})`;
  const instead = use === '==' || use === '!=' ? `${use} ${version}` : `.compareTo(${version}) ${use} 0`;
  return `${name} is a version: compare it with another version, for example ${instead}`;
}

function typeOfAttribute({ int, bool, string }: DeviceAttribute): readonly [type: string, shown: string] | undefined {
  if (int !== undefined) return ['an int', String(int)];
  if (bool !== undefined) return ['a bool', String(bool)];
  return string === undefined ? undefined : ['a string', JSON.stringify(string.length > 40 ? `${string.slice(0, 37)}...` : string)];
}

function literalType(constant: Mention['constant']): string | undefined {
  switch (typeof constant) {
    case 'string':
      return 'a string';
    case 'bigint':
      return 'an int';
    case 'number':
      return 'a double';
    default:
      return typeof constant === 'boolean' ? 'a bool' : undefined;
  }
}

/** Returns a literal of an attribute type as written. */
function literalText(constant: Mention['constant']): string | undefined {
  if (literalType(constant) === undefined) return undefined;
  return typeof constant === 'string' ? JSON.stringify(constant) : String(constant);
}
