import { describe, expect, it } from 'vitest';
import { Frame } from '../../../src/cel/run/frame.js';
import { firstIndexOf, lastIndexOf } from '../../../src/cel/values/text-search.js';

const TEXTS = ['', 'a', 'abab', 'a'.repeat(700), `${'a'.repeat(300)}b${'a'.repeat(300)}`, `${'ab'.repeat(200)}c${'ab'.repeat(200)}`];
const PARTS = [
  'a',
  'b',
  'ab',
  'ababab',
  'c',
  'a'.repeat(250),
  `${'a'.repeat(250)}b`,
  `b${'a'.repeat(250)}`,
  `${'ab'.repeat(150)}c`,
  'a'.repeat(701),
];

describe.each(TEXTS.flatMap((text) => PARTS.map((part): [string, string] => [text, part])))('in %.12s... %.12s...', (text, part) => {
  it.each([0, 1, 5, 299, 650, 1_000])('is found from %i on as JavaScript finds it', (from) => {
    expect(firstIndexOf(text, part, from, new Frame(null))).toBe(from > text.length ? -1 : text.indexOf(part, from));
    expect(lastIndexOf(text, part, from, new Frame(null))).toBe(text.lastIndexOf(part, from));
  });
});

it('takes work that grows with the sum of the lengths, not with their product', () => {
  const work = (size: number): number => {
    const frame = new Frame(null);
    firstIndexOf('a'.repeat(size), `${'a'.repeat(size / 4)}b${'a'.repeat(size / 4)}`, 0, frame);
    lastIndexOf('a'.repeat(size), `${'a'.repeat(size / 2)}b`, size, frame);
    return frame.workDone;
  };
  expect(work(40_000)).toBeLessThan(work(10_000) * 5);
});
