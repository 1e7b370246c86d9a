// Tests a short part of `npm run resident:steps`, with steps that fast-check chooses and shrinks.

import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { cases } from '../../../support/extent.js';
import { holdClock } from './held-clock.js';
import { type Counts, live, liveForked } from './pair.js';

const held = holdClock();
afterAll(held.restore);

const MOST = 2 ** 30;

it.each([
  ['the resident cluster', live],
  ['a tree of its forks', liveForked],
])('%s says what a search of every node says, whatever happens', async (_, lived) => {
  const total: Counts = { queries: 0, answers: 0, allocated: 0, errors: 0, commits: 0, interrupted: 0 };
  const history = fc.tuple(
    fc.integer({ min: 0, max: MOST }),
    fc.array(fc.integer({ min: 0, max: MOST }), { minLength: 30, maxLength: 90 }),
  );
  await fc.assert(
    fc.asyncProperty(history, async ([seed, steps]) => {
      const counts = await lived(seed, steps);
      for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key];
    }),
    { numRuns: cases(4, 20) },
  );
  // A run with few queries proves little.
  expect(Object.values(total).filter((count) => count < cases(3, 20))).toEqual([]);
});

// Other callers filter with an equal query after devices that every node sees came into use. Every node may have changed then.
it('a filter that yields does not take the answers of later calls for its own', async () => {
  const { queries, commits } = await live(19_500_396, [8, 39, 51, 75, 78]);
  expect([queries, commits]).toEqual([2, 1]);
});

// When the call ends, as many devices are free as were in use at its beginning.
it('a filter that yields finds the devices that were free at its call, also when others are gone', async () => {
  const { queries, commits } = await live(21_000_039, [1, 46, 56, 60, 66, 70, 76, 80, 82, 85]);
  expect(queries).toBeGreaterThan(0);
  expect(commits).toBeGreaterThan(0);
});
