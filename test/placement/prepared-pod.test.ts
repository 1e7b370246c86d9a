import { expect, it } from 'vitest';
import { createAllocator, type KubernetesObjectJson } from '../../src/index.js';
import { filterNodes, nameOfPod } from '../../src/library/pods/index.js';
import { fit as replicas, simulate } from '../../src/planning/index.js';
import { errorOf } from '../support/api.js';

const cluster = (await createAllocator()).cluster();
cluster.apply([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' }, status: { allocatable: { cpu: '4', pods: '10' } } }]);

/** Objects as a reader of files has them: of any kind. */
const objects: readonly KubernetesObjectJson[] = [
  { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ml' }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd', namespace: 'ml' } },
];
const [pod, deployment] = objects as readonly [KubernetesObjectJson, KubernetesObjectJson];

it('calls about a pod accept an object whose type is open, if it is a Pod', () => {
  expect(cluster.explain({ pod }).kind).toBe('allocated');
  expect(cluster.filter({ pod })).toMatchObject({ feasible: ['a'] });
  const outcome = cluster.allocate({ pod, node: 'a' });
  expect(outcome.kind).toBe('allocated');
  cluster.bind(pod, 'a', outcome);
  cluster.unbind(pod);
  expect(replicas(cluster, { pod, most: 3 }).count).toBe(3);
  expect(nameOfPod(cluster.preparePod(pod))).toBe('ml/p');
});

it.each<readonly [string, (given: KubernetesObjectJson) => unknown]>([
  ['explain', (given) => cluster.explain({ pod: given })],
  ['filter', (given) => cluster.filter({ pod: given })],
  ['allocate', (given) => cluster.allocate({ pod: given, node: 'a' })],
  ['bind', (given) => cluster.bind(given, 'a', cluster.allocate({ pod, node: 'a' }))],
  ['unbind', (given) => cluster.unbind(given)],
  ['preparePod', (given) => cluster.preparePod(given)],
  ['fit', (given) => replicas(cluster, { pod: given })],
  ['simulate', (given) => simulate(cluster, { room: { pod: given }, trace: [] })],
  ['filterNodes', (given) => filterNodes({ pod: given, nodes: [] })],
  ['nameOfPod', (given) => nameOfPod(given)],
])('%s rejects an object of another kind, and names the kind', (_, call) => {
  const error = errorOf(() => call(deployment));
  expect([error.code, error.message]).toEqual(['invalid-object', 'pod.kind: expected Pod, found Deployment']);
  const list = errorOf(() => call({ apiVersion: 'v1', kind: 'List', items: [pod] }));
  expect([list.code, list.message]).toEqual(['invalid-object', 'pod.kind: expected Pod, found List']);
});
