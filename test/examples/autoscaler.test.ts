// The loop of examples/autoscaler, over nodes like the one of examples/aws-eks-gpu-efa: what it does is stored in rounds.txt.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Autoscaler, type Round } from '../../examples/autoscaler/autoscaler.js';
import { readText } from '../../src/core/read/read.js';
import { createAllocator, type PodJson } from '../../src/index.js';
import { nodeTemplatesOf } from '../../src/planning/index.js';
import { CLUSTER, EKS } from './questions.js';

const KEPT = new URL('../../examples/autoscaler/rounds.txt', import.meta.url);
const allocator = await createAllocator();
const text = readFileSync(new URL('pools.yaml', KEPT), 'utf8');
const [dumped] = nodeTemplatesOf(CLUSTER as never);
const slices = (dumped?.resourceSlices ?? []).map(({ spec }) => {
  const { nodeName: _node, pool: _pool, ...rest } = spec as unknown as Record<string, unknown>;
  return rest;
});
const POOL = readText(text, 'pools.yaml').documents.map(
  ({ value }) => value as unknown as { kind: string; metadata: { name: string }; spec: object },
);
const SHAPES = nodeTemplatesOf(
  POOL.map((one) => (one.metadata.name.startsWith('p4') ? { ...one, spec: { ...one.spec, resourceSlices: slices } } : one)) as never,
);
const trainer = (name: string): PodJson => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'worker' }], resourceClaims: [{ name: 'gpu-efa', resourceClaimTemplateName: 'gpu-efa-aligned' }] },
});

async function rounds(): Promise<readonly Round[]> {
  const cluster = allocator.cluster();
  const classes = EKS.filter(({ kind }) => kind === 'DeviceClass' || kind === 'ResourceClaimTemplate');
  cluster.apply(classes.map((one) => ({ ...one, metadata: { namespace: 'default', ...one.metadata } })) as never);
  const loop = new Autoscaler(cluster, SHAPES);
  const done = [await loop.round([...'abcdef'].map(trainer)), await loop.round([...'ghijklm'].map(trainer))];
  for (const name of 'abcde') loop.end(`default/${name}`);
  done.push(await loop.round([trainer('m')]));
  const elsewhere = { ...trainer('n'), spec: { ...trainer('n').spec, nodeSelector: { zone: 'moon' } } } as PodJson;
  done.push(await loop.round([elsewhere]));
  return done;
}

/** A round as lines. */
function told({ launched, deleted, placed, pending, calls }: Round, index: number): string {
  return [
    `round ${index + 1}`,
    ...launched.map(({ shape, count, isLeast }) => `  launch ${count} of ${shape}${isLeast ? ', none less would do' : ''}`),
    ...placed.map(({ pod, node }) => `  ${pod} is on ${node}`),
    ...deleted.map((node) => `  delete ${node}`),
    ...pending.flatMap(({ pod, why }) => [`  ${pod} waits`, ...why.map((line) => `    ${line}`)]),
    '  calls',
    ...calls.map((call) => `    ${call}`),
    '',
  ].join('\n');
}

test('nodes of the cheapest shape are launched within the limits of their pool, go when they are not needed any more, and pods that none helps are reported', async () => {
  const done = await rounds();
  const [first, second, third, fourth] = done as [Round, Round, Round, Round];
  expect(first.launched).toEqual([{ shape: 'training-p4d.24xlarge', count: 2, isLeast: true }]);
  expect(first.placed.map(({ pod }) => pod)).toEqual([...'abcdef'].map((name) => `default/${name}`));
  expect(second.launched).toMatchObject([{ count: 1 }]);
  expect(second.pending).toMatchObject([{ pod: 'default/m' }]);
  expect([first.deleted, second.deleted, third.deleted.length]).toEqual([[], [], 1]);
  expect(third).toMatchObject({ launched: [], placed: [{ pod: 'default/m' }], pending: [] });
  expect(fourth).toMatchObject({ launched: [], placed: [], pending: [{ pod: 'default/n' }] });
  await expect(done.map(told).join('\n')).toMatchFileSnapshot(KEPT.pathname);
}, 240_000);

test('the loop is short', () => {
  expect(readFileSync(new URL('autoscaler.ts', KEPT), 'utf8').split('\n').length).toBeLessThan(150);
});
