import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SelectorCache } from '../../../src/cel/cache.js';
import { Checkpoint, SliceOver } from '../../../src/core/base/checkpoint.js';
import { AllocationError } from '../../../src/core/base/errors.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { Allocator } from '../../../src/library/allocator.js';
import { readStored, readVectors, storedNames } from '../../differential/stored.js';
import { type Case, gatesOf, inputFor, loadCases } from '../../support/cases.js';
import { escalating } from '../../support/kernels.js';

let slices = 0;

// Every slice ends at once, so that calls pause wherever they can.
beforeAll(() => {
  const { beginSlice } = Checkpoint.prototype;
  vi.spyOn(Checkpoint.prototype, 'beginSlice').mockImplementation(function (this: Checkpoint) {
    slices++;
    beginSlice.call(this, 0);
  });
  vi.spyOn(Checkpoint.prototype, 'beginTrial').mockImplementation(() => {
    throw new SliceOver();
  });
});
afterAll(() => {
  vi.restoreAllMocks();
});

/** Returns an allocator with the gates of a case and empty caches. Every such allocator gives shares equal names. */
function freshFor(input: Case): Allocator {
  let shares = 0;
  return new Allocator({
    features: resolveFeatures({ featureGates: gatesOf(input) }),
    corrections: false,
    selectors: new SelectorCache(),
    kernel: escalating,
    yieldNow: () => Promise.resolve(),
    newShareID: () => `share-${shares++}`,
  });
}

/** Returns the result of a call, or the error that it throws, with its location. */
async function settled(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return { ...error, message: error.message };
  }
}

/**
 * Compares calls in one go with calls that pause everywhere: answers and explanations must be equal.
 * Suggestions solve a problem a thousand times, each time with all pauses; callers with many cases disable them.
 */
async function expectTheSame(input: Case, { suggestions }: { readonly suggestions: boolean }): Promise<void> {
  for (const node of input.nodes) {
    const asked = { ...inputFor(input, node), now: new Date('2026-01-01') };
    const inOneGo = await settled(() => freshFor(input).allocate(asked));
    expect(await settled(() => freshFor(input).allocateAsync(asked))).toEqual(inOneGo);
    const question = { ...asked, suggestions };
    const explained = await settled(() => freshFor(input).explain(question));
    expect(await settled(() => freshFor(input).explainAsync(question))).toEqual(explained);
  }
}

describe('calls that pause wherever they can answer as those that do not', () => {
  it.each(['semantics', 'search'])('in all of test/vectors/%s', async (folder) => {
    slices = 0;
    const cases = loadCases(folder);
    for (const { input } of cases) await expectTheSame(input, { suggestions: true });
    // There are more places to pause than cases.
    expect(slices).toBeGreaterThan(50 * cases.length);
  });

  it('in all of test/regress', async () => {
    const folder = `${import.meta.dirname}/../../regress`;
    for (const name of storedNames(folder)) await expectTheSame(readStored(folder, name).input, { suggestions: true });
  });

  it('in the stored cases of the generator', async () => {
    const { cases } = readVectors(`${import.meta.dirname}/../../differential/vectors.jsonl.gz`);
    // One in 32 suffices: the cases are of few kinds.
    for (let index = 0; index < cases.length; index += 32)
      await expectTheSame((cases[index] as (typeof cases)[number]).input, { suggestions: false });
  });
});
