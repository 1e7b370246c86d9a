// Extended resources served by DRA, and claims that pod groups share, from manifests to printed claims.

import { describe, expect, test } from 'vitest';
import { decodeObjects } from '../../../../src/core/api/objects.js';
import { readText } from '../../../../src/core/read/read.js';
import { manifest } from '../../../support/api.js';
import { threadMilliseconds } from '../../../support/clock.js';
import { documents, GPU_CLASS, GPU_TEMPLATE, gpuClaim, gpuSlice, runProgram } from '../run-program.js';
import { NOTHING_RUNS } from './allocate-inputs.js';

const allocate = (input: string, ...options: string[]) => runProgram(['allocate', '-f', '-', ...options], input);
const CLASS = '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {extendedResourceName: example.com/gpu}}\n';
const node = (name: string, allocatable = ''): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, status: {allocatable: {cpu: 4, pods: 110${allocatable}}}}\n`;
const gpuNode = (name: string, count: number): string => documents(node(name), gpuSlice(name, count));
const containers = (...counts: (number | string)[]): string =>
  `containers: [${counts.map((count, index) => `{name: c${index}, image: app, resources: {limits: {cpu: 1, example.com/gpu: ${count}}}}`).join(', ')}]`;
const pod = (name: string, spec: string, metadata = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}${metadata}}, spec: {${spec}}}\n`;
const deployment = (name: string, replicas: number, spec: string): string =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}}, spec: {replicas: ${replicas}, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {${spec}}}}}\n`;
const rows = (out: string): string[][] =>
  out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {3,}/));

describe('a pod that requests an extended resource', () => {
  test('gets a claim with devices, one request for each container', async () => {
    const { code, out } = await allocate(documents(CLASS, gpuNode('node-a', 4), pod('p', containers(1, 2))));
    expect(rows(out)).toEqual([
      ['p', 'p-extended-resources', 'container-0-request-1', 'gpu.example.com', 'gpu-0', 'node-a'],
      ['p', 'p-extended-resources', 'container-1-request-1', 'gpu.example.com', 'gpu-1', 'node-a'],
      ['p', 'p-extended-resources', 'container-1-request-1', 'gpu.example.com', 'gpu-2', 'node-a'],
    ]);
    expect(code).toBe(0);
  });

  test('that nobody has is reported once, in the error where the pod is rejected for it; a fraction is warned about at its place; where it runs already, a note says what is unknown', async () => {
    const typo = await allocate(documents(CLASS, gpuNode('node-a', 1), pod('p', containers(1).replace('/gpu', '/gpus'))));
    expect(typo.err.replace(/^<stdin>:\d+:1: /, '')).toBe(
      [
        'error: pod default/p: 0/1 nodes are available: 1 Insufficient example.com/gpus.',
        '  node node-a:',
        '    Insufficient example.com/gpus (needs 1, 0 of 0 free)',
        '  no DeviceClass and no node of the input has extended resource example.com/gpus, did you mean example.com/gpu?',
        '',
      ].join('\n'),
    );
    const devicesOnly = await allocate(
      documents(CLASS, gpuNode('node-a', 1), pod('p', containers(1).replace('/gpu', '/gpus'))),
      '--devices-only',
    );
    expect(devicesOnly.err).toMatch(
      /^<stdin>:\d+:1: warning: pod default\/p: requests extended resource .*, did you mean example\.com\/gpu\?$/m,
    );
    const fraction = await allocate(documents(CLASS, gpuNode('node-a', 2), pod('p', containers(1.5))), '--no-validate');
    expect(fraction.err).toMatch(
      /^<stdin>:\d+:1: warning: pod default\/p: container c0 requests 1500m of extended resource example\.com\/gpu: /m,
    );
    expect(rows(fraction.out)).toHaveLength(2);
    const runs = await allocate(documents(CLASS, gpuNode('node-a', 1), pod('p', `${containers(1)}, nodeName: node-a`)));
    expect(runs.err).toMatch(
      /^<stdin>:\d+:1: warning: pod default\/p: spec\.nodeName bypasses kube-scheduler: no claim is created for extended resource /m,
    );
    expect([typo.code, fraction.code, runs.code]).toEqual([1, 0, 0]);
  });

  test('can spell the class instead', async () => {
    const spec = containers(1).replace('example.com/gpu', 'deviceclass.resource.kubernetes.io/gpu');
    expect(rows((await allocate(documents(GPU_CLASS, gpuNode('node-a', 1), pod('p', spec)))).out)).toHaveLength(1);
  });

  test('gets a real ResourceClaim in JSON, as the scheduler writes it', async () => {
    const { out } = await allocate(documents(CLASS, gpuNode('node-a', 1), pod('p', containers(1), ', uid: u')), '-o', 'json');
    expect(JSON.parse(out).items).toEqual([
      {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceClaim',
        metadata: {
          name: 'p-extended-resources',
          namespace: 'default',
          annotations: { 'resource.kubernetes.io/extended-resource-claim': 'true' },
          ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true }],
        },
        spec: {
          devices: {
            requests: [{ name: 'container-0-request-1', exactly: { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1 } }],
          },
        },
        status: {
          allocation: {
            devices: {
              results: [{ request: 'container-0-request-1', driver: 'gpu.example.com', pool: 'node-a', device: 'gpu-0' }],
            },
            nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-a'] }] }] },
          },
          reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }],
        },
      },
    ]);
  });

  test('gets it in YAML that can be read again, where nothing is left to do', async () => {
    const input = documents(CLASS, gpuNode('node-a', 2), pod('p', containers(1)), deployment('web', 1, containers(1)));
    const { out } = await allocate(input, '-o', 'yaml');
    const { resourceClaims } = decodeObjects(readText(out, 'out.yaml').documents);
    expect(resourceClaims.map(({ metadata }) => metadata.name)).toEqual(['p-extended-resources', 'web-0-extended-resources']);
    const again = await allocate(documents(input, out));
    expect([again.out, again.code]).toEqual(['', 0]);
    expect((await allocate(input, '-o', 'name')).out).toBe(
      'resourceclaim.resource.k8s.io/p-extended-resources\nresourceclaim.resource.k8s.io/web-0-extended-resources\n',
    );
  });

  test('gets that claim last, on one node with its own claims', async () => {
    const spec = `resourceClaims: [{name: x, resourceClaimTemplateName: one-gpu}], ${containers(1)}`;
    const { out } = await allocate(documents(CLASS, gpuNode('node-a', 1), gpuNode('node-b', 2), GPU_TEMPLATE, pod('p', spec)));
    expect(rows(out).map(([, claim, , , device, on]) => [claim, device, on])).toEqual([
      ['p-x', 'gpu-0', 'node-b'],
      ['p-extended-resources', 'gpu-1', 'node-b'],
    ]);
  });

  test('can be named by its claim', async () => {
    const input = documents(CLASS, gpuNode('node-a', 2), pod('p', containers(1)), pod('q', containers(1)));
    const { out } = await runProgram(['allocate', '-f', '-', 'q-extended-resources'], input);
    expect(rows(out).map(([name]) => name)).toEqual(['q']);
  });

  test('goes to a node whose device plugin serves it without a claim', async () => {
    const { code, out, err } = await allocate(documents(CLASS, node('node-a', ', example.com/gpu: 2'), pod('p', containers(1))));
    expect([code, out]).toEqual([0, '']);
    expect(err).toBe(
      `note: pod default/p: a device plugin of node node-a serves its extended resources: the scheduler creates no claim\n${NOTHING_RUNS}`,
    );
  });

  test('shares a line with the others that device plugins serve', async () => {
    const nodes = documents(node('node-a', ', example.com/gpu: 1'), node('node-b', ', example.com/gpu: 2'));
    const { code, out, err } = await allocate(documents(CLASS, nodes, deployment('web', 2, containers(1)), pod('p', containers(1))));
    expect([code, out]).toEqual([0, '']);
    expect(err).toBe(
      `note: pod default/web-0 and 2 more: a device plugin of nodes node-a, node-b serves their extended resources: the scheduler creates no claim\n${NOTHING_RUNS}`,
    );
  });

  test('finds nodes of every kind, the first by name among equals', async () => {
    const input = (dra: string, plugin: string): string =>
      documents(CLASS, gpuNode(dra, 1), node(plugin, ', example.com/gpu: 8'), pod('p', containers(1)));
    expect(rows((await allocate(input('node-a', 'node-b'))).out)).toHaveLength(1);
    expect((await allocate(input('node-b', 'node-a'))).err).toContain('device plugin of node node-a');
  });

  test('learns why each node is out', async () => {
    const input = documents(CLASS, gpuNode('node-a', 1), node('node-b', ', example.com/gpu: 1'), pod('p', containers(2)));
    const { code, out, err } = await allocate(input);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(
      [
        'pod default/p: 0/2 nodes are available: 1 Insufficient example.com/gpu, 1 cannot allocate all claims.',
        '  closest node node-a: extended resource example.com/gpu of container c0 needs 2 devices, but there is only 1 of class gpu',
        '  node node-a:',
        '    claim default/p-extended-resources, extended resource example.com/gpu of container c0: needs 2 devices, 1 of 1 on this node available',
        '  node node-b:',
        '    Insufficient example.com/gpu (needs 2, 1 of 1 free)',
        '',
      ].join('\n'),
    );
  });

  test('is rejected while the gate is off, unless devices alone decide', async () => {
    const input = documents(CLASS, gpuNode('node-a', 1), pod('p', containers(1)));
    const { code, out, err } = await allocate(input, '--feature-gates', 'DRAExtendedResource=false');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/ error: pod default\/p: 0\/1 nodes are available: 1 Insufficient example\.com\/gpu\.$/m);
    const gate = 'with this version and these gates, DRAExtendedResource is off';
    expect(err).toContain(` note: pod default/p: requests extended resource example.com/gpu, which a DeviceClass serves: ${gate}\n`);
    const devices = await allocate(input, '--feature-gates', 'DRAExtendedResource=false', '--devices-only');
    expect([devices.code, devices.out]).toEqual([0, '']);
    expect(devices.err).toContain('note: the input has no claims: nothing to allocate\n');
    expect((await allocate(input, '--kubernetes-version', '1.35')).out).toBe('');
    expect(rows((await allocate(input, '--kubernetes-version', '1.36')).out)).toHaveLength(1);
  });

  test('but has claims goes only where a device plugin has the resource, while the gate is off', async () => {
    const spec = `resourceClaims: [{name: x, resourceClaimName: c}], ${containers(1)}`;
    const input = documents(CLASS, gpuNode('node-a', 1), gpuClaim('c'), pod('p', spec));
    const { code, err } = await allocate(input, '--feature-gates', 'DRAExtendedResource=false');
    expect(code).toBe(1);
    expect(err).toContain('pod default/p: 0/1 nodes are available: 1 Insufficient example.com/gpu.\n');
  });

  test('in numbers beyond every limit is the error of the scheduler, quickly', async () => {
    const start = threadMilliseconds();
    const { code, err } = await allocate(documents(CLASS, gpuNode('node-a', 2), pod('p', containers(1_000_000_000))));
    expect(code).toBe(3);
    expect(err).toContain(
      'claim default/p-extended-resources, request container-0-request-1: adding 1000000000 devices exceeds the claim limit of 32',
    );
    expect(err).toContain('<stdin>:');
    expect(threadMilliseconds() - start).toBeLessThan(2000);
  });
});

test('the GPUs of a real node, as an extended resource of pods that know nothing of DRA', async () => {
  const gpus = manifest('dranet/aws-eks-gpu-efa/resourceslice-gpu.yaml');
  const deviceClass =
    '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.nvidia.com}, spec: {extendedResourceName: nvidia.com/gpu, selectors: [{cel: {expression: \'device.driver == "gpu.nvidia.com"\'}}]}}\n';
  const spec = 'containers: [{name: main, image: app, resources: {limits: {nvidia.com/gpu: 3}}}]';
  const { code, out, err } = await allocate(documents(gpus, deviceClass, deployment('train', 3, spec)), '--no-validate');
  expect(rows(out).map(([name, , request, , device]) => [name, request, device])).toEqual(
    [0, 1, 2, 3, 4, 5].map((index) => [`train-${Math.floor(index / 3)}`, 'container-0-request-0', `gpu-${index}`]),
  );
  expect(code).toBe(1);
  expect(err).toContain('pod default/train-2: 0/1 nodes are available: 1 cannot allocate all claims.\n');
});

describe('pods of a group', () => {
  const GROUP =
    '{apiVersion: scheduling.k8s.io/v1beta1, kind: PodGroup, metadata: {name: g, uid: u}, spec: {schedulingPolicy: {basic: {}}, resourceClaims: [{name: x, resourceClaimTemplateName: one-gpu}]}}\n';
  const member =
    'schedulingGroup: {podGroupName: g}, resourceClaims: [{name: x, resourceClaimTemplateName: one-gpu}], containers: [{name: main, image: app}]';
  const input = documents(CLASS, gpuNode('node-a', 2), GPU_TEMPLATE, GROUP, pod('p', member), pod('q', member));

  test('share the devices of the claim that the group gets', async () => {
    const { code, out, err } = await allocate(input);
    expect(rows(out).map(([name, claim, , , device]) => [name, claim, device])).toEqual([
      ['p', 'g-x', 'gpu-0'],
      ['q', 'g-x', 'gpu-0'],
    ]);
    const counted = [
      'note: GenericWorkload counts as on, since the input has PodGroups: beta in 1.37, off by default\n',
      'note: DRAWorkloadResourceClaims counts as on, since PodGroups in the input have claims: beta in 1.37, off by default\n',
    ];
    expect([code, err]).toEqual([0, counted.join('') + NOTHING_RUNS]);
  });

  test('have it printed once, owned by and reserved for the group', async () => {
    const { items } = JSON.parse((await allocate(input, '-o', 'json')).out);
    expect(items).toHaveLength(1);
    expect(items[0].metadata.ownerReferences).toEqual([
      { apiVersion: 'scheduling.k8s.io/v1beta1', kind: 'PodGroup', name: 'g', uid: 'u', controller: true },
    ]);
    expect(items[0].status.reservedFor).toEqual([{ apiGroup: 'scheduling.k8s.io', resource: 'podgroups', name: 'g', uid: 'u' }]);
  });

  test('stay on nodes that the shared devices reach, together with what each has on its own', async () => {
    const own = member.replace(']', ', {name: w, resourceClaimTemplateName: one-gpu}]');
    const text = documents(CLASS, gpuNode('node-a', 2), gpuNode('node-b', 2), GPU_TEMPLATE, GROUP, pod('p', own), pod('q', own));
    const { out, err, code } = await allocate(text);
    expect(rows(out).map(([name, claim, , , , on]) => [name, claim, on])).toEqual([
      ['p', 'g-x', 'node-a'],
      ['p', 'p-w', 'node-a'],
    ]);
    expect(code).toBe(1);
    expect(err).toContain('claim default/g-x is already allocated, but its devices are available only on node node-a');
  });

  test('wait while the gate is off', async () => {
    const { code, err } = await allocate(input, '--feature-gates', 'DRAWorkloadResourceClaims=false');
    expect(code).toBe(1);
    expect(err).toContain('claim x is a PodGroup claim but the DRAWorkloadResourceClaims feature is disabled');
  });
});
