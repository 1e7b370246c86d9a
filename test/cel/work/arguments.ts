// Arguments of about a size for every overload of the table. An overload whose types are not known here, or that fails on what is made for them, has to be
// given arguments of its own below: tests and the calibration go over the table, so that nothing can be left out.

import type { Type } from '../../../src/cel/check/types.js';
import { typeName } from '../../../src/cel/check/types.js';
import { declaredFunctions, type Overload, overloadsOf } from '../../../src/cel/library/declarations.js';
import { FORMATS } from '../../../src/cel/library/named-format.js';
import { parseCidr, parseIp } from '../../../src/cel/values/address.js';
import { Duration } from '../../../src/cel/values/duration.js';
import { Semver } from '../../../src/cel/values/semver.js';
import { timestampOfSeconds } from '../../../src/cel/values/timestamp.js';
import { parseUrl } from '../../../src/cel/values/url.js';
import { CelMap, Optional, TypeValue, Uint, type Value } from '../../../src/cel/values/values.js';
import { parseQuantity } from '../../../src/quantity/quantity.js';

/** Makes the arguments anew each time: what JavaScript remembers of a string is then not remembered. */
export type MakeArguments = (size: number) => readonly Value[];

/** One kind of arguments. */
export interface Variant {
  readonly name: string;
  readonly make: MakeArguments;
}

/** Every overload that can be called: there are no authorizers. */
export function callableOverloads(): readonly Overload[] {
  return declaredFunctions()
    .flatMap((name) => overloadsOf(name) ?? [])
    .filter(({ params, name }) => !params.some((type) => isAuthorizer(type)) && !EVALUATED_OTHERWISE.has(name));
}

const isAuthorizer = (type: Type): boolean => typeName(type).startsWith('kubernetes.authorization.');

/** Macros expand to these in the reference, and are no calls here (fold.ts); conditionals and alternatives do nothing themselves. */
const EVALUATED_OTHERWISE: ReadonlySet<string> = new Set(['cel.@mapInsert', '_?_:_', '_&&_', '_||_', 'or', 'orValue']);

/** The kinds of arguments of an overload. */
export function variantsOf(overload: Overload): readonly Variant[] {
  const own = OWN_ARGUMENTS.get(overload.id) ?? OWN_ARGUMENTS.get(overload.name);
  if (own !== undefined) return Object.entries(own).map(([name, make]) => ({ name, make }));
  const texts = overload.params.some(containsText) ? TEXTS : { '': TEXTS.ascii };
  return Object.entries(texts).map(([name, text]) => ({
    name,
    make: (size) => overload.params.map((type) => valueOfType(type, size, text)),
  }));
}

const containsText = (type: Type): boolean => type.kind === 'string' || type.params.some(containsText);

type Text = (size: number) => string;

/** A text that is not a slice or a tree of others, as those that JavaScript puts together may be. */
const flat = (text: string): string => Array.from(text).join('');
const repeated = (part: string, size: number): string => part.repeat(Math.ceil(size / part.length));

const TEXTS = {
  ascii: (size) => flat(repeated('abcdefghij', size)),
  umlauts: (size) => flat(repeated('a\u00e9', size)),
  emoji: (size) => flat(repeated('\u{1f600}', size)),
} satisfies Record<string, Text>;

const items = <T>(size: number, make: (at: number) => T): T[] => Array.from({ length: size }, (_, at) => make(at));

/** A value of a type; of lists and maps with so many entries. */
function valueOfType(type: Type, size: number, text: Text): Value {
  const make = VALUES.get(type.kind === 'struct' || type.kind === 'opaque' ? typeName(type) : type.kind);
  if (make === undefined) throw new Error(`no argument of type ${typeName(type)}: see test/cel/work/arguments.ts`);
  return make(size, text, type.params);
}

const SHORT = 4;
const QUANTITY_DIGITS = 9_000;

const VALUES: ReadonlyMap<string, (size: number, text: Text, params: readonly Type[]) => Value> = new Map<
  string,
  (size: number, text: Text, params: readonly Type[]) => Value
