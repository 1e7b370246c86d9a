// Virtual machines of KubeVirt in the commands that place pods.

import { expect, test } from 'vitest';
import { documents, GPU_CLASS, GPU_TEMPLATE, gpuSlice, runProgram } from './run-program.js';

const NODE = '{apiVersion: v1, kind: Node, metadata: {name: node-a}, status: {allocatable: {cpu: 16, memory: 64Gi, pods: 110}}}\n';
const VM =
  '{apiVersion: kubevirt.io/v1, kind: VirtualMachine, metadata: {name: win}, spec: {runStrategy: Always, template: {spec: {' +
  'domain: {memory: {guest: 8Gi}, devices: {gpus: [{name: p, claimName: g, requestName: gpu}]}}, resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}]}}}}\n';
const TEXT = documents(NODE, GPU_CLASS, gpuSlice('node-a', 1), GPU_TEMPLATE, VM);
const REMARK = 'note: VirtualMachine default/win: KubeVirt adds guest memory, vCPUs, overhead, devices by deviceName';

test.each([['allocate'], ['nodes'], ['explain'], ['fit'], ['simulate'], ['diff']])(
  '%s places the pod of a machine and says what of it is not considered',
  async (command) => {
    const change = command === 'diff' ? ['--to-version', '1.36'] : [];
    const { code, err } = await runProgram([command, '-f', '-', ...change], TEXT);
    expect(err.split(REMARK)).toHaveLength(2);
    expect(code).toBe(0);
  },
);

test('a machine that no device is left for is pending', async () => {
  const { code, err } = await runProgram(['allocate', '-f', '-'], documents(TEXT, VM.replace('name: win', 'name: lin')));
  expect(err).toContain('pod default/virt-launcher-lin: 0/1 nodes are available: 1 cannot allocate all claims.');
  expect(code).toBe(1);
});

test('the launcher pod of a machine in the input counts once, with the instance between them or without', async () => {
  const launcher =
    '{apiVersion: v1, kind: Pod, metadata: {name: virt-launcher-win-abcde, uid: p, labels: {vm.kubevirt.io/name: win}, ownerReferences: [{apiVersion: kubevirt.io/v1, kind: VirtualMachineInstance, name: win, uid: i, controller: true}]},' +
    ' spec: {containers: [{name: compute, image: launcher}], resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}]}}\n';
  const instance =
    '{apiVersion: kubevirt.io/v1, kind: VirtualMachineInstance, metadata: {name: win, uid: i, ownerReferences: [{apiVersion: kubevirt.io/v1, kind: VirtualMachine, name: win, uid: v, controller: true}]},' +
    ' spec: {domain: {}, resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}]}}\n';
  for (const text of [documents(TEXT, launcher), documents(TEXT, instance, launcher), documents(TEXT, instance)]) {
    const { code, out } = await runProgram(['allocate', '-f', '-', '-o', 'name'], text);
    expect(out.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(0);
  }
});
