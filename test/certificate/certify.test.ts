import { expect, it } from 'vitest';
import { check } from '../../src/check/check.js';
import type { Kernel } from '../../src/kernel/kernel.js';
import { allocator, input } from '../support/allocate.js';
import { allocatorFor } from '../support/cases.js';
import { device, request } from '../support/objects.js';

const tooMany = { ...input([request('gpu', { count: 5 })]), certificates: true };

it('claims that cannot be allocated get a certificate where one is asked for', async () => {
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

it('an answer without time for a proof says so', async () => {
  const alike = Array.from({ length: 16 }, (_, index) => device(`d${index}`, { a: index % 5, b: index % 3 }));
  const constraints = [{ matchAttribute: 'd.example.com/a' }, { distinctAttribute: 'd.example.com/b' }];
  const hard = { ...input([request('r', { count: 4 })], alike, { constraints }), certificates: true };
  const outcome = allocator.allocate(hard);
  expect(outcome.kind).toBe('unallocatable');
  expect(outcome).toHaveProperty('certificate');
});

it('a solver that says no without a reason gets no certificate for it', () => {
  const wrong: Kernel = {
    start: () => ({ steps: 1, ended: [], run: () => ({ kind: 'failed', steps: 1 }), end: () => undefined }),
  };
  const asked = { ...input([request('gpu', { count: 4 })]), certificates: true };
  const outcome = allocatorFor({ claims: [], nodes: [] }, wrong).allocate(asked);
  expect(outcome).toMatchObject({ kind: 'unallocatable', uncertified: expect.stringContaining('no proof') });
});
