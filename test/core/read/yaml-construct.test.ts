import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/base/json.js';
import { ReadError, readText } from '../../../src/core/read/read.js';

const value = (text: string): Json | undefined => readText(text, 'f').documents[0]?.value;
const warnings = (text: string): string[] =>
  readText(text, 'f').warnings.map(({ line, column, message }) => `${line}:${column} ${message}`);

function failure(text: string): string {
  try {
    readText(text, 'f');
  } catch (error) {
    if (error instanceof ReadError) return `${error.line}:${error.column} ${error.message}`;
  }
  throw new Error('no ReadError');
}

describe('values', () => {
  test('keeps integers of 64 bits exact', () => {
    expect(value('[9007199254740991, 9007199254740993, 18446744073709551615, -9223372036854775808]')).toEqual([
      9007199254740991,
      9007199254740993n,
      18446744073709551615n,
      -9223372036854775808n,
    ]);
  });

  test('takes names of object properties as data', () => {
    const object = value('__proto__: {polluted: 1}\nconstructor: &__proto__ 2\ntoString: *__proto__\n') as { [key: string]: Json };
    expect(Object.keys(object)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(object['toString']).toBe(2);
    expect('polluted' in {}).toBe(false);
  });

  test('rejects what JSON cannot hold, where it stands', () => {
    expect(failure('a:\n  - .inf')).toBe('2:5 JSON has neither infinity nor NaN');
    expect(failure('a:\n  - .nan')).toBe('2:5 JSON has neither infinity nor NaN');
    expect(failure('a: 1\n~: 2')).toBe('2:1 null cannot be a key');
    expect(failure('18446744073709551615: 2')).toBe('1:1 the number 18446744073709551615 is too large for a key');
    expect(failure('? [a]\n: b')).toBe('1:3 a mapping or a list cannot be a key');
    expect(failure('a: !!int x')).toBe("1:10 'x' is not an integer");
  });

  test('rejects duplicate keys with both places, also keys that become the same string', () => {
    expect(failure('a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n')).toBe("5:3 duplicate key 'c', first at line 3, column 3");
    expect(failure('"1": a\n1: b')).toBe("2:1 duplicate key '1', first at line 1, column 1");
    expect(failure('__proto__: a\n__proto__: b')).toBe("2:1 duplicate key '__proto__', first at line 1, column 1");
  });
});

describe('aliases', () => {
  test('share the value of the anchor last set', () => {
    expect(value('[&a 1, *a, &a [x], *a, {k: &a z, l: *a}]')).toEqual([1, 1, ['x'], ['x'], { k: 'z', l: 'z' }]);
  });

  test('must name an anchor that is complete', () => {
    expect(failure('a: *constructor')).toBe("1:4 unknown anchor 'constructor'");
    expect(failure('a: 1\nb: &x\n  c: *x')).toBe("3:6 the value of anchor 'x' contains itself");
    expect(failure('&x a: 1\n<<: &y {<<: *y}')).toContain("the value of anchor 'y' contains itself");
  });

  test('cannot stand for more than 400,000 values', () => {
    const levels = Array.from({ length: 20 }, (_, i) => `a${i}: &a${i} [${i === 0 ? 'x' : Array(10).fill(`*a${i - 1}`)}]`);
    expect(failure(levels.join('\n'))).toMatch(/^7:\d+ aliases and merges expand to more than 400000 values$/);
    const long = 'x'.repeat(500_000);
    expect(failure(`a: &a ${long}\nb: [${Array(1000).fill('*a')}]`)).toContain('aliases and merges expand to more than');
    expect(failure(`a: &a {? ${long} : 1}\nb: [${Array(1000).fill('*a')}]`)).toContain('aliases and merges expand to more than');
  });

  test('count over all documents of a text', () => {
    const document = `--- [&a [${Array(999).fill('x')}], ${Array(100).fill('*a')}]\n`;
    expect(readText(document.repeat(4), 'f').documents).toHaveLength(4);
    expect(failure(document.repeat(5))).toContain('aliases and merges expand to more than');
  });

  test('cannot nest values deeper than the text may', () => {
    const chain = Array.from({ length: 102 }, (_, i) => `- &a${i} [${i === 0 ? '' : `*a${i - 1}`}]`);
    expect(readText(chain.slice(0, 99).join('\n'), 'f').documents).toHaveLength(1);
    expect(failure(chain.join('\n'))).toBe('100:9 the text nests deeper than 100 levels');
  });
});

describe('merge keys', () => {
  test('let the last one win, and warn where YAML would not', () => {
    const text = 'base: &base {a: 1, b: 2}\nx:\n  a: 0\n  <<: *base\n  b: 3\n';
    expect(value(text)).toEqual({ base: { a: 1, b: 2 }, x: { a: 1, b: 3 } });
    expect(warnings(text)).toEqual(["4:3 '<<' replaces the value of 'a' above it, as in kubectl"]);
  });

  test('take the first of several mappings', () => {
    expect(value('<<: [{a: 1}, {a: 2, b: 2}]')).toEqual({ a: 1, b: 2 });
  });

  test('need mappings', () => {
    expect(failure('a: 1\n<<: [x]')).toBe("2:6 '<<' needs a mapping or a list of mappings");
    expect(failure('a: 1\n<<:')).toContain("'<<' needs a mapping");
  });

  test('within merges cannot repeat many members without end', () => {
    const members = Array.from({ length: 10_000 }, (_, i) => `k${i}: 1`);
    expect(failure(`${'{<<: '.repeat(60)}{${members}}${'}'.repeat(60)}`.replace('{', 'a: {'))).toContain('aliases and merges expand to');
  });

  test('of a thousand members cannot be used without end', () => {
    const members = Array.from({ length: 1000 }, (_, i) => `k${i}: 1`);
    expect(failure(`a: &a {${members}}\nb: {<<: [${Array(1000).fill('*a')}]}`)).toContain('aliases and merges expand to more than');
  });
});

describe('warnings', () => {
  test.each([
    ['yes', 'the boolean true', 'a string'],
    ['Off', 'the boolean false', 'a string'],
    ['0777', 'the number 511', 'the number 777'],
    ['1_000', 'the number 1000', 'a string'],
    ['0b11', 'the number 3', 'a string'],
    ['-0x1F', 'the number -31', 'a string'],
    ['1e400', 'a string', 'the number Infinity'],
    ['12345678901234567890123', 'the number 1.2345678901234568e+22', 'the number 12345678901234567890123'],
  ])('tell that YAML 1.2 reads %s otherwise', (text, ours, core) => {
    expect(warnings(`a:\n  - ${text}`)).toEqual([`2:5 '${text}' is read as ${ours}, as in kubectl; YAML 1.2 reads it as ${core}`]);
  });

  test.each([
    'true',
    'null',
    '~',
    '',
    '12',
    '-7',
    '0o17',
    '0x1F',
    '08',
    '1.5',
    '1e3',
    '.5',
    'text',
    '"yes"',
    "'0777'",
    '!!str on',
    '2001-01-01',
    '1:20',
  ])('are not given for %s', (text) => {
    expect(warnings(`a: ${text}`)).toEqual([]);
  });

  test('are given for keys', () => {
    expect(warnings('x: 1\ny: 2')).toEqual(["2:1 'y' is read as the boolean true, as in kubectl; YAML 1.2 reads it as a string"]);
  });

  test('stop at 100', () => {
    expect(warnings('- yes\n'.repeat(1000))).toHaveLength(100);
  });
});
