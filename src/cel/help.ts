// What to do about an expression that does not compile: what was probably meant, or which release has it. Goes by the messages, which
// are the reference's, and by the text at their places.

import { nearestName } from '../nearest-name.js';
import type { Environment } from './environment.js';
import type { Issue } from './errors.js';
import type { Type } from './types.js';

/** More sentences would hide the first one. */
const MAX_SENTENCES = 3;

/** Later issues come from the same mistake, or from no expression that a person wrote. */
const MAX_ISSUES = 20;

/** Longer texts are no word that somebody forgot to quote. */
const MAX_WORD = 64;

/** A mistake and what it goes with are not further apart. */
const MAX_AROUND = 200;

/** Sentences about what is wrong in an expression, the most helpful ones; none when nothing comes to mind. */
export function helpForIssues(expression: string, issues: readonly Issue[], environment: Environment): readonly string[] {
  const looked = issues.slice(0, MAX_ISSUES);
  // A macro that a release does not have leaves its variables unknown: what is said about these would mislead.
  const missing = looked.map(({ message }) => missingName(message, environment)).filter((sentence) => sentence !== undefined);
  if (missing.length > 0) return [...new Set(missing)].slice(0, MAX_SENTENCES);
  const sentences = new Set<string>();
  for (const issue of looked) {
    if (sentences.size >= MAX_SENTENCES) break;
    const sentence = helpFor(new Place(expression, issue.at), issue.message, environment);
    if (sentence !== undefined) sentences.add(sentence);
  }
  return [...sentences];
}

const UNKNOWN_NAME = /^undeclared reference to '(.*)' \(in container ''\)$/;

/** Since when or with which gate a new expression may use a name, if it is one that this environment lacks. */
function missingName(message: string, environment: Environment): string | undefined {
  const name = UNKNOWN_NAME.exec(message)?.[1];
  const missing = name === undefined ? undefined : environment.whyMissing(name);
  return missing === undefined ? undefined : `${name} ${missing}`;
}

/** What to do about a selector that is no condition. */
export function helpForResultType({ kind }: Type): readonly string[] {
  if (kind === 'string') return ['a selector is a condition: compare the text with something, such as == "..."'];
  return kind === 'map'
    ? [`a selector is a condition on one attribute: ${ATTRIBUTE}`]
    : ['a selector is a condition, such as a comparison'];
}

const ATTRIBUTE = 'device.attributes["DOMAIN"].NAME';

