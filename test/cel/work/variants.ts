// Defines arguments for several overloads: texts to parse or search, patterns, lists and pairs with the worst run time.

import { FORMATS } from '../../../src/cel/library/named-format.js';
import { parseCidr, parseIp } from '../../../src/cel/values/address.js';
import { Duration } from '../../../src/cel/values/duration.js';
import { Semver } from '../../../src/cel/values/semver.js';
import { timestampOfSeconds } from '../../../src/cel/values/timestamp.js';
import { parseUrl } from '../../../src/cel/values/url.js';
import { CelMap, Optional, TypeValue, Uint, type Value } from '../../../src/cel/values/values.js';
import { parseQuantity } from '../../../src/core/quantity/quantity.js';
import { flat, items, QUANTITY_DIGITS, repeated, sampleOf, TEXTS, type Text } from './values-of-types.js';

/** Creates new arguments each time, so that nothing which the engine caches with a string is reused. */
export type MakeArguments = (size: number) => readonly Value[];

/** Arguments by the name of their kind. */
export type Arguments = Readonly<Record<string, MakeArguments>>;

const { ascii, emoji, umlauts } = TEXTS;

export const ints = (size: number): Value => items(size, (at) => BigInt(at));
export const emptyInts: Value = [];
export const texts = (size: number): Value => items(size, (at) => `${at}abc`);

/** Texts of maximum length that are parsed to the end. */
export const reads = (...made: readonly [name: string, make: Text][]): Arguments =>
  Object.fromEntries(made.map(([name, make]): [string, MakeArguments] => [name, (size) => [make(size)]]));

export const URLS = reads(
  ['path', (size) => `https://a.example.com/${flat(repeated('abc/', size))}`],
  ['escapes', (size) => `https://a.example.com/${flat(repeated('%20a', size))}`],
  ['query', (size) => `https://a.example.com/?${flat(repeated('a=1&', size))}`],
  ['host', (size) => `https://${flat(repeated('abc.', size))}com/`],
);
export const ADDRESSES = reads(
  ['zeros', (size) => `${flat(repeated('0', size))}:`],
  ['zone', (size) => `fe80::1%${ascii(size)}`],
  ['dots', (size) => `1.${ascii(size)}`],
);
export const QUANTITIES = reads(
  ['digits', (size) => flat(repeated('1234567890', Math.min(size, QUANTITY_DIGITS)))],
  ['fraction', (size) => `0.${flat(repeated('1234567890', Math.min(size, QUANTITY_DIGITS)))}`],
  ['letters', ascii],
);
export const VERSIONS: Readonly<Record<string, Text>> = {
  prerelease: (size) => `1.2.3-${flat(repeated('alpha.1.', size))}a`,
  build: (size) => `1.2.3+${flat(repeated('b', size))}`,
  letters: ascii,
};
export const NUMBERS = reads(['digits', (size) => flat(repeated('1', size))], ['letters', ascii]);
export const DOUBLES = reads(
  ['digits', (size) => `0.${flat(repeated('1', size))}`],
  ['parts', (size) => `1${flat(repeated('_1', size))}`],
  ['letters', ascii],
);
/** Parts that do not occur, or nearly occur everywhere. */
export const PARTS: Arguments = {
  'a character': (size) => [ascii(size), 'z'],
  'a word': (size) => [ascii(size), 'abcdefghijb'],
  'half of the text': (size) => [flat(repeated('a', size)), flat(`${'a'.repeat(size / 4)}b${'a'.repeat(size / 4)}`)],
  'half of the text, its end differs': (size) => [flat(repeated('a', size)), flat(`${'a'.repeat(size / 2)}b`)],
  emoji: (size) => [emoji(size), 'z'],
};
export const withMore = (variants: Arguments, ...more: readonly ((size: number) => Value)[]): Arguments =>
  Object.fromEntries(
    Object.entries(variants).map(([name, make]): [string, MakeArguments] => [
      name,
      (size) => [...make(size), ...more.map((value) => value(size))],
    ]),
  );
