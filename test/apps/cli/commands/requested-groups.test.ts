import { describe, expect, test } from 'vitest';
import { documents, runProgram } from '../run-program.js';
import { CLUSTER, node, pod } from './pod-inputs.js';

const run = (command: string, ...objects: readonly string[]) =>
  runProgram([command, '-f', '-'], documents(CLUSTER, node('node-a'), ...objects));

describe.each(['allocate', 'nodes'])('%s', (command) => {
  test('reports the place of a pod or claim that no node takes', async () => {
    const claim =
      '{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 9}}]}}}\n';
    expect((await run(command, claim)).err).toMatch(/^<stdin>:\d+:1: error: claim default\/c: /m);
    expect((await run(command, pod('p', 'cpu: 9'))).err).toMatch(
      /^<stdin>:\d+:1: error: pod default\/p: 0\/1 nodes are available: 1 Insufficient cpu/m,
    );
  });

  test('tells of owners and pods that are spelt nearly as an argument is', async () => {
    const argument = async (name: string) =>
      (await runProgram([command, '-f', '-', name], documents(CLUSTER, node('node-a'), pod('trainer', 'cpu: 1')))).err;
    expect(await argument('pod/trianer')).toContain('error: no pod "trianer" in namespace "default", did you mean pod/default/trainer?\n');
    expect(await argument('trianer')).toContain('did you mean default/trainer?\n');
  });
});

test('pods of a DaemonSet that all lack the same are reported once', async () => {
  const daemons =
    '{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {resourceClaims: [{name: g, resourceClaimTemplateName: none}], containers: [{name: m, image: i}]}}}}\n';
  const { err } = await run('allocate', node('node-b'), daemons);
  expect(err).toContain('error: pod default/d-0: ResourceClaimTemplate "none" not found');
  expect(err).not.toContain('pod default/d-1');
  expect(err).toContain('error: 1 more pod of DaemonSet default/d not tried: only their names differ\n');
});