/** A place in an expression. */
class Place {
  readonly #text: string;
  readonly #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = Math.max(at, 0);
  }

  get before(): string {
    return this.#text.slice(0, this.#at);
  }

  get after(): string {
    return this.#text.slice(this.#at);
  }

  /** The text nearby, on both sides. */
  get around(): string {
    return this.#text.slice(Math.max(this.#at - MAX_AROUND, 0), this.#at + MAX_AROUND);
  }

  /** The text in quotes that is the only argument of the call here. */
  get argument(): string | undefined {
    return /^\(\s*("[^"\\\n]{0,64}"|'[^'\\\n]{0,64}')\s*\)/.exec(this.after)?.[1];
  }

  /** The characters around it that could be one word of somebody who forgot the quotes. */
  get word(): string {
    const isPart = (at: number): boolean => /^[\w.\-/]$/.test(this.#text[at] ?? '');
    let start = this.#at;
    while (this.#at - start <= MAX_WORD && isPart(start - 1)) start -= 1;
    let end = this.#at;
    while (end - start <= MAX_WORD && isPart(end)) end += 1;
    return this.#text.slice(start, end);
  }
}

type Helper = (match: RegExpExecArray, place: Place, environment: Environment) => string | undefined;

function helpFor(place: Place, message: string, environment: Environment): string | undefined {
  for (const [pattern, helper] of HELPERS) {
    const match = pattern.exec(message);
    if (match !== null) return helper(match, place, environment);
  }
  return undefined;
}

const HELPERS: readonly (readonly [RegExp, Helper])[] = [
  [/^undefined field '(.*)'$/, unknownField],
  [UNKNOWN_NAME, unknownName],
  [/^found no matching overload for '(.*)' applied to '(.*)'$/s, wrongTypes],
  [/^Syntax error: /, wrongSyntax],
  [/^invalid argument to has\(\) macro$/, () => `has() takes a field, such as has(${ATTRIBUTE})`],
  [
    /^expression of type 'any' cannot be range of a comprehension/,
    () => 'attributes that are lists need the feature gate DRAListTypeAttributes',
  ],
  [/^type '(.*)' does not support field selection$/, noFields],
];

function unknownField([, field = '']: RegExpExecArray, _place: Place, environment: Environment): string | undefined {
  const missing = field === 'allowMultipleAllocations' ? environment.whyMissing(field) : undefined;
  if (missing !== undefined) return `device.${field} ${missing}`;
  const fields = [...environment.deviceFields.keys()];
  if (field === 'name') return `a selector cannot see the name of a device; device has ${fields.join(', ')}`;
  const near = nearestName(field, fields);
  return near === undefined ? `device has ${fields.join(', ')}; an attribute is ${ATTRIBUTE}` : `did you mean device.${near}?`;
}

/** What other languages call a function. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['len', 'size'],
  ['length', 'size'],
  ['count', 'size'],
  ['toLower', 'lowerAscii'],
  ['toLowerCase', 'lowerAscii'],
  ['lower', 'lowerAscii'],
  ['toUpper', 'upperAscii'],
  ['toUpperCase', 'upperAscii'],
  ['upper', 'upperAscii'],
  ['include', 'includes'],
  ['any', 'exists'],
  ['some', 'exists'],
  ['every', 'all'],
  ['default', 'orValue'],
  ['version', 'semver'],
]);

/** Macros, which are no functions. */
const MACROS = [
  'has',
  'all',
  'exists',
  'exists_one',
  'existsOne',
  'map',
  'filter',
  'optMap',
  'optFlatMap',
  'transformList',
  'transformMap',
];

function unknownName([, name = '']: RegExpExecArray, place: Place, environment: Environment): string | undefined {
  return place.after.startsWith('(') ? unknownFunction(name, environment) : unknownVariable(name, place, environment);
}

function unknownFunction(name: string, environment: Environment): string | undefined {
  const other = OTHER_NAMES.get(name);
  const isKnown = other !== undefined && (MACROS.includes(other) || environment.overloadsOf(other) !== undefined);
  const functions = environment.functionNames().filter((known) => /^[a-zA-Z]/.test(known));
  const near = isKnown ? other : nearestName(name, [...functions, ...MACROS]);
  return near === undefined ? undefined : `did you mean ${near}()?`;
}

function unknownVariable(name: string, place: Place, environment: Environment): string | undefined {
  if (environment.deviceFields.has(name)) return `did you mean device.${name}?`;
  const reads = /^\w*\s*[.[]/.test(place.after);
  const near = nearestName(name, ['device', 'true', 'false', 'null']);
  if (near !== undefined && (reads || near !== 'device' || place.word === name)) return `did you mean ${near}?`;
  const { word } = place;
  if (/^\.\w.*[-/]/.test(word)) return nameWithoutQuotes(word.slice(1));
  if (word.length > MAX_WORD) return 'the only variable is device; texts are in quotes';
  return `the only variable is device; if ${word} is a text, put it in quotes: "${word}"`;
}

/** The name of an attribute behind a dot that holds what a name of CEL cannot. */
function nameWithoutQuotes(name: string): string | undefined {
  const slash = name.indexOf('/');
  const instead =
    slash === -1 ? `["${name}"] instead of .${name}` : `device.attributes["${name.slice(0, slash)}"]["${name.slice(slash + 1)}"]`;
  return name.length >= MAX_WORD ? undefined : `a name with hyphens or a domain goes in brackets: ${instead}`;
}

const DOMAIN_AND_NAME = /\bdevice\s*\.\s*(attributes|capacity)\s*\[\s*["']([^"'/]{1,63})\/([^"'/]{1,63})["']\s*\]/;

const DOMAIN_MAP = /map\(string, (?:dyn|any|kubernetes\.Quantity)\)/;

function wrongTypes([, name = '', types = '']: RegExpExecArray, place: Place): string | undefined {
  if (DOMAIN_MAP.test(types)) {
    const [, map, domain, attribute] = DOMAIN_AND_NAME.exec(place.around) ?? [];
    if (map !== undefined) return `no domain has a slash: this is device.${map}["${domain}"]["${attribute}"]`;
    const capacity = types.includes('kubernetes.Quantity');
    const example = capacity ? 'device.capacity["DOMAIN"].NAME' : ATTRIBUTE;
    return `${capacity ? 'capacities' : 'attributes'} are grouped by domain, which comes first: ${example}`;
  }
  const relation = /^_(==|!=|<|<=|>|>=)_$/.exec(name)?.[1];
  if (COMPARISONS.includes(name) && types.endsWith('.(string)')) return compareWithText(name, types, place);
  if (types === '(kubernetes.Quantity)' && name === 'quantity') return 'a capacity is a quantity already: leave quantity() out';
  if (types === '(kubernetes.Semver)' && name === 'semver') return 'this is a version already: leave the outer semver() out';
  if (types.includes('kubernetes.Quantity')) return compareQuantity(relation);
  if (types.includes('kubernetes.Semver')) return compareSemver(relation);
  const numbers = /^\((int|uint|double), (int|uint|double)\)$/.exec(types);
  if (numbers !== null) return `convert one of the numbers: ${numbers[2]}(...) gives a ${numbers[2]}`;
  return relation === undefined ? undefined : convertText(types);
}

/** Methods of quantities and versions that take another one. */
const COMPARISONS: readonly string[] = ['compareTo', 'isGreaterThan', 'isLessThan'];

function compareWithText(name: string, types: string, { argument }: Place): string {
  const isQuantity = types.startsWith('kubernetes.Quantity');
  const quantity = `quantity(${argument ?? '"8Gi"'})`;
  const version = `semver(${argument ?? '"1.2.3"'})`;
  if (isQuantity) return `${name} takes a quantity, not a text: .${name}(${quantity})`;
  if (types.startsWith('kubernetes.Semver')) return `${name} takes a version, not a text: .${name}(${version})`;
  return `${name} takes no text: for a version it is .${name}(${version})`;
}

function compareQuantity(relation: string | undefined): string {
  if (relation === '==' || relation === '!=') return 'compare a quantity with a quantity, such as quantity("8Gi")';
  return 'quantities are compared with compareTo, such as .compareTo(quantity("8Gi")) >= 0';
}

function compareSemver(relation: string | undefined): string {
  if (relation === '==' || relation === '!=') return 'compare a version with a version, such as semver("1.2.3")';
  return 'versions are compared with compareTo, such as .compareTo(semver("1.2.3")) >= 0';
}

/** A text on one side and a number or a bool on the other. */
function convertText(types: string): string | undefined {
  const other = /^\(string, (int|uint|double|bool)\)$/.exec(types)?.[1] ?? /^\((int|uint|double|bool), string\)$/.exec(types)?.[1];
  return other === undefined
    ? undefined
    : `one is text, the other ${other}: leave the quotes out, or convert with ${other}(...) or string(...)`;
}

const WORD_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['AND', '&&'],
  ['OR', '||'],
  ['NOT', '!'],
]);

function wrongSyntax(_match: RegExpExecArray, place: Place): string | undefined {
  if (place.after.startsWith('=~')) {
    const pattern = /^=~\s*("[^"\\\n]{0,64}"|'[^'\\\n]{0,64}')/.exec(place.after)?.[1] ?? '"..."';
    return `a text is matched with .matches(${pattern})`;
  }
  if (/^=(?!=)/.test(place.after) && !/[=!<>]$/.test(place.before)) return 'two values are compared with ==';
  if (/^&(?!&)/.test(place.after)) return 'conditions are joined with && or ||';
  if (/^\|(?!\|)/.test(place.after)) return 'conditions are joined with && or ||';
  const word = /^\w+/.exec(place.after)?.[0] ?? '';
  const operator = WORD_OPERATORS.get(word);
  return operator === undefined ? undefined : `${word} is written ${operator}`;
}

function noFields([, type = '']: RegExpExecArray): string | undefined {
  return type === 'string' ? `a text has no fields: an attribute is ${ATTRIBUTE}` : undefined;
}
