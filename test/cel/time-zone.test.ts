import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/cel/failure.js';
import { zoneOffset } from '../../src/cel/time-zone.js';

const meter = { work: () => undefined };
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