>([
  ['bool', () => true],
  ['int', (size) => BigInt(size)],
  ['uint', (size) => new Uint(BigInt(size))],
  ['double', (size) => size + 0.5],
  ['string', (size, text) => text(size)],
  ['bytes', (size) => Uint8Array.from({ length: size }, (_, at) => at & 0x7f)],
  ['timestamp', (size) => timestampOfSeconds(BigInt(size)) as Value],
  ['duration', (size) => new Duration(BigInt(size))],
  ['dyn', (size) => items(size, (at) => BigInt(at))],
  ['param', (size) => items(size, (at) => BigInt(at))],
  ['list', (size, text, [item]) => items(size, (at) => itemOf(item as Type, at, text))],
  ['map', (size) => new CelMap(items(size, (at): [Value, Value] => [`key ${at}`, BigInt(at)]))],
  ['optional_type', (size, text, [held]) => new Optional(valueOfType(held as Type, size, text))],
  ['kubernetes.Quantity', (size) => parseQuantity(`${'1234567890'.repeat(Math.min(size, QUANTITY_DIGITS) / 10)}1.5`)],
  ['kubernetes.Semver', (size) => new Semver(`1.2.3-${flat(repeated('alpha.1.', size))}a`)],
  [
    'kubernetes.URL',
    (size) => parseUrl(`https://a.example.com:80/${flat(repeated('a%20b', size / 2))}?${flat(repeated('a=1&', size / 2))}`),
  ],
  ['kubernetes.NamedFormat', () => FORMATS.get('dns1123Subdomain') as Value],
  ['net.IP', () => parseIp('2001:db8::1')],
  ['net.CIDR', () => parseCidr('2001:db8::/32')],
]);

/** An item of a list: short, and in an order that is none. */
function itemOf(type: Type, at: number, text: Text): Value {
  const scattered = (at * 7_919) % 100_003;
  switch (type.kind) {
    case 'param':
    case 'dyn':
    case 'int':
      return BigInt(scattered);
    case 'string':
      return `${scattered}${text(SHORT)}`;
    case 'bytes':
      return Uint8Array.from([scattered & 0xff, (scattered >> 8) & 0xff]);
    case 'bool':
      return (scattered & 1) === 1;
    case 'list':
      return [BigInt(at), BigInt(scattered)];
    default:
      return valueOfType(type, scattered, text);
  }
}

const ints = (size: number): Value => items(size, (at) => BigInt(at));
const emptyInts: Value = [];
const texts = (size: number): Value => items(size, (at) => `${at}abc`);
const { ascii, emoji, umlauts } = TEXTS;

/** Texts that are read: as long as they may be, and such that all of them is read. */
const reads = (...made: readonly [name: string, make: Text][]): Readonly<Record<string, MakeArguments>> =>
  Object.fromEntries(made.map(([name, make]): [string, MakeArguments] => [name, (size) => [make(size)]]));

