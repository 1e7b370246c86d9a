// Tests a share of the small scope; `node scripts/small-scope.mjs` runs the
// whole. docs/internals/small-scope.md has the number of its problems.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../support/extent.js';
import { comparer } from './compare.js';
import { problemsOf, smallScope } from './scope.js';

const compare = await comparer(new WebAssembly.Module(readFileSync(new URL('../../../../build/solver.wasm', import.meta.url))));
const STRATA = smallScope();
/** The approximate number of problems of each stratum, spread evenly over it. */
const SHARE = cases(25, 250);
const outcomes = new Set<string>();

describe('solver and plain search agree', () => {
  it.each(STRATA)('$name', (stratum) => {
    let compared = 0;
    for (const { index, problem } of problemsOf(stratum, 0, Math.max(1, Math.floor(stratum.size / SHARE)))) {
      const { difference, kind, hasReason } = compare(problem);
      if (difference !== undefined) expect.fail(`problem ${index}: ${difference}`);
      outcomes.add(hasReason ? `${kind} with a reason` : kind);
      compared++;
    }
    expect(compared).toBeGreaterThan(0);
  });
});

it('had every outcome in the shares above, with and without a reason', () => {
  expect([...outcomes].sort()).toEqual(['error', 'exceeded', 'failed', 'failed with a reason', 'found']);
});