/** Patterns with few and many threads, and texts that they read completely. */
export const PATTERNS: Arguments = {
  'a class': (size) => [ascii(size), '^[a-z]*$'],
  'many threads': (size) => [flat(repeated('a', size)), '(a|a|a|a)*(a|b)*a{8}b'],
  'a word': (size) => [ascii(size), 'abcdefghijb'],
  'word boundaries': (size) => [ascii(size), '\\bz\\b'],
  repetitions: (size) => [flat(repeated('ab', size)), '(x+x+)+y|[a-z]{0,50}z'],
  umlauts: (size) => [umlauts(size), '\\pL+\\d'],
};
export const MATCHES: Arguments = { ...PATTERNS, 'many matches': (size) => [ascii(size), '[a-z]'] };
export const BOTH_TEXTS: Arguments = {
  equal: (size) => [ascii(size), ascii(size)],
  'the end differs': (size) => [`${ascii(size)}a`, `${ascii(size)}b`],
};
/** The smallest items of every type, since the work per item matters. */
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
export const EQUAL: Arguments = {
  ...BOTH_TEXTS,
  ...LISTS_OF_SMALL,
  ints: (size) => [ints(size), ints(size)],
  texts: (size) => [texts(size), texts(size)],
  maps: (size) => [sampleOf('map', size), sampleOf('map', size)],
  bytes: (size) => [sampleOf('bytes', size), sampleOf('bytes', size)],
  quantities: (size) => [sampleOf('kubernetes.Quantity', size), sampleOf('kubernetes.Quantity', size)],
  versions: (size) => [new Semver(VERSIONS.prerelease?.(size) as string), new Semver(VERSIONS.prerelease?.(size) as string)],
  urls: (size) => [sampleOf('kubernetes.URL', size), sampleOf('kubernetes.URL', size)],
};
/** The searched item is absent or the last one. */
export const SOUGHT: Arguments = {
  ints: (size) => [ints(size), -1n],
  texts: (size) => [texts(size), 'none'],
  lists: (size) => [items(size, (at) => [BigInt(at)]), [-1n]],
  'empty lists': (size) => [items(size, () => []), [-1n]],
  'empty maps': (size) => [items(size, () => new CelMap([])), [-1n]],
};
export const backwards = (variants: Arguments): Arguments =>
  Object.fromEntries(Object.entries(variants).map(([name, make]): [string, MakeArguments] => [name, (size) => make(size).toReversed()]));
/** The product of the sizes matters. */
export const SETS: Arguments = {
  ints: (size) => [ints(size), ints(size)],
  'few in common': (size) => [ints(size), items(size, (at) => BigInt(-1 - at))],
  texts: (size) => [texts(size), texts(size)],
};
export const TIMES = reads(['fraction', (size) => `2024-01-01T00:00:00.${flat(repeated('1', size))}Z`], ['letters', ascii]);
export const FORMATTED: Arguments = {
  text: (size) => [ascii(size), []],
  texts: (size) => [repeated('%s ', size), items(size, () => 'abc')],
  ints: (size) => [repeated('%d ', size), ints(size)],
  hexadecimal: (size) => ['%x', [sampleOf('bytes', size)]],
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
  map: (size) => ['%s', [sampleOf('map', size)]],
  binary: (size) => [repeated('%b ', size), items(size, () => 2n ** 60n)],
};
export const SPLIT: Arguments = {
  'into words': (size) => [flat(repeated('ab,', size)), ','],
  'into characters': (size) => [ascii(size), ''],
  'not at all': (size) => [ascii(size), ';'],
  'by a long one': (size) => [flat(repeated('a', size)), flat(`${'a'.repeat(300)}b${'a'.repeat(300)}`)],
};
export const REPLACED: Arguments = {
  words: (size) => [flat(repeated('ab,', size)), 'ab', 'cd'],
  characters: (size) => [ascii(size), '', '-'],
  'by long ones': (size) => [flat(repeated('ab,', size)), ',', 'abcdefghijabcdefghij'],
};

export const AMOUNTS: Arguments = {
  digits: (size) => [sampleOf('kubernetes.Quantity', size)],
  exponent: (size) => [parseQuantity(`123e${Math.min(size, QUANTITY_DIGITS)}`)],
  'small numbers': () => [parseQuantity('12345678901234567890.5')],
};
export const PAIRS_OF_AMOUNTS: Arguments = {
  ...Object.fromEntries(
    Object.entries(AMOUNTS).map(([name, make]): [string, MakeArguments] => [name, (size) => [...make(size), ...make(size)]]),
  ),
  'far apart': (size) => [...(AMOUNTS.digits?.(size) ?? []), ...(AMOUNTS.exponent?.(size) ?? [])],
};
