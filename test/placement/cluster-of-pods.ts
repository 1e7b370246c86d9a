// A cluster with pods, for tests, and what it answers about them.

import { beforeAll } from 'vitest';
import { type Allocator, type Cluster, type CompletePodFilter, createAllocator, type PodFilterResult } from '../../src/index.js';
import { device, deviceClass, node, request, slice } from '../support/objects.js';

let allocator: Allocator;
beforeAll(async () => {
  allocator = await createAllocator();
});

export const ROOM = { allocatable: { cpu: '4', memory: '8Gi', pods: '10' } };

/** Nodes n1, n2, ... with four cores, each with a device. */
export function clusterOf(count: number): Cluster {
  const cluster = allocator.cluster();
  cluster.apply([deviceClass('any')]);
  for (let number = 1; number <= count; number++) {
    const name = `n${number}`;
    const own = slice(`s-${name}`, [device('d0')], { nodeName: name, pool: { name } });
    cluster.apply([node(name, { 'kubernetes.io/hostname': name }, ROOM), own]);
  }
  return cluster;
}

export const TEMPLATE = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'ns', name: 't' },
  spec: { spec: { devices: { requests: [request('r')] } } },
};

export function pod(name: string, spec: object = {}, more: object = {}): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name }, spec: { containers: [{ name: 'c' }], ...spec }, ...more };
}

export const TOO_MANY =
  'running PreBind plugin "DynamicResources": add reservation to claim ns/shared: ResourceClaim.resource.k8s.io "shared" is invalid: ' +
  'status.reservedFor: Too many: 257: must have at most 256 items';

export const WITH_CLAIM = { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }] };
export const wants = (cpu: string): object => ({ containers: [{ name: 'c', resources: { requests: { cpu } } }] });

export function complete(result: PodFilterResult): CompletePodFilter {
  if (result.kind !== 'complete') throw new Error(`interrupted by ${result.by}`);
  return result;
}

export function reasons({ rejections }: PodFilterResult): unknown {
  return Object.fromEntries(Array.from(rejections, ([name, all]) => [name, all.map(({ code, message }) => `${code}: ${message}`)]));
}
