import { expect, it } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { cases } from '../../support/extent.js';
import { playHistory } from './history.js';

it('random histories keep every invariant, and settle', async () => {
  const allocator = await createAllocator();
  const totals = { ran: 0, crashes: 0, errors: 0 };
  for (let seed = 1; seed <= cases(5, 40); seed++) {
    const { problems, ...counts } = await playHistory(seed, allocator);
    expect(problems, `seed ${seed}`).toEqual([]);
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += counts[name];
  }
  // Histories without events would also keep every invariant.
  expect(totals.ran).toBeGreaterThan(cases(4, 100));
  expect(totals.crashes).toBeGreaterThan(cases(1, 30));
  expect(totals.errors).toBeGreaterThan(cases(4, 100));
});
