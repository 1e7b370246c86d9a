import { expect, test } from 'vitest';
import { directoryWith, documents, GPU_CLASS, GPU_TEMPLATE, gpuSlice, runProgram } from '../run-program.js';

const NODE = '{apiVersion: v1, kind: Node, metadata: {name: gpu}, status: {allocatable: {cpu: 8, memory: 8Gi, pods: 110}}}\n';
const SPEC = '{resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}], containers: [{name: main, image: app}]}';
const DEPLOYMENT = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: train}, spec: {replicas: 5, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: ${SPEC}}}}\n`;
const POOL = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: pool}
spec: {limits: {nodes: 10}, template: {spec: {requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [g2, g4]}]}}}
---
{apiVersion: simulate.dra-allocator/v1alpha1, kind: InstanceType, metadata: {name: g2}, spec: {price: 1.5, capacity: {cpu: 8, pods: 20}, resourceSlices: [{driver: gpu.example.com, devices: [{name: a}, {name: b}]}]}}
---
{apiVersion: simulate.dra-allocator/v1alpha1, kind: InstanceType, metadata: {name: cpu}, spec: {price: 0.1, capacity: {cpu: 8, pods: 20}}}
`;

async function asked(template: string, input: string, ...options: string[]) {
  const directory = directoryWith({ 'template.yaml': template });
  return runProgram(['fit', '-f', '-', '--node-template', `${directory}/template.yaml`, ...options], input);
}

test('the nodes of a shape that pods which wait need are counted', async () => {
  const input = documents(GPU_CLASS, GPU_TEMPLATE, DEPLOYMENT);
  const { code, out, err } = await asked(documents(NODE, gpuSlice('gpu', 2)), input);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^TEMPLATE +NODES +AT LEAST +PODS +PENDING +PRICE\ngpu +3 +3 +5 +0 +-\n$/);
  const { templates } = JSON.parse((await asked(documents(NODE, gpuSlice('gpu', 2)), input, '-o', 'json')).out);
  expect(templates[0]).toMatchObject({ name: 'gpu', answer: 'complete', count: 3, isLeast: true, stillPending: [] });
});

test('a NodePool has a row for each instance type, with its price', async () => {
  const { code, out } = await asked(POOL, documents(GPU_CLASS, GPU_TEMPLATE, DEPLOYMENT), '--no-headers');
  expect([code, out]).toEqual([0, 'pool-g2   3   3   5   0   4.5\n']);
});

test('pods that no such node helps are exit code 1, with the cause', async () => {
  const { code, err } = await asked(NODE, documents(GPU_CLASS, GPU_TEMPLATE, DEPLOYMENT));
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^error: nodes like gpu: pod default\/train-0 and 4 like it: no node like gpu-1 takes it: .+\n$/),
  ]);
});

test('a file without a template is told with its name, names of pods are a mistake of the command line', async () => {
  const { code, err } = await asked(GPU_CLASS, documents(GPU_CLASS, GPU_TEMPLATE, DEPLOYMENT));
  expect([code, err]).toEqual([3, expect.stringMatching(/template\.yaml: error: there is no template of nodes/)]);
  expect((await asked(NODE, GPU_CLASS, 'pod/x')).code).toBe(2);
});