const URLS = reads(
  ['path', (size) => `https://a.example.com/${flat(repeated('abc/', size))}`],
  ['escapes', (size) => `https://a.example.com/${flat(repeated('%20a', size))}`],
  ['query', (size) => `https://a.example.com/?${flat(repeated('a=1&', size))}`],
  ['host', (size) => `https://${flat(repeated('abc.', size))}com/`],
);
const ADDRESSES = reads(
  ['zeros', (size) => `${flat(repeated('0', size))}:`],
  ['zone', (size) => `fe80::1%${ascii(size)}`],
  ['dots', (size) => `1.${ascii(size)}`],
);
const QUANTITIES = reads(
  ['digits', (size) => flat(repeated('1234567890', Math.min(size, QUANTITY_DIGITS)))],
  ['fraction', (size) => `0.${flat(repeated('1234567890', Math.min(size, QUANTITY_DIGITS)))}`],
  ['letters', ascii],
);
const VERSIONS: Readonly<Record<string, Text>> = {
  prerelease: (size) => `1.2.3-${flat(repeated('alpha.1.', size))}a`,
  build: (size) => `1.2.3+${flat(repeated('b', size))}`,
  letters: ascii,
};
const NUMBERS = reads(['digits', (size) => flat(repeated('1', size))], ['letters', ascii]);
const DOUBLES = reads(
  ['digits', (size) => `0.${flat(repeated('1', size))}`],
  ['parts', (size) => `1${flat(repeated('_1', size))}`],
  ['letters', ascii],
);
/** A part that is found nowhere, and nearly everywhere. */
const PARTS: Readonly<Record<string, MakeArguments>> = {
  'a character': (size) => [ascii(size), 'z'],
  'a word': (size) => [ascii(size), 'abcdefghijb'],
  'half of the text': (size) => [flat(repeated('a', size)), flat(`${'a'.repeat(size / 4)}b${'a'.repeat(size / 4)}`)],
  'half of the text, its end differs': (size) => [flat(repeated('a', size)), flat(`${'a'.repeat(size / 2)}b`)],
  emoji: (size) => [emoji(size), 'z'],
};
const withMore = (
  variants: Readonly<Record<string, MakeArguments>>,
  ...more: readonly ((size: number) => Value)[]
): Readonly<Record<string, MakeArguments>> =>
  Object.fromEntries(
    Object.entries(variants).map(([name, make]): [string, MakeArguments] => [
      name,
      (size) => [...make(size), ...more.map((value) => value(size))],
    ]),
  );
/** Patterns with few threads and with many, and texts that they go through. */
const PATTERNS: Readonly<Record<string, MakeArguments>> = {
  'a class': (size) => [ascii(size), '^[a-z]*$'],
  'many threads': (size) => [flat(repeated('a', size)), '(a|a|a|a)*(a|b)*a{8}b'],
  'a word': (size) => [ascii(size), 'abcdefghijb'],
  'word boundaries': (size) => [ascii(size), '\\bz\\b'],
  repetitions: (size) => [flat(repeated('ab', size)), '(x+x+)+y|[a-z]{0,50}z'],
  umlauts: (size) => [umlauts(size), '\\pL+\\d'],
};
const MATCHES: Readonly<Record<string, MakeArguments>> = { ...PATTERNS, 'many matches': (size) => [ascii(size), '[a-z]'] };
const BOTH_TEXTS: Readonly<Record<string, MakeArguments>> = {
  equal: (size) => [ascii(size), ascii(size)],
  'the end differs': (size) => [`${ascii(size)}a`, `${ascii(size)}b`],
};
/** Items of every type, as small as they can be: what an item takes counts. */
const SMALL_ITEMS: Readonly<Record<string, () => Value>> = {
  addresses: () => parseIp('1.1.1.1'),
  networks: () => parseCidr('1.1.1.0/24'),
  urls: () => parseUrl('https://a'),
  versions: () => new Semver('0.0.0'),
  quantities: () => parseQuantity('0'),
  timestamps: () => timestampOfSeconds(0n) as Value,
  durations: () => new Duration(0n),
  optionals: () => new Optional(1n),
  'empty optionals': () => new Optional(undefined),
  formats: () => FORMATS.get('dns1123Subdomain') as Value,
  types: () => new TypeValue('int'),
  doubles: () => 0,
  uints: () => new Uint(0n),
  booleans: () => true,
  nulls: () => null,
  'empty texts': () => '',
  'empty bytes': () => new Uint8Array(),
  'empty lists': () => [],
  'empty maps': () => new CelMap([]),
};
const LISTS_OF_SMALL = Object.fromEntries(
  Object.entries(SMALL_ITEMS).map(([name, make]): [string, MakeArguments] => [
    `lists of ${name}`,
    (size) => [items(size, () => make()), items(size, () => make())],
  ]),
);
const EQUAL: Readonly<Record<string, MakeArguments>> = {
  ...BOTH_TEXTS,
  ...LISTS_OF_SMALL,
  ints: (size) => [ints(size), ints(size)],
  texts: (size) => [texts(size), texts(size)],
  maps: (size) => [VALUES.get('map')?.(size, ascii, []) as Value, VALUES.get('map')?.(size, ascii, []) as Value],
  bytes: (size) => [VALUES.get('bytes')?.(size, ascii, []) as Value, VALUES.get('bytes')?.(size, ascii, []) as Value],
  quantities: (size) => [
    VALUES.get('kubernetes.Quantity')?.(size, ascii, []) as Value,
    VALUES.get('kubernetes.Quantity')?.(size, ascii, []) as Value,
  ],
  versions: (size) => [new Semver(VERSIONS.prerelease?.(size) as string), new Semver(VERSIONS.prerelease?.(size) as string)],
  urls: (size) => [VALUES.get('kubernetes.URL')?.(size, ascii, []) as Value, VALUES.get('kubernetes.URL')?.(size, ascii, []) as Value],
};
/** The item looked for is not there, or the last one. */
const SOUGHT: Readonly<Record<string, MakeArguments>> = {
  ints: (size) => [ints(size), -1n],
  texts: (size) => [texts(size), 'none'],
  lists: (size) => [items(size, (at) => [BigInt(at)]), [-1n]],
  'empty lists': (size) => [items(size, () => []), [-1n]],
  'empty maps': (size) => [items(size, () => new CelMap([])), [-1n]],
};
const backwards = (variants: Readonly<Record<string, MakeArguments>>): Readonly<Record<string, MakeArguments>> =>
  Object.fromEntries(Object.entries(variants).map(([name, make]): [string, MakeArguments] => [name, (size) => make(size).toReversed()]));
