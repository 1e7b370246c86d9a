// Generated problems of every feature as inputs for explanations: one node of a generated case each.

import type { Allocator } from '../../src/library/allocator.js';
import { generate } from '../differential/generate/generate.js';
import { allocatorFor, inputFor } from '../support/cases.js';
import { escalating } from '../support/kernels.js';
import type { Input } from './check-explanation.js';

/** An input with its name and its allocator. */
export interface Question {
  readonly name: string;
  readonly allocator: Allocator;
  readonly input: Input;
}

const NOW = new Date('2026-01-01');

/** Steps of each search. */
const MOST_STEPS = 20_000;

/** The inputs of some cases of a seed. Excludes claims, and requests of a claim, with equal names, as a member would be ambiguous. */
export function* questions(seed: number, first: number, count: number): Generator<Question> {
  for (let index = first; index < first + count; index++) {
    const made = generate(seed, index);
    const allocator = allocatorFor(made, escalating);
    for (const node of made.nodes) {
      const input = { ...inputFor(made, node), now: NOW, limits: { steps: MOST_STEPS } } as Input;
      const requests = input.claims.map(({ spec }) => (spec.devices?.requests ?? []).map(({ name }) => name));
      if ([input.claims.map(({ metadata }) => metadata.name), ...requests].every(areDifferent))
        yield { name: `${seed}-${index} on ${node.metadata.name}`, allocator, input };
    }
  }
}

function areDifferent(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
