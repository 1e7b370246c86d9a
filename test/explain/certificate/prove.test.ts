// Every "no" of the solver with all its bounds has a proof that the checker accepts. A wrong "no" has none.
// test/explain/certificate/prove.long.ts checks more of them.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { someOf } from '../../support/extent.js';
import { FAMILIES } from '../../support/families.js';
import { escalating } from '../../support/kernels.js';
import { randomHard } from '../../support/random-hard.js';
import { mixedKind, randomMixed } from '../../support/random-mixed.js';
import { bounded, isProven, isRefuted, proofOf } from './proofs.js';

it('hard families that have no solution have proofs', () => {
  const hard = FAMILIES.filter(({ answer, name }) => answer === 'failed' && /^(?!.*opposite)(4|8|12|32|of 3|of 2|pige)/.test(name));
  const some = someOf(hard, 3);
  expect(hard.length).toBeGreaterThan(8);
  for (const { problem, name } of some) expect(isRefuted(problem) && isProven(problem), name).toBe(true);
});

it('problems that mix everything have proofs where they have no solution', () => {
  const problems = Array.from({ length: 60 }, (_, seed) => randomMixed(mixedKind(seed), seed));
  const refuted = problems.filter((problem) => isRefuted(problem));
  expect(refuted.length).toBeGreaterThan(20);
  expect(refuted.filter((problem) => !isProven(problem))).toEqual([]);
});

it('hard random problems have proofs', () => {
  const seeds: { kind: string; seed: number; size: number }[] = JSON.parse(
    readFileSync(new URL('../../allocator/kernel/hard/problems.json', import.meta.url), 'utf8'),
  );
  for (const kind of ['distinct', 'counters', 'counters and match', 'shared devices', 'partitions']) {
    const some = seeds.filter((one) => one.kind === kind).slice(0, 4);
    const refuted = some.map((one) => randomHard(kind, one.seed, one.size)).filter((problem) => isRefuted(problem, escalating));
    expect(refuted.length).toBeGreaterThan(0);
    for (const problem of refuted) expect(isProven(problem), kind).toBe(true);
  }
});

it('a problem with a solution has no proof', () => {
  for (const { name, problem } of FAMILIES.filter(({ answer }) => answer === 'found').slice(0, 4))
    expect(proofOf(problem, 10_000_000), name).toBeUndefined();
  for (let seed = 0; seed < 30; seed++) {
    const problem = randomMixed(mixedKind(seed), seed);
    const search = inOneGo(bounded.start(problem, 20_000));
    const isFound = search.run(Number.POSITIVE_INFINITY)?.kind === 'found';
    search.end();
    if (isFound) expect(proofOf(problem, 10_000_000), `${seed}`).toBeUndefined();
  }
});
