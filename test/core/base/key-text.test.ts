import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { lengthPrefixed } from '../../../src/core/base/key-text.js';

it('texts one after the other are the same only if each is', () => {
  const lists = fc.array(fc.string({ unit: fc.constantFrom('1', '2', ':', 'a'), maxLength: 3 }), { maxLength: 3 });
  const textOf = (list: readonly string[]): string => list.map(lengthPrefixed).join('');
  fc.assert(
    fc.property(lists, lists, (left, right) => {
      expect(textOf(left) === textOf(right)).toBe(JSON.stringify(left) === JSON.stringify(right));
    }),
    { numRuns: 1000 },
  );
});
