import { expect, it } from 'vitest';
import { HOST, node, pod, required, running, texts, ZONE } from './related.js';

const away = (app: string, key = ZONE): ReturnType<typeof required> => required('podAntiAffinity', { matchLabels: { app } }, key);
const zones = [node('a', { [ZONE]: 'x' }), node('b', { [ZONE]: 'x' })];

it('a smaller domain comes before a preference, and a pod that is excluded can be deleted', async () => {
  const found = await texts(pod(away('db')), ...zones, running('db-0', 'a', { app: 'db' }));
  expect(found).toEqual([
    `use topologyKey ${HOST} instead of ${ZONE} in the pod anti-affinity`,
    'delete pod ns/db-0 on node a, which the pod anti-affinity excludes',
    `make the pod anti-affinity over ${ZONE} preferred instead of required`,
  ]);
});

it('a replica of the pod is not deleted, and changes with it if it excludes the pod too', async () => {
  const found = await texts(pod(away('web')), node('a', { [ZONE]: 'x' }), running('web-0', 'a', { app: 'web' }, away('web')));
  expect(found).toEqual([`make the pod anti-affinity of the pod and its replicas over ${ZONE} preferred instead of required`]);
});

it('a pod on another node of the domain that excludes the pod is deleted, or its anti-affinity relaxed', async () => {
  const spec = { nodeSelector: { [HOST]: 'a' } };
  const found = await texts(pod(spec), ...zones, running('db-0', 'b', { app: 'db' }, away('web')));
  expect(found).toEqual([
    'delete pod ns/db-0 on node b, whose pod anti-affinity excludes this pod',
    `recreate pod ns/db-0 with a preferred pod anti-affinity over ${ZONE} instead of a required one`,
  ]);
});

it('pods of daemons are not deleted, nor more pods than a small change has', async () => {
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'u', controller: true };
  const daemon = running('db-0', 'a', { app: 'db' });
  const owned = { ...daemon, metadata: { ...(daemon['metadata'] as object), ownerReferences: [owner] } };
  const isDeletion = (text: string): boolean => text.startsWith('delete ');
  expect((await texts(pod(away('db')), node('a', { [ZONE]: 'x' }), owned)).filter(isDeletion)).toEqual([]);
  const many = [0, 1, 2, 3].map((index) => running(`db-${index}`, 'a', { app: 'db' }));
  expect((await texts(pod(away('db')), node('a', { [ZONE]: 'x' }), ...many)).filter(isDeletion)).toEqual([]);
  expect((await texts(pod(away('db')), node('a', { [ZONE]: 'x' }), ...many.slice(1))).filter(isDeletion)).toEqual([
    'delete pods ns/db-1 on node a, ns/db-2 on node a and ns/db-3 on node a, which the pod anti-affinity excludes',
  ]);
});
