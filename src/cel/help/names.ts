// Advises on unknown names: a field, a function or a variable.

import { nearestName } from '../../core/base/nearest-name.js';
import type { Environment } from '../environment.js';
import { accessTo } from '../reads/mentions.js';
import { MACRO_NAMES } from '../syntax/macros.js';
import { ATTRIBUTE, MAX_WORD, type Place } from './place.js';

/** Advises on an unknown field of `device`. */
export function unknownField(field: string, environment: Environment): string | undefined {
  const missing = field === 'allowMultipleAllocations' ? environment.whyMissing(field) : undefined;
  if (missing !== undefined) return `device.${field} ${missing}`;
  const fields = [...environment.deviceFields.keys()];
  if (UNSEEN.includes(field)) return `a selector cannot read the ${field} of a device: the fields of device are ${fields.join(', ')}`;
  const near = OTHER_FIELDS.get(field) ?? nearestName(field, fields);
  return near === undefined
    ? `the fields of device are ${fields.join(', ')}; an attribute is ${ATTRIBUTE}`
    : `did you mean device.${near}?`;
}

/** Advises on an undeclared variable, or on an undeclared function if parentheses follow. */
export function unknownName(name: string, place: Place, environment: Environment): string | undefined {
  return place.after.startsWith('(') ? unknownFunction(name, environment) : unknownVariable(name, place, environment);
}

/** Fields of devices and slices that selectors cannot read. */
const UNSEEN: readonly string[] = ['name', 'node', 'nodeName', 'nodeSelector', 'pool', 'taints'];

const OTHER_FIELDS: ReadonlyMap<string, string> = new Map([['capacities', 'capacity']]);

/** Names of CEL functions in other languages. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['len', 'size'],
  ['length', 'size'],
  ['toLower', 'lowerAscii'],
  ['toLowerCase', 'lowerAscii'],
  ['toUpper', 'upperAscii'],
  ['toUpperCase', 'upperAscii'],
  ['hasPrefix', 'startsWith'],
  ['hasSuffix', 'endsWith'],
  ['any', 'exists'],
  ['some', 'exists'],
  ['every', 'all'],
  ['orElse', 'orValue'],
  ['version', 'semver'],
]);

/** Functions of other languages without a CEL equivalent. */
const NO_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['equals', 'use == to compare two values'],
  ['get', `to read a value, put its key in brackets: ${ATTRIBUTE}`],
  ['not', 'write !(...) instead of not'],
  ['isEmpty', 'use .size() == 0 to check whether a value is empty'],
]);

/** Advises on the call of a macro with wrong arguments or a similar name; undefined for all other calls. */
export function wrongMacro(name: string, { after }: Place, environment: Environment): string | undefined {
  if (!after.startsWith('(')) return undefined;
  if (MACRO_NAMES.includes(name)) return `the syntax of ${name} is ${usageOf(name)}`;
  const meant = functionMeant(name, environment);
  return meant !== undefined && MACRO_NAMES.includes(meant) ? `did you mean ${meant}()?` : undefined;
}

function usageOf(macro: string): string {
  if (macro === 'has') return `has(${ATTRIBUTE})`;
  if (macro === 'bind') return 'cel.bind(x, VALUE, EXPRESSION)';
  if (macro.startsWith('opt')) return `OPTIONAL.${macro}(x, EXPRESSION)`;
  const variables = macro === 'existsOne' || macro.startsWith('transform') ? 'i, x' : 'x';
  return `LIST.${macro}(${variables}, ${/^(?:all|exists|filter)/.test(macro) ? 'CONDITION' : 'EXPRESSION'})`;
}

function unknownFunction(full: string, environment: Environment): string | undefined {
  // `.size(x)` is `size(x)` and cannot be hidden by a variable of a macro.
  const name = full.replace(/^\./, '');
  if (environment.deviceFields.has(name)) return `${name} is not a function: read a value by its keys, as in ${ATTRIBUTE}`;
  const meant = functionMeant(name, environment);
  const drawn = name === 'include' && meant === 'includes' ? ' include() is an alias of it with the feature gate XAttributeSemantics' : '';
  return NO_FUNCTIONS.get(name) ?? (meant === undefined ? undefined : `did you mean ${meant}()?${drawn}`);
}

/** Returns the function or macro that was probably intended. */
function functionMeant(name: string, environment: Environment): string | undefined {
  if (NO_FUNCTIONS.has(name)) return undefined;
  const other = OTHER_NAMES.get(name);
  if (other !== undefined && (MACRO_NAMES.includes(other) || environment.overloadsOf(other) !== undefined)) return other;
  const functions = environment.functionNames().filter((functionName) => /^[a-zA-Z]/.test(functionName));
  return nearestName(name, [...functions, ...MACRO_NAMES]);
}

/** CEL variables elsewhere in Kubernetes: in validation rules of CRDs and in admission policies. */
const ELSEWHERE: readonly string[] = ['self', 'object', 'request', 'params', 'variables'];

/** Kubernetes objects that look like variables but are not available. */
const THINGS: readonly string[] = ['node', 'pod', 'claim', 'pool'];

const NOTHING: readonly string[] = ['nil', 'None', 'undefined', 'NULL'];

function unknownVariable(name: string, place: Place, environment: Environment): string | undefined {
  if (environment.deviceFields.has(name)) return `did you mean device.${name}?`;
  const reads = /^\w*\s*[.[]/.test(place.after);
  if (ELSEWHERE.includes(name) || (reads && THINGS.includes(name)))
    return `${name} does not exist in selectors: the only variable is device`;
  if (NOTHING.includes(name)) return `CEL has no ${name}: has(${ATTRIBUTE}) is true if the attribute exists`;
  const near = nearestName(name, ['device', 'true', 'false', 'null']);
  if (near !== undefined && (reads || near !== 'device' || place.word === name)) return `did you mean ${near}?`;
  const { word } = place;
  if (/^\.\w.*[-/]/.test(word)) return nameWithoutQuotes(word.slice(1));
  if (word.length > MAX_WORD) return 'the only variable is device; put strings in quotes';
  const attribute = attributeMeant(place);
  if (attribute !== undefined) return `the only variable is device: write ${attribute} for an attribute, or "${word}" for a string`;
  return `the only variable is device: if ${word} is a string, put it in quotes: "${word}"`;
}

/** Returns the access to the attribute that a compared word means, such as `model` or `gpu.example.com/model`. */
function attributeMeant({ word, beforeWord, afterWord }: Place): string | undefined {
  const [, domain = 'DOMAIN', name] = /^(?:([\w.-]+)\/)?([A-Za-z_]\w*)$/.exec(word) ?? [];
  if (name === undefined || !/(?:^|[(!?:]|&&|\|\|)\s*$/.test(beforeWord)) return undefined;
  return /^\s*(?:[=!<>]=|[<>]|in\b)/.test(afterWord) ? accessTo({ map: 'attributes', domain, name }) : undefined;
}

/** Advises on the name of an attribute after a dot with characters that CEL names cannot contain. */
function nameWithoutQuotes(name: string): string | undefined {
  const slash = name.indexOf('/');
  const instead =
    slash === -1 ? `["${name}"] instead of .${name}` : `device.attributes["${name.slice(0, slash)}"]["${name.slice(slash + 1)}"]`;
  return name.length >= MAX_WORD ? undefined : `put a name with hyphens or a domain in brackets: ${instead}`;
}
