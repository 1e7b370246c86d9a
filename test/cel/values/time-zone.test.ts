import { describe, expect, it } from 'vitest';
import { Frame } from '../../../src/cel/run/frame.js';
import { Failure } from '../../../src/cel/values/failure.js';
import { zoneOffset } from '../../../src/cel/values/time-zone.js';
import type { OnceMeter } from '../../../src/cel/values/values.js';

const meter: OnceMeter = { work: () => undefined, once: (_kind, _key, make) => make() };
const offset = (zone: string, seconds = 1_234_567_890): number | string => {
  const found = zoneOffset(zone, seconds, meter);
  return found instanceof Failure ? found.message : found;
};

describe('zoneOffset', () => {
  it.each([
    ['', 0],
    ['UTC', 0],
    ['America/New_York', -18_000],
    ['Asia/Kathmandu', 20_700],
    ['-08:30', -30_600],
    ['02:00', 7_200],
    ['1:-5', 3_300],
  ])('of %j is %i seconds', (zone, seconds) => {
    expect(offset(zone)).toBe(seconds);
  });

  it('follows daylight saving time and local mean time', () => {
    expect(offset('Europe/Berlin', 1_594_000_000)).toBe(7_200);
    expect(offset('America/New_York', -60_000_000_000)).toBe(-17_762);
  });

  it('changes at the second of a transition, whichever side is asked first', () => {
    const forward = 1_583_650_800;
    expect([forward - 1, forward].map((at) => offset('America/New_York', at))).toEqual([-18_000, -14_400]);
    const back = 1_604_210_400;
    expect([back, back - 1].map((at) => offset('America/New_York', at))).toEqual([-18_000, -14_400]);
  });

  const zones = ['America/New_York', 'Europe/Riga', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Tehran'];
  it.each(zones)('is what the runtime writes: %s', (timeZone) => {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const written = (seconds: number): number => {
      const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?/.exec(format.format(seconds * 1_000)) ?? [];
      return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60);
    };
    // Every 29 hours, from 1944 to 1947 and from 2011 to 2013.
    const points = Array.from({ length: 1_500 }, (_, index) => -800_000_000 + index * 104_729 + (index >= 900 ? 2_000_000_000 : 0));
    expect(points.map((at) => offset(timeZone, at))).toEqual(points.map(written));
  });

  it('asks the runtime once for the points in time of a day', () => {
    const evaluation = new Frame(null);
    const total = (seconds: number): number => {
      const before = evaluation.workDone;
      zoneOffset('Asia/Tokyo', seconds, evaluation);
      return evaluation.workDone - before;
    };
    const first = total(1_600_000_000);
    expect(total(1_600_000_001)).toBeLessThan(first / 10);
    expect(total(1_600_000_000 + 10 * 86_400)).toBeGreaterThan(first / 100);
    // Another evaluation reports the same work, although the runtime is not queried again.
    const other = new Frame(null);
    zoneOffset('Asia/Tokyo', 1_600_000_000, other);
    expect(other.workDone).toBe(first);
  });

  it.each([
    ['Foo/Bar', 'unknown time zone Foo/Bar'],
    ['america/new_york', 'unknown time zone america/new_york'],
    ['+01', 'unknown time zone +01'],
    ['../x', 'time: invalid location name'],
    [':30', 'strconv.Atoi: parsing "": invalid syntax'],
    ['99999999999999999999:0', 'strconv.Atoi: parsing "99999999999999999999": value out of range'],
  ])('refuses %j', (zone, message) => {
    expect(offset(zone)).toBe(message);
  });
});
