import { afterEach, describe, expect, it, vi } from 'vitest';
import { Checkpoint, SliceOver } from '../../src/core/base/checkpoint.js';
import type { Cluster } from '../../src/library/cluster.js';
import { QuotaLedger } from '../../src/scheduler/pods/quota.js';
import { Counted } from '../support/counted.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';

const COUNT = 'count/resourceclaims.resource.k8s.io';
const template = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'ns', name: 't' },
  spec: { spec: { devices: { requests: [request('r')] } } },
};
const quota = (hard: number, metadata: object = { namespace: 'ns', name: 'q' }): object => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata,
  spec: { hard: { [COUNT]: `${hard}` } },
});
const pod = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'ns', name },
  spec: { containers: [{ name: 'c', image: 'i' }], resourceClaims: [{ name: 'g', resourceClaimTemplateName: 't' }], ...more },
});
const own = (index: number): object => claim(`own${index}`, [request('r')]);

function clusterWith(...objects: object[]): { readonly cluster: Cluster; readonly counted: Counted } {
  const counted = new Counted();
  counted.cluster.apply([deviceClass('any'), slice('s', [device('d0'), device('d1')]), node('n'), template, ...objects] as never);
  return { counted, cluster: counted.cluster };
}

const codes = (cluster: Cluster, asked: object): unknown =>
  cluster
    .filter({ pod: asked } as never)
    .rejections.get('n')
    ?.map(({ code }) => code);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('what counts in a namespace with a quota', () => {
  it('is counted once for all pods, and again when a claim, a pod, a quota or a class changes', () => {
    const { cluster } = clusterWith(quota(2), own(1));
    const count = vi.spyOn(QuotaLedger, 'of');
    const counts: number[] = [];
    const ask = (): void => {
      for (const name of ['a', 'b', 'c']) expect(codes(cluster, pod(name))).toBeUndefined();
      counts.push(count.mock.calls.length);
    };
    ask();
    ask();
    for (const changed of [claim('own1', [request('r', { count: 2 })]), pod('other'), quota(3), deviceClass('other')]) {
      cluster.apply([changed] as never);
      ask();
    }
    expect(counts).toEqual([1, 1, 2, 3, 4, 5]);
  });

  it('is not changed by pods that are asked about: the claims that they would get are charged to none of the others', () => {
    const { cluster } = clusterWith(quota(2), own(1));
    for (const name of ['a', 'b', 'a']) expect(codes(cluster, pod(name))).toBeUndefined();
    cluster.apply([own(2)] as never);
    expect(codes(cluster, pod('a'))).toEqual(['claims']);
    cluster.remove([own(2)] as never);
    expect(codes(cluster, pod('a'))).toBeUndefined();
  });

  it('keeps the claims of a pod that was prepared as long as it stays', () => {
    const { cluster } = clusterWith(quota(2), own(1));
    const prepared = cluster.preparePod(pod('a') as never);
    const fork = vi.spyOn(QuotaLedger.prototype, 'fork');
    for (let round = 0; round < 3; round++) {
      cluster.apply([node(`n${round}`)] as never);
      expect(codes(cluster, prepared)).toBeUndefined();
    }
    expect(fork).toHaveBeenCalledTimes(1);
    cluster.apply([own(2)] as never);
    expect(codes(cluster, prepared)).toEqual(['claims']);
  });
});

describe('a quota whose status says what is used', () => {
  const written = (hard: number, used: number): object => ({ ...quota(hard), status: { used: { [COUNT]: `${used}` } } });

  it('leaves room on a fork for claims that went there, and not in the cluster, whose status a controller writes', () => {
    const { cluster } = clusterWith(written(2, 2), own(1), own(2));
    const fork = cluster.fork();
    fork.remove([own(1)] as never);
    expect(codes(fork, pod('a'))).toBeUndefined();
    expect(codes(fork.fork(), pod('a'))).toBeUndefined();
    expect(codes(cluster, pod('a'))).toEqual(['claims']);
    cluster.remove([own(1)] as never);
    expect(codes(cluster, pod('a'))).toEqual(['claims']);
    cluster.apply([written(2, 1)] as never);
    expect(codes(cluster, pod('a'))).toBeUndefined();
  });

  it('counts claims that came on a fork, until its status does', () => {
    const fork = clusterWith(written(4, 3), own(1)).cluster.fork();
    expect(codes(fork, pod('a'))).toBeUndefined();
    fork.apply([own(2)] as never);
    expect(codes(fork, pod('a'))).toEqual(['claims']);
    fork.apply([written(5, 4)] as never);
    expect(codes(fork, pod('a'))).toBeUndefined();
  });

  it('counts claims that binding a pod made once, before and after the status does', () => {
    const { cluster } = clusterWith(written(3, 1), own(1));
    const bound = pod('a');
    const result = cluster.filter({ pod: bound } as never);
    cluster.bind(bound as never, 'n', result.outcome('n'));
    expect(codes(cluster, pod('b'))).toBeUndefined();
    cluster.apply([written(2, 1)] as never);
    expect(codes(cluster, pod('b'))).toEqual(['claims']);
    cluster.unbind(bound as never);
    expect(codes(cluster, pod('b'))).toBeUndefined();
  });
});

it('claims, pods and quotas are counted in slices, to the same end', async () => {
  const MANY = 40;
  const indices = Array.from({ length: MANY }, (_, index) => index);
  const objects = indices.flatMap((index) => [own(index), pod(`running${index}`, { nodeName: 'n' })]);
  const quotas = indices.map((index) => quota(MANY + 1 + index, { namespace: 'ns', name: `q${index}` }));
  const asked = { pod: pod('a') } as never;
  const { beginSlice } = Checkpoint.prototype;
  const turnsFor = async (...all: object[]): Promise<number> => {
    const inOneGo = clusterWith(...all).cluster.filter(asked);
    const { cluster, counted } = clusterWith(...all);
    let turns = 0;
    counted.hooks.yieldNow = () => {
      turns++;
    };
    vi.spyOn(Checkpoint.prototype, 'beginSlice').mockImplementation(function (this: Checkpoint) {
      beginSlice.call(this, 0);
    });
    vi.spyOn(Checkpoint.prototype, 'beginTrial').mockImplementation(() => {
      throw new SliceOver();
    });
    expect(JSON.stringify(await cluster.filterAsync(asked))).toBe(JSON.stringify(inOneGo));
    vi.restoreAllMocks();
    return turns;
  };
  const without = await turnsFor(...objects, own(MANY));
  expect(await turnsFor(...objects, ...quotas)).toBeGreaterThan(without + 5 * MANY);
  expect(await turnsFor(...objects, ...quotas, own(MANY))).toBeGreaterThan(without + 5 * MANY);
});
