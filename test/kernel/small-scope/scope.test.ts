// A share of the small scope; `node scripts/small-scope.mjs` runs the whole (docs/small-scope.md has its figure).

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparer } from './compare.js';
import { problemsOf, smallScope } from './scope.js';

const compare = await comparer(new WebAssembly.Module(readFileSync(new URL('../../../build/solver.wasm', import.meta.url))));
const STRATA = smallScope();
/** About so many problems of each stratum, spread evenly over it. */
const SHARE = 250;

describe('solver and plain search agree', () => {
  it.each(STRATA)('$name', (stratum) => {
    let compared = 0;
    for (const { index, problem } of problemsOf(stratum, 0, Math.max(1, Math.floor(stratum.size / SHARE)))) {
      const { difference } = compare(problem);
      if (difference !== undefined) expect.fail(`problem ${index}: ${difference}`);
      compared++;
    }
    expect(compared).toBeGreaterThan(0);
  });
});

it('has every outcome in its share, with and without a reason', () => {
  const kinds = new Set(
    STRATA.flatMap((stratum) =>
      [...problemsOf(stratum, 0, Math.max(1, Math.floor(stratum.size / SHARE)))].map(({ problem }) => {
        const { kind, hasReason } = compare(problem);
        return hasReason ? `${kind} with a reason` : kind;
      }),
    ),
  );
  expect([...kinds].sort()).toEqual(['error', 'exceeded', 'failed', 'failed with a reason', 'found']);
});
