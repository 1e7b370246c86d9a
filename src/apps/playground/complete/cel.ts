// Selectors: attributes and capacities that devices of the text have, their values, and the functions of CEL.

import { type Type, typeName } from '../../../cel/check/types.js';
import { type Environment, resolveEnvironment } from '../../../cel/engine.js';
import type { Overload } from '../../../cel/library/declarations.js';
import { MACRO_FORMS, MACRO_NAMES } from '../../../cel/syntax/macros.js';
import type { FeatureOptions } from '../../../core/features/features.js';
import type { CompletionOption, Completions } from '../protocol.js';
import type { KnownAttribute, Names } from './names.js';
import type { ValuePlace } from './place.js';

/** Only the end of an expression reports what comes next. */
const MOST_TEXT = 4096;

/** The maps of a device that have domains. */
type MapName = 'attributes' | 'capacity';

/** Completes a selector. */
export function celCompletions(
  { before, after, quote: outer, to: end }: ValuePlace,
  names: Names,
  options: FeatureOptions,
): Completions | undefined {
  const text = before.slice(-MOST_TEXT);
  const environment = resolveEnvironment({ ...options, environment: 'new' });
  const scope: Scope = { names, environment, bound: boundIn(text) };
  const to = end - (/^[\w./-]*/.exec(after)?.[0].length ?? 0);
  for (const [pattern, complete] of WAYS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const word = match.at(-1) ?? '';
    const found = complete(match, scope);
    if (found === undefined) continue;
    if (found.length === 0) return undefined;
    const options = found.map((option) => ({ ...option, apply: escaped(option.apply ?? option.label, outer) }));
    return { from: to - word.length, to: to + behind(after, found), options };
  }
  return undefined;
}

/** Quotation marks as the YAML around the selector requests them. */
function escaped(text: string, outer: ValuePlace['quote']): string {
  if (outer === '"') return text.replaceAll('"', '\\"');
  return outer === "'" ? text.replaceAll("'", "''") : text;
}

