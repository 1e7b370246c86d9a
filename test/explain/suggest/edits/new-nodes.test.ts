// The suggestion of one more node like the nearest one: with it applied, the claims are allocated there.

import { describe, expect, it } from 'vitest';
import type { Suggestion } from '../../../../src/explain/explanation.js';
import { createAllocator } from '../../../../src/index.js';
import { applyJsonPatch } from '../../../support/json-patch.js';
import { claim, device, deviceClass, node, request, slice } from '../../../support/objects.js';

const allocator = await createAllocator();
const taken = (name: string, pool: string, device: string): object => ({
  ...claim(name, [request('r')]),
  status: { allocation: { devices: { results: [{ request: 'r', driver: 'd.example.com', pool, device }] } } },
});
const labels = { 'kubernetes.io/hostname': 'n', zone: 'a' };

/** A cluster with one GPU on each of two nodes, both allocated. */
function fullCluster(...more: readonly object[]) {
  const cluster = allocator.cluster();
  const taint = { key: 'k', effect: 'NoSchedule' };
  const own = slice('n-gpus', [device('g', { model: 'A100' }, { taints: [taint] })], { pool: { name: 'n' } });
  const other = slice('m-gpus', [device('g')], { nodeName: 'm', pool: { name: 'm' } });
  const held = [taken('one', 'n', 'g'), taken('two', 'm', 'g')];
  cluster.apply([node('n', labels, { allocatable: { cpu: '4' } }), node('m'), deviceClass('any'), own, other, ...held, ...more] as never);
  return cluster;
}

const asked = { claims: [claim('c', [request('r')])] as never };
const nodeAmong = ({ suggestions }: { readonly suggestions: readonly Suggestion[] }): Suggestion | undefined =>
  suggestions.find(({ text }) => text.startsWith('add a node'));

describe('one more node', () => {
  it('has the labels, the capacity and the devices of the one that it is like', () => {
    const cluster = fullCluster();
    const found = nodeAmong(cluster.explain(asked));
    expect(found).toMatchObject({ size: 1, by: 'admin', text: 'add a node like m' });
    const made = found?.patches.map(({ patch }) => applyJsonPatch(null, patch) as unknown as object) ?? [];
    cluster.apply(made as never);
    expect(cluster.allocate({ ...asked, node: 'm-2' }).kind).toBe('allocated');
  });

  it('is another host without the taints of its devices', () => {
    const cluster = fullCluster();
    cluster.remove([{ kind: 'Node', metadata: { name: 'm' } }] as never);
    const [made, gpus] = nodeAmong(cluster.explain(asked))?.patches ?? [];
    expect(made?.patch[0]?.value).toEqual({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n-2', labels: { 'kubernetes.io/hostname': 'n-2', zone: 'a' } },
      status: { allocatable: { cpu: '4' } },
    });
    expect(gpus).toEqual({
      object: { kind: 'ResourceSlice', name: 'n-2-gpus' },
      patch: [
        {
          op: 'add',
          path: '',
          value: {
            apiVersion: 'resource.k8s.io/v1',
            kind: 'ResourceSlice',
            metadata: { name: 'n-2-gpus' },
            spec: {
              driver: 'd.example.com',
              pool: { name: 'n-2', generation: 1, resourceSliceCount: 1 },
              nodeName: 'n-2',
              devices: [{ name: 'g', attributes: { model: { string: 'A100' } } }],
            },
          },
        },
      ],
    });
  });

  it('is of no use where one node is asked about, or the pod chooses its nodes', () => {
    expect(nodeAmong(fullCluster().explain({ ...asked, node: 'n' }))).toBeUndefined();
    const pod = (spec: object): never =>
      ({
        metadata: { name: 'p', namespace: 'ns' },
        spec: { containers: [{ name: 'c' }], resourceClaims: [{ name: 'd', resourceClaimName: 'c' }], ...spec },
      }) as never;
    const cluster = fullCluster(claim('c', [request('r')]));
    expect(nodeAmong(cluster.explain({ pod: pod({}) }))).toBeDefined();
    expect(nodeAmong(cluster.explain({ pod: pod({ nodeSelector: { zone: 'a' } }) }))).toBeUndefined();
  });
});
