import { expect, it } from 'vitest';
import { bytesOfValue } from '../src/value-bytes.js';

it.each([
  ['a text', (text: string) => text],
  ['a field', (text: string) => ({ field: text })],
  ['an item', (text: string) => [1, text]],
  ['a key', (text: string) => new Map([[text, 1]])],
  ['the entry of a map', (text: string) => new Map([['key', { a: [text] }]])],
  ['a long integer', (text: string) => ({ field: BigInt(`0x${'f'.repeat(2 * text.length)}`) })],
])('counts %s', (_, valueWith) => {
  const [short, long] = [valueWith('x'), valueWith('x'.repeat(1_001))].map(bytesOfValue) as [number, number];
  expect(long - short).toBeGreaterThanOrEqual(1_900);
  expect(long - short).toBeLessThanOrEqual(2_100);
});
