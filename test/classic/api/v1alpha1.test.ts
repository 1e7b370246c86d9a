import { expect, test } from 'vitest';
import { decodeClassicObjects } from '../../../src/classic/api/decode.js';
import { toV1alpha1 } from '../../../src/classic/api/v1alpha1.js';

const OBJECTS = [
  { apiVersion: 'resource.k8s.io/v1alpha1', kind: 'ResourceClass', metadata: { name: 'c' }, driverName: 'd.example.com' },
  {
    apiVersion: 'resource.k8s.io/v1alpha1',
    kind: 'PodScheduling',
    metadata: { name: 'p', namespace: 'default' },
    spec: { potentialNodes: ['a'] },
    status: { resourceClaims: [{ name: 'x', unsuitableNodes: ['a'] }] },
  },
  {
    apiVersion: 'resource.k8s.io/v1alpha1',
    kind: 'ResourceClaim',
    metadata: { name: 'c', namespace: 'default' },
    spec: { resourceClassName: 'c', allocationMode: 'Immediate' },
    status: { driverName: 'd.example.com', allocation: { resourceHandle: 'data', shareable: true } },
  },
  {
    apiVersion: 'resource.k8s.io/v1alpha1',
    kind: 'ResourceClaim',
    metadata: { name: 'without', namespace: 'default' },
    spec: { resourceClassName: 'c', allocationMode: 'WaitForFirstConsumer' },
    status: { driverName: 'd.example.com', allocation: { shareable: true } },
  },
  { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } },
];

test('objects of v1alpha1 come back as they were', () => {
  const stored = decodeClassicObjects(OBJECTS);
  expect(stored[1]).toMatchObject({ apiVersion: 'resource.k8s.io/v1alpha2', kind: 'PodSchedulingContext' });
  expect(stored.map(toV1alpha1)).toEqual(OBJECTS);
});
