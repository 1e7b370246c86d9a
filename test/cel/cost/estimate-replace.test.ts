import { describe, expect, it } from 'vitest';
import { exactly, MAX_AMOUNT, UNKNOWN_SIZE } from '../../../src/cel/cost/estimate-amounts.js';
import { replacedSize } from '../../../src/cel/cost/estimate-replace.js';

describe('the size of a text in which something is replaced', () => {
  it('has a new part around every character when nothing is replaced', () => {
    expect(replacedSize(exactly(3n), exactly(0n), exactly(2n))).toEqual({ min: 11n, max: 11n });
  });

  it('keeps its greatest size when the new part is not longer', () => {
    expect(replacedSize(exactly(10n), exactly(2n), exactly(1n))).toEqual({ min: 5n, max: 10n });
  });

  it('grows by as many parts as the text could have', () => {
    expect(replacedSize(exactly(10n), exactly(3n), exactly(5n))).toEqual({ min: 10n, max: 20n });
  });

  it('is unknown when the text is', () => {
    expect(replacedSize(UNKNOWN_SIZE, exactly(1n), exactly(2n))).toEqual({ min: 0n, max: MAX_AMOUNT });
    expect(replacedSize(UNKNOWN_SIZE, exactly(0n), exactly(0n))).toEqual({ min: 0n, max: MAX_AMOUNT });
  });
});
