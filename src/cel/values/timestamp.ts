// Represents timestamps with nanoseconds and their written offset, like Go's time.Time in cel-go.
// Source: Go time.Parse with time.RFC3339; cel-go common/types/timestamp.go and overflow.go.

const SECONDS_PER_DAY = 86_400;
const MILLIS_PER_DAY = SECONDS_PER_DAY * 1_000;
const NANOS_PER_SECOND = 1_000_000_000n;
/** The limits of the years 1 to 9999. */
const MIN_SECONDS = -62_135_596_800n;
const MAX_SECONDS = 253_402_300_799n;

/** A point in time. */
export class Timestamp {
  /** Seconds since 1970, in UTC. */
  readonly seconds: bigint;
  /** From 0 to 999,999,999. */
  readonly nanos: number;
  /** The zone for printing, in seconds east of UTC. */
  readonly offset: number;

  constructor(seconds: bigint, nanos = 0, offset = 0) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.offset = offset;
  }

  /** The nanoseconds since 1970, which can exceed an int. */
  get totalNanos(): bigint {
    return this.seconds * NANOS_PER_SECOND + BigInt(this.nanos);
  }

  /** Returns the time a number of nanoseconds later; undefined outside the years 1 to 9999. */
  plus(nanos: bigint): Timestamp | undefined {
    const total = this.totalNanos + nanos;
    const rest = ((total % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
    return timestampOfSeconds((total - rest) / NANOS_PER_SECOND, Number(rest), this.offset);
  }

  /** Returns date and time at an offset in seconds east of UTC. */
  fieldsAt(offset: number): DateFields {
    return fieldsOf(Number(this.seconds) + offset);
  }

  /** Prints RFC 3339 with the fewest fraction digits, in the zone in which it was written. */
  toString(): string {
    const { year, month, day, hours, minutes, seconds } = this.fieldsAt(this.offset);
    const fraction = this.nanos === 0 ? '' : `.${String(this.nanos).padStart(9, '0').replace(/0+$/, '')}`;
    const date = `${String(year).padStart(4, '0')}-${pad(month + 1)}-${pad(day)}`;
    return `${date}T${pad(hours)}:${pad(minutes)}:${pad(seconds)}${fraction}${offsetText(this.offset)}`;
  }
}

/** A Gregorian date and a time of day. `month`, `dayOfYear` and `dayOfWeek` (Sunday) start at 0, `day` at 1. */
export interface DateFields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly dayOfYear: number;
  readonly dayOfWeek: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** Returns a timestamp; undefined outside the years 1 to 9999. */
export function timestampOfSeconds(seconds: bigint, nanos = 0, offset = 0): Timestamp | undefined {
  return seconds < MIN_SECONDS || seconds > MAX_SECONDS ? undefined : new Timestamp(seconds, nanos, offset);
}

/** Returns the nanoseconds between two times, which can exceed an int. */
export function nanosBetween(later: Timestamp, earlier: Timestamp): bigint {
  return later.totalNanos - earlier.totalNanos;
}

/** Go accepts an hour of one digit, a comma before the fraction, and offsets up to 24:60. */
const RFC3339 = /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:[.,]([0-9]+))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))$/;

/** Parses RFC 3339. Returns undefined for invalid timestamps, 'range' outside the years 1 to 9999. */
export function parseTimestamp(text: string): Timestamp | 'range' | undefined {
  const parts = RFC3339.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hours, minutes, seconds] = parts.slice(1, 7).map(Number) as [number, number, number, number, number, number];
  const [fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = parts.slice(7) as [string?, string?, string?, string?];
  if (!isDate(year, month, day) || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  if (Number(offsetHours) > 24 || Number(offsetMinutes) > 60) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(offsetHours) * 3_600 + Number(offsetMinutes) * 60);
  const local = daysSince1970(year, month - 1, day) * SECONDS_PER_DAY + hours * 3_600 + minutes * 60 + seconds;
  return timestampOfSeconds(BigInt(local - offset), Number(fraction.slice(0, 9).padEnd(9, '0')), offset) ?? 'range';
}

/** Returns the days from 1970-01-01 to a date. `Date.UTC` would treat the years 0 to 99 as 1900 to 1999. */
function daysSince1970(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day) / MILLIS_PER_DAY;
}

function fieldsOf(time: number): DateFields {
  const date = new Date(time * 1_000);
  const year = date.getUTCFullYear();
  return {
    year,
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    dayOfYear: Math.floor(date.getTime() / MILLIS_PER_DAY) - daysSince1970(year, 0, 1),
    dayOfWeek: date.getUTCDay(),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
    seconds: date.getUTCSeconds(),
  };
}

/** Returns whether a date exists. The month starts at 1. */
export function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(daysSince1970(year, month - 1, day) * MILLIS_PER_DAY);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const pad = (value: number): string => String(value).padStart(2, '0');

function offsetText(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.floor(Math.abs(offset) / 60);
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
