import { describe, expect, it } from 'vitest';
import type { Cluster, CompletePodFilter, PodOutcome } from '../../src/index.js';
import { claim, device, deviceClass, firstAvailable, node, request, selectors, slice } from '../support/objects.js';
import { clusterOf, complete, pod, ROOM, reasons, TEMPLATE, TOO_MANY, WITH_CLAIM, wants } from './cluster-of-pods.js';

/** The answers of both ways to ask, which must be the same. */
async function filtered(cluster: Cluster, asked: object): Promise<CompletePodFilter> {
  const result = complete(cluster.filter({ pod: asked }));
  const other = complete(await cluster.filterAsync({ pod: asked }));
  expect(other.feasible).toEqual(result.feasible);
  expect([...other.scores]).toEqual([...result.scores]);
  expect(reasons(other)).toEqual(reasons(result));
  return result;
}

describe('nodes that a pod may not go to', () => {
  const OWN = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { namespace: 'ns', name: 'own' }, ...TEMPLATE.spec };

  it.each([1, 20])('are asked about devices when it may: %i of 40', (count) => {
    const cluster = clusterOf(40);
    cluster.apply([TEMPLATE]);
    const [asked, claims] = [cluster.preparePod(pod('p', WITH_CLAIM) as never), cluster.prepare([OWN as never])];
    const feasible = (): readonly string[] => complete(cluster.filter({ pod: asked })).feasible;
    const cordon = (unschedulable: boolean): void => {
      for (let number = 1; number <= count; number++) {
        const name = `n${number}`;
        cluster.apply([{ ...node(name, { 'kubernetes.io/hostname': name }, ROOM), spec: { unschedulable } }]);
      }
    };
    expect(feasible()).toHaveLength(40);
    cordon(true);
    expect(feasible()).toHaveLength(40 - count);
    // Meanwhile a device there comes into use, for the pod and for its claims alone.
    const outcome = cluster.allocate({ claims, node: 'n1' });
    cluster.commit(claims, outcome);
    expect(feasible()).toHaveLength(40 - count);
    cordon(false);
    expect(feasible()).toHaveLength(39);
    expect(feasible()).not.toContain('n1');
    expect(complete(cluster.filter({ pod: asked })).scores).toHaveLength(39);
    cordon(true);
    feasible();
    cluster.release(claims);
    expect(feasible()).toHaveLength(40 - count);
    const alone = cluster.filter({ claims });
    expect(alone.kind === 'complete' && alone.feasible.length).toBe(40);
    cordon(false);
    expect(feasible()).toHaveLength(40);
    expect(complete(cluster.filter({ pod: asked })).best).toBe('n1');
  });
});