/** The product of the sizes counts. */
const SETS: Readonly<Record<string, MakeArguments>> = {
  ints: (size) => [ints(size), ints(size)],
  'few in common': (size) => [ints(size), items(size, (at) => BigInt(-1 - at))],
  texts: (size) => [texts(size), texts(size)],
};
const TIMES = reads(['fraction', (size) => `2024-01-01T00:00:00.${flat(repeated('1', size))}Z`], ['letters', ascii]);
const FORMATTED: Readonly<Record<string, MakeArguments>> = {
  text: (size) => [ascii(size), []],
  texts: (size) => [repeated('%s ', size), items(size, () => 'abc')],
  ints: (size) => [repeated('%d ', size), ints(size)],
  hexadecimal: (size) => ['%x', [VALUES.get('bytes')?.(size, ascii, []) as Value]],
  fractions: (size) => [repeated('%.3f ', size), items(size, (at) => at / 7)],
  'long fractions': (size) => [repeated('%.250f ', size), items(size, (at) => at / 7e300)],
  scientific: (size) => [repeated('%e ', size), items(size, (at) => at / 7e300)],
  list: (size) => ['%s', [ints(size)]],
  ...Object.fromEntries(
    Object.entries(SMALL_ITEMS).map(([name, make]): [string, MakeArguments] => [
      `list of ${name}`,
      (size) => ['%s', [items(size, () => make())]],
    ]),
  ),
  doubles: (size) => ['%s', [items(size, (at) => at / 7)]],
  map: (size) => ['%s', [VALUES.get('map')?.(size, ascii, []) as Value]],
  binary: (size) => [repeated('%b ', size), items(size, () => 2n ** 60n)],
};
const SPLIT: Readonly<Record<string, MakeArguments>> = {
  'into words': (size) => [flat(repeated('ab,', size)), ','],
  'into characters': (size) => [ascii(size), ''],
  'not at all': (size) => [ascii(size), ';'],
  'by a long one': (size) => [flat(repeated('a', size)), flat(`${'a'.repeat(300)}b${'a'.repeat(300)}`)],
};
const REPLACED: Readonly<Record<string, MakeArguments>> = {
  words: (size) => [flat(repeated('ab,', size)), 'ab', 'cd'],
  characters: (size) => [ascii(size), '', '-'],
  'by long ones': (size) => [flat(repeated('ab,', size)), ',', 'abcdefghijabcdefghij'],
};

