import { describe, expect, it, test } from 'vitest';
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
    expect.stringMatching(
      /^error: nodes like gpu: pod default\/train-0 and 4 more like it: it does not fit on an empty node like gpu-1: .+\n$/,
    ),
  ]);
});

test('pods that wait since more nodes are not allowed are reported in the words of the scheduler, with the cause behind them', async () => {
  const { code, err } = await asked(documents(NODE, gpuSlice('gpu', 2)), documents(GPU_CLASS, GPU_TEMPLATE, DEPLOYMENT), '--most', '1');
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /^error: nodes like gpu: pod default\/train-2 and 2 more like it: 0\/1 nodes are available: 1 cannot allocate all claims: node gpu-1: request /,
    ),
  ]);
});

test('an error that ends the attempt of the scheduler is reported once', async () => {
  const all = GPU_TEMPLATE.replace('deviceClassName: gpu}', 'deviceClassName: gpu, allocationMode: All}');
  const incomplete = gpuSlice('old', 1).replace('resourceSliceCount: 1', 'resourceSliceCount: 2');
  const old = NODE.replace('name: gpu', 'name: old');
  const { code, err } = await asked(documents(NODE, gpuSlice('gpu', 2)), documents(GPU_CLASS, all, old, incomplete, DEPLOYMENT));
  expect(code).toBe(1);
  expect(err.split('asks for all devices, but resource pool').length).toBe(2);
});

test('a file without a template is reported with its name, names of pods are a mistake of the command line', async () => {
  const { code, err } = await asked(GPU_CLASS, documents(GPU_CLASS, GPU_TEMPLATE, DEPLOYMENT));
  expect([code, err]).toEqual([3, expect.stringMatching(/template\.yaml: error: the input has no node template/)]);
  expect((await asked(NODE, GPU_CLASS, 'pod/x')).code).toBe(2);
});