describe('a pod on all nodes', () => {
  it('is no list of claims that were prepared', () => {
    const cluster = clusterOf(1);
    expect(() => cluster.filter({ pod: cluster.prepare([]) as never })).toThrow('pod: expected a Pod object');
  });

  it('gets the reasons of filters, and devices where these let it pass', async () => {
    const cluster = clusterOf(4);
    cluster.apply([
      TEMPLATE,
      { ...node('n1', {}, ROOM), spec: { unschedulable: true } },
      { ...node('n2', {}, ROOM), spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] } },
      pod('full', { ...wants('3500m'), nodeName: 'n3' }),
    ]);
    const found = await filtered(cluster, pod('p', { ...WITH_CLAIM, ...wants('1') }));
    expect(found.feasible).toEqual(['n4']);
    expect(found.best).toBe('n4');
    expect(reasons(found)).toEqual({
      n1: ['node-unschedulable: node(s) were unschedulable'],
      n2: ['untolerated-taint: node(s) had untolerated taint(s)'],
      n3: ['insufficient-resource: Insufficient cpu'],
    });
    expect(found.rejections.get('n3')?.[0]?.detail).toBe('needs 1 CPU, 0.5 of 4 free');
    expect(found.outcome('n1')).toMatchObject({ kind: 'rejected', steps: 0, rejections: [{ code: 'node-unschedulable' }] });
    expect(found.outcome('n4')).toMatchObject({ kind: 'allocated' });
    expect(found.message).toBeUndefined();
    expect(found.notLookedAt).toEqual([]);
  });

  it('has the message of the scheduler where no node will do', async () => {
    const cluster = clusterOf(2);
    cluster.apply([TEMPLATE, pod('full', { ...wants('3500m'), nodeName: 'n1' })]);
    cluster.remove([slice('s-n2', [])]);
    const found = await filtered(cluster, pod('p', { ...WITH_CLAIM, ...wants('1') }));
    expect(found.best).toBeUndefined();
    expect(found.message).toBe('0/2 nodes are available: 1 Insufficient cpu, 1 cannot allocate all claims.');
    expect(reasons(found)).toMatchObject({ n2: ['devices: cannot allocate all claims'] });
    expect(found.outcome('n2')).toMatchObject({ kind: 'unallocatable' });
  });

  it('follows pods and nodes that come, change and go', async () => {
    const cluster = clusterOf(2);
    const asked = pod('p', wants('2'));
    const feasible = async (): Promise<readonly string[]> => (await filtered(cluster, asked)).feasible;
    expect(await feasible()).toEqual(['n1', 'n2']);
    const other = pod('o', { ...wants('3'), nodeName: 'n1' });
    cluster.apply([other]);
    expect(await feasible()).toEqual(['n2']);
    cluster.apply([pod('o', { ...wants('3'), nodeName: 'n2' })]);
    expect(await feasible()).toEqual(['n1']);
    cluster.apply([pod('o', { ...wants('3'), nodeName: 'n2' }, { status: { phase: 'Succeeded' } })]);
    expect(await feasible()).toEqual(['n1', 'n2']);
    await cluster.applyAsync([node('n0', {}, ROOM), { ...node('n2', {}, ROOM), spec: { unschedulable: true } }]);
    expect(await feasible()).toEqual(['n0', 'n1']);
    cluster.remove([node('n0')]);
    expect(await feasible()).toEqual(['n1']);
  });

  it('has one reason for all nodes where none was considered', async () => {
    const cluster = clusterOf(2);
    const gated = await filtered(cluster, pod('p', { schedulingGates: [{ name: 'g' }], ...WITH_CLAIM }));
    expect([...gated.rejections.keys()]).toEqual(['n1', 'n2']);
    expect(gated.rejections.get('n1')).toMatchObject([{ code: 'scheduling-gated' }]);
    const missing = await filtered(cluster, pod('p', WITH_CLAIM));
    expect(reasons(missing)).toMatchObject({ n1: ['claims: ResourceClaimTemplate "t" not found in namespace "ns"'] });
    cluster.apply([TEMPLATE]);
    expect((await filtered(cluster, pod('p', WITH_CLAIM))).feasible).toEqual(['n1', 'n2']);
    cluster.remove([deviceClass('any')]);
    expect(reasons(await filtered(cluster, pod('p', WITH_CLAIM)))).toMatchObject({
      n1: ['claims: request r: device class any does not exist'],
    });
  });

  it('does not mind what is wrong with devices of nodes that filters leave out', async () => {
    const cluster = clusterOf(2);
    cluster.apply([TEMPLATE, slice('s-n1', [device('x'), device('x')], { nodeName: 'n1', pool: { name: 'n1' } })]);
    const on2 = { ...WITH_CLAIM, nodeSelector: { 'kubernetes.io/hostname': 'n2' } };
    expect((await filtered(cluster, pod('p', on2))).errors.size).toBe(0);
    const anywhere = await filtered(cluster, pod('p', WITH_CLAIM));
    expect([...anywhere.errors.keys()]).toEqual(['n1']);
    expect(anywhere.rejections.get('n1')).toMatchObject([{ code: 'devices' }]);
  });

  it('keeps to the node of a claim that is allocated, and says so elsewhere', async () => {
    const cluster = clusterOf(2);
    const shared = claim('shared', [request('r')]);
    cluster.apply([shared]);
    cluster.commit([shared], cluster.allocate({ claims: [shared], node: 'n2' }));
    const found = await filtered(cluster, pod('p', { resourceClaims: [{ name: 'x', resourceClaimName: 'shared' }] }));
    expect(found.feasible).toEqual(['n2']);
    expect(reasons(found)).toEqual({ n1: ['claim-elsewhere: resourceclaim not available on the node'] });
  });

  it('reports the lack of devices for one claim before another that is allocated elsewhere', async () => {
    const cluster = clusterOf(3);
    const shared = claim('shared', [request('r')]);
    cluster.apply([TEMPLATE, shared]);
    cluster.commit([shared], cluster.allocate({ claims: [shared], node: 'n1' }));
    cluster.remove([slice('s-n2', [])]);
    const spec = { resourceClaims: [{ name: 'x', resourceClaimName: 'shared' }, ...WITH_CLAIM.resourceClaims] };
    const found = await filtered(cluster, pod('p', spec));
    expect(reasons(found)).toEqual({
      n1: ['devices: cannot allocate all claims'],
      n2: ['devices: cannot allocate all claims'],
      n3: ['claim-elsewhere: resourceclaim not available on the node'],
    });
    expect(found.rejections.get('n3')?.[0]?.detail).toBe('claim ns/shared');
    expect(found.message).toBe('0/3 nodes are available: 1 resourceclaim not available on the node, 2 cannot allocate all claims.');
  });

  it('ends on an error of a claim where another one is out of reach', async () => {
    const cluster = clusterOf(2);
    const shared = claim('shared', [request('r')]);
    const failing = { spec: { spec: { devices: { requests: [request('r', selectors('device.attributes["x"].y == 1'))] } } } };
    cluster.apply([{ ...TEMPLATE, ...failing }, shared]);
    cluster.commit([shared], cluster.allocate({ claims: [shared], node: 'n1' }));
    const spec = { resourceClaims: [{ name: 'x', resourceClaimName: 'shared' }, ...WITH_CLAIM.resourceClaims] };
    const found = await filtered(cluster, pod('p', { ...spec, nodeSelector: { 'kubernetes.io/hostname': 'n2' } }));
    expect([...found.errors].map(([name, { code }]) => [name, code])).toEqual([['n2', 'cel-runtime-error']]);
    expect(() => cluster.allocate({ pod: pod('p', spec), node: 'n2' })).toThrow(expect.objectContaining({ code: 'cel-runtime-error' }));
  });

  it('rejects a claim that is reserved for as many consumers as there may be, on nodes that pass all filters', async () => {
    const cluster = clusterOf(2);
    cluster.apply([{ ...node('n2', {}, ROOM), spec: { unschedulable: true } }]);
    const reservedFor = Array.from({ length: 256 }, (_, index) => ({ resource: 'pods', name: `o${index}`, uid: `u${index}` }));
    const [plain] = [claim('shared', [request('r')])];
    const outcome = cluster.allocate({ claims: [plain], node: 'n1' });
    const allocation = outcome.kind === 'allocated' ? outcome.allocations[0] : undefined;
    cluster.apply([{ ...plain, status: { allocation, reservedFor } }]);
    const spec = { resourceClaims: [{ name: 'x', resourceClaimName: 'shared' }] };
    const found = await filtered(cluster, pod('p', spec));
    expect(found.message).toBe(TOO_MANY);
    expect(reasons(found)).toEqual({ n1: [`binding: ${TOO_MANY}`], n2: ['node-unschedulable: node(s) were unschedulable'] });
    expect(cluster.allocate({ pod: pod('p', spec), node: 'n1' })).toMatchObject({ kind: 'rejected', rejections: [{ code: 'binding' }] });
    expect(reasons(await filtered(cluster, pod('p', { ...spec, ...wants('9') })))).toMatchObject({
      n1: ['insufficient-resource: Insufficient cpu'],
    });
    expect((await filtered(cluster, pod('o7', spec))).feasible).toEqual(['n1']);
  });

  it('cannot bind a pod with a claim where a device plugin serves its extended resources', async () => {
    const cluster = clusterOf(2);
    cluster.apply([
      TEMPLATE,
      deviceClass('gpu', undefined, { extendedResourceName: 'example.com/gpu' }),
      node('n1', {}, { allocatable: { ...ROOM.allocatable, 'example.com/gpu': '1' } }),
      node('n2', {}, { allocatable: { ...ROOM.allocatable, 'example.com/gpu': '1' } }),
    ]);
    const asked = pod('p', { ...WITH_CLAIM, containers: [{ name: 'c', resources: { limits: { 'example.com/gpu': '1' } } }] });
    cluster.remove([slice('s-n2', [])]);
    const found = await filtered(cluster, asked);
    const words =
      'running PreBind plugin "DynamicResources": nil or empty request mappings, no update of pod ns/p ExtendedResourceClaimStatus';
    expect(reasons(found)).toEqual({ n1: [`binding: ${words}`], n2: ['devices: cannot allocate all claims'] });
    expect([found.message, found.best]).toEqual([words, undefined]);
    expect(() => cluster.bind(asked, 'n1', { kind: 'allocated', allocations: [], steps: 1 })).toThrow(words);
  });

  it('gives extended resources by claims where no device plugin serves them', async () => {
    const cluster = clusterOf(3);
    cluster.apply([
      deviceClass('gpu', undefined, { extendedResourceName: 'example.com/gpu' }),
      node('n1', {}, { allocatable: { ...ROOM.allocatable, 'example.com/gpu': '1' } }),
      pod('o', { nodeName: 'n1', containers: [{ name: 'c', resources: { requests: { 'example.com/gpu': '1' } } }] }),
    ]);
    cluster.remove([slice('s-n3', [])]);
    const asked = pod('p', { containers: [{ name: 'c', resources: { limits: { 'example.com/gpu': '1' } } }] });
    const found = await filtered(cluster, asked);
    expect(found.feasible).toEqual(['n2']);
    expect(found.outcome('n2')).toMatchObject({ kind: 'allocated', allocations: [{ devices: { results: [{ device: 'd0' }] } }] });
    expect(found.message).toBeUndefined();
    expect(reasons(found)).toEqual({
      n1: ['insufficient-resource: Insufficient example.com/gpu'],
      n3: ['devices: cannot allocate all claims'],
    });
  });

  it('sums the scores of plugins, those of devices among them', async () => {
    const cluster = clusterOf(2);
    cluster.apply([
      deviceClass('fast', 'device.driver == "fast.example.com"'),
      slice('fast', [device('f')], { nodeName: 'n1', driver: 'fast.example.com' }),
      { ...TEMPLATE, spec: { spec: { devices: { requests: [firstAvailable('r', { a: { deviceClassName: 'fast' }, b: {} })] } } } },
    ]);
    const found = await filtered(cluster, pod('p', WITH_CLAIM));
    // Twice the best score for devices, and twice 87 of 100.
    expect((found.scores[0] ?? 0) - (found.scores[1] ?? 0)).toBe(26);
    expect(found.best).toBe('n1');
    expect(found.choices('n1')).toMatchObject([{ request: 'r', subrequest: 'a' }]);
  });

  it('considers the nodes that are named only', () => {
    const found = complete(clusterOf(3).filter({ pod: pod('p', wants('9')), nodes: ['n3', 'n1'] }));
    expect([...found.rejections.keys()]).toEqual(['n1', 'n3']);
    expect(found.message).toBe('0/2 nodes are available: 2 Insufficient cpu.');
    expect(() => found.outcome('n2')).toThrow('was not considered');
  });

  it('is interrupted before the filters were asked', async () => {
    const cluster = clusterOf(2);
    const found = cluster.filter({ pod: pod('p'), limits: { milliseconds: 0 } });
    expect(found).toMatchObject({ kind: 'interrupted', by: 'milliseconds', interrupted: ['n1', 'n2'], feasibleSoFar: [] });
    const signal = AbortSignal.abort();
    expect(await cluster.filterAsync({ pod: pod('p'), limits: { signal } })).toMatchObject({ kind: 'interrupted', by: 'signal' });
    expect(cluster.allocate({ pod: pod('p'), node: 'n1', limits: { milliseconds: 0 } })).toMatchObject({ kind: 'interrupted' });
  });

  it('says what it does not consider', async () => {
    const spec = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'x' } }] };
    expect((await filtered(clusterOf(1), pod('p', spec))).notLookedAt).toEqual(['persistent volume claims, which the input does not have']);
    const ofRuntime = { containers: [{ name: 'c', image: 'i' }], runtimeClassName: 'kata' };
    expect((await filtered(clusterOf(1), pod('p', ofRuntime))).notLookedAt).toEqual(['runtime class kata, which the input does not have']);
  });

  it.each([[null], ['p'], [{ kind: 'Pod', spec: { containers: 1 } }]])('rejects what is no pod: %j', (given) => {
    expect(() => clusterOf(1).filter({ pod: given as never })).toThrow(expect.objectContaining({ name: 'AllocationError' }));
  });

  it('takes a pod or claims, not both', () => {
    expect(() => clusterOf(1).filter({ pod: pod('p'), claims: [] } as never)).toThrow('claims: unknown');
  });

  it('gives results that are the caller own and can be put into JSON', () => {
    const cluster = clusterOf(1);
    const found = complete(cluster.filter({ pod: pod('p', wants('9')) }));
    (found.rejections.get('n1') as unknown[]).length = 0;
    (found.notLookedAt as string[]).push('x');
    const again = complete(cluster.filter({ pod: pod('p', wants('9')) }));
    expect(again.notLookedAt).toEqual([]);
    expect(JSON.parse(JSON.stringify(again))).toMatchObject({
      kind: 'complete',
      rejections: { n1: [{ code: 'insufficient-resource', message: 'Insufficient cpu' }] },
    });
    expect({ ...again }).toMatchObject({ feasible: [] });
  });
});

