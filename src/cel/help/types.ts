// Advises on values whose types do not match.

import { isQuantity } from '../../core/quantity/quantity.js';
import { splitTypes, type Type } from '../check/types.js';
import { type Environment, STORED } from '../environment.js';
import { IssuesError } from '../errors.js';
import type { Overload } from '../library/declarations.js';
import { PatternBudget } from '../library/pattern.js';
import { accessTo } from '../reads/mentions.js';
import { LocalLimit } from '../run/frame.js';
import { LiteralError, stringOf } from '../syntax/literal.js';
import { parse } from '../syntax/parse.js';
import type { Expr } from '../syntax/tree.js';
import { isNormalizable, isVersion } from '../values/semver.js';
import { Failure } from '../values/values.js';
import { ATTRIBUTE, type Place } from './place.js';

/** Advises on a selector that is not a condition. */
export function helpForResultType({ kind }: Type, tree: Expr): readonly string[] {
  if (isQuotedExpression(tree)) return ['the quotes around the whole expression turn it into a string: leave them out'];
  if (kind === 'string') return ['a selector is a condition: compare the string, for example == "..."'];
  return kind === 'map'
    ? [`a selector is a condition on one attribute: ${ATTRIBUTE}`]
    : ['a selector is a condition, such as a comparison'];
}

/** Returns whether the whole expression is a string literal that mentions the device. Programs that write YAML may quote it this way. */
function isQuotedExpression(tree: Expr): boolean {
  if (tree.kind !== 'constant' || typeof tree.value !== 'string' || !/\bdevice\b/.test(tree.value)) return false;
  try {
    return parse(tree.value).kind !== 'constant';
  } catch (error) {
    if (error instanceof IssuesError) return false;
    throw error;
  }
}

/** A call that matches no overload, with the types as in the message: `(int, string)` or `string.(int)`. */
interface WrongCall {
  readonly name: string;
  readonly types: string;
  /** The comparison operator, if the call is one. */
  readonly relation: string | undefined;
  readonly place: Place;
  readonly environment: Environment;
}

type Rule = (call: WrongCall) => string | undefined;

