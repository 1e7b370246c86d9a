import { expect, it, vi } from 'vitest';
import type { Kernel } from '../../../src/allocator/kernel/kernel.js';
import { SelectorCache } from '../../../src/cel/cache.js';
import { Checkpoint, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { JsonObject } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { certify } from '../../../src/explain/certificate/certify.js';
import { check } from '../../../src/explain/check/check.js';
import { readObjects } from '../../../src/explain/check/reading/objects.js';
import { DEFAULT_WORK, Work } from '../../../src/explain/check/work.js';
import { generate } from '../../differential/generate/generate.js';
import { allocator, input } from '../../support/allocate.js';
import { atOnce } from '../../support/at-once.js';
import { begun } from '../../support/begun.js';
import { allocatorFor, gatesOf, inputFor } from '../../support/cases.js';
import { devices, request } from '../../support/objects.js';

const tooMany = { ...input([request('gpu', { count: 5 })]), certificates: true };

it('claims that cannot be allocated get a certificate where one is requested', async () => {
  const outcome = allocator.allocate(tooMany);
  expect(outcome.kind).toBe('unallocatable');
  expect(outcome).toHaveProperty('certificate.version', 1);
  expect(check((outcome as unknown as { certificate: never }).certificate, tooMany)).toEqual({ valid: true });
  expect(await allocator.allocateAsync(tooMany)).toEqual(outcome);
  const { nodes } = allocator.explain(tooMany);
  expect(nodes[0]?.certificate).toEqual((outcome as unknown as { certificate: never }).certificate);
  expect((await allocator.explainAsync(tooMany)).nodes[0]?.certificate).toEqual(nodes[0]?.certificate);
});

it('nobody else gets one', () => {
  expect(allocator.allocate({ ...tooMany, certificates: false })).not.toHaveProperty('certificate');
  expect(allocator.allocate({ ...input([request('gpu')]), certificates: true })).not.toHaveProperty('certificate');
  expect(allocator.explain(input([request('gpu', { count: 5 })])).nodes[0]).not.toHaveProperty('certificate');
});

it('certificates is true or false', () => {
  expect(() => allocator.allocate({ ...tooMany, certificates: 'yes' as never })).toThrow('certificates: expected true or false');
});

it('a solver that says no without a reason receives no certificate for it', () => {
  const wrong: Kernel = {
    start: () => begun({ steps: 1, ended: [], run: () => ({ kind: 'failed', steps: 1 }), end: () => undefined }),
  };
  const asked = { ...input([request('gpu', { count: 4 })]), certificates: true };
  const outcome = allocatorFor({ claims: [], nodes: [] }, wrong).allocate(asked);
  expect(outcome).toMatchObject({ kind: 'unallocatable', uncertified: expect.stringContaining('no proof') });
});

it('a search that yields wherever it can finds the same certificates', () => {
  let slices = 0;
  for (let index = 0; index < 60; index++) {
    const generated = generate(5, index);
    const semantics = {
      features: resolveFeatures({ featureGates: gatesOf(generated) }),
      corrections: false,
      selectors: new SelectorCache(),
    };
    const question = inputFor(generated, generated.nodes[0] as object) as unknown as JsonObject;
    const objects = () => atOnce(() => readObjects(question, semantics.features, new Work(DEFAULT_WORK)));
    const search = certify(objects(), semantics, new Checkpoint());
    let step = search.next();
    for (; step.done !== true; step = search.next()) slices++;
    expect(step.value).toEqual(inOneGo(certify(objects(), semantics, UNLIMITED)));
  }
  expect(slices).toBeGreaterThan(1_000);
});

it('a call that comes to its limit meanwhile has no certificate, and says so', () => {
  const semantics = { features: resolveFeatures(), corrections: false, selectors: new SelectorCache() };
  const over = new Checkpoint({ deadline: 0 });
  const many = input([request('r', { count: 20 })], devices(200));
  const objects = readObjects(many as unknown as JsonObject, semantics.features, new Work(DEFAULT_WORK));
  expect(
    inOneGo(
      certify(
        atOnce(() => objects),
        semantics,
        over,
      ),
    ),
  ).toEqual({ uncertified: 'the call reached its limit before it found a proof' });
});

it('a call that comes to its limit between the search and the proof answers without a certificate', async () => {
  const call = { isSearched: false };
  const search = { steps: 1, ended: [], run: () => ({ kind: 'failed', steps: 1 }) as const };
  const end = (): void => {
    call.isSearched = true;
  };
  const late = allocatorFor({ claims: [], nodes: [] }, { start: () => begun({ ...search, end }) });
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (call.isSearched ? 1e6 : 0));
  try {
    const uncertified = { kind: 'unallocatable', steps: 1, uncertified: expect.stringContaining('limit') };
    expect(late.allocate({ ...tooMany, limits: { milliseconds: 1000 } })).toEqual(uncertified);
    call.isSearched = false;
    expect(await late.allocateAsync({ ...tooMany, limits: { milliseconds: 1000 } })).toMatchObject({ kind: expect.any(String) });
  } finally {
    clock.mockRestore();
  }
});
