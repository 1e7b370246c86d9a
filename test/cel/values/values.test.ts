import { describe, expect, it } from 'vitest';
import { INT, listOf, STRING } from '../../../src/cel/check/types.js';
import { parseIp } from '../../../src/cel/values/address.js';
import { Duration } from '../../../src/cel/values/duration.js';
import { CelMap, guardOf, NONE, TypeValue, typeNameOf, Uint, type Value } from '../../../src/cel/values/values.js';

describe('a map', () => {
  it('finds a number as one of another type', () => {
    const map = new CelMap([
      [1n, 'int'],
      [new Uint(2n), 'uint'],
    ]);
    expect([new Uint(1n), 1, 2n, 2].map((key) => map.find(key))).toEqual(['int', 'int', 'uint', 'uint']);
    expect([1.5, -1n, 3, '1', true].map((key) => map.has(key))).toEqual([false, false, false, false, false]);
  });

  it('keeps keys of different types apart, but adds none that equals another', () => {
    const map = new CelMap([
      [1n, 'int'],
      [new Uint(1n), 'uint'],
      [1, 'double'],
    ]);
    expect(map.size).toBe(3);
    expect([map.find(1n), map.find(new Uint(1n)), map.find(1)]).toEqual(['int', 'uint', 'double']);
    const other = new CelMap([[1n, 'int']]);
    expect(other.insert(new Uint(1n), 'uint')).toBe(false);
    expect(other.insert(2, 'double')).toBe(true);
    expect(other.size).toBe(2);
  });

  it('knows keys by their value where they have one', () => {
    const map = new CelMap([
      [new Duration(1n), 'a'],
      [parseIp('::1') as Value, 'b'],
      [new TypeValue('int'), 'c'],
      [null, 'd'],
    ]);
    expect([new Duration(1n), parseIp('0::1') as Value, new TypeValue('int'), null].map((key) => map.find(key))).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    expect(map.has('duration 1')).toBe(false);
    expect(map.has([])).toBe(false);
  });

  it('never finds NaN, and never meets a prototype', () => {
    const map = new CelMap([[Number.NaN, 1n]]);
    expect(map.size).toBe(1);
    expect(map.has(Number.NaN)).toBe(false);
    expect(map.has('__proto__')).toBe(false);
    expect(new CelMap([['__proto__', 1n]]).keys()).toEqual(['__proto__']);
  });

  it('loses an entry that is removed, of this very type', () => {
    const map = new CelMap([[1n, 'int']]);
    map.remove(new Uint(1n));
    expect(map.size).toBe(1);
    map.remove(1n);
    expect(map.size).toBe(0);
  });
});

it('guardOf considers the first item of a list only', () => {
  expect(guardOf(listOf(INT))([1n, 'a'])).toBe(true);
  expect(guardOf(listOf(INT))(['a', 1n])).toBe(false);
  expect(guardOf(listOf(STRING))([])).toBe(true);
  expect(guardOf(INT)(NONE)).toBe(false);
});

it('typeNameOf reports the types of the reference', () => {
  expect([1n, 1, new Uint(1n), null, new Duration(0n), parseIp('::1') as Value].map(typeNameOf)).toEqual([
    'int',
    'double',
    'uint',
    'null_type',
    'google.protobuf.Duration',
    'net.IP',
  ]);
});
