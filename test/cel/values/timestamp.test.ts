import { describe, expect, it } from 'vitest';
import { nanosBetween, parseTimestamp, Timestamp, timestampOfSeconds } from '../../../src/cel/values/timestamp.js';

const read = (text: string): Timestamp => parseTimestamp(text) as Timestamp;

describe('parseTimestamp', () => {
  it.each([
    '1970-01-01T00:00:00Z',
    '2020-02-29T12:00:00.123456789+01:30',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999Z',
    '1900-03-01T00:00:00-12:00',
  ])('reads what it prints: %s', (text) => {
    expect(String(read(text))).toBe(text);
  });

  it.each([
    ['2020-01-01T1:02:03,5Z', '2020-01-01T01:02:03.5Z'],
    ['2020-01-01T00:00:00.1234567899Z', '2020-01-01T00:00:00.123456789Z'],
    ['2020-01-01T00:00:00+00:00', '2020-01-01T00:00:00Z'],
  ])('is as lenient as Go: %s', (text, printed) => {
    expect(String(read(text))).toBe(printed);
  });

  it.each(['2021-02-29T00:00:00Z', '2020-13-01T00:00:00Z', '2020-01-01T24:00:00Z', '2020-01-01T00:00:60Z', '2020-01-01T00:00:00', ''])(
    'rejects %j',
    (text) => {
      expect(parseTimestamp(text)).toBeUndefined();
    },
  );

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'])('reports that %s is out of range', (text) => {
    expect(parseTimestamp(text)).toBe('range');
  });
});

describe('a timestamp', () => {
  it('has the fields of the Gregorian calendar', () => {
    const { dayOfYear, dayOfWeek, ...rest } = read('2024-12-31T23:59:58Z').fieldsAt(0);
    expect(rest).toEqual({ year: 2024, month: 11, day: 31, hours: 23, minutes: 59, seconds: 58 });
    expect([dayOfYear, dayOfWeek]).toEqual([365, 2]);
    expect(read('1970-01-01T00:00:00Z').fieldsAt(-1)).toMatchObject({ year: 1969, month: 11, day: 31, hours: 23, dayOfWeek: 3 });
  });

  it('keeps its zone when time is added, and ends with the year 9999', () => {
    expect(String(read('2020-01-01T00:00:00+01:00').plus(-1n))).toBe('2019-12-31T23:59:59.999999999+01:00');
    expect(read('9999-12-31T23:59:59Z').plus(1_000_000_000n)).toBeUndefined();
    expect(timestampOfSeconds(-62_135_596_801n)).toBeUndefined();
  });

  it('knows the time between two, however far apart', () => {
    expect(nanosBetween(read('9999-12-31T23:59:59Z'), new Timestamp(-62_135_596_800n))).toBe(315_537_897_599_000_000_000n);
  });
});
