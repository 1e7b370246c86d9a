import { expect, test } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { simulate } from '../../src/planning/index.js';

const RESOURCE = 'resource.k8s.io/v1';
const devices = { requests: [{ name: 'r', exactly: { deviceClassName: 'gpu' } }] };
const pool = { name: 'a', generation: 1, resourceSliceCount: 1 };
const pod = (name: string, spec: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    resourceClaims: [{ name: 'g', resourceClaimName: 'shared' }],
    containers: [{ name: 'c', image: 'x', resources: { requests: { cpu: '3' } } }],
    ...spec,
  },
});
const OBJECTS = [
  { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' }, status: { allocatable: { cpu: '8', memory: '1Gi', pods: '10' } } },
  { apiVersion: RESOURCE, kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: {} },
  {
    apiVersion: RESOURCE,
    kind: 'ResourceSlice',
    metadata: { name: 's' },
    spec: { driver: 'gpu.example.com', nodeName: 'a', pool, devices: [{ name: 'gpu-0' }] },
  },
  { apiVersion: RESOURCE, kind: 'ResourceClaim', metadata: { name: 'shared', namespace: 'default' }, spec: { devices } },
];

async function played(...pods: readonly object[]) {
  const cluster = (await createAllocator()).cluster();
  cluster.apply(OBJECTS as never);
  return simulate(cluster, { trace: pods.map((one, index) => ({ at: index, apply: one })) as never });
}

test('a pod with a node is pending until another pod allocates its claim, and uses resources meanwhile', async () => {
  const alone = await played(pod('assigned', { nodeName: 'a' }));
  expect(alone.stillPending.map(({ message }) => message)).toEqual([
    'spec.nodeName bypasses kube-scheduler: claim shared stays unallocated on node a',
  ]);
  const shared = await played(pod('assigned', { nodeName: 'a' }), pod('other', {}));
  expect([shared.totals.running, shared.totals.pending]).toEqual([2, 0]);
  const large = { containers: [{ name: 'c', image: 'x', resources: { requests: { cpu: '6' } } }] };
  const full = await played(pod('assigned', { nodeName: 'a' }), pod('other', large));
  expect([full.totals.running, full.totals.pending]).toEqual([0, 2]);
});
