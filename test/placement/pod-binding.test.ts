import { describe, expect, it } from 'vitest';
import { claimKey } from '../../src/cluster/claims.js';
import { Checkpoint } from '../../src/core/base/checkpoint.js';
import type { Cluster, PodOutcome } from '../../src/index.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';
import { clusterOf, complete, pod, reasons, TEMPLATE, TOO_MANY, WITH_CLAIM, wants } from './cluster-of-pods.js';

describe('a pod that is bound', () => {
  const OWN = pod('p', { ...WITH_CLAIM, ...wants('3') });
  const feasibleFor = (cluster: Cluster, asked: object): readonly string[] => complete(cluster.filter({ pod: asked })).feasible;

  function bound(cluster: Cluster, asked: object, name: string): PodOutcome {
    const outcome = cluster.allocate({ pod: asked, node: name });
    cluster.bind(asked, name, outcome);
    return outcome;
  }

  it('takes room and devices, and gives them back', () => {
    const cluster = clusterOf(2);
    cluster.apply([TEMPLATE]);
    const outcome = bound(cluster, OWN, 'n1');
    expect(feasibleFor(cluster, pod('big', wants('2')))).toEqual(['n2']);
    expect(reasons(cluster.filter({ pod: pod('other', WITH_CLAIM) }))).toEqual({ n1: ['devices: cannot allocate all claims'] });
    cluster.bind(OWN, 'n1', outcome);
    expect(feasibleFor(cluster, pod('small', wants('1')))).toEqual(['n1', 'n2']);
    expect(() => cluster.bind(OWN, 'n2', outcome)).toThrow('pod ns/p: is already bound to node n1');
    cluster.unbind(OWN);
    cluster.unbind(OWN);
    expect(feasibleFor(cluster, pod('big', { ...wants('2'), ...WITH_CLAIM }))).toEqual(['n1', 'n2']);
    expect(cluster.toJSON()).toMatchObject({ allocatedClaims: 0 });
  });

  it('shares a claim, which stays allocated while some pod has it', () => {
    const cluster = clusterOf(2);
    cluster.apply([claim('shared', [request('r')])]);
    const spec = { resourceClaims: [{ name: 'x', resourceClaimName: 'shared' }] };
    const [first, second] = [pod('first', spec), pod('second', spec)];
    bound(cluster, first, 'n1');
    expect(feasibleFor(cluster, second)).toEqual(['n1']);
    bound(cluster, second, 'n1');
    cluster.unbind(first);
    expect(feasibleFor(cluster, first)).toEqual(['n1']);
    cluster.unbind(second);
    expect(feasibleFor(cluster, first)).toEqual(['n1', 'n2']);
  });

  it('is rejected if a claim has the maximum number of consumers', () => {
    const cluster = clusterOf(1);
    cluster.apply([claim('shared', [request('r')]), node('n1', {}, { allocatable: { pods: '1000' } })]);
    const spec = { resourceClaims: [{ name: 'x', resourceClaimName: 'shared' }] };
    const late = cluster.allocate({ pod: pod('late', spec), node: 'n1' });
    for (let number = 0; number < 256; number++) bound(cluster, pod(`p${number}`, spec), 'n1');
    const refusal = { code: 'stale-outcome', message: `pod ns/late: ${TOO_MANY}` };
    expect(() => cluster.bind(pod('late', spec), 'n1', late)).toThrow(expect.objectContaining(refusal));
    cluster.unbind(pod('p7', spec));
    bound(cluster, pod('late', spec), 'n1');
  });

  it('has a claim that the pods of its group share for the group, which counts as one consumer', () => {
    const cluster = clusterOf(1);
    const entry = { name: 'x', resourceClaimName: 'shared' };
    const metadata = { name: 'g', namespace: 'ns' };
    const group = { apiVersion: 'scheduling.k8s.io/v1alpha2', kind: 'PodGroup', metadata, spec: { resourceClaims: [entry] } };
    cluster.apply([claim('shared', [request('r')]), group, node('n1', {}, { allocatable: { pods: '1000' } })]);
    const member = (number: number) => pod(`p${number}`, { resourceClaims: [entry], schedulingGroup: { podGroupName: 'g' } });
    const single = pod('single', { resourceClaims: [entry] });
    for (let number = 0; number < 300; number++) bound(cluster, member(number), 'n1');
    bound(cluster, single, 'n1');
    cluster.unbind(single);
    for (let number = 0; number < 300; number++) cluster.unbind(member(number));
    expect(cluster.toJSON()).toMatchObject({ allocatedClaims: 0 });
    // The reservation of the group is gone as well: 256 other pods may have the claim.
    for (let number = 0; number < 256; number++) bound(cluster, pod(`q${number}`, { resourceClaims: [entry] }), 'n1');
  });

  it('is rejected with devices of another node', () => {
    const cluster = clusterOf(2);
    cluster.apply([TEMPLATE, claim('shared', [request('r')])]);
    const outcome = cluster.allocate({ pod: OWN, node: 'n1' });
    const refusal = 'pod ns/p: the outcome has devices for claim ns/p-gpu that are not available on node n2';
    expect(() => cluster.bind(OWN, 'n2', outcome)).toThrow(expect.objectContaining({ code: 'stale-outcome', message: refusal }));
    expect(cluster.toJSON()).toMatchObject({ allocatedClaims: 0 });
    expect(feasibleFor(cluster, pod('big', wants('2')))).toEqual(['n1', 'n2']);
    const spec = { resourceClaims: [{ name: 'x', resourceClaimName: 'shared' }] };
    const ofShared = bound(cluster, pod('first', spec), 'n1');
    expect(() => cluster.bind(pod('second', spec), 'n2', ofShared)).toThrow(
      'pod ns/second: the outcome has devices for claim ns/shared that are not available',
    );
    cluster.bind(pod('second', spec), 'n1', ofShared);
  });

  it('is rejected where a filter keeps it off meanwhile, and nothing changes then', () => {
    const cluster = clusterOf(1);
    cluster.apply([TEMPLATE]);
    const outcome = cluster.allocate({ pod: OWN, node: 'n1' });
    cluster.apply([pod('o', { ...wants('2'), nodeName: 'n1' })]);
    expect(() => cluster.bind(OWN, 'n1', outcome)).toThrow('pod ns/p: cannot run on node n1: Insufficient cpu');
    expect(cluster.toJSON()).toMatchObject({ allocatedClaims: 0 });
    const rejected = cluster.allocate({ pod: OWN, node: 'n1' });
    expect(() => cluster.bind(OWN, 'n1', rejected)).toThrow();
    cluster.remove([pod('o')]);
    expect(() => cluster.bind(OWN, 'n1', rejected)).toThrow('outcome.kind: expected an allocated outcome, ');
    cluster.bind(OWN, 'n1', outcome);
    expect(() => cluster.bind(pod('q', WITH_CLAIM), 'n1', outcome)).toThrow(expect.objectContaining({ code: 'stale-outcome' }));
  });

  it('waits again where it waited before', () => {
    const cluster = clusterOf(1);
    cluster.apply([TEMPLATE, OWN]);
    bound(cluster, OWN, 'n1');
    cluster.unbind(OWN);
    expect(feasibleFor(cluster, OWN)).toEqual(['n1']);
    bound(cluster, OWN, 'n1');
  });

  it('has a claim of its own for extended resources, on the node that it goes to', () => {
    const cluster = clusterOf(1);
    cluster.apply([deviceClass('gpu', undefined, { extendedResourceName: 'example.com/gpu' })]);
    const limits = { 'example.com/gpu': '1' };
    const asked = pod('p', { containers: [{ name: 'c', resources: { limits, requests: limits } }] });
    bound(cluster, asked, 'n1');
    expect(feasibleFor(cluster, { ...asked, metadata: { namespace: 'ns', name: 'q' } })).toEqual([]);
    cluster.unbind(asked);
    expect(feasibleFor(cluster, { ...asked, metadata: { namespace: 'ns', name: 'q' } })).toEqual(['n1']);
  });

  it('is bound in increments among its claims, as in one go', () => {
    const count = 40;
    const resourceClaims = Array.from({ length: count }, (_, index) => ({ name: `c${index}`, resourceClaimTemplateName: 't' }));
    const [first, second] = [clusterOf(1), clusterOf(1)];
    const devices = Array.from({ length: count }, (_, index) => device(`d${index}`));
    for (const cluster of [first, second]) cluster.apply([TEMPLATE, slice('s', devices, { nodeName: 'n1', pool: { name: 'many' } })]);
    const outcome = bound(first, pod('p', { resourceClaims }), 'n1');
    const checkpoint = new Checkpoint();
    checkpoint.beginSlice(0);
    const prepared = second.preparePod(pod('p', { resourceClaims }));
    let pauses = 0;
    for (const binding = second.parts.binding(prepared, 'n1', outcome, checkpoint); binding.next().done !== true; ) pauses++;
    expect(pauses).toBeGreaterThan(5 * count);
    const stored = ({ parts: { cluster } }: Cluster): unknown =>
      [...cluster.objects.pods.all('ResourceClaim').values()].map((entry) => [entry, cluster.heldBy(claimKey(entry.claim))]);
    expect(stored(second)).toEqual(stored(first));
    expect(second.toJSON()).toMatchObject({ allocatedClaims: count });
  });
});
