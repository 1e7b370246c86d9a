// Why a selector gives something else than its author thinks: names that no device has, and values of another type than they are
// compared with. The compiler cannot know; the devices tell.

import type { DeviceAttribute, ResourceSlice } from '../../api/resource-slice.js';
import { entryIn } from '../../base/entry-in.js';
import { nearestName } from '../../base/nearest-name.js';
import { some } from '../../base/words.js';
import { accessTo, type Mention, mentionsIn } from '../../cel/reads/mentions.js';
import type { DeviceTrial, ReadValue } from './cel-trials.js';

/** More sentences would hide the first ones. */
const MAX_SENTENCES = 3;

/** More names are not listed. */
const MAX_NAMES = 6;

/** The error of a selector whose value is no condition has these words. */
const NOT_BOOL = 'could not be converted to bool';

type Kind = Mention['map'];

/** The names in each domain, of all devices. */
type Names = Readonly<Record<Kind, ReadonlyMap<string, ReadonlySet<string>>>>;

/** Sentences about a selector that was tried on the devices of these slices; none when nothing comes to mind. */
export function adviceOn(expression: string, trials: readonly DeviceTrial[], slices: readonly ResourceSlice[]): readonly string[] {
  const sentences = new Set<string>();
  const nothingMatches = trials.every(({ matches }) => matches !== true);
  const notBool = trials.some(({ error }) => error?.includes(NOT_BOOL) === true);
  const values = valuesRead(trials);
  let names: Names | undefined;
  for (const mention of mentionsIn(expression)) {
    if (sentences.size >= MAX_SENTENCES) break;
    const read = values.get(keyOf(mention.map, `${mention.domain}/${mention.name}`));
    if (read === undefined) continue;
    names ??= namesOfDevices(slices);
    const isMissing = read.value === undefined && (nothingMatches || read.failed);
    const isMissingSomewhere = read.value !== undefined && read.failed;
    const sentence = isMissing
      ? aboutName(mention, names)
      : (aboutValue(mention, read.value, notBool) ?? (isMissingSomewhere ? aboutGap(mention) : undefined));
    if (sentence !== undefined) sentences.add(sentence);
  }
  return [...sentences];
}

/** The findings of trials under a name: the value of the first device that has one, and whether one without it failed. */
interface Found {
  value: ReadValue['value'];
  failed: boolean;
}

function keyOf(kind: Kind, name: string): string {
  return `${kind} ${name}`;
}

function valuesRead(trials: readonly DeviceTrial[]): ReadonlyMap<string, Found> {
  const values = new Map<string, Found>();
  for (const { error, read } of trials) {
    for (const { kind, name, value } of read) {
      const key = keyOf(kind === 'attribute' ? 'attributes' : 'capacity', name);
      const found = entryIn(values, key, (): Found => ({ value: undefined, failed: false }));
      found.value ??= value;
      found.failed ||= error !== undefined && value === undefined;
    }
  }
  return values;
}

function namesOfDevices(slices: readonly ResourceSlice[]): Names {
  const names = { attributes: new Map<string, Set<string>>(), capacity: new Map<string, Set<string>>() };
  for (const { spec } of slices) {
    for (const { attributes, capacity } of spec.devices) {
      for (const name of attributes.keys()) addName(names.attributes, name, spec.driver);
      for (const name of capacity.keys()) addName(names.capacity, name, spec.driver);
    }
  }
  return names;
}

function addName(domains: Map<string, Set<string>>, name: string, driver: string): void {
  const slash = name.indexOf('/');
  const domain = slash === -1 ? driver : name.slice(0, slash);
  entryIn(domains, domain, () => new Set<string>()).add(name.slice(slash + 1));
}

/** About a name that no device has where the expression looks for it. */
function aboutName({ map, domain, name }: Mention, names: Names): string | undefined {
  const other = map === 'attributes' ? 'capacity' : 'attributes';
  if (names[other].get(domain)?.has(name) === true) {
    return `${name} is ${other === 'capacity' ? 'a capacity' : 'an attribute'}: ${accessTo({ map: other, domain, name })}`;
  }
  const known = names[map].get(domain);
  if (known === undefined) return aboutDomain(map, domain, names);
  const near = nearestName(name, [...known]);
  if (near !== undefined) return `no device has ${name} in ${domain}, did you mean ${near}?`;
  const elsewhere = [...names[map]].find(([, inDomain]) => inDomain.has(name))?.[0];
  if (elsewhere !== undefined) return `no device has ${name} in ${domain}, did you mean ${accessTo({ map, domain: elsewhere, name })}?`;
  return `no device has ${name} in ${domain}; there are ${some([...known], MAX_NAMES)}`;
}

function aboutDomain(map: Kind, domain: string, names: Names): string | undefined {
  const domains = [...names[map].keys()];
  const what = map === 'attributes' ? 'attributes' : 'capacities';
  if (domains.length === 0) return `no device has ${what}`;
  const near = nearestName(domain, domains);
  return `no device has ${what} in the domain ${domain}${near === undefined ? `; there are ${some(domains, MAX_NAMES)}` : `, did you mean ${near}?`}`;
}

/** About a name that some devices have and others fail without. */
function aboutGap(mention: Mention): string {
  return `not every device has ${mention.name}: begin with has(${accessTo(mention)}) && ...`;
}

const RELATIONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>='];

