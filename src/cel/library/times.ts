// Implements timestamps and durations: their conversions and parts. Source: cel-go common/stdlib/standard.go; UTC is the default zone.

import { type Duration, parseDuration } from '../values/duration.js';
import { Failure } from '../values/failure.js';
import { zoneOffset } from '../values/time-zone.js';
import { type DateFields, parseTimestamp, type Timestamp, timestampOfSeconds } from '../values/timestamp.js';
import type { Value } from '../values/values.js';
import { CONSTANT, type Declaration, declare, declareOnly, fail, until } from './declaration.js';
import { readingOf, SCANNED, spellingOf } from './work.js';

/** The reference's error for a time outside the years 1 to 9999. */
export const TIMESTAMP_OVERFLOW = fail('timestamp overflow');

function toTimestamp(text: string): Value {
  const timestamp = parseTimestamp(text);
  if (timestamp === 'range') return TIMESTAMP_OVERFLOW;
  return timestamp ?? fail("type conversion error from 'string' to 'google.protobuf.Timestamp'");
}

/** The work of computing a date, and of counting a unit, in steps (see Frame.work). */
const FIELDS_WORK = 20;
const COUNT_WORK = 15;
const readingOfZone = (_: Timestamp, zone: string): number => FIELDS_WORK + spellingOf(zone, SCANNED);

/** Declares the function that returns a part of a timestamp, in UTC or in a named zone. */
function accessor(name: string, id: string, part: (fields: DateFields, timestamp: Timestamp) => number): Declaration[] {
  return [
    declare<[Timestamp]>(id, `timestamp.${name}() int`, FIELDS_WORK, (_, timestamp) => BigInt(part(timestamp.fieldsAt(0), timestamp))),
    declare<[Timestamp, string]>(`${id}_with_tz`, `timestamp.${name}(string) int`, readingOfZone, (frame, timestamp, zone) => {
      const offset = zoneOffset(zone, Number(timestamp.seconds), frame);
      return offset instanceof Failure ? offset : BigInt(part(timestamp.fieldsAt(offset), timestamp));
    }),
  ];
}

/** Declares the function that counts a unit in a duration. */
function count(name: string, id: string, unit: 'ms' | 's' | 'm' | 'h'): Declaration {
  return declare<[Duration]>(id, `duration.${name}() int`, COUNT_WORK, (_, duration) => duration.whole(unit));
}

export const TIMES: readonly Declaration[] = [
  declare<[string]>(
    'string_to_duration',
    'duration(string) duration',
    readingOf(100, 10),
    (_, text) => parseDuration(text) ?? fail("type conversion error from 'string' to 'google.protobuf.Duration'"),
  ),
  // The function fails for every integer, so only the checker of earlier releases declares it.
  until(36, declareOnly('int64_to_duration', 'duration(int) duration')),
  declare<[bigint]>(
    'int64_to_timestamp',
    'timestamp(int) timestamp',
    CONSTANT,
    (_, seconds) => timestampOfSeconds(seconds) ?? TIMESTAMP_OVERFLOW,
  ),
  declare<[string]>('string_to_timestamp', 'timestamp(string) timestamp', readingOf(60, SCANNED), (_, text) => toTimestamp(text)),
  ...accessor('getFullYear', 'timestamp_to_year', ({ year }) => year),
  ...accessor('getMonth', 'timestamp_to_month', ({ month }) => month),
  ...accessor('getDayOfYear', 'timestamp_to_day_of_year', ({ dayOfYear }) => dayOfYear),
  ...accessor('getDayOfMonth', 'timestamp_to_day_of_month', ({ day }) => day - 1),
  ...accessor('getDate', 'timestamp_to_day_of_month_1_based', ({ day }) => day),
  ...accessor('getDayOfWeek', 'timestamp_to_day_of_week', ({ dayOfWeek }) => dayOfWeek),
  ...accessor('getHours', 'timestamp_to_hours', ({ hours }) => hours),
  count('getHours', 'duration_to_hours', 'h'),
  ...accessor('getMinutes', 'timestamp_to_minutes', ({ minutes }) => minutes),
  count('getMinutes', 'duration_to_minutes', 'm'),
  ...accessor('getSeconds', 'timestamp_to_seconds', ({ seconds }) => seconds),
  count('getSeconds', 'duration_to_seconds', 's'),
  ...accessor('getMilliseconds', 'timestamp_to_milliseconds', (_, { nanos }) => Math.trunc(nanos / 1_000_000)),
  count('getMilliseconds', 'duration_to_milliseconds', 'ms'),
];
