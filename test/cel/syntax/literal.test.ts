import { describe, expect, it } from 'vitest';
import { bytesOf, doubleOf, intOf, LiteralError, stringOf, uintOf } from '../../../src/cel/syntax/literal.js';

describe('numbers', () => {
  it('ints have 64 bits, whatever their base', () => {
    expect(intOf('', '9223372036854775807')).toBe(9223372036854775807n);
    expect(intOf('-', '9223372036854775808')).toBe(-9223372036854775808n);
    expect(intOf('-', '0x10')).toBe(-16n);
    expect(intOf('', '0x7fffffffffffffff')).toBe(9223372036854775807n);
    expect(intOf('', '9223372036854775808')).toBeUndefined();
    expect(intOf('-', '9223372036854775809')).toBeUndefined();
    expect(intOf('', '007')).toBe(7n);
  });

  it('uints have 64 bits', () => {
    expect(uintOf('18446744073709551615u')?.value).toBe(18446744073709551615n);
    expect(uintOf('0xFFU')?.value).toBe(255n);
    expect(uintOf('18446744073709551616u')).toBeUndefined();
  });

  it('doubles may be too small, not too great', () => {
    expect(doubleOf('-', '.5e1')).toBe(-5);
    expect(doubleOf('-', '0.0')).toBe(-0);
    expect(doubleOf('', '1e-999')).toBe(0);
    expect(doubleOf('', '1e309')).toBeUndefined();
  });
});

describe('stringOf', () => {
  it.each([
    [String.raw`'a\n\t\\\'\"\?\x60'`, 'a\n\t\\\'"?`'],
    [String.raw`"\a\b\f\r\v"`, '\x07\b\f\r\v'],
    [String.raw`"\x41\u00e9\U0001F600\101"`, 'A\u00e9\u{1f600}A'],
    [String.raw`"\xff\377"`, '\u00ff\u00ff'],
    [String.raw`r'\n'`, '\\n'],
    ['"""a"b\r\nc\rd"""', 'a"b\nc\nd'],
    ["R'''a\r\nb'''", 'a\nb'],
    ["''", ''],
    ['""""""', ''],
  ])('%s', (literal, value) => {
    expect(stringOf(literal)).toBe(value);
  });

  it.each([String.raw`'\ud800'`, String.raw`'\U00110000'`, String.raw`'\UFFFFFFFF'`])('rejects %s, which is no character', (literal) => {
    expect(() => stringOf(literal)).toThrow(new LiteralError('invalid unicode code point'));
  });
});

describe('bytesOf', () => {
  it.each([
    [String.raw`b'a\xff\377\n'`, [97, 255, 255, 10]],
    ["b'\u00e9'", [0xc3, 0xa9]],
    [String.raw`br'\n'`, [92, 110]],
    [String.raw`b"""\x00"""`, [0]],
    ["b''", []],
  ])('%s', (literal, bytes) => {
    expect([...bytesOf(literal)]).toEqual(bytes);
  });

  it('rejects characters by number', () => {
    expect(() => bytesOf(String.raw`b'\u0041'`)).toThrow(new LiteralError('unable to unescape string'));
    expect(() => bytesOf(String.raw`b'\U00000041'`)).toThrow(new LiteralError('unable to unescape string'));
  });
});
