import { describe, expect, test } from 'vitest';
import { nearestName } from '../src/nearest-name.js';

describe('near names', () => {
  const names = ['deviceClassName', 'selectors', 'count', 'bool'];

  test.each([
    ['deviceclassname', 'deviceClassName'],
    ['deviceClass', 'deviceClassName'],
    ['selector', 'selectors'],
    ['selcetors', 'selectors'],
    ['cuont', 'count'],
    ['boolean', 'bool'],
  ])('%s means %s', (written, meant) => {
    expect(nearestName(written, names)).toBe(meant);
  });

  test.each(['x', 'colour', 'se', 's'.repeat(1_000_000)])('%.10s means nothing known', (written) => {
    expect(nearestName(written, names)).toBeUndefined();
  });
});
