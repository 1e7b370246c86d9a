import { expect, it } from 'vitest';
import { lowerBound } from '../../../src/core/base/lower-bound.js';

it('is the first place that something holds of, and the number of places where it holds of none', () => {
  for (let count = 0; count <= 9; count++) {
    for (let first = 0; first <= count; first++) expect(lowerBound(count, (place) => place >= first)).toBe(first);
  }
});
