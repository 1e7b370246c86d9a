// Completions of selectors: attributes and capacities of the text's devices, their values, and the functions of CEL.

import { type Type, typeName } from '../../../cel/check/types.js';
import { type Environment, resolveEnvironment } from '../../../cel/engine.js';
import type { Overload } from '../../../cel/library/declarations.js';
import { MACRO_FORMS, MACRO_NAMES } from '../../../cel/syntax/macros.js';
import type { FeatureOptions } from '../../../core/features/features.js';
import type { CompletionOption, Completions } from '../protocol.js';
import type { AttributeFacts, Names } from './names.js';
import type { ValuePlace } from './place.js';

/** The most characters of an expression that are searched from its end, which determines the completions. */
const MOST_TEXT = 4096;

/** The maps of a device whose keys have domains. */
type MapName = 'attributes' | 'capacity';

/** Returns the completions of a selector. */
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

/** Escapes quotation marks for the YAML around the selector. */
function escaped(text: string, outer: ValuePlace['quote']): string {
  if (outer === '"') return text.replaceAll('"', '\\"');
  return outer === "'" ? text.replaceAll("'", "''") : text;
}

/** Returns the length of the text after the cursor that a completion replaces: the rest of the word, and its closing signs. */
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

/** The names available in an expression. */
interface Scope {
  readonly names: Names;
  readonly environment: Environment;
  /** Variables bound to the attributes or capacities of a domain. */
  readonly bound: ReadonlyMap<string, { readonly map: MapName; readonly domain: string }>;
}

/** Returns completions, or undefined if a later pattern may match. */
type Way = (match: RegExpExecArray, scope: Scope) => readonly CompletionOption[] | undefined;

/** Matches `device.attributes["a"].b` in all notations: the map, the domain, and the name after a point or in brackets. */
const ATTRIBUTE = String.raw`device\.(attributes|capacity)\[\??(?:"([\w.-]+)"|'([\w.-]+)')\](?:\.\??(\w+)|\[\??(?:"([\w.-]+)"|'([\w.-]+)')\])`;

