// A class that does not exist, in each command that places pods.

import { describe, expect, test } from 'vitest';
import { documents, GPU_CLASS, GPU_TEMPLATE, gpuClaim, gpuSlice, runProgram } from './run-program.js';

const NODES = ['node-a', 'node-b']
  .map((name) => `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 110}}}\n`)
  .join('---\n');
const POD =
  '{apiVersion: v1, kind: Pod, metadata: {name: cuda}, spec: {resourceClaims: [{name: gpu, resourceClaimTemplateName: one-gpu}], containers: [{name: c, image: app}]}}\n';
const OTHER = (text: string): string => text.replace('deviceClassName: gpu', 'deviceClassName: gone.example.com');
const CLUSTER = documents(NODES, GPU_CLASS, gpuSlice('node-a', 1));
const WITH_POD = documents(CLUSTER, OTHER(GPU_TEMPLATE), POD);
const WITH_CLAIM = documents(CLUSTER, OTHER(gpuClaim('c')));
const WORDS = 'request gpu: device class gone.example.com does not exist';
const AVAILABLE = `0/2 nodes are available: ${WORDS}.`;

const whole = ({ out, err }: { out: string; err: string }): string => `${out}\n${err}`.replaceAll(/\s+/g, ' ');

describe('a pod that requests a class which does not exist is pending', () => {
  test.each([['allocate'], ['nodes'], ['explain']])('%s', async (command) => {
    const result = await runProgram([command, '-f', '-'], WITH_POD);
    expect(result.code).toBe(1);
    expect(whole(result)).toContain(AVAILABLE);
  });

  test.each([[['fit']], [['simulate']], [['allocate', '--devices-only']], [['explain', '--devices-only']]])('%s', async (command) => {
    const result = await runProgram([...command, '-f', '-'], WITH_POD);
    expect(result.code).toBe(1);
    expect(whole(result)).toContain(WORDS);
  });

  test('in JSON, too', async () => {
    const { out } = await runProgram(['explain', '-f', '-', '-o', 'json'], WITH_POD);
    expect(JSON.parse(out).explanations[0]).toMatchObject({ kind: 'unallocatable', groups: [{ text: AVAILABLE }] });
  });

  test('its gates come before its claims', async () => {
    const gated = POD.replace('containers:', 'schedulingGates: [{name: example.com/wait}], containers:');
    const result = await runProgram(['allocate', '-f', '-'], documents(CLUSTER, OTHER(GPU_TEMPLATE), gated));
    expect(result.code).toBe(1);
    expect(whole(result)).toContain('waiting for scheduling gates');
  });
});

describe('a claim that requests a class which does not exist is pending', () => {
  test.each([['allocate'], ['nodes'], ['explain'], ['fit']])('%s', async (command) => {
    const result = await runProgram([command, '-f', '-', 'default/c'], WITH_CLAIM);
    expect(result.code).toBe(1);
    expect(whole(result)).toContain(WORDS);
  });
});

test('a claim that was made for a pod of the same name before is not its claim', async () => {
  const pod = POD.replace('name: cuda', 'name: cuda, uid: new').replace(
    /}\n$/,
    ', status: {resourceClaimStatuses: [{name: gpu, resourceClaimName: cuda-gpu-x}]}}\n',
  );
  const owner = '{apiVersion: v1, kind: Pod, name: cuda, uid: old, controller: true}';
  const claim = gpuClaim('cuda-gpu-x').replace('name: cuda-gpu-x', `name: cuda-gpu-x, uid: c, ownerReferences: [${owner}]`);
  const { code, err } = await runProgram(['allocate', '-f', '-'], documents(CLUSTER, GPU_TEMPLATE, claim, pod));
  expect(err).toContain('pod default/cuda: ResourceClaim default/cuda-gpu-x was not created for Pod default/cuda (Pod is not owner)');
  expect(code).toBe(1);
});
