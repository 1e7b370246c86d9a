// Tests the signal of `explainAsync` and `applyAsync`: where it is accepted, which values are invalid, and the state after an abort.

import { expect, it, vi } from 'vitest';
import { Checkpoint } from '../../src/core/base/checkpoint.js';
import { generate } from '../differential/generate/generate.js';
import { allocatorFor } from '../support/cases.js';
import { Counted } from '../support/counted.js';
import { escalating } from '../support/kernels.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';
import { twoNodes } from '../support/two-nodes.js';

const claims = [claim('c', [request('r')])];

it('what is no signal is rejected under its name', async () => {
  const cluster = twoNodes();
  const wrong = (path: string): object => ({
    code: 'invalid-input',
    path,
    message: expect.stringContaining(`${path}: expected an AbortSignal, found `) as string,
  });
  for (const signal of [5, null, {}]) {
    await expect(cluster.explainAsync({ claims, signal } as never)).rejects.toMatchObject(wrong('signal'));
    await expect(cluster.explainAsync({ claims, limits: { signal } } as never)).rejects.toMatchObject(wrong('limits.signal'));
    await expect(cluster.applyAsync([], { signal } as never)).rejects.toMatchObject(wrong('signal'));
  }
  const { signal } = new AbortController();
  const twice = { code: 'invalid-input', path: 'signal' };
  await expect(cluster.explainAsync({ claims, signal, limits: { signal } })).rejects.toMatchObject(twice);
});

it('what was explained before the call was called off stays, and the other nodes say so', async () => {
  const given = (signal: AbortSignal): object[] => [{ signal }, { limits: { signal } }];
  for (const which of [0, 1]) {
    const counted = new Counted();
    const { cluster, hooks } = counted;
    cluster.apply([node('n1'), node('n2'), deviceClass('any'), slice('s', [device('d')], { allNodes: true })]);
    const controller = new AbortController();
    hooks.search = () => controller.abort();
    const { nodes } = await cluster.explainAsync({ claims, ...given(controller.signal)[which] });
    const text = 'the call was aborted before an explanation was found';
    expect(nodes).toMatchObject([
      { node: 'n1', requests: [{ left: 1 }] },
      { node: 'n2', kind: 'interrupted', by: 'signal', text, requests: [] },
    ]);
    expect(counted.searched()).toBe(1);
  }
});

it('a call that was called off before considers nothing', async () => {
  const { nodes } = await twoNodes().explainAsync({ claims, limits: { signal: AbortSignal.abort() } });
  expect(nodes.map(({ node: name, kind, requests }) => [name, kind, requests])).toEqual([
    ['n2', 'interrupted', []],
    ['n1', 'interrupted', []],
  ]);
});

it('when the time was up before the nodes were sorted, they are said as they came, and nothing of it is shared', async () => {
  const cluster = twoNodes();
  cluster.apply([node('a')]);
  // An order checks the clock now and then: so many nodes need one.
  cluster.apply(Array.from({ length: 200 }, (_, index) => node(`m${999 - index}`)));
  const limits = { milliseconds: Number.MIN_VALUE };
  const inOneGo = cluster.explain({ claims, limits });
  const inTurns = await cluster.explainAsync({ claims, limits });
  for (const { nodes } of [inOneGo, inTurns]) {
    expect(nodes.slice(0, 4).map(({ node: name }) => name)).toEqual(['n2', 'n1', 'a', 'm999']);
    expect(nodes).toHaveLength(203);
    const [first, second] = nodes as unknown as readonly Record<string, unknown[]>[];
    for (const list of ['requests', 'unavailable', 'pools'] as const) {
      first?.[list]?.push('changed by the caller');
      expect(second?.[list]).toEqual([]);
    }
  }
});

it('a call that pauses wherever it can explains as one in one go', async () => {
  const { beginSlice } = Checkpoint.prototype;
  vi.spyOn(Checkpoint.prototype, 'beginSlice').mockImplementation(function (this: Checkpoint) {
    beginSlice.call(this, 0);
  });
  const kinds = new Set<string>();
  for (let index = 0; index < 40; index++) {
    const { nodes, classes = [], slices = [], claims: asked, allocatedClaims = [], features } = generate(5, index);
    const allocator = allocatorFor({ nodes, claims: asked, ...(features && { features }) }, escalating);
    const cluster = allocator.cluster();
    // A later object replaces an earlier one of the same name.
    cluster.apply([...nodes, ...classes, ...slices, ...allocatedClaims] as never);
    // Suggestions try much, and after each of so many pauses all that was tried is gone through again.
    const input = { claims: asked, now: new Date('2026-01-01'), suggestions: false, limits: { steps: 20_000 } } as never;
    const inOneGo = cluster.explain(input);
    expect(await cluster.explainAsync(input)).toEqual(inOneGo);
    for (const { kind } of inOneGo.nodes) kinds.add(kind);
  }
  vi.restoreAllMocks();
  expect([...kinds].sort()).toEqual(['allocated', 'error', 'unallocatable']);
});
