import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileSelector, totalEstimate } from '../../../src/cel/engine.js';

/** Expressions with the reference's estimates, created with test/oracle/cmd/cel. */
const { estimates } = JSON.parse(readFileSync(new URL('estimates.json', import.meta.url), 'utf8')) as {
  estimates: readonly (readonly [expression: string, maxCost: string])[];
};

describe('the worst-case cost', () => {
  it.each(estimates)('of %s is the one of the reference', (expression, maxCost) => {
    expect(compileSelector(expression).maxCost).toBe(BigInt(maxCost));
  });

  it('takes no time for deep nesting over maps of a device', () => {
    const deep = `${'device.attributes.all(d, '.repeat(12)}true${')'.repeat(12)}`;
    expect(compileSelector(deep).maxCost).toBeGreaterThan(32n ** 12n);
  });

  it('ends at the greatest number of 64 bits', () => {
    const deep = `${'device.attributes.all(d, '.repeat(20)}true${')'.repeat(20)}`;
    expect(compileSelector(deep).maxCost).toBe(2n ** 64n - 1n);
  });
});

describe('the total of derived attributes', () => {
  it('is the sum of their costs', () => {
    expect(totalEstimate([3n, 4n])).toBe(7n);
    expect(totalEstimate([])).toBe(0n);
  });

  it('wraps around, as the counter of the API server does', () => {
    expect(totalEstimate([2n ** 64n - 1n, 2n])).toBe(1n);
  });
});
