import { describe, expect, test } from 'vitest';
import { ReadError } from '../../../src/core/read/read-error.js';
import { decodeUtf8 } from '../../../src/core/read/utf8.js';
import { threadMilliseconds } from '../../support/clock.js';

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])));

function failure(input: Uint8Array): ReadError {
  try {
    decodeUtf8(input, 'f');
  } catch (error) {
    if (error instanceof ReadError) return error;
  }
  throw new Error('no ReadError');
}

describe('decodeUtf8', () => {
  test('decodes all lengths of sequences', () => {
    expect(decodeUtf8(bytes('aé€😀'), 'f')).toBe('aé€😀');
  });

  test('drops a byte order mark', () => {
    expect(decodeUtf8(bytes(0xef, 0xbb, 0xbf, 'a'), 'f')).toBe('a');
  });

  test.each([
    ['a stray continuation byte', [0x80]],
    ['a byte that never occurs', [0xff]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong three byte sequence', [0xe0, 0x80, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['what is above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['a sequence cut short', [0xf0, 0x9f, 0x98]],
  ])('refuses %s and says where', (_, bad) => {
    const error = failure(bytes('é: 😀\nab', ...bad));
    expect(error.message).toBe(`the text is not UTF-8: unexpected byte 0x${bad[0]?.toString(16).toUpperCase()}`);
    expect(error).toMatchObject({ file: 'f', line: 2, column: 3 });
  });

  test.each([[[0xff, 0xfe]], [[0xfe, 0xff]]])('knows UTF-16 by its mark %j', (mark) => {
    expect(failure(bytes(...mark, 'a', 0)).message).toContain('UTF-16');
  });

  test('is fast on a megabyte of bad bytes', () => {
    const start = threadMilliseconds();
    expect(failure(new Uint8Array(1_000_000).fill(0x80)).column).toBe(1);
    expect(threadMilliseconds() - start).toBeLessThan(1000);
  });
});
