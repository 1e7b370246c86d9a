import { describe, expect, test } from 'vitest';
import { DecodeContext, placeOfError } from '../../../src/core/api/context.js';
import type { Decoder } from '../../../src/core/api/decoder.js';
import { bool, checked, count32, gated, int64, list, map, object, optional, string } from '../../../src/core/api/decoder.js';
import { NO_LIBRARY_GATES } from '../../../src/core/api/library-gates.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { type Json, NumberLiteral } from '../../../src/core/base/json.js';
import { errorOf } from '../../support/api.js';

function decode<T>(decoder: Decoder<T>, value: Json | undefined, context = new DecodeContext()): T {
  return decoder.decode(value, context);
}

function messageOf(decoder: Decoder<unknown>, value: Json): string {
  return errorOf(() => decode(decoder, value)).message;
}

describe('scalars', () => {
  test('null and absent give the zero value, as in Go', () => {
    for (const value of [null, undefined]) {
      expect(decode(string, value)).toBe('');
      expect(decode(bool, value)).toBe(false);
      expect(decode(int64, value)).toBe(0n);
      expect(decode(list(string), value)).toEqual([]);
      expect(decode(map(string), value)).toEqual(new Map());
      expect(decode(optional(string), value)).toBeUndefined();
    }
  });

  test('integers come as numbers or bigints and leave as bigints', () => {
    expect(decode(int64, 5)).toBe(5n);
    expect(decode(int64, 9223372036854775807n)).toBe(9223372036854775807n);
    expect(decode(int64, -9223372036854775808n)).toBe(-9223372036854775808n);
  });

  test('an integer that is not exactly known is rejected', () => {
    expect(messageOf(int64, 2 ** 53)).toContain('give it as a bigint');
    expect(messageOf(int64, 2n ** 63n)).toBe('the number 9223372036854775808 does not fit into 64 bits');
    expect(messageOf(int64, 1.5)).toBe('expected an integer, found the number 1.5');
    expect(messageOf(int64, Number.NaN)).toBe('expected an integer, found the number NaN');
    expect(messageOf(int64, new NumberLiteral('1e400'))).toBe('expected an integer, found the number 1e400');
    expect(messageOf(count32, 2 ** 31)).toBe('expected an integer between 0 and 2147483647, found 2147483648');
  });

  test('a wrong type says what was expected and what was found', () => {
    expect(messageOf(string, 8)).toBe('expected a string, found the number 8; put it in quotes');
    expect(messageOf(string, new NumberLiteral('1e400'))).toBe('expected a string, found the number 1e400; put it in quotes');
    const hostile = (() => undefined) as unknown as Json;
    expect(messageOf(string, hostile)).toBe('expected a string, found a function');
    expect(messageOf(string, [])).toBe('expected a string, found a list');
    expect(messageOf(bool, 'yes')).toBe('expected true or false, found the string "yes"');
    expect(messageOf(list(string), {})).toBe('expected a list, found an object');
    expect(messageOf(map(string), [])).toBe('expected an object, found a list');
    expect(messageOf(object({}), new NumberLiteral('1'))).toBe('expected an object, found the number 1');
  });

  test('long text from outside is cut in messages', () => {
    expect(messageOf(bool, 'x'.repeat(1_000_000)).length).toBeLessThan(100);
    expect(messageOf(object({}), { ['x'.repeat(1_000_000)]: 1 }).length).toBeLessThan(400);
  });
});