/** About a value that is there and of a type that does not go with its use. */
function aboutValue(mention: Mention, value: ReadValue['value'], notBool: boolean): string | undefined {
  if (typeof value !== 'object') return undefined;
  const { name, use = '', constant } = mention;
  const misused = aboutCondition(mention, value, notBool) ?? aboutCall(mention, value);
  if (misused !== undefined) return misused;
  if (value.version !== undefined) return aboutVersion(mention);
  const literal = literalText(constant);
  if (!RELATIONS.includes(use) || literal === undefined) return undefined;
  const isEquality = use === '==' || use === '!=';
  const elements = value.ints ?? value.bools ?? value.strings ?? value.versions;
  if (elements === undefined) return aboutScalar(mention, value, literal, isEquality);
  const element = value.versions !== undefined && typeof constant === 'string' ? `semver(${literal})` : literal;
  return isEquality ? `${name} is a list, compared with one value: never equal; use .includes(${element})` : undefined;
}

/** Operators that take conditions. */
const LOGICAL: readonly string[] = ['_&&_', '_||_', '!_', '_?_:_'];

/** About a number or text where a condition is wanted; `notBool` tells that some selector is one. */
function aboutCondition({ name, use }: Mention, value: DeviceAttribute, notBool: boolean): string | undefined {
  if (use === undefined ? !notBool : !LOGICAL.includes(use)) return undefined;
  const [type, shown] = value.bool === undefined ? (typeOfAttribute(value) ?? []) : [];
  return type === undefined ? undefined : `${name} is ${type} (${shown}), no condition: compare it, such as == ${shown}`;
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

/** About a value that is used like a text. */
function aboutNoText(mention: Mention, value: DeviceAttribute): string | undefined {
  const { name, use = '', constant } = mention;
  if (value.version !== undefined) return `${name} is a version (${value.version}), no text: its parts are .major(), .minor() and .patch()`;
  if (use === 'string') return undefined;
  const [type, shown] = typeOfAttribute(value) ?? [];
  if (type !== undefined) return `${name} is ${type} (${shown}), no text: string(${accessTo(mention)}) makes one of it`;
  const element = use === '.contains' ? `.includes(${literalText(constant) ?? '...'})` : `.exists(x, x${use}(...))`;
  return `${name} is a list, no text: use ${element}`;
}

/** About a value that has no such function, or that is no list. */
function aboutCall(mention: Mention, value: DeviceAttribute): string | undefined {
  const { name, use = '', constant } = mention;
  const [type, shown] = typeOfAttribute(value) ?? (value.version === undefined ? [] : ['a version', value.version]);
  if (use === 'in' && type !== undefined) {
    const literal = value.version === undefined ? literalText(constant) : undefined;
    return `${name} is ${type} (${shown}), no list: compare it with ==${literal === undefined ? '' : `, ${accessTo(mention)} == ${literal}`}`;
  }
  if (value.string === undefined && (TEXT_FUNCTIONS.includes(use) || use === 'string')) return aboutNoText(mention, value);
  if (!VERSION_FUNCTIONS.includes(use) || value.string === undefined) return undefined;
  return `${name} is text (${shown}), no version: semver(${accessTo(mention)}) makes one of it`;
}

/** About an int, bool or text that is compared with a literal. */
function aboutScalar({ name, constant }: Mention, value: DeviceAttribute, literal: string, isEquality: boolean): string | undefined {
  const [type, shown] = typeOfAttribute(value) ?? [];
  if (type === undefined || type === literalType(constant)) return undefined;
  const what = `${name} is ${type} (${shown}), compared with ${literalType(constant)}${isEquality ? ': never equal' : ''}`;
  if (typeof constant === 'string') return `${what}; leave the quotes out`;
  if (value.string !== undefined) return `${what}; put ${literal} in quotes`;
  if (value.int === undefined || typeof constant !== 'number') return what;
  // Numbers of all types are compared by their values.
  return isEquality && !Number.isInteger(constant) ? `${name} is an int (${shown}): it never equals ${literal}` : undefined;
}

function aboutVersion({ name, use = '', constant }: Mention): string | undefined {
  if (use === 'semver') return `${name} is a version already: leave semver() out`;
  if (!RELATIONS.includes(use) || (constant === undefined && (use === '==' || use === '!='))) return undefined;
  const text = typeof constant === 'string' ? constant : '1.2.3';
  const version = `semver(${JSON.stringify(text)}${/^\d+\.\d+\.\d+/.test(text) ? '' : ', true'})`;
  const instead = use === '==' || use === '!=' ? `${use} ${version}` : `.compareTo(${version}) ${use} 0`;
  return `${name} is a version: it can only be compared with another one, such as ${instead}`;
}

function typeOfAttribute({ int, bool, string }: DeviceAttribute): readonly [type: string, shown: string] | undefined {
  if (int !== undefined) return ['an int', String(int)];
  if (bool !== undefined) return ['a bool', String(bool)];
  return string === undefined ? undefined : ['text', JSON.stringify(string.length > 40 ? `${string.slice(0, 37)}...` : string)];
}

function literalType(constant: Mention['constant']): string | undefined {
  switch (typeof constant) {
    case 'string':
      return 'text';
    case 'bigint':
      return 'an int';
    case 'number':
      return 'a double';
    default:
      return typeof constant === 'boolean' ? 'a bool' : undefined;
  }
}

/** A literal of a type that an attribute can have, as it is written. */
function literalText(constant: Mention['constant']): string | undefined {
  if (literalType(constant) === undefined) return undefined;
  return typeof constant === 'string' ? JSON.stringify(constant) : String(constant);
}