describe('a pod on one node', () => {
  async function placed(cluster: Cluster, asked: object, name: string | object): Promise<PodOutcome> {
    const outcome = cluster.allocate({ pod: asked, node: name as string });
    expect(await cluster.allocateAsync({ pod: asked, node: name as string })).toEqual(outcome);
    return outcome;
  }

  it('gets an outcome, or the reasons of filters', async () => {
    const cluster = clusterOf(2);
    cluster.apply([TEMPLATE]);
    expect(await placed(cluster, pod('p', WITH_CLAIM), 'n1')).toMatchObject({ kind: 'allocated', allocations: [{}] });
    expect(await placed(cluster, pod('p'), 'n1')).toEqual({ kind: 'allocated', allocations: [], steps: 1 });
    const away = pod('p', { nodeSelector: { 'kubernetes.io/hostname': 'n2' } });
    expect(await placed(cluster, away, 'n1')).toEqual({
      kind: 'rejected',
      rejections: [{ code: 'node-affinity', message: "node(s) didn't match Pod's node affinity/selector" }],
      steps: 0,
    });
    expect(() => cluster.allocate({ pod: pod('p'), node: 'n9' })).toThrow('the cluster has no node n9');
  });

  it('does not mind what is wrong with devices where a filter keeps it off', async () => {
    const cluster = clusterOf(1);
    cluster.apply([TEMPLATE, slice('s-n1', [device('x'), device('x')], { nodeName: 'n1', pool: { name: 'n1' } })]);
    expect(await placed(cluster, pod('p', { ...WITH_CLAIM, ...wants('9') }), 'n1')).toMatchObject({ kind: 'rejected' });
    expect(() => cluster.allocate({ pod: pod('p', WITH_CLAIM), node: 'n1' })).toThrow(expect.objectContaining({ code: 'invalid-pools' }));
  });

  it('considers nodes that callers make up', async () => {
    const cluster = clusterOf(1);
    expect(await placed(cluster, pod('p', wants('9')), node('n1', {}, { allocatable: { cpu: '16', pods: '1' } }))).toMatchObject({
      kind: 'allocated',
    });
    expect(await placed(cluster, pod('p', wants('9')), node('new', {}, ROOM))).toMatchObject({ kind: 'rejected' });
  });
});
