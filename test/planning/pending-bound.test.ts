import { expect, it } from 'vitest';
import { decodeObjects } from '../../src/core/api/objects.js';
import type { Json } from '../../src/core/base/json.js';
import { runInOneGo } from '../../src/core/base/program.js';
import { createAllocator } from '../../src/index.js';
import { PendingBound } from '../../src/planning/pending-bound.js';
import { Pods } from '../../src/planning/pods.js';
import { node } from '../support/objects.js';

const allocator = await createAllocator();
const withCpu = (name: string, cpu: string) => node(name, {}, { allocatable: { cpu, pods: '10' } });

function headOf(cpu: string, more: object = {}) {
  const spec = { containers: [{ name: 'c', resources: { requests: { cpu } } }] };
  const value = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'default', name: 'p' }, spec, ...more } as unknown as Json;
  const [pod] = decodeObjects([{ value }]).pods;
  return new Pods(true).create({ pod: pod as never, priority: 0 }, 0);
}

it('has what nodes take of each shape, and never more pods with more nodes', () => {
  const cluster = allocator.cluster();
  cluster.apply([withCpu('present', '3'), withCpu('new', '4')] as never);
  const bound = new PendingBound();
  const options = () => ({ limits: {} });
  runInOneGo(bound.addPods({ head: headOf('2'), count: 8 }, { cluster, node: 'new' }, options));
  bound.add(1);
  expect([0, 1, 2, 3, 4, 5].map((count) => bound.pendingWith(count))).toEqual([8, 6, 4, 2, 1, 1]);
  expect([8, 7, 4, 3, 1].map((pending) => bound.leastNodes(pending, 9))).toEqual([0, 1, 2, 3, 4]);
  expect(bound.leastNodes(0, 9)).toBe(9);
});

it('knows nothing of pods whose claims are there, and of those that a limit ends', () => {
  const cluster = allocator.cluster();
  cluster.apply([withCpu('new', '1')] as never);
  const bound = new PendingBound();
  const status = { resourceClaimStatuses: [{ name: 'g', resourceClaimName: 'made' }] };
  const add = (more: object, limits: object) =>
    runInOneGo(bound.addPods({ head: headOf('2', more), count: 5 }, { cluster, node: 'new' }, () => ({ limits })));
  expect(add({ status }, {})).toBeUndefined();
  expect(add({}, { milliseconds: 0 })).toBe('milliseconds');
  expect(bound.pendingWith(0)).toBe(0);
});
