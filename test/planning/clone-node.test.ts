import { expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { clonesOf } from '../../src/planning/clone-node.js';
import { simulate } from '../../src/planning/index.js';
import { device, deviceClass, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();

const byName = { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] }] };
const byLabel = (...values: readonly string[]) => ({
  nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values }] }],
});
const pool = (name: string, resourceSliceCount = 1) => ({ pool: { name, generation: 1, resourceSliceCount } });

function clusterOf(...slices: readonly object[]) {
  const cluster = allocator.cluster();
  const labelled = (name: string): object => {
    const { metadata, ...rest } = node(name, {}) as unknown as { readonly metadata: object };
    return { ...rest, metadata: { ...metadata, labels: { 'kubernetes.io/hostname': name } } };
  };
  cluster.apply([deviceClass('any'), labelled('a'), labelled('b'), ...slices] as Parameters<typeof cluster.apply>[0]);
  return cluster;
}

/** The number of pods with a device each that have room on copies of node a, with all others cordoned. */
function roomOnCopies(...slices: readonly object[]): number {
  const template = {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaimTemplate',
    metadata: { namespace: 'default', name: 't' },
    spec: { spec: { devices: { requests: [request('r')] } } },
  };
  const spec = { containers: [{ name: 'c' }], resourceClaims: [{ name: 'd', resourceClaimTemplateName: 't' }] };
  const pods = Array.from({ length: 5 }, (_, index) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: `p${index}` }, spec }));
  return simulate(clusterOf(...slices), {
    trace: [
      { at: 0, clone: { node: 'a', count: 2 } },
      { at: 0, cordon: ['a', 'b'] },
      { at: 1, apply: [template, ...pods] as never },
    ],
  }).totals.running;
}

it.each<[string, readonly object[], number]>([
  ['by nodeName', [slice('s', [device('d', {})], { nodeName: 'a', ...pool('a') })], 2],
  ['by the label with its name', [slice('s', [device('d', {})], { nodeSelector: byLabel('a'), ...pool('a') })], 2],
  ['by its name as a field', [slice('s', [device('d', {})], { nodeSelector: byName, ...pool('a') })], 2],
  [
    'for each of its devices',
    [
      slice(
        's',
        [
          { ...device('d', {}), nodeName: 'a' },
          { ...device('e', {}), nodeSelector: byLabel('a') },
        ],
        {
          perDeviceNodeSelection: true,
          ...pool('a'),
        },
      ),
    ],
    4,
  ],
  ['beside another node', [slice('s', [device('d', {})], { nodeSelector: byLabel('a', 'b'), ...pool('a') })], 0],
  [
    'for some of its devices alone',
    [
      slice(
        's',
        [
          { ...device('d', {}), nodeName: 'a' },
          { ...device('e', {}), nodeName: 'b' },
        ],
        { perDeviceNodeSelection: true, ...pool('a') },
      ),
    ],
    0,
  ],
  [
    'in a pool with slices of another node',
    [
      slice('s', [device('d', {})], { nodeName: 'a', ...pool('both', 2) }),
      slice('t', [device('e', {})], { nodeName: 'b', ...pool('both', 2) }),
    ],
    2,
  ],
])('a slice that names its node %s is copied with it where it is that of the node alone', (_, slices, running) => {
  expect(roomOnCopies(...slices)).toBe(running);
});

it('a pool of which a slice is missing is incomplete in the copy as well', () => {
  const cluster = clusterOf(slice('s', [device('d', {})], { nodeName: 'a', ...pool('a', 2) }));
  const state = cluster.parts.cluster;
  const [copy] = clonesOf(state.node('a') as never, ['a-2'], state);
  expect(copy?.slices.map(({ metadata, spec }) => [metadata.name, spec.pool.name, spec.pool.resourceSliceCount])).toEqual([
    ['s-a-2', 'a-2', 2n],
  ]);
});
