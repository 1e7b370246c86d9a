import { describe, expect, test } from 'vitest';
import { type Json, NumberLiteral } from '../../../src/core/base/json.js';
import { scanJson } from '../../../src/core/read/json-scan.js';
import { ReadError } from '../../../src/core/read/read-error.js';
import { SourceText } from '../../../src/core/read/source-text.js';
import { threadMilliseconds } from '../../support/clock.js';

const scan = (text: string): Json[] => [...scanJson(new SourceText(text, 'f'))].map((document) => document.value);

function failure(text: string): string {
  try {
    scan(text);
  } catch (error) {
    if (error instanceof ReadError) return `${error.line}:${error.column} ${error.message}`;
  }
  throw new Error('no ReadError');
}

describe('scanJson', () => {
  test('reads every kind of value', () => {
    const text = '{"a": [1, -2.5e3, true, false, null, "x"], "b": {}, "c": [], "": {"d": ""}}';
    expect(scan(text)).toEqual([JSON.parse(text)]);
  });

  test('reads values that follow each other', () => {
    expect(scan('{"a":1}[2]\n {}\r\n\t[]')).toEqual([{ a: 1 }, [2], {}, []]);
    expect(scan(' \n')).toEqual([]);
  });

  test('keeps numbers exact', () => {
    expect(scan('[9007199254740991, 9007199254740993, -0, 0.1, 1e400, 0.12345678901234567890, 123456789012345]')).toEqual([
      [
        9007199254740991,
        9007199254740993n,
        0,
        0.1,
        new NumberLiteral('1e400'),
        new NumberLiteral('0.12345678901234567890'),
        123456789012345,
      ],
    ]);
  });

  test('resolves escapes, and makes half a surrogate pair U+FFFD as Go does', () => {
    expect(scan('["\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00", "\\ud83d", "x\\ude00y"]')).toEqual([
      ['"\\/\b\f\n\r\té😀', '\ufffd', 'x\ufffdy'],
    ]);
  });

  test('takes names of object properties as data', () => {
    const [value] = scan('{"__proto__": {"polluted": 1}, "constructor": 2, "toString": 3}') as [{ [key: string]: Json }];
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.values(value)).toEqual([{ polluted: 1 }, 2, 3]);
    expect(value['hasOwnProperty']).toBeUndefined();
    expect('polluted' in {}).toBe(false);
    expect('toString' in (scan('{}')[0] as object)).toBe(false);
  });

  test.each([
    ['{"a" 1}', "1:6 expected ':' after the key, found '1'"],
    ['{a: 1}', "1:2 expected a key in double quotes, found 'a'"],
    ['{"a":1,}', "1:8 expected a key in double quotes, found '}'"],
    ['{"a":1 "b":2}', "1:8 expected ',' or '}', found '\"'"],
    ['[1 2]', "1:4 expected ',' or ']', found '2'"],
    ['[1,\n  tru]', "2:3 expected a value, found 'tru'"],
    ['[1', "1:3 expected ',' or ']', found the end of the text"],
    ['{"a":', '1:6 expected a value, found the end of the text'],
    ['[]\nx', "2:1 expected '{', '[' or the end of the text, found 'x'"],
    ['x', "1:1 expected '{' or '[', found 'x'"],
    ['[01]', '1:2 a number cannot begin with 0'],
    ['[-]', "1:3 expected a digit, found ']'"],
    ['[1.]', "1:4 expected a digit, found ']'"],
    ['[1e+]', "1:5 expected a digit, found ']'"],
    ['[.5]', "1:2 expected a value, found '.5'"],
    ['[\u0001]', "1:2 expected a value, found 'U+0001'"],
    ['["a', '1:2 this string has no closing quote'],
    ['["a\nb"]', '1:4 unescaped U+000A in a string'],
    ['["\\n\\q"]', "1:5 unknown escape '\\q' in a string"],
    ['["\\u12"]', "1:3 unknown escape '\\u' in a string"],
    ['{"a": 1,\n "b": 2,\n "a": 3}', "3:2 duplicate key 'a', first at line 1, column 2"],
    ['[{"x": {"\\u0061": [{}], "a": 3}}]', "1:25 duplicate key 'a', first at line 1, column 9"],
    ['{"__proto__": 1, "__proto__": 2}', "1:18 duplicate key '__proto__', first at line 1, column 2"],
  ])('refuses %j', (text, message) => {
    expect(failure(text)).toBe(message);
  });

  test('reads 100 levels and rejects 101', () => {
    expect(scan('['.repeat(100) + ']'.repeat(100))).toHaveLength(1);
    expect(failure('['.repeat(101))).toBe('1:101 the text nests deeper than 100 levels');
  });

  const keys = Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`);
  const numberKeys = Array.from({ length: 100_000 }, (_, i) => `"${i * 7919}":1`);
  test.each([
    ['brackets', '['.repeat(1_000_000), 'deeper'],
    ['keys', `{${keys.join()}}`, 'ok'],
    ['keys that are numbers', `{${numberKeys.join()}}`, 'ok'],
    ['keys and a duplicate', `{${keys.join()},"k99999":2}`, 'duplicate'],
    ['objects without common keys', `[${Array.from({ length: 50_000 }, (_, i) => `{"a${i}":1}`).join()}]`, 'ok'],
    ['digits', `[${'9'.repeat(1_000_000)}]`, 'ok'],
    ['decimals', `[0.${'9'.repeat(1_000_000)}]`, 'ok'],
    ['exponents', `[1e${'9'.repeat(1_000_000)}]`, 'ok'],
    ['backslashes', `["${'\\\\'.repeat(500_000)}"]`, 'ok'],
    ['an open string', `["${'x'.repeat(1_000_000)}`, 'no closing quote'],
    ['documents', '{}'.repeat(500_000), 'ok'],
  ])('ends soon with a megabyte of %s', (_, text, outcome) => {
    const start = threadMilliseconds();
    let message = 'ok';
    try {
      scan(text);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(outcome);
    expect(threadMilliseconds() - start).toBeLessThan(3000);
  });
});
