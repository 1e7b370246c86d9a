import { expect, it } from 'vitest';
import { HOST, node, pod, required, running, texts, ZONE } from './related.js';

const near = (labelSelector: object, key = ZONE): ReturnType<typeof required> =>
  required('podAffinity', labelSelector as Record<string, unknown>, key);
const zones = [node('a', { [ZONE]: 'x' }), node('b', { [ZONE]: 'y' })];
const cache = running('cache-0', 'b', { app: 'cache', tier: 'back' });
const preference = (key = ZONE): string => `make the pod affinity over ${key} preferred instead of required`;

it('a value and a name are written as a pod has them', async () => {
  expect(await texts(pod(near({ matchLabels: { app: 'cahce', tier: 'back' } })), ...zones, cache)).toEqual([
    'write cache instead of cahce for app in the pod affinity',
    'remove `app In cahce` from the pod affinity',
    preference(),
  ]);
  const expression = { key: 'teir', operator: 'In', values: ['back'] };
  expect((await texts(pod(near({ matchLabels: { app: 'cache' }, matchExpressions: [expression] })), ...zones, cache))[0]).toBe(
    'write tier instead of teir in the pod affinity',
  );
});

it('a pod that lacks a label receives it', async () => {
  expect(await texts(pod(near({ matchLabels: { app: 'cache', team: 'ml' } })), ...zones, cache)).toEqual([
    'label pod ns/cache-0 with team=ml',
    'remove `team In ml` from the pod affinity',
    preference(),
  ]);
});

it('a namespace with a pod that matches is added', async () => {
  const other = running('cache-0', 'b', { app: 'cache' }, {}, 'shop');
  expect(await texts(pod(near({ matchLabels: { app: 'cache' } })), ...zones, other)).toEqual([
    'add namespace shop, where pod cache-0 matches, to the namespaces of the pod affinity',
    preference(),
  ]);
});

it('the node of the nearly matching pod is found among many', async () => {
  const nodes = Array.from({ length: 12 }, (_, index) => node(`n${index + 10}`));
  const far = running('cache-0', 'n21', { app: 'cache' });
  expect((await texts(pod(near({ matchLabels: { app: 'cahce' } }, HOST)), ...nodes, far))[0]).toBe(
    'write cache instead of cahce for app in the pod affinity',
  );
});

it('the label of the domains is corrected, or set on a node', async () => {
  const selector = { matchLabels: { app: 'cache' } };
  expect((await texts(pod(near(selector, `${ZONE}s`)), ...zones, cache))[0]).toBe(
    `write ${ZONE} instead of ${ZONE}s as topologyKey in the pod affinity`,
  );
  const racks = [node('a'), node('b', { rack: 'r1' }, { unschedulable: true })];
  expect(await texts(pod(near(selector, 'rack')), ...racks, cache)).toContain('label node a with rack=r1');
  const unlabelled = [node('a', { rack: 'r1' }), node('b', {}, { unschedulable: true })];
  expect(await texts(pod(near(selector, 'rack')), ...unlabelled, cache)).toContain('label node b with rack=r1');
});

it('a larger domain has a pod that matches', async () => {
  const nodes = [node('a', { [ZONE]: 'x' }), node('b', { [ZONE]: 'x' }, { unschedulable: true })];
  expect(await texts(pod(near({ matchLabels: { app: 'cache' } }, HOST)), ...nodes, cache)).toEqual([
    `use topologyKey ${ZONE} instead of ${HOST} in the pod affinity`,
    preference(HOST),
  ]);
});
