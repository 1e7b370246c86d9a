// Resolves the time zones of timestamp accessors: `UTC`, a name of the IANA database, or an offset such as `-08:30`.
// Source: cel-go common/stdlib/standard.go, inTimeZone. The database is the runtime's.

import { copyText } from '../../core/base/copy-text.js';
import { goQuote } from '../../core/base/go-quote.js';
import { parseInt64 } from '../../core/base/integers.js';
import { Failure } from './failure.js';
import type { Meter, OnceMeter } from './values.js';

/** Returns the offset of a zone in seconds east of UTC at a time in seconds since 1970. Reports its work to the meter. */
export function zoneOffset(zone: string, seconds: number, meter: OnceMeter): number | Failure {
  const colon = zone.indexOf(':');
  return colon === -1 ? namedOffset(zone, seconds, meter) : writtenOffset(zone, colon, meter);
}

/** Hours and minutes may be any integers, and Go's product wraps around. */
function writtenOffset(zone: string, colon: number, meter: Meter): number | Failure {
  meter.work(zone.length);
  const hours = integer(zone.slice(0, colon));
  if (hours instanceof Failure) return hours;
  const minutes = integer(zone.slice(colon + 1));
  if (minutes instanceof Failure) return minutes;
  const offset = zone.startsWith('-') ? hours * 60n - minutes : hours * 60n + minutes;
  return Math.trunc(Number(BigInt.asIntN(64, offset * 60_000_000_000n)) / 1e9);
}

/** Parses like Go's strconv.Atoi. */
function integer(text: string): bigint | Failure {
  const value = parseInt64(text);
  if (typeof value === 'bigint') return value;
  return new Failure(`strconv.Atoi: parsing ${goQuote(text)}: ${value === 'syntax' ? 'invalid syntax' : 'value out of range'}`);
}

/** The first transition of every zone is after this time, so all earlier times have the same offset. */
const FIRST_SECONDS = -5_000_000_000;
/** The characters of database names. Runtimes accept further names (`+01`) that Go rejects. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

function namedOffset(name: string, seconds: number, meter: OnceMeter): number | Failure {
  if (name === '' || name === 'UTC' || name === 'Local') return 0;
  if (name.includes('..') || name.startsWith('/') || name.startsWith('\\')) return new Failure('time: invalid location name');
  const zone = name.length <= LONGEST_NAME && NAME.test(name) ? zoneNamed(name, meter) : undefined;
  return zone?.offsetAt(Math.max(seconds, FIRST_SECONDS), meter) ?? new Failure(`unknown time zone ${name}`);
}

/** The steps to look up a zone, and to query the runtime for an offset (see Frame.work). */
const ZONE_WORK = 12_000;
const OFFSET_WORK = 2_000;

const CACHED_ZONES = 50;
/** More than twice the length of any name in the database. */
const LONGEST_NAME = 64;
const zones = new Map<string, Zone | undefined>();

function zoneNamed(name: string, meter: OnceMeter): Zone | undefined {
  return meter.once('zone', name, () => {
    meter.work(ZONE_WORK);
    return cachedZone(name);
  });
}

function cachedZone(name: string): Zone | undefined {
  if (zones.has(name)) return zones.get(name);
  if (zones.size >= CACHED_ZONES) zones.clear();
  const format = makeFormat(name);
  const zone = format === undefined ? undefined : new Zone(copyText(name), format);
  zones.set(copyText(name), zone);
  return zone;
}

/** One and a half days. Within this time, no zone changes its offset twice: the closest changes are almost four days apart. */
const SPAN_BITS = 17;
const SPAN_SECONDS = 2 ** SPAN_BITS;
const CACHED_SPANS = 1_000;

/** A time span in which the offset of a zone changes at most once. */
interface Span {
  /** The first second with the offset `after`. */
  readonly change: number;
  readonly before: number;
  readonly after: number;
}

/** A zone of the runtime with a cache of its offsets: queries to the runtime are slow, and expressions usually use the same days. */
class Zone {
  readonly #name: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #spans = new Map<number, Span>();

  constructor(name: string, format: Intl.DateTimeFormat) {
    this.#name = name;
    this.#format = format;
  }

  offsetAt(seconds: number, meter: OnceMeter): number {
    const index = Math.floor(seconds / SPAN_SECONDS);
    const { change, before, after } = meter.once('span', `${this.#name} ${index}`, () => {
      meter.work(2 * OFFSET_WORK);
      const span = this.#spans.get(index) ?? this.#addSpan(index);
      // The binary search for the change queries this many offsets.
      if (span.before !== span.after) meter.work(SPAN_BITS * OFFSET_WORK);
      return span;
    });
    return seconds < change ? before : after;
  }

  #addSpan(index: number): Span {
    let low = index * SPAN_SECONDS;
    let high = low + SPAN_SECONDS;
    const [before, after] = [this.#read(low), this.#read(high)];
    while (before !== after && high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#read(middle) === before) low = middle;
      else high = middle;
    }
    const span = { change: high, before, after };
    if (this.#spans.size >= CACHED_SPANS) this.#spans.clear();
    this.#spans.set(index, span);
    return span;
  }

  #read(seconds: number): number {
    const parts = new Map(this.#format.formatToParts(seconds * 1_000).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    return local / 1_000 - seconds;
  }
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric';
  const date = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric } as const;
  try {
    const format = new Intl.DateTimeFormat('en-US', { ...date, timeZone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' });
    // Go finds zones by file name, and file names are case-sensitive. The runtime returns the correct case.
    const proper = format.resolvedOptions().timeZone;
    return proper !== timeZone && proper.toLowerCase() === timeZone.toLowerCase() ? undefined : format;
  } catch {
    return undefined;
  }
}
