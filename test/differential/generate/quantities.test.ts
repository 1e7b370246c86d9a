import { expect, it } from 'vitest';
import { isQuantity, parseQuantity } from '../../../src/core/quantity/quantity.js';
import { HUGE_QUANTITIES, ODD_QUANTITIES, ODD_RANGE_QUANTITIES, UNITS } from './quantities.js';

it.each(Object.entries(UNITS))('writes as many times %s in equal ways', (_name, unit) => {
  for (const times of [-1, 0, 0.5, 1, 1.5, 2.5, 4, 8]) {
    const [first, ...others] = unit(times).map(parseQuantity);
    for (const other of others) expect(other.compare(first as NonNullable<typeof first>)).toBe(0);
  }
});

it('has odd quantities that the API takes', () => {
  expect([...ODD_QUANTITIES, ...HUGE_QUANTITIES, ...ODD_RANGE_QUANTITIES].filter((text) => !isQuantity(text))).toEqual([]);
});
