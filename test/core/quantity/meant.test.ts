import { describe, expect, it } from 'vitest';
import { meantQuantity } from '../../../src/core/quantity/meant.js';

describe('a text that is no quantity', () => {
  it.each([
    ['40GB', { times1000: '40G', times1024: '40Gi', isBinary: false }],
    ['40 Gi', { times1000: '40G', times1024: '40Gi', isBinary: true }],
    ['40gib', { times1000: '40G', times1024: '40Gi', isBinary: true }],
    ['1.5 kb', { times1000: '1.5k', times1024: '1.5Ki', isBinary: false }],
  ])('%s may mean one', (text, expected) => {
    expect(meantQuantity(text)).toEqual(expected);
  });

  it.each(['', 'GB', '40 bytes', '1.2.3G', 'all'])('%j is nothing like one', (text) => {
    expect(meantQuantity(text)).toBeUndefined();
  });
});