describe('a file of templates', () => {
  const input = documents(GPU_CLASS, GPU_TEMPLATE, DEPLOYMENT);
  const type = (spec: string, name = 'g2'): string =>
    `{apiVersion: simulate.dra-allocator/v1alpha1, kind: InstanceType, metadata: {name: ${name}}, spec: ${spec}}\n`;
  const pool = (spec: string): string => `{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: pool}, spec: ${spec}}\n`;
  const TYPE = type('{capacity: {cpu: 8, pods: 20}}');

  it.each([
    ['{"apiVersion": "v1", "kind": "Node", "metadata": {', /template\.yaml:1:\d+: error: expected/],
    [
      '{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: many}}}',
      /template\.yaml:1:\d+: error: .*status\.allocatable\[cpu\]/,
    ],
    [documents(NODE, gpuSlice('gpu', 2).replace('gpu-1', 'GPU_1')), /template\.yaml:12:\d+: error: .*spec\.devices\[1\]\.name/],
    [
      documents(NODE, gpuSlice('other', 2)),
      /template\.yaml:8:\d+: error: spec\.nodeName: expected the name of a Node in this file, found other/,
    ],
    [
      documents(NODE, NODE.replace('gpu', 'b'), gpuSlice('gpu', 1).replace('nodeName: gpu', 'allNodes: true')),
      /:10:\d+: error: spec\.allNodes: the devices/,
    ],
    [
      documents(pool('{template: {spec: {requirments: []}}}'), TYPE),
      /template\.yaml:1:\d+: error: .*unknown field, did you mean spec\.template\.spec\.requirements\?/,
    ],
    [
      documents(pool('{template: {spec: {requirements: [{key: a, operator: in, values: [b]}]}}}'), TYPE),
      /operator: expected one of In, NotIn/,
    ],
    [documents(pool('{template: {spec: {requirements: [{key: a, operator: In}]}}}'), TYPE), /values: expected at least one value/],
    [documents(pool('{template: {spec: {requirements: [{key: a, operator: Gt, values: [x]}]}}}'), TYPE), /values: expected one integer/],
    [documents(pool('{template: {spec: {taints: [{key: a, effect: NoSchedul}]}}}'), TYPE), /effect: expected one of NoSchedule/],
    [documents(pool('{limits: {cpu: -5}}'), TYPE), /template\.yaml:1:\d+: error: spec\.limits\.cpu: expected a quantity not below 0/],
    [documents(pool('{}').replace('/v1', '/v2'), TYPE), /apiVersion: expected karpenter\.sh\/v1/],
    [documents(pool('{}'), type('{capactiy: {cpu: 8}}')), /template\.yaml:3:\d+: error: .*did you mean spec\.capacity\?/],
    [documents(pool('{}'), type('{}')), /template\.yaml:3:\d+: error: spec\.capacity: expected the resources of the node/],
    [
      documents(pool('{}'), type('{capacity: {cpu: 1}, overhead: {cpu: 2}}')),
      /spec\.overhead: overhead of cpu exceeds its capacity: 2 of 1/,
    ],
    [documents(pool('{}'), type('{capacity: {cpu: 1}, overhead: {memory: 2}}')), /spec\.overhead: capacity has no memory/],
    [documents(pool('{}'), type('{capacity: {cpu: 1}, price: "5"}')), /spec\.price: expected a price/],
    [documents(pool('{}'), type('{capacity: {cpu: 1}, labels: {a: 5}}')), /spec\.labels\.a: expected a string/],
    [
      documents(pool('{}'), type('{capacity: {cpu: 1}, resourceSlices: [{driver: d, devices: 3}]}')),
      /spec\.resourceSlices\[0\]\.devices: expected a list/,
    ],
    [
      documents(pool('{}'), type('{capacity: {cpu: 1}, resourceSlices: [{driver: d, allNodes: true}]}')),
      /resourceSlices\[0\]\.allNodes: leave out this field/,
    ],
    [
      documents(pool('{}'), type('{capacity: {cpu: 1}, resourceSlices: [{driver: d, devices: [{name: A}]}]}')),
      /:3:\d+: error: its nodes would be invalid: ResourceSlice .*devices\[0\]\.name/,
    ],
    [
      documents(
        pool('{template: {spec: {requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [p4]}]}}}'),
        TYPE,
        NODE,
      ),
      /NodePool pool needs an InstanceType/,
    ],
    [TYPE, /template\.yaml:1:\d+: error: an InstanceType needs a NodePool/],
    [documents(pool('{}'), TYPE, TYPE), /template\.yaml:5:\d+: error: metadata\.name: g2 occurs twice/],
  ])('is refused with the place of what is wrong: %s', async (template, message) => {
    const { code, out, err } = await asked(template, input);
    expect({ code, out, err }).toEqual({ code: 3, out: '', err: expect.stringMatching(message) });
  });

  it('may have the bounds of newer NodePools, and other kinds, which are reported', async () => {
    const requirements = '[{key: gen, operator: Gte, values: ["4"]}, {key: gen, operator: Lte, values: ["5"]}]';
    const types = ['3', '4', '5', '6'].map((gen) => type(`{capacity: {cpu: 8, pods: 20}, labels: {gen: "${gen}"}}`, `g${gen}`));
    const NODE_CLASS = '{apiVersion: karpenter.k8s.aws/v1, kind: EC2NodeClass, metadata: {name: default}}\n';
    const file = documents(pool(`{template: {spec: {requirements: ${requirements}}}}`), NODE_CLASS, ...types);
    const { out, err } = await asked(file, input, '-o', 'name');
    expect([out, err]).toEqual(['pool-g4\npool-g5\n', expect.stringContaining('skipped objects of kinds that do not affect')]);
  });
});

test('new nodes take the names of none that is there', async () => {
  const there = ['gpu-1', 'gpu-3'].map((name) => documents(NODE.replace('gpu', name), gpuSlice(name, 2)));
  const { code, out } = await asked(
    documents(NODE, gpuSlice('gpu', 2)),
    documents(...there, GPU_CLASS, GPU_TEMPLATE, DEPLOYMENT),
    '-o',
    'json',
  );
  const [found] = JSON.parse(out).templates;
  expect(found.placements.map(({ node }: { node: string }) => node)).toEqual(found.placements.map(() => 'gpu-2'));
  expect([code, found]).toMatchObject([0, { count: 1, atLeast: 1, stillPending: [] }]);
});
