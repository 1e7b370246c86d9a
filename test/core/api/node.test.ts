import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { errorOf } from '../../support/api.js';

test('name, labels and declared features are read, the rest is ignored', () => {
  const labels = JSON.parse('{"kubernetes.io/hostname": "n", "__proto__": "x"}');
  const node = decodeNode(
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n', labels, managedFields: [] },
      spec: { podCIDR: 'x' },
      status: { declaredFeatures: ['DRAOptionalNodeOperations'], phase: 'Running' },
    },
    new DecodeContext(),
  );
  expect(node.metadata.name).toBe('n');
  expect([...node.metadata.labels]).toEqual([
    ['kubernetes.io/hostname', 'n'],
    ['__proto__', 'x'],
  ]);
  expect(node.spec).toEqual({ unschedulable: false, taints: [] });
  expect(node.status).toEqual({ declaredFeatures: ['DRAOptionalNodeOperations'], images: [] });
});

test('taints, cordons, images and what a node can allocate are read', () => {
  const node = decodeNode(
    {
      metadata: { name: 'n' },
      spec: { unschedulable: true, taints: [{ key: 'k', effect: 'NoSchedule', timeAdded: 'x' }] },
      status: {
        allocatable: { cpu: '4', 'example.com/gpu': '2', 'deviceclass.resource.kubernetes.io/c': 0 },
        images: [{ names: ['a:1', 'a@sha256:2'], sizeBytes: 5_000_000_000 }],
      },
    },
    new DecodeContext(),
  );
  expect(node.spec).toEqual({ unschedulable: true, taints: [{ key: 'k', value: '', effect: 'NoSchedule' }] });
  expect([...(node.status.allocatable ?? [])].map(([name, amount]) => [name, amount.value()])).toEqual([
    ['cpu', 4n],
    ['deviceclass.resource.kubernetes.io/c', 0n],
    ['example.com/gpu', 2n],
  ]);
  expect(node.status.images).toEqual([{ names: ['a:1', 'a@sha256:2'], sizeBytes: 5_000_000_000n }]);
});

test('a node that reports only what it has can allocate all of that', () => {
  const allocatableOf = (status: object): string[] | undefined => {
    const { allocatable } = decodeNode({ metadata: { name: 'n' }, status: { ...status } }, new DecodeContext()).status;
    return allocatable && [...allocatable.keys()];
  };
  expect(allocatableOf({ capacity: { cpu: 1 } })).toEqual(['cpu']);
  expect(allocatableOf({ capacity: { cpu: 1 }, allocatable: { memory: 1 } })).toEqual(['memory']);
  expect(allocatableOf({ capacity: { cpu: 1 }, allocatable: {} })).toEqual([]);
  expect(allocatableOf({})).toBeUndefined();
});

test('what matters is type-checked', () => {
  const pathOf = (value: object): string | undefined => errorOf(() => decodeNode({ ...value }, new DecodeContext(['node']))).path;
  expect(pathOf({ metadata: { name: 1 } })).toBe('node.metadata.name');
  expect(pathOf({ metadata: { labels: { a: true } } })).toBe('node.metadata.labels.a');
  expect(pathOf({ status: { declaredFeatures: 'x' } })).toBe('node.status.declaredFeatures');
  expect(pathOf({ status: { allocatable: [] } })).toBe('node.status.allocatable');
  expect(pathOf({ status: { allocatable: { 'a/b': 'x' } } })).toBe('node.status.allocatable[a/b]');
  expect(pathOf({ status: { allocatable: { cpu: 'x' } } })).toBe('node.status.allocatable.cpu');
  expect(pathOf({ spec: { taints: [1] } })).toBe('node.spec.taints[0]');
  expect(pathOf({ status: { images: [{ sizeBytes: 'x' }] } })).toBe('node.status.images[0].sizeBytes');
});