/** Advises on a call whose arguments have the wrong types. */
export function wrongTypes(name: string, types: string, place: Place, environment: Environment): string | undefined {
  const relation = /^_(==|!=|<|<=|>|>=)_$/.exec(name)?.[1];
  for (const rule of RULES) {
    const sentence = rule({ name, types, relation, place, environment });
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

const RULES: readonly Rule[] = [
  wholeDomain,
  optional,
  negation,
  chain,
  comparedWithText,
  quantity,
  version,
  operator,
  later,
  notCalledSo,
  nothing,
  numbers,
  convertText,
];

const DOMAIN_MAP = /map\(string, (?:dyn|any|kubernetes\.Quantity)\)/;
const DOMAIN = String.raw`\bdevice\s*\.\s*(?:attributes|capacity)\s*(?:\.\s*([A-Za-z_]\w{0,63})|\[\s*["']([^"'\\\n]{1,127})["']\s*\])`;
const DOMAIN_BEFORE = new RegExp(`${DOMAIN}\\s*\\.?\\s*\\w*\\s*$`);
const DOMAIN_AFTER = new RegExp(`^[^\\w\\s]{1,2}\\s*${DOMAIN}`);

/** Advises on a whole domain of attributes in place of one attribute. */
function wholeDomain({ types, place }: WrongCall): string | undefined {
  if (!DOMAIN_MAP.test(types)) return undefined;
  const map = types.includes('kubernetes.Quantity') ? 'capacity' : 'attributes';
  const [, field, key] = DOMAIN_BEFORE.exec(place.justBefore) ?? DOMAIN_AFTER.exec(place.after) ?? [];
  const [, domain, name] = /^([^/]{1,63})\/([^/]{1,63})$/.exec(key ?? '') ?? [];
  if (domain !== undefined && name !== undefined) return `a domain has no slash: write ${accessTo({ map, domain, name })}`;
  const grouped = `${map === 'capacity' ? 'capacities' : 'attributes'} are grouped by domain: write`;
  const shownName = field ?? key;
  if (shownName === undefined) return `${grouped} device.${map}["DOMAIN"].NAME`;
  return `${grouped} ${shownName.includes('.') ? `device.${map}["${shownName}"].NAME` : accessTo({ map, domain: 'DOMAIN', name: shownName })}`;
}

/** Defaults for an absent value, by the type of the value that it is compared with. */
const DEFAULTS: readonly (readonly [type: RegExp, value: string])[] = [
  [/kubernetes\.Quantity/, 'quantity("0")'],
  [/kubernetes\.Semver/, 'semver("0.0.0")'],
  [/\bbool\b/, 'false'],
  [/\bu?int\b/, '0'],
  [/\bdouble\b/, '0.0'],
  [/\bstring\b/, '""'],
];

function optional({ types, relation }: WrongCall): string | undefined {
  const isRight = relation !== undefined && /, optional_type\(/.test(types);
  if (!isRight && !/^\(?optional_type\(/.test(types)) return undefined;
  const value = DEFAULTS.find(([type]) => type.test(types))?.[1] ?? '...';
  return `a value that is read with .? may be missing: give a default with .orValue(${value})`;
}

/** A negated value at the left end of a comparison. */
const NEGATED = /(?:^|[(&|?:,])\s*!\s*\w[\w.?[\]"'\s/-]{0,150}$/;

/** Advises on `!a == b`, which means `(!a) == b`. */
function negation({ name, types, relation, place }: WrongCall): string | undefined {
  const isCompared = name === '!_' && /^![^&|()]{1,200}?(?:[=!<>]=|[<>])/.test(place.after);
  if (isCompared || (relation !== undefined && types.startsWith('(bool, ') && NEGATED.test(place.justBefore)))
    return '! applies before comparisons: put the comparison in parentheses, !(...)';
  return name === '!_' ? '! needs a condition, such as a comparison in parentheses: !(...)' : undefined;
}

/** Advises on `1 < x < 5`. */
function chain({ relation, types }: WrongCall): string | undefined {
  if (relation === undefined || !/^\(bool, (?:int|uint|double|string|dyn)\)$/.test(types) || /[=!]=/.test(relation)) return undefined;
  return 'join comparisons with &&: a < b && b < c';
}

/** Methods of quantities and versions whose argument has the same type. */
const COMPARISONS: readonly string[] = ['compareTo', 'isGreaterThan', 'isLessThan'];

function comparedWithText({ name, types, place: { argument }, environment }: WrongCall): string | undefined {
  if (!COMPARISONS.includes(name) || !/\.\((?:string|int|double)\)$/.test(types)) return undefined;
  const what = types.endsWith('(string)') ? 'string' : 'number';
  if (types.startsWith('kubernetes.Quantity')) return `${name} accepts a quantity, not a ${what}: .${name}(${quantityOf(argument)})`;
  if (types.startsWith('kubernetes.Semver'))
    return `${name} accepts a version, not a ${what}: .${name}(${versionOf(argument, environment)})`;
  return what === 'number'
    ? `${name} is for quantities and versions: compare numbers with > and <`
    : `${name} does not accept a string: for a version use .${name}(${versionOf(argument, environment)})`;
}

/** Returns the quantity that a literal means, or an example if it means none. */
function quantityOf(literal: string | undefined): string {
  const amount = literal?.replace(/^["']|["']$/g, '').trim() ?? '';
  // Users also write 40GB and 40GiB in place of 40G and 40Gi.
  const validAmount = [amount, amount.replace(/B$/, '')].find((each) => each !== '' && isQuantity(each));
  return `quantity("${validAmount ?? '8Gi'}")`;
}

/** Returns whether `semver(TEXT, true)` is declared. */
export function canNormalize(environment: Environment): boolean {
  return environment.overloadsOf('semver')?.some(({ params }) => params.length === 2) === true;
}

/** Returns the version that a literal means, or an example if the release does not support it. */
function versionOf(literal: string | undefined, environment: Environment): string {
  const version = literal?.replace(/^["']|["']$/g, '') ?? '';
  if (isVersion(version)) return `semver("${version}")`;
  return canNormalize(environment) && isNormalizable(version) ? `semver("${version}", true)` : 'semver("1.2.3")';
}

/** The operators with swapped operands, for a literal on the left. */
const MIRRORED: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
]);

/** Advises how to compare a quantity or version with the literal at an operator. */
function compareTo({ relation = '', types, place }: WrongCall, of: (literal: string | undefined) => string): string {
  const { leftLiteral, rightLiteral } = place;
  if (relation === '==' || relation === '!=') return of(rightLiteral ?? leftLiteral);
  const isOnLeft = rightLiteral !== undefined || (leftLiteral === undefined && types.startsWith('(kubernetes.'));
  return `.compareTo(${of(rightLiteral ?? leftLiteral)}) ${isOnLeft ? relation : MIRRORED.get(relation)} 0`;
}

function quantity(call: WrongCall): string | undefined {
  const { name, types, relation } = call;
  if (types === '(kubernetes.Quantity)' && name === 'quantity') return 'a capacity is already a quantity: leave out quantity()';
  if (name === 'quantity' && /^\((?:int|uint|double)\)$/.test(types))
    return `quantity accepts a string: ${quantityOf(call.place.argument)}`;
  if (types === '(kubernetes.Quantity, string)' && name === '_[_]') return noFieldsOfQuantity('value');
  if (relation === undefined || !/^\(kubernetes\.Quantity, |, kubernetes\.Quantity\)$/.test(types)) return undefined;
  if (relation === '==' || relation === '!=') return `compare a quantity with a quantity, for example ${compareTo(call, quantityOf)}`;
  return `use compareTo to compare quantities, for example ${compareTo(call, quantityOf)}`;
}

const TEXT_FUNCTIONS: readonly string[] = ['startsWith', 'contains', 'matches', 'split'];

function version(call: WrongCall): string | undefined {
  const { name, types, relation } = call;
  if (types === '(kubernetes.Semver)' && name === 'semver') return 'this is already a version: leave out the outer semver()';
  if (name === 'semver' && /^\((?:int|uint|double)\)$/.test(types))
    return `semver accepts a string: ${versionOf(call.place.argument, call.environment)}`;
  if (types.startsWith('kubernetes.Semver.(') && TEXT_FUNCTIONS.includes(name))
    return 'a version is not a string: its parts are .major(), .minor() and .patch()';
  if (relation === undefined || !/^\(kubernetes\.Semver, |, kubernetes\.Semver\)$/.test(types)) return undefined;
  if (relation === '==' || relation === '!=')
    return `compare a version with a version, for example ${compareTo(call, (literal) => versionOf(literal, call.environment))}`;
  return `use compareTo to compare versions, for example ${compareTo(call, (literal) => versionOf(literal, call.environment))}`;
}

function operator({ name, types, place }: WrongCall): string | undefined {
  if (name === '_[_]' && types === '(kubernetes.DRADevice, string)') return `read the fields of device with a dot, as in ${ATTRIBUTE}`;
  if (name === '@in' && types.endsWith(', string)')) {
    const { leftLiteral, rightLiteral } = place;
    const found = `use .contains(${/^["']/.test(leftLiteral ?? '') ? leftLiteral : '"..."'}) to find part of a string`;
    return `in looks for an element of a list, as in [${rightLiteral ?? '"..."'}]; ${found}`;
  }
  if (/^_[+-]_$/.test(name) && /^\(kubernetes\.Quantity, /.test(types))
    return `use ${name === '_+_' ? '.add(...) to add' : '.sub(...) to subtract'} quantities`;
  if (name === '_+_' && /^\(string, (?:int|uint|double|bool)\)$|^\((?:int|uint|double|bool), string\)$/.test(types))
    return 'a string can only be joined with a string: convert a number or bool with string(...)';
  return undefined;
}

/** Advises on a number of arguments that only other releases support. */
function later({ name, types, environment }: WrongCall): string | undefined {
  const isMember = !types.startsWith('(');
  const [, list = ''] = /\((.*)\)$/s.exec(types.slice(isMember ? types.indexOf('.(') : 0)) ?? [];
  const count = splitTypes(list).length + (isMember ? 1 : 0);
  const takesThem = ({ member, params }: Overload): boolean => member === isMember && params.length === count;
  if (environment.overloadsOf(name)?.some(takesThem) === true || STORED.overloadsOf(name)?.some(takesThem) !== true) return undefined;
  return `${name} with ${count} arguments ${environment.whyMissing(name)}`;
}

/** Advises on `startsWith(a, b)` and `a.string()`. */
function notCalledSo({ name, types, environment }: WrongCall): string | undefined {
  if (!/^[a-z]\w*$/i.test(name)) return undefined;
  const isMember = !types.startsWith('(');
  const overloads = environment.overloadsOf(name)?.filter(({ declared }) => declared) ?? [];
  if (overloads.length === 0 || overloads.some(({ member }) => member === isMember)) return undefined;
  return isMember ? `${name} is a function, not a method: write ${name}(...)` : `${name} is a method: write VALUE.${name}(...)`;
}

function nothing({ relation, types }: WrongCall): string | undefined {
  if (relation === undefined || !/^\(null, |, null\)$/.test(types)) return undefined;
  return `this is never null: has(${ATTRIBUTE}) is true if the attribute exists`;
}

function numbers({ types }: WrongCall): string | undefined {
  const match = /^\((int|uint|double), (int|uint|double)\)$/.exec(types);
  return match === null ? undefined : `convert one of the numbers: ${match[2]}(...) returns ${match[2] === 'int' ? 'an' : 'a'} ${match[2]}`;
}

/** Advises on a text compared with a number or a boolean. */
function convertText({ relation, types }: WrongCall): string | undefined {
  if (relation === undefined) return undefined;
  const other = /^\(string, (int|uint|double|bool)\)$/.exec(types)?.[1] ?? /^\((int|uint|double|bool), string\)$/.exec(types)?.[1];
  return other === undefined
    ? undefined
    : `one is a string, the other is not: leave out the quotes, or convert with ${other}(...) or string(...)`;
}

/** Advises on an operand of `&&` or `||` that is not a condition. */
export function noCondition(type: string): string | undefined {
  if (DOMAIN_MAP.test(type)) return `attributes are grouped by domain: write ${ATTRIBUTE}`;
  if (type === 'string') return 'each side of && and || must be a condition; to compare with several strings, use in ["...", "..."]';
  return 'each side of && and || must be a condition, such as a comparison';
}

/** Advises on a field of a value without fields. The place is the place of the dot. */
export function noFields(type: string, place: Place): string | undefined {
  const [, field = ''] = /^\.\??\s*(\w{1,64})/.exec(place.after) ?? [];
  if (type === 'kubernetes.Quantity') return noFieldsOfQuantity(field);
  if (type === 'kubernetes.Semver')
    return VERSION_PARTS.includes(field)
      ? `${field} is a function of versions: .${field}()`
      : `a version has no fields: leave out .${field}`;
  if (type !== 'string') return undefined;
  return /^(?:len|length|size|count)$/.test(field)
    ? 'the length of a string is .size()'
    : `a string has no fields: an attribute is ${ATTRIBUTE}`;
}

/** Functions of versions that are fields in other languages. */
export const VERSION_PARTS: readonly string[] = ['major', 'minor', 'patch'];

function noFieldsOfQuantity(field: string): string {
  return field === 'value'
    ? 'a capacity is a quantity and has no fields: leave out value'
    : 'a quantity has no fields: compare it with .compareTo(quantity("8Gi")) >= 0';
}

/** Advises on a literal that is not a valid regular expression. */
export function wrongPattern({ after }: Place): string | undefined {
  const [literal] = /^[rR]?(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/.exec(after) ?? [];
  if (literal === undefined) return undefined;
  try {
    const compiled = new PatternBudget().compile(stringOf(literal));
    return compiled instanceof Failure
      ? `the pattern is not valid in RE2: ${compiled.message.replace(/^error parsing regexp: /, '')}`
      : undefined;
  } catch (error) {
    if (error instanceof LiteralError || error instanceof LocalLimit) return undefined;
    throw error;
  }
}
