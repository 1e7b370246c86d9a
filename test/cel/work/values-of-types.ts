// Creates values of a certain size for every type of the overloads.

import { type Type, typeName } from '../../../src/cel/check/types.js';
import { FORMATS } from '../../../src/cel/library/named-format.js';
import { parseCidr, parseIp } from '../../../src/cel/values/address.js';
import { Duration } from '../../../src/cel/values/duration.js';
import { Semver } from '../../../src/cel/values/semver.js';
import { timestampOfSeconds } from '../../../src/cel/values/timestamp.js';
import { parseUrl } from '../../../src/cel/values/url.js';
import { CelMap, Optional, Uint, type Value } from '../../../src/cel/values/values.js';
import { parseQuantity } from '../../../src/core/quantity/quantity.js';

export type Text = (size: number) => string;

/** Returns a text that is stored contiguously, not as a slice or concatenation of others, as JavaScript engines may do. */
export const flat = (text: string): string => Array.from(text).join('');
export const repeated = (part: string, size: number): string => part.repeat(Math.ceil(size / part.length));

export const TEXTS = {
  ascii: (size) => flat(repeated('abcdefghij', size)),
  umlauts: (size) => flat(repeated('a\u00e9', size)),
  emoji: (size) => flat(repeated('\u{1f600}', size)),
} satisfies Record<string, Text>;

export const items = <T>(size: number, make: (at: number) => T): T[] => Array.from({ length: size }, (_, at) => make(at));

/** Returns a value of a type; lists and maps have this number of entries. */
export function valueOfType(type: Type, size: number, text: Text): Value {
  const make = VALUES.get(type.kind === 'struct' || type.kind === 'opaque' ? typeName(type) : type.kind);
  if (make === undefined) throw new Error(`no argument of type ${typeName(type)}: see test/cel/work/values-of-types.ts`);
  return make(size, text, type.params);
}

const SHORT = 4;
export const QUANTITY_DIGITS = 9_000;

type MakeValue = (size: number, text: Text, params: readonly Type[]) => Value;

const VALUES: ReadonlyMap<string, MakeValue> = new Map<string, MakeValue>([
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

/** Returns a value of a type without relevant parameters, by its name. */
export function sampleOf(type: string, size: number): Value {
  return (VALUES.get(type) as MakeValue)(size, TEXTS.ascii, []);
}

/** Returns an item of a list: short, and in no particular order. */
export function itemOf(type: Type, at: number, text: Text): Value {
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
