import { expect, test } from 'vitest';
import { runProgram } from '../run-program.js';

const template = (cpu: number): string =>
  `{metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: ${cpu}}}}]}}`;
const set = (cpu: number): string => `{replicas: 3, selector: {matchLabels: {a: b}}, template: ${template(cpu)}}`;
const pod = (name: string, more = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ns, uid: ${name}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-a, uid: r, controller: true}]}, spec: {${more}containers: [{name: c, image: i, resources: {requests: {cpu: 9}}}]}}`;
const INPUT = [
  '{apiVersion: v1, kind: Node, metadata: {name: one}, status: {allocatable: {cpu: 10, pods: 9}}}',
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: ns, uid: d}, spec: ${set(1)}}`,
  `{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-a, namespace: ns, uid: r, ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: d, controller: true}]}, spec: ${set(9)}}`,
  pod('runs', 'nodeName: one, ').replace('cpu: 9', 'cpu: 1'),
  pod('first'),
  pod('second'),
].join('\n---\n');

test('pods of the new template of a Deployment take the place of pending ones, with a note, in every command that places pods', async () => {
  const note = 'note: Deployment ns/web: 2 pending pods were created from an older template: pods of the new template will replace them\n';
  for (const command of ['allocate', 'explain', 'nodes', 'fit', 'simulate', 'diff']) {
    const more = command === 'diff' ? ['--to-version', '1.37'] : [];
    const { code, err } = await runProgram([command, '-f', '-', ...more], INPUT);
    expect([command, code, err]).toEqual([command, 0, expect.stringContaining(note)]);
    expect(err.split(note)).toHaveLength(2);
  }
});

test('a pod that is replaced is said to be', async () => {
  const { code, err } = await runProgram(['explain', '-f', '-', '-n', 'ns', 'pod/first'], INPUT);
  expect([code, err]).toEqual([
    3,
    expect.stringContaining(
      'error: pod ns/first was created from an older template of Deployment ns/web, and the owner will replace it: use deployment/ns/web\n',
    ),
  ]);
});

test('places of other objects stay right', async () => {
  const claim =
    '{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: ns}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: none}}]}}}';
  const other = pod('other')
    .replace(/, ownerReferences: \[.*?\]/, '')
    .replace('containers:', 'resourceClaims: [{name: c, resourceClaimName: c}], containers:');
  const deviceClass = '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: some}, spec: {}}';
  const { err } = await runProgram(['allocate', '-f', '-'], [INPUT, other, claim, deviceClass].join('\n---\n'));
  expect(err).toMatch(/^<stdin>:15:\d+: error: pod ns\/other/m);
});
