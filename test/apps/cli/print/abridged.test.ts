import fc from 'fast-check';
import { expect, test } from 'vitest';
import { abridged } from '../../../../src/apps/cli/print/abridged.js';

test('a text with room for it stays as it is', () => {
  expect(abridged('Insufficient cpu')).toBe('Insufficient cpu');
  expect(abridged('a; b', 4)).toBe('a; b');
  expect(abridged('')).toBe('');
});

test('whole statements come first, and the others are counted', () => {
  expect(abridged('Insufficient cpu; Insufficient memory; too many pods; the node is cordoned', 52)).toBe(
    'Insufficient cpu; Insufficient memory..., 2 more',
  );
});

test('a first statement that is too long ends with a clause', () => {
  const text = 'gpu and nic must be on one PCIe root: gpu has 1 each with "pci0000:90"; nic has none';
  expect(abridged(text, 55)).toBe('gpu and nic must be on one PCIe root..., 1 more');
  expect(abridged('request gpu needs 1 device (26 of the 28 do not match the class)', 40)).toBe('request gpu needs 1 device...');
});

test('it ends with a word where its clauses are too short', () => {
  expect(abridged('request gpu, and none of the 26 of class mig.nvidia.com is free', 50)).toBe(
    'request gpu, and none of the 26 of class...',
  );
});

test('semicolons in quotes and brackets separate nothing', () => {
  expect(abridged('a `x; y` b (c; d) e "f; g"; h; i', 30)).toBe('a `x; y` b (c; d) e..., 2 more');
  expect(abridged('a `x; y` b (c; d); hhhh; iiiiiii', 30)).toBe('a `x; y` b (c; d)..., 2 more');
});

test('one long word ends where the room does, and not within a character', () => {
  expect(abridged('x'.repeat(300))).toBe(`${'x'.repeat(97)}...`);
  expect(abridged('💥'.repeat(300), 10)).toBe('💥💥💥...');
});

test('texts from outside are printable before they are measured', () => {
  expect(abridged(`\u001b${'x'.repeat(300)}`, 20)).toBe('\\u001bxxxxxxxxxxx...');
});

test('no text is longer than its room, and none that fits changes', () => {
  const piece = fc.constantFrom('; ', ': ', ', ', ' (', ')', '`', '"', ' ', 'node', 'gpu-0', '[', ']', '\u001b', '💥');
  const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(texts, fc.integer({ min: 20, max: 120 }), (text, most) => {
      const shown = abridged(text, most);
      expect(shown.length).toBeLessThanOrEqual(most);
      expect(abridged(shown, most)).toBe(shown);
      expect(shown).not.toMatch(/\s\.\.\./);
    }),
    { numRuns: 2000 },
  );
});

test('a text of megabytes takes no longer than a check of it', () => {
  expect(abridged('a; '.repeat(500_000))).toMatch(/^a; a.*\.\.\., \d+ more$/);
});
