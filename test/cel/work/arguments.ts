// Creates arguments of a certain size for every overload. An overload with unsupported types, or one that fails on the default
// arguments, needs separate arguments below.
// Tests and the calibration iterate over the table, so that no overload is missing.

import { type Type, typeName } from '../../../src/cel/check/types.js';
import { declaredFunctions, type Overload, overloadsOf } from '../../../src/cel/library/declarations.js';
import { FORMATS } from '../../../src/cel/library/named-format.js';
import { parseCidr } from '../../../src/cel/values/address.js';
import { Duration } from '../../../src/cel/values/duration.js';
import { timestampOfSeconds } from '../../../src/cel/values/timestamp.js';
import { Optional, type Value } from '../../../src/cel/values/values.js';
import { flat, itemOf, items, repeated, sampleOf, TEXTS, valueOfType } from './values-of-types.js';
import {
  ADDRESSES,
  AMOUNTS,
  type Arguments,
  BOTH_TEXTS,
  backwards,
  DOUBLES,
  EQUAL,
  emptyInts,
  FORMATTED,
  ints,
  MATCHES,
  type MakeArguments,
  NUMBERS,
  PAIRS_OF_AMOUNTS,
  PARTS,
  PATTERNS,
  QUANTITIES,
  REPLACED,
  reads,
  SETS,
  SOUGHT,
  SPLIT,
  TIMES,
  texts,
  URLS,
  VERSIONS,
  withMore,
} from './variants.js';

/** One kind of arguments. */
export interface Variant {
  readonly name: string;
  readonly make: MakeArguments;
}

/** Returns every overload that can be called: not authorizers, and not overloads that only checkers of earlier releases declare. */
export function callableOverloads(): readonly Overload[] {
  return declaredFunctions()
    .flatMap((name) => overloadsOf(name) ?? [])
    .filter(
      ({ params, name, until }) => !params.some(isAuthorizer) && !EVALUATED_OTHERWISE.has(name) && until === Number.POSITIVE_INFINITY,
    );
}

const isAuthorizer = (type: Type): boolean => typeName(type).startsWith('kubernetes.authorization.');

/** The reference expands macros to these; here they are not calls (fold.ts). Conditionals and alternatives do no work themselves. */
const EVALUATED_OTHERWISE: ReadonlySet<string> = new Set(['cel.@mapInsert', '_?_:_', '_&&_', '_||_', 'or', 'orValue']);

/** Returns the kinds of arguments of an overload. */
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

const { ascii, emoji } = TEXTS;

/** Overloads, by id or name, that need more than values of their types. */
const OWN_ARGUMENTS: ReadonlyMap<string, Arguments> = new Map([
  ['equals', EQUAL],
  ['not_equals', EQUAL],
  ['in_list', backwards(SOUGHT)],
  ['in_map', { map: (size) => ['none', sampleOf('map', size)] }],
  ...['index_list', 'list_optindex_optional_int'].map((id) => [id, { list: (size: number) => [ints(size), 1n] }] as const),
  ...['index_map', 'map_optindex_optional_value'].map((id) => [id, { map: (size: number) => [sampleOf('map', size), 'key 1'] }] as const),
  ...['optional_list_index_int', 'optional_list_optindex_optional_int'].map(
    (id) => [id, { list: (size: number) => [new Optional(ints(size)), 1n] }] as const,
  ),
  ...['optional_map_index_value', 'optional_map_optindex_optional_value'].map(
    (id) => [id, { map: (size: number) => [new Optional(sampleOf('map', size)), 'key 1'] }] as const,
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
