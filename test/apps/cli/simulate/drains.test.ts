// An operator drains two nodes of inference servers with a budget.

import { expect, test } from 'vitest';
import { documents, GPU_CLASS, GPU_TEMPLATE, gpuSlice, runProgram } from '../run-program.js';

const node = (name: string): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, status: {allocatable: {cpu: "8", memory: 8Gi, pods: "110"}}}\n`;
const SPEC = 'resourceClaims: [{name: gpu, resourceClaimTemplateName: one-gpu}], containers: [{name: main, image: app}]';
const OWNER = 'ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: serve, uid: s, controller: true}]';
const claim = (name: string, pool: string, device: number): string =>
  `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}-gpu, namespace: default, uid: c-${name}, ownerReferences: [{apiVersion: v1, kind: Pod, name: ${name}, uid: u-${name}, controller: true}]}, spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}, status: {reservedFor: [{resource: pods, name: ${name}, uid: u-${name}}], allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: ${pool}, device: gpu-${device}}]}}}}\n`;
const pod = (name: string, on: string): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: default, uid: u-${name}, labels: {app: serve}, ${OWNER}}, spec: {nodeName: ${on}, ${SPEC}}, status: {phase: Running, resourceClaimStatuses: [{name: gpu, resourceClaimName: ${name}-gpu}]}}\n`;
const set = `{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: serve, namespace: default, uid: s}, spec: {replicas: 4, selector: {matchLabels: {app: serve}}, template: {metadata: {labels: {app: serve}}, spec: {${SPEC}}}}}\n`;
const budget =
  '{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: serve, namespace: default}, spec: {maxUnavailable: 1, selector: {matchLabels: {app: serve}}}}\n';

const PODS = [
  ['serve-w', 'node-a'],
  ['serve-x', 'node-a'],
  ['serve-y', 'node-b'],
  ['serve-z', 'node-b'],
] as const;
const CLUSTER = documents(
  ...[GPU_CLASS, GPU_TEMPLATE, set, budget],
  ...['node-a', 'node-b', 'node-c'].flatMap((name) => [node(name), gpuSlice(name, 2)]),
  ...PODS.flatMap(([name, on], index) => [pod(name, on), claim(name, on, index % 2)]),
);

const simulate = (...options: string[]) => runProgram(['simulate', '-f', '-', '--drain', 'node-a,node-b', ...options], CLUSTER);

test('the drain waits for replacements, and names the pod that blocks it', async () => {
  const { code, out } = await simulate();
  expect(code).toBe(1);
  expect(out).toMatch(/\ndrains +node-a done, 2 pods evicted; node-b blocked, 1 pod evicted, 1 pod blocked\n/);
  expect(out).toMatch(
    /\nBlocked drains:\nFIRST POD +PODS +NODE +WHY +TRY\ndefault\/serve-z +1 +node-b +The disruption budget serve needs 3 healthy pods and has 3 currently +make room for default\/serve-2\n/,
  );
  expect(out).toMatch(/default\/serve-w +node-a +default\/serve-0 +node-c\ndefault\/serve-x +node-a +default\/serve-1 +node-c\n/);
});

test('JSON has each drain', async () => {
  const { drains } = JSON.parse((await simulate('-o', 'json')).out);
  expect(drains).toEqual([
    { node: 'node-a', at: 0, doneAt: 0, evicted: 2, blocked: [] },
    {
      node: 'node-b',
      at: 0,
      evicted: 1,
      blocked: [
        {
          pod: 'default/serve-z',
          budgets: ['default/serve'],
          message: 'The disruption budget serve needs 3 healthy pods and has 3 currently',
          help: 'make room for default/serve-2',
        },
      ],
    },
  ]);
});

test('the page names the blocked pod, and wide output lists the event', async () => {
  const { out } = await simulate('-o', 'html');
  expect(out).toContain('Drain of nodes node-a, node-b: 3 pods evicted, 2 placed again, 1 pending, 1 blocked');
  expect(out).toContain('<h2>Blocked drains</h2>');
  expect(out).toContain('try: make room for default/serve-2');
  expect((await simulate('-o', 'wide')).out).toMatch(/0s +blocked +default\/serve-z +node-b +The disruption budget serve needs/);
});

test('--ignore-budgets forces the drain', async () => {
  const { out } = await simulate('--ignore-budgets');
  expect(out).toMatch(/\ndrains +node-a done, 2 pods evicted; node-b done, 2 pods evicted\n/);
  expect(out).not.toContain('Blocked drains');
});

test('one more node lets the drain finish', async () => {
  const { code, out } = await simulate('--clone-node', 'node-c=1');
  expect([code, out.includes('node-b done, 2 pods evicted')]).toEqual([0, true]);
});