/** The patterns for the end of an expression, with their completions. The last group of a pattern is the word to replace. */
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
    (match, { names }) => values(attributeNamed(match, names), match.at(-2)),
  ],
  [/(["'])([^"']*)$/, (match, scope) => driverValues(match, scope)],
  [/(?:^|[^\w.])device\.(\w*)$/, (_match, { environment }) => fields(environment)],
  [/(?:^|[^\w.])(\w+)\.\??(\w*)$/, ([, name = ''], { names, bound }) => boundNames(bound.get(name), names)],
  [
    new RegExp(String.raw`${ATTRIBUTE}\.(\w*)$`),
    (match, { names, environment }) => members(environment, typesOf(attributeNamed(match, names), match[1])),
  ],
  [/(?:^|[^\w.])device\.driver\.(\w*)$/, (_match, { environment }) => members(environment, ['string'])],
  [/["']\.(\w*)$/, (_match, { environment }) => members(environment, ['string'])],
  [/[\w)\]]\.(\w*)$/, (_match, { environment }) => members(environment, [])],
  [/(?:^|[^\w.])(\w+)$/, (_match, scope) => beginnings(scope)],
  [/(?:^|[(!&|?:=<>+*/%,[-])\s*()$/, (_match, scope) => beginnings(scope)],
];

/** Returns the variables of `cel.bind(name, device.attributes["domain"], ...)` in a text. */
function boundIn(text: string): Scope['bound'] {
  const found = text.matchAll(/cel\.bind\(\s*(\w+)\s*,\s*device\.(attributes|capacity)\[\??["']([\w.-]+)["']\]\s*,/g);
  return new Map(Array.from(found, ([, name = '', map, domain = '']) => [name, { map: map as MapName, domain }]));
}

function namesByDomain(map: MapName, names: Names): Names['attributes'] {
  return map === 'attributes' ? names.attributes : names.capacities;
}

/** Returns the attribute or capacity of a match of {@link ATTRIBUTE}. */
function attributeNamed([, map, domain, quoted, ...name]: RegExpExecArray, names: Names): AttributeFacts | undefined {
  const attributeName = name.slice(0, 3).find((each) => each !== undefined) ?? '';
  return namesByDomain(map as MapName, names)
    .get(domain ?? quoted ?? '')
    ?.get(attributeName);
}

function domains(map: MapName, quote: string, names: Names): readonly CompletionOption[] {
  return Array.from(namesByDomain(map, names), ([label, namesOfDomain]) => ({
    label,
    apply: `${label}${quote}].`,
    type: 'variable',
    detail: namesOfDomain.size === 1 ? '1 name' : `${namesOfDomain.size} names`,
  }));
}

function namesOf(map: MapName, domain: string, names: Names): readonly CompletionOption[] {
  return Array.from(namesByDomain(map, names).get(domain) ?? [], ([label, attributeFacts]) => ({
    label,
    type: 'property',
    detail: [...attributeFacts.types].join(', '),
    info: [...attributeFacts.values].slice(0, 6).join(', '),
  }));
}

function indexed(options: readonly CompletionOption[], quote: string): readonly CompletionOption[] {
  return options.map((option) => ({ ...option, apply: `${option.label}${quote}]` }));
}

function boundNames(
  boundDomain: { readonly map: MapName; readonly domain: string } | undefined,
  names: Names,
): readonly CompletionOption[] | undefined {
  return boundDomain === undefined ? undefined : namesOf(boundDomain.map, boundDomain.domain, names);
}

function values(attributeFacts: AttributeFacts | undefined, quote = '"'): readonly CompletionOption[] {
  return constants(attributeFacts?.values ?? [], quote);
}

/** Values with a quotation mark or a backslash are left out, since they would need escapes. */
function constants(found: Iterable<string>, quote: string): readonly CompletionOption[] {
  return [...found].filter((value) => !/["'\\\n]/.test(value)).map((label) => ({ label, apply: `${label}${quote}`, type: 'constant' }));
}

/** Returns the completions within a string: the drivers in a comparison with the driver, else an empty list. Undefined outside of strings. */
function driverValues({ input, index, 1: quote = '"' }: RegExpExecArray, { names }: Scope): readonly CompletionOption[] | undefined {
  const before = input.slice(0, index);
  if (/device\.driver\s*(?:==|!=)\s*$/.test(before)) return constants(names.drivers, quote);
  const isWithin = (before.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '').match(/["']/g) ?? []).length % 2 === 0;
  return isWithin ? [] : undefined;
}

function fields({ deviceFields }: Environment): readonly CompletionOption[] {
  return Array.from(deviceFields, ([label, type]) => ({ label, type: 'property', detail: type.kind }));
}

/** The CEL types of attribute types in slices. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['int', 'int'],
  ['bool', 'bool'],
  ['version', 'kubernetes.Semver'],
  ['quantity', 'kubernetes.Quantity'],
  ...['strings', 'ints', 'bools', 'versions'].map((name) => [name, 'list'] as const),
]);

/** Returns the CEL types of an attribute over all devices; empty if it is unknown. */
function typesOf(attributeFacts: AttributeFacts | undefined, map: string | undefined): readonly string[] {
  if (map === 'capacity') return ['kubernetes.Quantity'];
  return [...(attributeFacts?.types ?? [])].flatMap((type) => TYPES.get(type) ?? []);
}

/** Returns the functions with a name. Operators are functions too. */
function named(environment: Environment): readonly string[] {
  return environment.functionNames().filter((name) => /^[a-zA-Z][\w.]*$/.test(name));
}

/** Returns the functions of values of one of these types; without types, of any type. */
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

/** Returns the possible beginnings of an expression. */
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