describe('objects', () => {
  const pair = object({ name: string, size: optional(int64) });

  test('fields that are undefined are left out', () => {
    expect(Object.keys(decode(pair, { name: 'a' }))).toEqual(['name']);
    expect(Object.keys(decode(pair, { size: 1, name: 'a' }))).toEqual(['name', 'size']);
  });

  test('a checked field is judged and left out', () => {
    const fields = object({ a: checked(string) });
    expect(decode(fields, { a: 'x' })).toEqual({});
    expect(messageOf(fields, { a: 1 })).toContain('a: expected a string');
  });

  test('an unknown field is an error, even with null, but not with undefined', () => {
    expect(messageOf(pair, { name: 'a', colour: null })).toBe('colour: unknown field');
    expect(decode(pair, { name: 'a', colour: undefined } as unknown as Json)).toEqual({ name: 'a' });
  });

  test('lenient objects ignore unknown fields and check known ones', () => {
    const lenient = object({ name: string }, { lenient: true });
    expect(decode(lenient, { name: 'a', colour: 1 })).toEqual({ name: 'a' });
    expect(messageOf(lenient, { name: 1, colour: 1 })).toContain('name: expected a string');
  });

  test('a retired field gives one warning for an object, with its place', () => {
    const fields = list(object({ name: string }, { retired: { old: 'is gone' } }));
    const context = new DecodeContext(['slices', 3], 'file');
    decode(
      fields,
      [
        { name: 'a', old: 1 },
        { name: 'b', old: 1 },
      ],
      context,
    );
    expect(context.warnings).toEqual([{ message: 'old is gone', origin: 'file', path: ['slices', 3, 0, 'old'] }]);
  });

  test('a field that only the prototype has is absent', () => {
    expect(decode(object({ toString: optional(string) }), {})).toEqual({});
    expect(messageOf(pair, JSON.parse('{"__proto__": 1}') as Json)).toBe('__proto__: unknown field');
  });

  test('keys of maps are data, whatever they are called', () => {
    const decoded = decode(
      map(string),
      JSON.parse('{"__proto__": "a", "constructor": "b", "toString": "c", "hasOwnProperty": "d"}') as Json,
    );
    expect([...decoded]).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString', 'c'],
      ['hasOwnProperty', 'd'],
    ]);
  });
});

test('an error reports where it lies, from where the caller said the object stands', () => {
  const fields = object({ rows: list(map(object({ name: string }))) });
  const error = errorOf(() => decode(fields, { rows: [{}, { 'a/b': { name: 1 } }] }, new DecodeContext(['claims', 0], 'doc')));
  expect(error.code).toBe('invalid-object');
  expect(error.path).toBe('claims[0].rows[1][a/b].name');
  expect(error.message).toMatch(/^claims\[0\]\.rows\[1\]\[a\/b\]\.name: expected a string/);
  expect(placeOfError(error)).toEqual({ origin: 'doc', path: ['claims', 0, 'rows', 1, 'a/b', 'name'] });
});

describe('fields of a gate of our own', () => {
  const schema = object({
    name: string,
    inner: optional(object({ name: string })),
    more: gated('firstOfDevices', optional(object({ depth: string }))),
  });
  const withGate = (): DecodeContext => new DecodeContext([], undefined, UNLIMITED, { ...NO_LIBRARY_GATES, firstOfDevices: true });

  test('are read with it', () => {
    expect(decode(schema, { name: 'a', more: { depth: 'b' } }, withGate())).toEqual({ name: 'a', more: { depth: 'b' } });
    expect(decode(schema, { name: 'a' }, withGate())).toEqual({ name: 'a' });
  });

  test('are unknown without it, whatever they hold, and the error names the gate', () => {
    for (const more of [{ depth: 'b' }, null, 5]) {
      expect(messageOf(schema, { name: 'a', more })).toBe(
        'more: unknown field: it needs the feature gate XFirstOfDevices, which is off by default',
      );
    }
    expect(decode(schema, { name: 'a', more: undefined as unknown as Json })).toEqual({ name: 'a' });
  });

  test('are suggested with it alone', () => {
    const read = (value: Json, context: DecodeContext): string =>
      errorOf(() => {
        context.startObject(schema, 'v1');
        decode(schema, value, context);
      }).message;
    for (const value of [{ moer: {} }, { depth: 'b' }]) {
      expect(read(value, new DecodeContext())).toMatch(/: unknown field$/);
      expect(read(value, withGate())).toMatch(/: unknown field, did you mean more/);
    }
  });
});
