import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { filterNodes, nameOfPod, podsOf } from '../../../src/library/pods/index.js';
import { device, deviceClass, node, request, slice } from '../../support/objects.js';

const TEMPLATE = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'ns', name: 't' },
  spec: { spec: { devices: { requests: [request('r')] } } },
};
const SPEC = { containers: [{ name: 'c' }], resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }] };
const METADATA = { namespace: 'ns', name: 'web' };
const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: METADATA, spec: { replicas: 2, template: { spec: SPEC } } };

describe('pods of objects', () => {
  it('are those that owners make, with claims from templates', () => {
    const found = [...podsOf([DEPLOYMENT, TEMPLATE])];
    expect(found.map(({ name }) => name)).toEqual(['pod ns/web-0', 'pod ns/web-1']);
    expect(found[0]).toMatchObject({
      madeFor: { kind: 'Deployment', namespace: 'ns', name: 'web' },
      claims: [{ kind: 'ResourceClaim', metadata: { name: 'web-0-gpu' }, spec: { devices: { requests: [{ name: 'r' }] } } }],
    });
    expect(found.map(({ pod }) => pod && nameOfPod(pod))).toEqual(['ns/web-0', 'ns/web-1']);
  });

  it('are named with the namespace in which they come to be', () => {
    const claim = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'claim' }, spec: {} };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod' }, spec: SPEC };
    const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'job' }, spec: { template: { spec: SPEC } } };
    const found = [...podsOf([pod, job, claim])];
    expect(found.map(({ name }) => name)).toEqual(['pod default/pod', 'pod default/job-0', 'claim default/claim']);
  });

  it('go to a cluster as they are', async () => {
    const cluster = (await createAllocator()).cluster();
    cluster.apply([node('n'), deviceClass('any'), slice('s', [device('d0')]), TEMPLATE]);
    const [first, second] = [...podsOf([DEPLOYMENT, TEMPLATE])].map(({ pod }) => pod);
    if (first === undefined || second === undefined) throw new Error('two pods are made');
    cluster.bind(first, 'n', cluster.allocate({ pod: first, node: 'n' }));
    expect(cluster.allocate({ pod: second, node: 'n' })).toMatchObject({ kind: 'unallocatable' });
    expect(JSON.stringify(first)).toBe('{"pod":"ns/web-0"}');
  });

  it('find their templates in a cluster where neither names a namespace', async () => {
    const cluster = (await createAllocator()).cluster();
    const [template, deployment] = [TEMPLATE, DEPLOYMENT].map((each) => ({ ...each, metadata: { name: each.metadata.name } }));
    const objects = [node('n'), deviceClass('any'), slice('s', [device('d0')]), template, deployment] as object[];
    cluster.apply(objects);
    const [first] = podsOf(objects);
    if (first?.pod === undefined) throw new Error('pods are made');
    expect(cluster.filter({ pod: first.pod })).toMatchObject({ kind: 'complete', best: 'n' });
    expect(first.madeFor).toEqual({ kind: 'Deployment', namespace: 'default', name: 'web' });
  });

  it('have claims for extended resources by node', () => {
    const limits = { 'example.com/gpu': '1' };
    const pod = { kind: 'Pod', metadata: METADATA, spec: { containers: [{ name: 'c', resources: { limits } }] } };
    const [found] = podsOf([pod, deviceClass('gpu', undefined, { extendedResourceName: 'example.com/gpu' })]);
    expect(found?.claims).toEqual([]);
    expect(found?.claimsOn(node('n'))).toMatchObject({ claims: [{ spec: { devices: { requests: [{}] } } }] });
    expect(found?.claimsOn(node('n', {}, { allocatable: limits }))).toEqual({ claims: [] });
  });

  it('report what they miss, and come by priority', () => {
    const pods = [1, 5].map((priority) => ({
      kind: 'Pod',
      metadata: { namespace: 'ns', name: `p${priority}` },
      spec: { ...SPEC, priority },
    }));
    expect([...podsOf(pods)].map(({ problem }) => problem?.message)).toEqual(
      Array(2).fill('ResourceClaimTemplate "t" not found in namespace "ns"'),
    );
    expect([...podsOf([...pods, TEMPLATE], { order: 'priority' })].map(({ name }) => name)).toEqual(['pod ns/p5', 'pod ns/p1']);
  });

  it('are found by rows of a table that is handed in', () => {
    const row = { group: 'example.com', kind: 'Gang', pods: [{ template: 'spec.template', count: 'spec.size' }] };
    const gang = { apiVersion: 'example.com/v1', kind: 'Gang', metadata: METADATA, spec: { size: 3, template: { spec: SPEC } } };
    expect([...podsOf([gang, TEMPLATE], { podTemplates: [row] })].length).toBe(3);
    expect(() => podsOf([], { podTemplates: [{ kind: 1 }] })).toThrow(expect.objectContaining({ name: 'AllocationError' }));
  });

  it('are rejected with the place of what is wrong', () => {
    expect(() => podsOf([{ kind: 'Pod', metadata: METADATA, spec: { containers: 1 } } as never])).toThrow('objects[0] (Pod ns/web)');
    expect(() => podsOf([], { ordr: 'input' } as never)).toThrow('did you mean order?');
  });
});

describe('filters by themselves', () => {
  it('report where a pod may go, what runs there taken off', () => {
    const room = { allocatable: { cpu: '2', pods: '10' } };
    const pod = (name: string, cpu: string, nodeName = ''): object => ({
      kind: 'Pod',
      metadata: { namespace: 'ns', name },
      spec: { nodeName, containers: [{ name: 'c', resources: { requests: { cpu } } }] },
    });
    const nodes = [node('n2', {}, room), node('n1', {}, room)];
    const objects = [pod('o', '1500m', 'n1')];
    const found = filterNodes({ pod: pod('p', '1'), nodes, objects });
    expect(found.passing).toEqual(['n2']);
    expect([...found.rejections]).toMatchObject([['n1', [{ code: 'insufficient-resource', message: 'Insufficient cpu' }]]]);
    expect(found).not.toHaveProperty('message');
    expect(filterNodes({ pod: pod('p', '3'), nodes, objects }).message).toBe('0/2 nodes are available: 2 Insufficient cpu.');
    expect(found.notLookedAt).toEqual([]);
  });
});
