import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Checkpoint, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo, inSlices } from '../../../src/core/base/incremental.js';
import { mappingEach } from '../../../src/core/base/lists-in-increments.js';
import { TextInterner } from '../../../src/core/base/text-interner.js';

// Texts of several pieces that differ in few places, or in their length alone.
const longText = fc
  .tuple(fc.constantFrom(4095, 4096, 4097, 8192, 9000, 20_000), fc.nat(20_000), fc.constantFrom('x', 'y', ' ', '1', '\u{1f600}'))
  .map(([length, place, other]) => `${'x'.repeat(Math.min(place, length - 2))}${other}`.padEnd(length, 'x'));

it('texts have the same number if and only if they are equal', () => {
  fc.assert(
    fc.property(fc.array(longText, { maxLength: 12 }), (texts) => {
      const interner = new TextInterner();
      const numbers = texts.map((text) => inOneGo(interner.numbering(text, UNLIMITED)));
      for (let left = 0; left < texts.length; left++)
        for (let right = 0; right < texts.length; right++) expect(numbers[left] === numbers[right]).toBe(texts[left] === texts[right]);
    }),
  );
});

it('the beginning of a text, and a text that looks like a number and a piece, have numbers of their own', () => {
  const interner = new TextInterner();
  const piece = 'x'.repeat(4096);
  const texts = [piece, piece + piece, `${piece}1 ${piece}`, `${piece}2`, `0 ${piece}`, ''];
  expect(new Set(texts.map((text) => inOneGo(interner.numbering(text, UNLIMITED)))).size).toBe(texts.length);
});

it('pauses within a text', async () => {
  const checkpoint = new Checkpoint();
  const interner = new TextInterner();
  let pauses = 0;
  const texts = [`${'x'.repeat(1_000_000)}1`, `${'x'.repeat(1_000_000)}2`];
  // Slices are over at once, so that work pauses wherever it can.
  const begin = checkpoint.beginSlice.bind(checkpoint);
  checkpoint.beginSlice = () => begin(0);
  const [one, two] = await inSlices(
    checkpoint,
    mappingEach(texts, (text) => interner.numbering(text, checkpoint), checkpoint),
    async () => {
      pauses++;
    },
  );
  expect(one).not.toBe(two);
  expect(pauses).toBeGreaterThan((2 * 1_000_000) / 4096);
});
