// `allocate` with ResourceQuotas in the input: claims made from templates are rejected as the API server rejects them.

import { describe, expect, test } from 'vitest';
import { documents, GPU_CLASS, GPU_TEMPLATE, gpuClaim, gpuSlice, runProgram } from './run-program.js';

const DEVICES = 'gpu.deviceclass.resource.k8s.io/devices';
const CLAIMS = 'count/resourceclaims.resource.k8s.io';

const allocate = (input: string, ...options: string[]) => runProgram(['allocate', '-f', '-', ...options], input);
const quota = (hard: string, rest = '', namespace = 'default'): string =>
  `{apiVersion: v1, kind: ResourceQuota, metadata: {name: team, namespace: ${namespace}}, spec: {hard: {${hard}}}${rest}}\n`;
const pod = (name: string, ...claims: string[]): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {resourceClaims: [${claims.join(', ')}], containers: [{name: main, image: app}]}}\n`;
const oneGpu = (name: string): string => `{name: ${name}, resourceClaimTemplateName: one-gpu}`;
const deployment = (name: string, replicas: number): string =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}}, spec: {replicas: ${replicas}, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {resourceClaims: [${oneGpu('g')}], containers: [{name: main, image: app}]}}}}\n`;
const CLUSTER = documents(GPU_CLASS, '{apiVersion: v1, kind: Node, metadata: {name: node-a}}\n', gpuSlice('node-a', 8), GPU_TEMPLATE);

/** The first column of the table: which pods got devices. */
const podsIn = (out: string): string[] =>
  out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(' ')[0] ?? '');

test('a pod whose claim would exceed a quota is rejected with the words of the API server', async () => {
  const { code, out, err } = await allocate(documents(CLUSTER, quota(`${DEVICES}: 1`), pod('a', oneGpu('g')), pod('b', oneGpu('g'))));
  expect(podsIn(out)).toEqual(['a']);
  expect(err).toContain(
    `pod default/b: resourceclaims.resource.k8s.io "b-g" is forbidden: exceeded quota: team, requested: ${DEVICES}=1, used: ${DEVICES}=1, limited: ${DEVICES}=1\n`,
  );
  expect(code).toBe(1);
});

test('a quota that is large enough changes nothing', async () => {
  const { code, out, err } = await allocate(documents(CLUSTER, quota(`${DEVICES}: 2, ${CLAIMS}: 2`), deployment('web', 2)));
  expect(podsIn(out)).toEqual(['web-0', 'web-1']);
  expect(err).not.toContain('error:');
  expect(code).toBe(0);
});

test('of a workload the pods beyond the quota are reported together', async () => {
  const { code, out, err } = await allocate(documents(CLUSTER, quota(`${CLAIMS}: 2`), deployment('web', 5)));
  expect(podsIn(out)).toEqual(['web-0', 'web-1']);
  expect(err).toContain(`"web-2-g" is forbidden: exceeded quota: team, requested: ${CLAIMS}=1, used: ${CLAIMS}=2, limited: ${CLAIMS}=2\n`);
  expect(err).toContain('2 more pods of Deployment default/web not tried: only their names differ\n');
  expect(code).toBe(1);
});

test('the claims that a rejected pod got before stay charged', async () => {
  const big = GPU_TEMPLATE.replace('one-gpu', 'two-gpus').replace('deviceClassName: gpu', 'deviceClassName: gpu, count: 2');
  const pods = [pod('a', oneGpu('first'), '{name: second, resourceClaimTemplateName: two-gpus}'), pod('b', oneGpu('g'), oneGpu('h'))];
  const { out, err } = await allocate(documents(CLUSTER, big, quota(`${DEVICES}: 2`), ...pods));
  expect(podsIn(out)).toEqual([]);
  expect(err).toContain(
    `"a-second" is forbidden: exceeded quota: team, requested: ${DEVICES}=2, used: ${DEVICES}=1, limited: ${DEVICES}=2`,
  );
  expect(err).toContain(`"b-h" is forbidden: exceeded quota: team, requested: ${DEVICES}=1, used: ${DEVICES}=2, limited: ${DEVICES}=2`);
});

test('claims that exist are not rejected, and count as used', async () => {
  const { code, out, err } = await allocate(
    documents(CLUSTER, quota(`${DEVICES}: 1`), gpuClaim('mine', 3), pod('a', '{name: m, resourceClaimName: mine}'), pod('b', oneGpu('g'))),
  );
  expect(podsIn(out)).toEqual(['a', 'a', 'a']);
  expect(err).toContain(`pod default/b: resourceclaims.resource.k8s.io "b-g" is forbidden: exceeded quota: team`);
  expect(err).toContain(`used: ${DEVICES}=3,`);
  expect(code).toBe(1);
});

test('what the status of the quota says is used is taken as it is', async () => {
  const { err } = await allocate(documents(CLUSTER, quota(`${DEVICES}: 5`, `, status: {used: {${DEVICES}: 5}}`), pod('a', oneGpu('g'))));
  expect(err).toContain(`requested: ${DEVICES}=1, used: ${DEVICES}=5, limited: ${DEVICES}=5`);
});

test('a quota without a namespace is one of the default namespace, others do not matter', async () => {
  const bare = quota(`${DEVICES}: 0`).replace(', namespace: default', '');
  expect((await allocate(documents(CLUSTER, bare, pod('a', oneGpu('g'))))).code).toBe(1);
  expect((await allocate(documents(CLUSTER, quota(`${DEVICES}: 0`, '', 'other'), pod('a', oneGpu('g'))))).code).toBe(0);
});

describe('extended resources', () => {
  const served = CLUSTER.replace(
    '{name: gpu}, spec: {selectors: []',
    '{name: gpu}, spec: {extendedResourceName: example.com/gpu, selectors: []',
  );
  const input = documents(served, quota(`requests.example.com/gpu: 0`), pod('a', oneGpu('g')));

  test('claims for the class behind one count against its quota', async () => {
    expect((await allocate(input)).err).toContain(
      'exceeded quota: team, requested: requests.example.com/gpu=1, used: requests.example.com/gpu=0',
    );
  });

  test.each([
    ['1.37', 1],
    ['1.36', 1],
    ['1.35', 0],
  ])('in Kubernetes %s the exit code is %i', async (version, code) => {
    expect((await allocate(input, '--kubernetes-version', version)).code).toBe(code);
  });
});

test('the claim that the pods of a group share is charged once', async () => {
  const group = `{apiVersion: scheduling.k8s.io/v1beta1, kind: PodGroup, metadata: {name: pair}, spec: {schedulingPolicy: {basic: {}}, resourceClaims: [${oneGpu('g')}]}}\n`;
  const member = (name: string): string => pod(name, oneGpu('g')).replace('spec: {', 'spec: {schedulingGroup: {podGroupName: pair}, ');
  const { code, out } = await allocate(documents(CLUSTER, quota(`${CLAIMS}: 1`), group, member('a'), member('b')));
  expect(podsIn(out)).toEqual(['a', 'b']);
  expect(code).toBe(0);
});
