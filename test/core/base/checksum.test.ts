import { describe, expect, it } from 'vitest';
import { checksumOf } from '../../../src/core/base/checksum.js';
import { NumberLiteral } from '../../../src/core/base/json.js';

describe('a checksum', () => {
  it('is the CRC-32 of the text', () => {
    // The number is that which gzip writes behind such a text.
    expect(checksumOf({ a: 1 })).toBe('561bacaf');
  });

  it('is the same whatever the order of keys, and without fields that are undefined', () => {
    expect(checksumOf({ a: [{ c: 1, b: '\u{1f600}' }], d: undefined })).toBe(checksumOf({ a: [{ b: '\u{1f600}', c: 1 }] }));
  });

  it.each<[string, object]>([
    ['a digit', { a: [1, 2, 4], b: { c: 'x' } }],
    ['the order of a list', { a: [2, 1, 3], b: { c: 'x' } }],
    ['a letter', { a: [1, 2, 3], b: { c: 'y' } }],
    ['a key', { a: [1, 2, 3], b: { d: 'x' } }],
    ['a large number', { a: [1, 2, 3n], b: { c: 'x' } }],
    ['a number that is none of JavaScript', { a: [1, 2, new NumberLiteral('3')], b: { c: 'x' } }],
    ['what is called __proto__', { a: [1, 2, 3], b: { c: 'x', ['__proto__']: 1 } }],
  ])('is another one with another %s', (_, changed) => {
    expect(checksumOf(changed)).not.toBe(checksumOf({ a: [1, 2, 3], b: { c: 'x' } }));
  });
});
