// `cluster.explain` for pods: the scheduler's filters among the causes, and the devices behind them.

import { describe, expect, it } from 'vitest';
import { type Cluster, createAllocator, type Explanation } from '../../src/index.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();

type Fields = Readonly<Record<string, unknown>>;

const pod = (spec: Fields = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'ns' },
  spec: {
    containers: [{ name: 'c', image: 'i', resources: { claims: [{ name: 'gpu' }] } }],
    resourceClaims: [{ name: 'gpu', resourceClaimName: 'c' }],
    ...spec,
  },
});

/** Node a is cordoned, b has a taint, d has too few devices, e has what the pod requests. */
function clusterWith(count: number, ...names: readonly string[]): Cluster {
  const cluster = allocator.cluster();
  const changes: Readonly<Record<string, Fields>> = {
    a: { unschedulable: true },
    b: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] },
  };
  const devices: Readonly<Record<string, number>> = { d: 1 };
  cluster.apply([
    deviceClass('any'),
    claim('c', [request('r', { count })]),
    ...names.map((name) => ({ ...node(name), spec: changes[name] ?? {} })),
    ...names.map((name) =>
      slice(
        name,
        Array.from({ length: devices[name] ?? 2 }, (_, index) => device(`${name}${index}`)),
        { nodeName: name, pool: { name } },
      ),
    ),
  ] as never);
  return cluster;
}

/** Both forms, which say the same. */
async function explained(cluster: Cluster, asked: Fields): Promise<Explanation> {
  const inOneGo = cluster.explain(asked as never);
  expect(await cluster.explainAsync(asked as never)).toEqual(inOneGo);
  return inOneGo;
}

describe('a pod', () => {
  it('is informed what keeps it off each node, and the nearest node of each cause in detail', async () => {
    const result = await explained(clusterWith(2, 'a', 'b', 'd'), { pod: pod() });
    expect(result).toMatchObject({ kind: 'unallocatable', suggestions: [{ text: 'uncordon node a' }, { text: 'add a node like a' }] });
    expect(result.nodes.map(({ node: name, kind, rejections }) => [name, kind, rejections?.map(({ code }) => code)])).toEqual([
      ['a', 'unallocatable', ['node-unschedulable']],
      ['b', 'unallocatable', ['untolerated-taint']],
      ['d', 'unallocatable', undefined],
    ]);
    expect(result.groups.map(({ nodes }) => nodes)).toEqual([['a'], ['b'], ['d']]);
    expect(result.groups.map(({ text }) => text)).toEqual([
      expect.stringContaining('is cordoned: uncordon node'),
      expect.stringContaining('the node has the taint'),
      'request r needs 2 devices, but there is only 1 of class any',
    ]);
    expect(result.nodes[2]?.conflict?.members).toEqual([{ claim: 'ns/c', request: 'r', wanted: 2 }]);
  });

  it('is allocated where one node will do', async () => {
    const result = await explained(clusterWith(2, 'a', 'd', 'e'), { pod: pod() });
    expect(result.kind).toBe('allocated');
    expect(result.groups[0]?.nodes).toEqual(['e']);
  });

  it('is informed of devices as well where filters keep it off', async () => {
    const [first] = (await explained(clusterWith(3, 'a'), { pod: pod(), node: 'a' })).nodes;
    expect(first?.requests).toMatchObject([{ request: 'r', wanted: 3, left: 2 }]);
    expect(first?.text).toMatch(/^node \S+ is cordoned: uncordon node \S+; and request r needs 3 devices/);
  });

  it('without its claim has no requests anywhere, and the reason on each node', async () => {
    const asked = pod({ resourceClaims: [{ name: 'gpu', resourceClaimName: 'other' }] });
    const result = await explained(clusterWith(1, 'd', 'e'), { pod: asked });
    expect(result.groups).toEqual([{ nodes: ['d', 'e'], text: expect.stringContaining('other') }]);
    expect(result.nodes.map(({ requests, rejections }) => [requests, rejections?.[0]?.code])).toEqual([
      [[], 'claims'],
      [[], 'claims'],
    ]);
  });

  it('behind a scheduling gate waits for it', async () => {
    const { groups } = await explained(clusterWith(1, 'd', 'e'), { pod: pod({ schedulingGates: [{ name: 'g' }] }) });
    expect(groups).toHaveLength(1);
  });

  it('with an error of its claim has the error, though not where filters keep it off', async () => {
    const cluster = clusterWith(1, 'a', 'e');
    cluster.remove([deviceClass('any')] as never);
    const result = await explained(cluster, { pod: pod({ resourceClaims: [{ name: 'gpu', resourceClaimName: 'c' }] }) });
    expect(result.nodes.every(({ kind }) => kind === 'unallocatable' || kind === 'error')).toBe(true);
    expect(result.nodes[0]?.kind).toBe('unallocatable');
  });
});

it('a node that the caller made up is one as well', async () => {
  const cluster = clusterWith(1, 'e');
  const made = { ...node('e'), spec: { unschedulable: true } };
  expect(await explained(cluster, { pod: pod(), node: made })).toMatchObject({ nodes: [{ rejections: [{ code: 'node-unschedulable' }] }] });
});

it('ends when the time is up, and says so for each node', async () => {
  const cluster = clusterWith(1, 'd', 'e');
  const limits = { milliseconds: 0 };
  for (const result of [cluster.explain({ pod: pod(), limits } as never), await cluster.explainAsync({ pod: pod(), limits } as never)])
    expect(result).toMatchObject({ kind: 'interrupted', by: 'milliseconds', nodes: [{}, {}] });
  for (const result of [cluster.explain({ pod: pod(), node: 'e', limits } as never)])
    expect(result).toMatchObject({ kind: 'interrupted', nodes: [{ node: 'e' }] });
  const called = await cluster.explainAsync({ pod: pod(), signal: AbortSignal.abort() } as never);
  expect(called).toMatchObject({ kind: 'interrupted', by: 'signal' });
});

it('rejects fields that are none', () => {
  const cluster = clusterWith(1, 'e');
  expect(() => cluster.explain({ pod: pod(), claims: [] } as never)).toThrow('claims');
  expect(() => cluster.explain({ pod: pod(), node: 'none' } as never)).toThrow('none');
});

it('nodes on which requests cannot be served together stand together, the first one in detail', async () => {
  const cluster = allocator.cluster();
  const names = ['m1', 'm2', 'm3'];
  const own = (name: string): object => slice(name, [device('a', { k: 1 }), device('b', { k: 2 })], { nodeName: name, pool: { name } });
  cluster.apply([deviceClass('any'), ...names.map((name) => node(name)), ...names.map(own)] as never);
  const claims = [claim('c', [request('r', { count: 2 })], { constraints: [{ matchAttribute: 'd.example.com/k' }] })];
  const { groups, nodes } = await explained(cluster, { claims });
  expect(groups).toEqual([{ nodes: names, text: 'request r needs 2 devices on the same d.example.com/k, but has 1 with each of 1 and 2' }]);
  expect(nodes.map(({ conflict }) => conflict === undefined)).toEqual([false, true, true]);
});

it('some nodes by their names are those that are explained, each once', async () => {
  const cluster = clusterWith(1, 'a', 'd', 'e');
  for (const asked of [{ pod: pod() }, { claims: [claim('c', [request('r')])] }]) {
    const { nodes } = await explained(cluster, { ...asked, nodes: ['e', 'd', 'e'] });
    expect(nodes.map(({ node: name }) => name)).toEqual(['d', 'e']);
    expect(() => cluster.explain({ ...asked, nodes: ['x'] } as never)).toThrow('x');
  }
});
