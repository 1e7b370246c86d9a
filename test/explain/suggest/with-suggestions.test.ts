// Explanations include suggestions for the nearest node, from an allocator and from a cluster, in sync and async calls.

import { describe, expect, it, vi } from 'vitest';
import { Checkpoint } from '../../../src/core/base/checkpoint.js';
import type { Explanation } from '../../../src/explain/explanation.js';
import { createAllocator } from '../../../src/index.js';
import { claim, device, deviceClass, node, request, slice } from '../../support/objects.js';

const allocator = await createAllocator();
const slices = [slice('s', [device('a'), device('b')]), slice('t', [device('c')], { nodeName: 'm', pool: { name: 'q' } })];
const held = {
  ...claim('held', [request('r')]),
  status: { allocation: { devices: { results: [{ request: 'r', driver: 'd.example.com', pool: 'p', device: 'a' }] } } },
};

function clusterOf(...more: readonly object[]) {
  const cluster = allocator.cluster();
  cluster.apply([node('n'), node('m'), deviceClass('any'), ...slices, ...more] as never);
  return cluster;
}

const asking = (count: number) => ({ claims: [claim('c', [request('r', { count })])] as never });
const textsOf = ({ suggestions }: Explanation): readonly string[] => suggestions.map(({ text }) => text);

describe('suggestions', () => {
  it('are about the nearest node, with what a cluster knows of its claims', async () => {
    const cluster = clusterOf(held);
    const texts = textsOf(cluster.explain(asking(2)));
    expect(texts).toContain('request 1 device instead of 2 in request r');
    expect(textsOf(await cluster.explainAsync(asking(2)))).toEqual(texts);
    expect(textsOf(cluster.explain({ ...asking(2), node: 'n' }))).toContain('free a of pool p, held by claim ns/held');
  });

  it('name the pool once for devices of several drivers, whose pools have the name of the node', () => {
    const results = ['d', 'nic'].map((name) => ({
      request: 'r',
      driver: `${name}.example.com`,
      pool: 'p',
      device: name === 'd' ? 'a' : 'n0',
    }));
    const pair = { ...held, status: { allocation: { devices: { results } } } };
    const cluster = clusterOf(pair, slice('nic', [device('n0')], { driver: 'nic.example.com' }));
    expect(textsOf(cluster.explain({ ...asking(3), node: 'n' }))).toContain('free a and n0 of pool p, held by claim ns/held');
  });

  it('are there for one question, too', async () => {
    const input = { node: node('n'), deviceClasses: [deviceClass('any')], resourceSlices: slices, ...asking(3) } as never;
    const texts = textsOf(allocator.explain(input));
    expect(texts).toContain('request 2 devices instead of 3 in request r');
    expect(textsOf(await allocator.explainAsync(input))).toEqual(texts);
    const without = { ...(input as object), suggestions: false } as never;
    expect(textsOf(allocator.explain(without))).toEqual([]);
    expect(textsOf(await allocator.explainAsync(without))).toEqual([]);
    expect(() => allocator.explain({ ...(input as object), suggestions: 'no' } as never)).toThrow('suggestions: expected true or false');
  });

  it('free claims whose devices cannot be used here, and see what the node has then', async () => {
    const { allocation } = held.status;
    const onlyOn = { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['m'] }] }] };
    const elsewhere = { ...held, status: { allocation: { ...allocation, nodeSelector: onlyOn } } };
    const freed = ['free a of pool p, held by claim ns/held'];
    const claims = [elsewhere] as never;
    const input = { node: node('n'), deviceClasses: [deviceClass('any')], resourceSlices: slices, claims } as never;
    expect(textsOf(allocator.explain(input))).toEqual(freed);
    expect(textsOf(await allocator.explainAsync(input))).toEqual(freed);
    expect(textsOf(clusterOf(elsewhere).explain({ claims, node: 'n' }))).toEqual(freed);
  });

  it('are left out where nobody requests them, and where there is nothing to suggest', () => {
    expect(textsOf(clusterOf().explain({ ...asking(3), suggestions: false }))).toEqual([]);
    expect(textsOf(clusterOf().explain(asking(1)))).toEqual([]);
  });

  it('are left out where the call ends before', () => {
    const late = clusterOf().explain({ ...asking(3), limits: { milliseconds: 0 } });
    expect([late.kind, late.suggestions]).toEqual(['interrupted', []]);
  });

  it('are the same where a call pauses wherever it can', async () => {
    const { beginSlice } = Checkpoint.prototype;
    vi.spyOn(Checkpoint.prototype, 'beginSlice').mockImplementation(function (this: Checkpoint) {
      beginSlice.call(this, 0);
    });
    const devices = Array.from({ length: 6 }, (_, index) => device(`d${index}`, { k: index, l: index % 2 }));
    const constraints = ['k', 'l'].map((name) => ({ matchAttribute: `d.example.com/${name}` }));
    const asked = ['a', 'b', 'c'].map((name) => request(name, { count: 2 }));
    const cluster = allocator.cluster();
    cluster.apply([node('n'), deviceClass('any'), slice('s', devices)] as never);
    const input = { claims: [claim('c', asked, { constraints })] as never };
    const texts = textsOf(cluster.explain(input));
    expect(texts).not.toEqual([]);
    expect(textsOf(await cluster.explainAsync(input))).toEqual(texts);
    vi.restoreAllMocks();
  });
});
