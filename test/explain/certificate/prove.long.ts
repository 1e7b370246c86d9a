// All families and more random problems than in test/explain/certificate/prove.test.ts.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { FAMILIES } from '../../support/families.js';
import { escalating } from '../../support/kernels.js';
import { randomHard } from '../../support/random-hard.js';
import { mixedKind, randomMixed } from '../../support/random-mixed.js';
import { bounded, isProven, isRefuted, proofOf } from './proofs.js';

it('every hard family that has no solution has a proof', () => {
  const refuted = FAMILIES.filter(({ problem }) => isRefuted(problem));
  expect(refuted.map(({ name }) => name)).toEqual(FAMILIES.filter(({ answer }) => answer === 'failed').map(({ name }) => name));
  for (const { problem, name } of refuted) {
    expect(isProven(problem), name).toBe(true);
  }
});

it('problems that mix everything have proofs where they have no solution', () => {
  const problems = Array.from({ length: 240 }, (_, seed) => randomMixed(mixedKind(seed), seed));
  const refuted = problems.filter((problem) => isRefuted(problem));
  expect(refuted.length).toBeGreaterThan(80);
  expect(refuted.filter((problem) => !isProven(problem))).toEqual([]);
});

it('a hard random problem of each kind has a proof', () => {
  const seeds: { kind: string; seed: number; size: number }[] = JSON.parse(
    readFileSync(new URL('../../allocator/kernel/hard/problems.json', import.meta.url), 'utf8'),
  );
  for (const kind of new Set(seeds.map((one) => one.kind))) {
    const refuted = seeds.filter((one) => one.kind === kind).map((one) => randomHard(kind, one.seed, one.size));
    expect(
      refuted.slice(0, 12).some((problem) => isRefuted(problem, escalating) && isProven(problem)),
      kind,
    ).toBe(true);
  }
});

it('a problem with a solution has no proof', () => {
  for (const { name, problem } of FAMILIES.filter(({ answer }) => answer === 'found').slice(0, 12)) {
    expect(proofOf(problem, 30_000_000), name).toBeUndefined();
  }
  for (let seed = 0; seed < 100; seed++) {
    const problem = randomMixed(mixedKind(seed), seed);
    const search = inOneGo(bounded.start(problem, 20_000));
    const isFound = search.run(Number.POSITIVE_INFINITY)?.kind === 'found';
    search.end();
    if (isFound) expect(proofOf(problem, 30_000_000), `${seed}`).toBeUndefined();
  }
});
