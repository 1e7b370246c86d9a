import { describe, expect, test } from 'vitest';
import { nearestName, nearestNames } from '../../../src/core/base/nearest-name.js';
import { threadMilliseconds } from '../../support/clock.js';

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

  test('a name as long as the limit is found among many, and nearly equal ones cost little', () => {
    const long = 'n'.repeat(60);
    const many = Array.from({ length: 50_000 }, (_, index) => `${'n'.repeat(55)}${index}`);
    const start = threadMilliseconds();
    expect(nearestName(`${long}xyz`, [...many, `${long}xzy`])).toBe(`${long}xzy`);
    expect(threadMilliseconds() - start).toBeLessThan(2000);
    expect(nearestName('count', ['count'.repeat(100_000)])).toBeUndefined();
  });

  test.each(['x', 'colour', 'se', 's'.repeat(1_000_000)])('%.10s means nothing known', (written) => {
    expect(nearestName(written, names)).toBeUndefined();
  });
});

describe('several names', () => {
  test('are all returned if they are equally near, in their order', () => {
    expect(nearestNames('gpu-x', ['gpu-abc', 'gpu-c', 'nic', 'gpu-a', 'gpu-c'])).toEqual(['gpu-c', 'gpu-a']);
    expect(nearestNames('modl', ['mode', 'model', 'serial'])).toEqual(['mode', 'model']);
    expect(nearestNames('gpu', ['gpu-ab', 'gpu-a', 'gpu-b'])).toEqual(['gpu-a', 'gpu-b']);
    expect(nearestNames('abc', ['xyz', 'uvw'])).toEqual([]);
  });
});
