// The loop of examples/queue over nodes whose GPUs are linked in pairs: what it does is stored in rounds.txt.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AdmissionLoop, type Round } from '../../examples/queue/queue.js';
import { readText } from '../../src/core/read/read.js';
import { type Cluster, createAllocator } from '../../src/index.js';

const KEPT = new URL('../../examples/queue/rounds.txt', import.meta.url);
const allocator = await createAllocator();
const OBJECTS = readText(readFileSync(new URL('queues.yaml', KEPT), 'utf8'), 'queues.yaml').documents.map(({ value }) => value as object);

/** Nodes of a capacity, each with four GPUs, of which two and two have a link. */
function nodes(capacity: string, count: number): object[] {
  return Array.from({ length: count }, (_, index) => `${capacity}-${index}`).flatMap((name) => [
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: { capacity } },
      spec: capacity === 'spot' ? { taints: [{ key: 'spot', effect: 'NoSchedule' }] } : {},
      status: { allocatable: { cpu: '64', pods: '110' } },
    },
    {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceSlice',
      metadata: { name },
      spec: {
        driver: 'gpu.example.com',
        nodeName: name,
        pool: { name, generation: 1, resourceSliceCount: 1 },
        devices: [0, 0, 1, 1].map((link, at) => ({ name: `gpu-${at}`, attributes: { link: { int: link } } })),
      },
    },
  ]);
}

function clusterOf(): Cluster {
  const cluster = allocator.cluster();
  cluster.apply([...nodes('on-demand', 2), ...nodes('spot', 1), ...OBJECTS] as never);
  return cluster;
}

let age = 0;
const workload = (
  name: string,
  count: number,
  template: string,
  { cpu = '1', ...more }: { readonly cpu?: string; readonly priority?: number } = {},
) => ({
  apiVersion: 'kueue.x-k8s.io/v1beta2',
  kind: 'Workload',
  metadata: { namespace: 'ml', name, creationTimestamp: new Date(++age * 1000).toISOString() },
  spec: {
    queueName: 'team',
    ...more,
    podSets: [
      {
        name: 'main',
        count,
        template: {
          spec: {
            containers: [{ name: 'c', resources: { requests: { cpu } } }],
            resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: template }],
          },
        },
      },
    ],
  },
});

function rounds(): readonly Round[] {
  const loop = new AdmissionLoop(clusterOf(), OBJECTS);
  const first = [
    workload('ones', 5, 'one-gpu'),
    workload('large', 8, 'one-gpu'),
    workload('pairs', 1, 'pair'),
    workload('urgent', 1, 'one-gpu', { priority: 9 }),
  ];
  const later = [
    ...first,
    workload('more', 2, 'pair'),
    workload('last', 1, 'pair'),
    workload('pair', 1, 'pair'),
    workload('busy', 1, 'one-gpu', { cpu: '40' }),
    workload('unknown', 1, 'other'),
  ];
  const done = [loop.round(first), loop.round(later)];
  loop.finish('ml/ones');
  done.push(loop.round(later.filter(({ metadata }) => metadata.name !== 'ones')));
  return done;
}

const ROUNDS = rounds();

/** A round as lines. */
function told({ admitted, waiting, calls }: Round, index: number): string {
  return [
    `round ${index + 1}`,
    ...admitted.map(({ workload: name, flavor, nodes: on }) => `  admit ${name} in ${flavor}: ${on.join(', ')}`),
    ...waiting.map(({ workload: name, why }) => `  ${name} waits: ${why}`),
    '  calls',
    ...calls.map((call) => `    ${call}`),
    '',
  ].join('\n');
}

test('workloads are admitted in their order, with quota and with devices, in the first flavor that has both', async () => {
  const [first, second, third] = ROUNDS as [Round, Round, Round];
  expect(first.admitted.map(({ workload: name, flavor }) => [name, flavor])).toEqual([
    ['ml/urgent', 'on-demand'],
    ['ml/ones', 'on-demand'],
    ['ml/pairs', 'spot'],
  ]);
  expect(first.calls).toHaveLength(3);
  expect(second.waiting.map(({ workload: name }) => name)).toContain('ml/unknown');
  expect(third.admitted.map(({ workload: name }) => name)).toContain('ml/more');
  await expect(ROUNDS.map(told).join('\n')).toMatchFileSnapshot(KEPT.pathname);
});

test('what has quota waits where its devices are in the wrong places, and the scheduler places all that is admitted', () => {
  const [first, second] = ROUNDS as [Round, Round, Round];
  // Each of the two nodes on demand has one GPU left: quota for a pair, and no pair.
  expect(second.waiting.find(({ workload: name }) => name === 'ml/pair')?.why).toMatch(
    /^flavor on-demand has quota, but 0 of 1 pods get a node: .*; example.com\/gpu in flavor spot: 4 of 4 in use, 2 wanted$/,
  );
  for (const { nodes: on } of [...first.admitted, ...second.admitted]) expect(on.length).toBeGreaterThan(0);
});

test('the loop is short', () => {
  expect(readFileSync(new URL('queue.ts', KEPT), 'utf8').split('\n').length).toBeLessThan(150);
});