/** The length of what stands behind the cursor and comes again with a completion: the rest of the word, and the signs that it ends with. */
function behind(after: string, [first]: readonly CompletionOption[]): number {
  const closing = first?.apply?.slice(first.label.length) ?? '';
  const whole = closing === '' ? undefined : BEHIND.get(closing.replace(/^["']/, '"'))?.exec(after);
  return (whole ?? /^\w*/.exec(after))?.[0].length ?? 0;
}

const BEHIND: ReadonlyMap<string, RegExp> = new Map([
  ['(', /^\w*\(/],
  ['"', /^[\w.-]*\\?["']/],
  ['"]', /^[\w.-]*\\?["']\]/],
  ['"].', /^[\w.-]*\\?["']\]\.?/],
]);

/** The names that expressions may use. */
interface Scope {
  readonly names: Names;
  readonly environment: Environment;
  /** Variables that stand for the attributes or capacities of a domain. */
  readonly bound: ReadonlyMap<string, { readonly map: MapName; readonly domain: string }>;
}

/** Gives undefined where another way may know more. */
type Way = (match: RegExpExecArray, scope: Scope) => readonly CompletionOption[] | undefined;

/** `device.attributes["a"].b`, with each of the ways to write it: the map, the domain, and the name by a point or within brackets. */
const ATTRIBUTE = String.raw`device\.(attributes|capacity)\[\??(?:"([\w.-]+)"|'([\w.-]+)')\](?:\.\??(\w+)|\[\??(?:"([\w.-]+)"|'([\w.-]+)')\])`;

/** The ways to go on, by how the expression ends; the last group is the word that is replaced. */
const WAYS: readonly (readonly [RegExp, Way])[] = [
  [/device\.(attributes|capacity)\[\??(["'])([\w.-]*)$/, ([, map, quote = '"'], { names }) => domains(map as MapName, quote, names)],
  [
    /device\.(attributes|capacity)\[\??["']([\w.-]+)["']\]\.\??(\w*)$/,
    ([, map, domain = ''], { names }) => namesOf(map as MapName, domain, names),
  ],
  [
    /device\.(attributes|capacity)\[\??["']([\w.-]+)["']\]\[\??(["'])([\w.-]*)$/,
    ([, map, domain = '', quote = '"'], { names }) => indexed(namesOf(map as MapName, domain, names), quote),
  ],
  [
    new RegExp(String.raw`${ATTRIBUTE}\s*(?:==|!=|in \[(?:[^\]]*,)?)\s*(["'])([^"']*)$`),
    (match, { names }) => values(knownIn(match, names), match.at(-2)),
  ],
  [/(["'])([^"']*)$/, (match, scope) => driverValues(match, scope)],
  [/(?:^|[^\w.])device\.(\w*)$/, (_match, { environment }) => fields(environment)],
  [/(?:^|[^\w.])(\w+)\.\??(\w*)$/, ([, name = ''], { names, bound }) => boundNames(bound.get(name), names)],
  [
    new RegExp(String.raw`${ATTRIBUTE}\.(\w*)$`),
    (match, { names, environment }) => members(environment, typesOf(knownIn(match, names), match[1])),
  ],
  [/(?:^|[^\w.])device\.driver\.(\w*)$/, (_match, { environment }) => members(environment, ['string'])],
  [/["']\.(\w*)$/, (_match, { environment }) => members(environment, ['string'])],
  [/[\w)\]]\.(\w*)$/, (_match, { environment }) => members(environment, [])],
  [/(?:^|[^\w.])(\w+)$/, (_match, scope) => beginnings(scope)],
  [/(?:^|[(!&|?:=<>+*/%,[-])\s*()$/, (_match, scope) => beginnings(scope)],
];

/** The variables of `cel.bind(name, device.attributes["domain"], ...)` in a text. */
function boundIn(text: string): Scope['bound'] {
  const found = text.matchAll(/cel\.bind\(\s*(\w+)\s*,\s*device\.(attributes|capacity)\[\??["']([\w.-]+)["']\]\s*,/g);
  return new Map(Array.from(found, ([, name = '', map, domain = '']) => [name, { map: map as MapName, domain }]));
}

function known(map: MapName, names: Names): Names['attributes'] {
  return map === 'attributes' ? names.attributes : names.capacities;
}

/** The attribute or capacity that a match of {@link ATTRIBUTE} is about. */
function knownIn([, map, domain, quoted, ...name]: RegExpExecArray, names: Names): KnownAttribute | undefined {
  const own = name.slice(0, 3).find((each) => each !== undefined) ?? '';
  return known(map as MapName, names)
    .get(domain ?? quoted ?? '')
    ?.get(own);
}

function domains(map: MapName, quote: string, names: Names): readonly CompletionOption[] {
  return Array.from(known(map, names), ([label, own]) => ({
    label,
    apply: `${label}${quote}].`,
    type: 'variable',
    detail: own.size === 1 ? '1 name' : `${own.size} names`,
  }));
}

function namesOf(map: MapName, domain: string, names: Names): readonly CompletionOption[] {
  return Array.from(known(map, names).get(domain) ?? [], ([label, own]) => ({
    label,
    type: 'property',
    detail: [...own.types].join(', '),
    info: [...own.values].slice(0, 6).join(', '),
  }));
}

function indexed(options: readonly CompletionOption[], quote: string): readonly CompletionOption[] {
  return options.map((option) => ({ ...option, apply: `${option.label}${quote}]` }));
}

function boundNames(
  own: { readonly map: MapName; readonly domain: string } | undefined,
  names: Names,
): readonly CompletionOption[] | undefined {
  return own === undefined ? undefined : namesOf(own.map, own.domain, names);
}

function values(own: KnownAttribute | undefined, quote = '"'): readonly CompletionOption[] {
  return constants(own?.values ?? [], quote);
}

/** A value with a quotation mark or a backslash would have to be escaped. */
function constants(found: Iterable<string>, quote: string): readonly CompletionOption[] {
  return [...found].filter((value) => !/["'\\\n]/.test(value)).map((label) => ({ label, apply: `${label}${quote}`, type: 'constant' }));
}

/** Within a text: the drivers, where it is compared with the driver; elsewhere nothing is known, if it is within one at all. */
function driverValues({ input, index, 1: quote = '"' }: RegExpExecArray, { names }: Scope): readonly CompletionOption[] | undefined {
  const before = input.slice(0, index);
  if (/device\.driver\s*(?:==|!=)\s*$/.test(before)) return constants(names.drivers, quote);
  const isWithin = (before.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '').match(/["']/g) ?? []).length % 2 === 0;
  return isWithin ? [] : undefined;
}

function fields({ deviceFields }: Environment): readonly CompletionOption[] {
  return Array.from(deviceFields, ([label, type]) => ({ label, type: 'property', detail: type.kind }));
}

/** The types of CEL for those of attributes in slices. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['int', 'int'],
  ['bool', 'bool'],
  ['version', 'kubernetes.Semver'],
  ['quantity', 'kubernetes.Quantity'],
  ...['strings', 'ints', 'bools', 'versions'].map((name) => [name, 'list'] as const),
]);

/** The types that an attribute has on some device; none: it is unknown. */
function typesOf(own: KnownAttribute | undefined, map: string | undefined): readonly string[] {
  if (map === 'capacity') return ['kubernetes.Quantity'];
  return [...(own?.types ?? [])].flatMap((type) => TYPES.get(type) ?? []);
}

/** The names of functions that are written as such: operators are functions, too. */
function named(environment: Environment): readonly string[] {
  return environment.functionNames().filter((name) => /^[a-zA-Z][\w.]*$/.test(name));
}

/** The functions that can be called on a value of one of these types; without types on any. */
function members(environment: Environment, types: readonly string[]): readonly CompletionOption[] {
  const fits = (type: Type | undefined): boolean =>
    types.length === 0 || type === undefined || ['dyn', 'any', 'param'].includes(type.kind) || types.includes(typeName(type));
  const found = named(environment).flatMap((label) => {
    const overloads = (environment.overloadsOf(label) ?? []).filter(({ member, params }) => member && fits(params[0]));
    return overloads.length === 0 ? [] : [called(label, overloads)];
  });
  const isCollection = types.length === 0 || types.includes('list') || types.includes('map');
  const macros = isCollection ? MACRO_NAMES.filter((name) => name !== 'has' && name !== 'bind' && hasMacro(environment, name)) : [];
  return [...found, ...macros.map(macro)];
}

function hasMacro(environment: Environment, name: string): boolean {
  return MACRO_FORMS.some((form) => form.name === name && environment.hasMacro(name, Number(form.key.split('/')[1])));
}

/** The ways in which an expression can begin. */
function beginnings({ environment, bound }: Scope): readonly CompletionOption[] {
  const functions = named(environment).flatMap((label) => {
    const overloads = (environment.overloadsOf(label) ?? []).filter(({ member }) => !member);
    return overloads.length === 0 ? [] : [called(label, overloads)];
  });
  const variables = ['device', ...bound.keys()].map((label): CompletionOption => ({ label, type: 'variable' }));
  return [...variables, ...['has', 'cel.bind'].map(macro), ...functions];
}

function called(label: string, overloads: readonly Overload[]): CompletionOption {
  const [{ result } = {}] = overloads;
  const isOne = overloads.length === 1 && result !== undefined && result.kind !== 'param';
  const detail = isOne ? typeName(result) : overloads.length === 1 ? '' : `${overloads.length} forms`;
  return { label, apply: `${label}(`, type: 'function', detail };
}

function macro(label: string): CompletionOption {
  return { label, apply: `${label}(`, type: 'function', detail: 'macro' };
}
