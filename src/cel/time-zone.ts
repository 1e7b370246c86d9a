// Time zones as the accessors of timestamps take them: `UTC`, a name of the IANA database, or an offset such as `-08:30`.
// Source: cel-go common/stdlib/standard.go, inTimeZone. The database is that of the runtime.

import { Failure } from './failure.js';
import { goQuote } from './quote.js';
import type { Meter } from './values.js';

/** Seconds east of UTC of a zone at a point in time, given in seconds since 1970. Announces its work to the meter. */
export function zoneOffset(zone: string, seconds: number, meter: Meter): number | Failure {
  meter.work(zone.length * 8);
  const colon = zone.indexOf(':');
  return colon === -1 ? namedOffset(zone, seconds, meter) : writtenOffset(zone, colon);
}

const MAX_INT64 = 2n ** 63n - 1n;

/** Hours and minutes may be any integers, and the product of Go wraps around. */
function writtenOffset(zone: string, colon: number): number | Failure {
  const hours = integer(zone.slice(0, colon));
  if (hours instanceof Failure) return hours;
  const minutes = integer(zone.slice(colon + 1));
  if (minutes instanceof Failure) return minutes;
  const offset = zone.startsWith('-') ? hours * 60n - minutes : hours * 60n + minutes;
  return Math.trunc(Number(BigInt.asIntN(64, offset * 60_000_000_000n)) / 1e9);
}

/** Go's strconv.Atoi. */
function integer(text: string): bigint | Failure {
  const failed = (reason: string): Failure => new Failure(`strconv.Atoi: parsing ${goQuote(text)}: ${reason}`);
  if (!/^[+-]?[0-9]+$/.test(text)) return failed('invalid syntax');
  const digits = text.replace(/^[+-]?0*/, '');
  const value = digits.length > 19 ? MAX_INT64 + 2n : BigInt(digits || '0');
  const signed = text.startsWith('-') ? -value : value;
  return signed > MAX_INT64 || signed < -MAX_INT64 - 1n ? failed('value out of range') : signed;
}

/** The first transition of any zone is later, so that all earlier points have the offset of this one. */
const FIRST_SECONDS = -5_000_000_000;
/** Names of the database have these characters; what the runtime takes beyond them (`+01`) Go does not know. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

function namedOffset(zone: string, seconds: number, meter: Meter): number | Failure {
  if (zone === '' || zone === 'UTC' || zone === 'Local') return 0;
  if (zone.includes('..') || zone.startsWith('/') || zone.startsWith('\\')) return new Failure('time: invalid location name');
  const format = NAME.test(zone) ? dateFormat(zone, meter) : undefined;
  if (format === undefined) return new Failure(`unknown time zone ${zone}`);
  meter.work(3_000);
  const at = Math.max(seconds, FIRST_SECONDS);
  const parts = new Map(format.formatToParts(at * 1_000).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local / 1_000 - at;
}

const CACHED_FORMATS = 50;
const formats = new Map<string, Intl.DateTimeFormat | undefined>();

function dateFormat(zone: string, meter: Meter): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone);
  meter.work(40_000);
  if (formats.size >= CACHED_FORMATS) formats.clear();
  const format = makeFormat(zone);
  formats.set(zone, format);
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric';
  const date = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric } as const;
  try {
    const format = new Intl.DateTimeFormat('en-US', { ...date, timeZone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' });
    // Names are files for Go, whose case matters; the runtime tells the proper one.
    const proper = format.resolvedOptions().timeZone;
    return proper !== timeZone && proper.toLowerCase() === timeZone.toLowerCase() ? undefined : format;
  } catch {
    return undefined;
  }
}
