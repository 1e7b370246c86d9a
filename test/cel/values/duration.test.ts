import { describe, expect, it } from 'vitest';
import { Duration, parseDuration } from '../../../src/cel/values/duration.js';

describe('parseDuration', () => {
  it.each([
    ['1h2m3s4ms5us6ns', 3_723_004_005_006n],
    ['-1.5s', -1_500_000_000n],
    ['1\u00b5s', 1_000n],
    ['1\u03bcs', 1_000n],
    ['0', 0n],
    ['-9223372036854775808ns', -(2n ** 63n)],
    ['0.3333333333333333333h', 1_200_000_000_000n],
  ])('reads %s', (text, nanos) => {
    expect(parseDuration(text)?.nanos).toBe(nanos);
  });

  it.each(['', '1', 's', '.s', '1d', '1 s', '1e3s', '9223372036854775808ns', '3000000h', '--1s'])('rejects %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

describe('a duration', () => {
  it('prints as seconds, never with an exponent', () => {
    expect(String(new Duration(5_400_000_000_000n))).toBe('5400s');
    expect(String(new Duration(1n))).toBe('0.000000001s');
    expect(String(new Duration(-500_000_000n))).toBe('-0.5s');
  });

  it('has whole units, toward zero', () => {
    expect(new Duration(-5_400_000_000_000n).whole('h')).toBe(-1n);
    expect(new Duration(1_999_999n).whole('ms')).toBe(1n);
  });
});
