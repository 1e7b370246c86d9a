import { expect, test } from 'vitest';
import { documents, gpuClaim } from '../run-program.js';
import { allocate } from './allocate-inputs.js';
import { CLUSTER, node, pod } from './pod-inputs.js';

const totals = async (...objects: readonly string[]): Promise<readonly string[]> =>
  [...(await allocate(documents(CLUSTER, node('node-a'), ...objects))).err.matchAll(/^note: placed: (.*)$/gm)].map(([, text = '']) => text);

const deployment = (replicas: number): string =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: ${replicas}, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}], containers: [{name: main, image: app}]}}}}\n`;

test('where some get nothing, it is reported how many got something', async () => {
  expect(await totals(pod('p', 'cpu: 3'), pod('q', 'cpu: 3'), gpuClaim('c'))).toEqual(['1 of 2 pods, 1 of 1 claim without a pod']);
  expect(await totals(pod('p', 'cpu: 9'), gpuClaim('c'), gpuClaim('d', 9))).toEqual(['0 of 1 pods, 1 of 2 claims without a pod']);
});

test('pods that are not tried since one like them is rejected count, too', async () => {
  expect(await totals(deployment(400))).toEqual(['4 of 400 pods']);
});

test('nothing is reported for one pod, nor where all are placed', async () => {
  expect(await totals(pod('p', 'cpu: 9'))).toEqual([]);
  expect(await totals(pod('p', 'cpu: 1'), pod('q', 'cpu: 1'))).toEqual([]);
});
