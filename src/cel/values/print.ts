// Prints values as the reference does in messages, with Go's %v: for people, not for CEL.

import { shorten } from '../../core/base/words.js';
import { formatDouble } from '../library/doubles.js';
import { Duration } from './duration.js';
import { Timestamp } from './timestamp.js';
import { CelMap, Failure, Optional, TypeValue, Uint, type Value } from './values.js';

/** The maximum length of a value in a message; the rest is omitted. */
const MAX_LENGTH = 1_000;

/** Returns the text of a value. */
export function goText(value: Value): string {
  return shorten(print(value, MAX_LENGTH), MAX_LENGTH);
}

/** `room` limits the output, so that lists which contain each other many times terminate. */
function print(value: Value, room: number): string {
  if (typeof value === 'number') return formatDouble(value);
  if (value === null) return '0';
  if (typeof value !== 'object') return String(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return `[${Array.from(value.subarray(0, MAX_LENGTH)).join(' ')}]`;
  if (Array.isArray(value)) return `[${printAll(value as readonly Value[], room, print)}]`;
  if (value instanceof CelMap)
    return `{${printAll([...value.entries()], room, ({ key, value: item }, left) => `${print(key, left)}: ${print(item, left)}`)}}`;
  if (value instanceof Optional) return value.value === undefined ? 'optional.none()' : `optional(${print(value.value, room)})`;
  return printObject(value);
}

function printAll<T>(items: readonly T[], room: number, printItem: (item: T, room: number) => string): string {
  let text = '';
  for (const [at, item] of items.entries()) {
    if (text.length > room) break;
    text += (at === 0 ? '' : ', ') + printItem(item, room - text.length);
  }
  return text;
}

function printObject(value: Value & object): string {
  if (value instanceof TypeValue) return TYPES_WITH_PARAMETERS.get(value.type) ?? value.type;
  if (value instanceof Duration) return printDuration(value);
  if (value instanceof Timestamp) return printTimestamp(value);
  return value instanceof Failure ? value.message : String(value);
}

const TYPES_WITH_PARAMETERS: ReadonlyMap<string, string> = new Map([
  ['list', 'list(dyn)'],
  ['map', 'map(dyn, dyn)'],
  ['optional_type', 'optional_type(dyn)'],
]);

const SMALL_UNITS: readonly (readonly [string, bigint])[] = [
  ['ms', 1_000_000n],
  ['\u00b5s', 1_000n],
  ['ns', 1n],
];

/** Prints `1h30m0s`; below a second, in the largest unit that fits. */
function printDuration({ nanos }: Duration): string {
  const sign = nanos < 0n ? '-' : '';
  const size = nanos < 0n ? -nanos : nanos;
  if (size === 0n) return '0s';
  const [unit, scale] = SMALL_UNITS.find(([, least]) => size >= least) as readonly [string, bigint];
  if (size < 1_000_000_000n) return `${sign}${quotient(size, scale)}${unit}`;
  const minutes = size / 60_000_000_000n;
  const seconds = `${quotient(size % 60_000_000_000n, 1_000_000_000n)}s`;
  const hours = minutes / 60n;
  return `${sign}${hours > 0n ? `${hours}h` : ''}${minutes > 0n ? `${minutes % 60n}m` : ''}${seconds}`;
}

/** Returns an exact quotient by a power of ten. */
function quotient(value: bigint, by: bigint): string {
  const fraction =
    by === 1n
      ? ''
      : String(value % by)
          .padStart(String(by).length - 1, '0')
          .replace(/0+$/, '');
  return `${value / by}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Prints `2020-01-01 00:00:00.5 +0130 +0130`. */
function printTimestamp(timestamp: Timestamp): string {
  const [, date, time, zone = ''] = /^(.*)T([0-9:.]*)(.*)$/.exec(timestamp.toString()) ?? [];
  const offset = zone.replace(':', '');
  return `${date} ${time} ${zone === 'Z' ? '+0000 UTC' : `${offset} ${offset}`}`;
}
