import { describe, expect, it } from 'vitest';
import { compare, equal } from '../../../src/cel/values/compare.js';
import { Duration } from '../../../src/cel/values/duration.js';
import { Semver } from '../../../src/cel/values/semver.js';
import { Timestamp } from '../../../src/cel/values/timestamp.js';
import { CelMap, concatenate, Failure, NO_SUCH_OVERLOAD, NONE, Optional, Uint, type Value } from '../../../src/cel/values/values.js';

const meter = { work: () => undefined };
const same = (a: Value, b: Value): boolean | Failure => equal(a, b, meter);
const version = new Semver('1.2.3');

describe('equal', () => {
  it('compares numbers across types, NaN with nothing', () => {
    expect([same(1n, 1), same(new Uint(1n), 1n), same(1.5, 1n), same(Number.NaN, Number.NaN)]).toEqual([true, true, false, false]);
  });

  it('takes values of different types for different', () => {
    expect([same('1', 1n), same(null, false), same([], new CelMap([])), same(new Uint(1n), 'a'), same(true, 1n)]).toEqual(
      new Array(5).fill(false),
    );
  });

  it('fails with a type of Kubernetes on the left, unless null is on the right', () => {
    expect(same(version, 'a')).toBe(NO_SUCH_OVERLOAD);
    expect(same('a', version)).toBe(false);
    expect(same(version, null)).toBe(false);
    expect(same(new Optional(version), new Optional(null))).toBe(NO_SUCH_OVERLOAD);
  });

  it('takes such a failure in a list for equal, but not in one that was joined', () => {
    expect(same([version], ['a'])).toBe(true);
    expect(same(concatenate([version], [1n]), ['a', 1n])).toBe(NO_SUCH_OVERLOAD);
  });

  it('compares what optionals, lists, maps and times hold', () => {
    expect(same(NONE, NONE)).toBe(true);
    expect(same(new Optional([1n]), new Optional([1]))).toBe(true);
    expect(same(new CelMap([['a', 1n]]), new CelMap([['a', 2n]]))).toBe(false);
    expect(same(new Timestamp(0n, 0, 3_600), new Timestamp(0n))).toBe(true);
    expect(same(new Duration(1n), 1n)).toBe(false);
  });
});

describe('compare', () => {
  it('orders the ends of the integers as doubles, like the reference', () => {
    expect(compare(2n ** 63n - 1n, 2 ** 63, meter)).toBe(0);
    expect(compare(2n ** 63n - 1n, 2 ** 64, meter)).toBe(-1);
    expect(compare(new Uint(0n), -1, meter)).toBe(1);
  });

  it('orders strings by code points', () => {
    expect(compare('\uffff', '\u{1f600}', meter)).toBe(-1);
    expect(compare('a', 'ab', meter)).toBe(-1);
  });

  it('fails where there is no order', () => {
    expect(compare(Number.NaN, 1n, meter)).toEqual(new Failure('NaN values cannot be ordered'));
    expect(compare('a', 1n, meter)).toBe(NO_SUCH_OVERLOAD);
    expect(compare(new Duration(1n), new Timestamp(0n), meter)).toBe(NO_SUCH_OVERLOAD);
  });
});
