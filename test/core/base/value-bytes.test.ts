import { expect, it } from 'vitest';
import { bytesOfValue } from '../../../src/core/base/value-bytes.js';

it.each([
  ['a text', (text: string) => text],
  ['a field', (text: string) => ({ field: text })],
  ['an item', (text: string) => [1, text]],
  ['a key', (text: string) => new Map([[text, 1]])],
  ['the entry of a map', (text: string) => new Map([['key', { a: [text] }]])],
  ['a long integer', (text: string) => ({ field: BigInt(`0x${'f'.repeat(2 * text.length)}`) })],
])('counts %s', (_, valueWith) => {
  const [short, long] = [valueWith('x'), valueWith('x'.repeat(1_001))].map((value) => bytesOfValue(value)) as [number, number];
  expect(long - short).toBeGreaterThanOrEqual(1_900);
  expect(long - short).toBeLessThanOrEqual(2_100);
});

it('above a most it is counted no further', () => {
  let reads = 0;
  const item = (): object => ({
    get name() {
      reads++;
      return 'x'.repeat(100);
    },
  });
  const things = Array.from({ length: 1000 }, item);
  const map = new Map(things.map((thing, index) => [`${index}`, thing]));
  for (const value of [things, map, { things, others: things.slice() }]) {
    reads = 0;
    expect(bytesOfValue(value, 10_000)).toBeGreaterThan(10_000);
    expect(reads).toBeLessThan(100);
    expect(bytesOfValue(value)).toBeGreaterThan(100_000);
  }
});