const AMOUNTS: Readonly<Record<string, MakeArguments>> = {
  digits: (size) => [VALUES.get('kubernetes.Quantity')?.(size, ascii, []) as Value],
  exponent: (size) => [parseQuantity(`123e${Math.min(size, QUANTITY_DIGITS)}`)],
  'small numbers': () => [parseQuantity('12345678901234567890.5')],
};
const PAIRS_OF_AMOUNTS: Readonly<Record<string, MakeArguments>> = {
  ...Object.fromEntries(
    Object.entries(AMOUNTS).map(([name, make]): [string, MakeArguments] => [name, (size) => [...make(size), ...make(size)]]),
  ),
  'far apart': (size) => [...(AMOUNTS.digits?.(size) ?? []), ...(AMOUNTS.exponent?.(size) ?? [])],
};

/** Overloads, by id or by name, that need more than values of their types. */
const OWN_ARGUMENTS: ReadonlyMap<string, Readonly<Record<string, MakeArguments>>> = new Map([
  ['equals', EQUAL],
  ['not_equals', EQUAL],
  ['in_list', backwards(SOUGHT)],
  ['in_map', { map: (size) => ['none', VALUES.get('map')?.(size, ascii, []) as Value] }],
  ...['index_list', 'list_optindex_optional_int'].map((id) => [id, { list: (size: number) => [ints(size), 1n] }] as const),
  ...['index_map', 'map_optindex_optional_value'].map(
    (id) => [id, { map: (size: number) => [VALUES.get('map')?.(size, ascii, []) as Value, 'key 1'] }] as const,
  ),
  ...['optional_list_index_int', 'optional_list_optindex_optional_int'].map(
    (id) => [id, { list: (size: number) => [new Optional(ints(size)), 1n] }] as const,
  ),
  ...['optional_map_index_value', 'optional_map_optindex_optional_value'].map(
    (id) => [id, { map: (size: number) => [new Optional(VALUES.get('map')?.(size, ascii, []) as Value), 'key 1'] }] as const,
  ),
  ['add_list', { both: (size) => [ints(size), ints(size)], 'one of them empty': (size) => [ints(size), emptyInts] }],
  ...['less', 'less_equals', 'greater', 'greater_equals'].map((id) => [`${id}_string`, BOTH_TEXTS] as const),
  ['contains_string', PARTS],
  ['string_index_of_string', PARTS],
  ['string_last_index_of_string', PARTS],
  ['string_index_of_string_int', withMore(PARTS, () => 0n)],
  ['string_last_index_of_string_int', withMore(PARTS, (size) => BigInt(size / 2))],
  [
    'string_substring_int_int',
    { ascii: (size) => [ascii(size), 1n, BigInt(size / 2)], emoji: (size) => [emoji(size), 1n, BigInt(size / 4)] },
  ],
  ['string_substring_int', { ascii: (size) => [ascii(size), 1n], emoji: (size) => [emoji(size), 1n] }],
  ['string_char_at_int', { ascii: (size) => [ascii(size), 1n], emoji: (size) => [emoji(size), 1n] }],
  [
    'string_trim',
    {
      blanks: (size) => [flat(repeated(' ', size))],
      text: (size) => [ascii(size)],
      'blanks at the end': (size) => [`a${flat(repeated(' ', size))}`],
    },
  ],
  ['string_split_string', SPLIT],
  ['string_split_string_int', withMore(SPLIT, (size) => BigInt(size / 2))],
  ['string_replace_string_string', REPLACED],
  ['string_replace_string_string_int', withMore(REPLACED, (size) => BigInt(size / 4))],
  ['strings_quote', { plain: (size) => [ascii(size)], escapes: (size) => [flat(repeated('\n', size))] }],
  ['string_format', FORMATTED],
  ['list_join_string', { short: (size) => [texts(size), ','], long: (size) => [texts(size), ascii(20)] }],
  ['matches', PATTERNS],
  ['matches_string', PATTERNS],
  ['string_find_string', PATTERNS],
  ['string_find_all_string', MATCHES],
  ['string_find_all_string_int', withMore(MATCHES, (size) => BigInt(size))],
  ['string_to_bool', reads(['letters', ascii])],
  ['string_to_double', DOUBLES],
  ['string_to_int64', NUMBERS],
  ['string_to_uint64', NUMBERS],
  ['double_to_string', { short: () => [0.5], long: () => [1.234567890123456e-300] }],
  [
    'string_to_duration',
    reads(['parts', (size) => flat(repeated('1ns', size))], ['digits', (size) => `0.${flat(repeated('1', size))}s`], ['letters', ascii]),
  ],
  ['string_to_timestamp', TIMES],
  ['string_to_quantity', QUANTITIES],
  ['is_quantity_string', QUANTITIES],
  ['string_to_semver', reads(...Object.entries(VERSIONS))],
  ['is_semver_string', reads(...Object.entries(VERSIONS))],
  ['string_bool_to_semver', withMore(reads(...Object.entries(VERSIONS)), () => true)],
  ['is_semver_string_bool', withMore(reads(...Object.entries(VERSIONS)), () => true)],
  ['string_to_url', URLS],
  ['is_url_string', URLS],
  ...['string_to_ip', 'is_ip', 'ip_is_canonical', 'string_to_cidr', 'is_cidr'].map((id) => [id, ADDRESSES] as const),
  ...['cidr_contains_ip_string', 'cidr_contains_cidr_string'].map(
    (id) =>
      [
        id,
        {
          address: () => [parseCidr('2001:db8::/32'), '2001:db8::1'],
          zeros: (size: number) => [parseCidr('2001:db8::/32'), `${flat(repeated('0', size))}:`],
        },
      ] as const,
  ),
  [
    'format-validate',
    Object.fromEntries(
      Array.from(FORMATS.values(), (format): [string, MakeArguments] => [format.name, (size) => [format, flat(repeated('abc.', size))]]),
    ),
  ],
  ['list_a_index_of_int', SOUGHT],
  ...['quantity_get_float', 'quantity_get_int', 'quantity_is_integer', 'quantity_sign'].map((id) => [id, AMOUNTS] as const),
  ...['quantity_is_greater_than', 'quantity_is_less_than', 'quantity_compare_to', 'quantity_add', 'quantity_sub'].map(
    (id) => [id, PAIRS_OF_AMOUNTS] as const,
  ),
  ...['quantity_add_int', 'quantity_sub_int'].map((id) => [id, withMore(AMOUNTS, () => 1n)] as const),
  ['list_a_last_index_of_int', SOUGHT],
  ['list_includes_dyn_dyn', SOUGHT],
  [
    'bytes_to_string',
    { ascii: (size) => [new TextEncoder().encode(ascii(size))], emoji: (size) => [new TextEncoder().encode(emoji(size))] },
  ],
  ['list_slice', { all: (size) => [ints(size), 0n, BigInt(size)] }],
  [
    'list_flatten',
    { pairs: (size) => [items(size, (at) => [BigInt(at), 1n])], 'long lists': (size) => [[ints(size / 2), ints(size / 2)]] },
  ],
  [
    'list_flatten_int',
    { pairs: (size) => [items(size, (at) => [BigInt(at), [1n]]), 2n], 'long lists': (size) => [[ints(size / 2), ints(size / 2)], 1n] },
  ],
  ...['bool', 'int', 'uint', 'double', 'string', 'bytes', 'google.protobuf.Duration', 'google.protobuf.Timestamp'].map(
    (type) =>
      [
        `list_${type}_sortByAssociatedKeys`,
        { scattered: (size: number) => [ints(size), items(size, (at) => itemOf({ kind: kindOf(type), params: [] }, at, ascii))] },
      ] as const,
  ),
  ['list_sets_contains_list', SETS],
  ['list_sets_equivalent_list', SETS],
  ['list_sets_intersects_list', SETS],
  ['optional_unwrap', { optionals: (size) => [items(size, (at) => new Optional(BigInt(at)))] }],
  ['optional_unwrapOpt', { optionals: (size) => [items(size, (at) => new Optional(BigInt(at)))] }],
  ['subtract_timestamp_duration', { times: (size) => [timestampOfSeconds(BigInt(size)) as Value, new Duration(BigInt(size))] }],
]);

function kindOf(type: string): Type['kind'] {
  return (type.startsWith('google.protobuf.') ? type.slice('google.protobuf.'.length).toLowerCase() : type) as Type['kind'];
}
