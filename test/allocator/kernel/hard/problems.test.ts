import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inOneGo } from '../../../../src/core/base/incremental.js';
import { escalating } from '../../../support/kernels.js';
import { randomHard } from '../../../support/random-hard.js';
import type { Seed } from './measure.js';

const MOST_STEPS = 3000;

function read<T>(name: string): readonly T[] {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

function isDone({ kind, seed, size }: Seed): boolean {
  const search = inOneGo(escalating.start(randomHard(kind, seed, size), MOST_STEPS));
  const answer = search.run(Number.POSITIVE_INFINITY);
  search.end();
  return answer?.kind !== 'step-limit';
}

const nameOf = ({ kind, seed }: Seed): string => `${kind} ${seed}`;

it('problems of more than 10^7 plain steps end within 3,000, save those that are known', () => {
  const slow = read<Seed>('problems.json').filter((problem) => !isDone(problem));
  expect(slow.map(nameOf).sort()).toEqual(read<Seed>('slowest.json').map(nameOf).sort());
});
