import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareBytes } from '../../../src/core/base/byte-order.js';

function byBuffers(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

it('texts are in the order of their UTF-8 bytes', () => {
  // Well-formed texts only: a lone surrogate has no UTF-8.
  const texts = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(texts, texts, texts, (common, left, right) => {
      expect(Math.sign(compareBytes(common + left, common + right))).toBe(byBuffers(common + left, common + right));
    }),
    { numRuns: 1000 },
  );
});

it('code points beyond the Basic Multilingual Plane come last, where JavaScript has them before some others', () => {
  expect('\u{1f600}' < '\ufb01').toBe(true);
  expect(compareBytes('\u{1f600}', '\ufb01')).toBeGreaterThan(0);
});

it.each([4095, 4096, 4097, 8192, 8193])('texts are compared beyond %i units that they have in common', (length) => {
  const common = 'é'.repeat(length);
  expect(compareBytes(common, common)).toBe(0);
  expect(compareBytes(`${common}a`, `${common}b`)).toBeLessThan(0);
  expect(compareBytes(`${common}a`, common)).toBeGreaterThan(0);
  expect(compareBytes(`a${common}`, `b${common}`)).toBeLessThan(0);
});
