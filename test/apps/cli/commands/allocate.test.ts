// Tests the devices that `allocate` allocates to claims.

import { describe, expect, test } from 'vitest';
import { directoryWith, documents, GPU_CLASS, GPU_TEMPLATE, gpuClaim, gpuSlice, runProgram } from '../run-program.js';
import { allocate, cluster, deployment, NOTE, node, pod, rows } from './allocate-inputs.js';

test('one line for each device', async () => {
  const { code, out, err } = await allocate(documents(cluster(gpuSlice('node-a', 3)), gpuClaim('pair', 2)));
  expect(out).toBe(
    [
      'POD   CLAIM   REQUEST   DRIVER            DEVICE   NODE',
      '-     pair    gpu       gpu.example.com   gpu-0    node-a',
      '-     pair    gpu       gpu.example.com   gpu-1    node-a',
      '',
    ].join('\n'),
  );
  expect(err).toBe(NOTE(1));
  expect(code).toBe(0);
});

test('groups come in input order, each seeing the selections before it', async () => {
  const { out } = await allocate(
    documents(cluster(gpuSlice('node-a', 3)), gpuClaim('z'), GPU_TEMPLATE, deployment('web', 1), gpuClaim('a')),
  );
  expect(rows(out).map(([pod, claim, , , device]) => [pod, claim, device])).toEqual([
    ['-', 'z', 'gpu-0'],
    ['web-0', 'web-0-g', 'gpu-1'],
    ['-', 'a', 'gpu-2'],
  ]);
});

test('all claims of a pod go to one node', async () => {
  const text = documents(
    cluster(gpuSlice('node-a', 1), gpuSlice('node-b', 2)),
    gpuClaim('a'),
    gpuClaim('b'),
    pod('p', '{name: a, resourceClaimName: a}, {name: b, resourceClaimName: b}'),
  );
  expect(rows((await allocate(text)).out).map(([, claim, , , , on]) => [claim, on])).toEqual([
    ['a', 'node-b'],
    ['b', 'node-b'],
  ]);
});

test('without --node the first node by name is taken among equals', async () => {
  expect(rows((await allocate(documents(cluster(gpuSlice('node-b', 1), gpuSlice('node-a', 1)), gpuClaim('c')))).out)[0]?.[5]).toBe(
    'node-a',
  );
});

test('a node with a better score wins over one that comes first by name', async () => {
  const fast = gpuSlice('node-b', 1).replaceAll('gpu.example.com', 'fast.example.com');
  const classes =
    '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: fast}, spec: {selectors: [{cel: {expression: \'device.driver == "fast.example.com"\'}}]}}\n';
  const claim =
    '{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: {devices: {requests: [{name: r, firstAvailable: [{name: best, deviceClassName: fast}, {name: any, deviceClassName: gpu}]}]}}}\n';
  const { out } = await allocate(documents(cluster(gpuSlice('node-a', 1), fast), classes, claim));
  expect(rows(out)).toEqual([['-', 'c', 'r/best', 'fast.example.com', 'gpu-0', 'node-b']]);
});

test('--node considers that node only', async () => {
  const text = documents(cluster(gpuSlice('node-a', 1), gpuSlice('node-b', 1)), gpuClaim('c'));
  const { out, err } = await allocate(text, '--node', 'node-b');
  expect(rows(out)[0]?.[5]).toBe('node-b');
  expect(err).toBe('note: the input has no Node objects: using node node-b without labels, taints or resource limits\n');
});

test('a node that the input does not have is wrong input', async () => {
  const { code, err } = await allocate(documents(cluster(gpuSlice('node-a', 1)), node('node-a'), gpuClaim('c')), '--node', 'node-b');
  expect(err).toBe('error: the input has no node "node-b", did you mean node-a?\n');
  expect(code).toBe(3);
});

test('the node selector of a pod restricts nodes', async () => {
  const text = documents(
    cluster(gpuSlice('node-a', 1), gpuSlice('node-b', 1)),
    node('node-a'),
    node('node-b', 'zone: west'),
    gpuClaim('c'),
  );
  const { out, err } = await allocate(documents(text, pod('p', '{name: x, resourceClaimName: c}', ', nodeSelector: {zone: west}')));
  expect(rows(out)[0]?.[5]).toBe('node-b');
  expect(err).toBe('note: 2 nodes without status.allocatable: their resources count as unlimited\n');
  const nowhere = await allocate(documents(text, pod('p', '{name: x, resourceClaimName: c}', ', nodeSelector: {zone: east}')));
  expect(nowhere.err).toContain("pod default/p: 0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.\n");
  expect(nowhere.code).toBe(1);
});

test('a pod that runs is tied to its node', async () => {
  const text = documents(
    cluster(gpuSlice('node-a', 1), gpuSlice('node-b', 1)),
    gpuClaim('c'),
    pod('p', '{name: x, resourceClaimName: c}', ', nodeName: node-b').replace(/}\n?$/, ', status: {phase: Running}}\n'),
  );
  expect(rows((await allocate(text, '--allow-incomplete')).out)[0]?.[5]).toBe('node-b');
});

describe('shared claims', () => {
  const text = documents(
    cluster(gpuSlice('node-a', 1), gpuSlice('node-b', 3)),
    gpuClaim('shared'),
    gpuClaim('b', 2),
    pod('p', '{name: x, resourceClaimName: shared}'),
  );

  test('are allocated for the first pod and kept for the next one, which must go where they are', async () => {
    const { code, out, err } = await allocate(
      documents(text, pod('q', '{name: x, resourceClaimName: shared}, {name: z, resourceClaimName: b}')),
    );
    expect(rows(out)).toEqual([['p', 'shared', 'gpu', 'gpu.example.com', 'gpu-0', 'node-a']]);
    expect(err).toContain(
      'pod default/q: 0/2 nodes are available: 1 cannot allocate all claims, 1 resourceclaim not available on the node.\n',
    );
    expect(err).toContain(
      '  node node-b:\n    claim default/shared is already allocated, but its devices are available only on node node-a\n',
    );
    expect(code).toBe(1);
  });

  const shared = documents(text, pod('q', '{name: x, resourceClaimName: shared}'), pod('r', '{name: x, resourceClaimName: b}'));

  test('have their lines for each pod in a table', async () => {
    const { code, out } = await allocate(shared);
    expect(rows(out).map(([name, claim, , , , node]) => [name, claim, node])).toEqual([
      ['p', 'shared', 'node-a'],
      ['q', 'shared', 'node-a'],
      ['r', 'b', 'node-b'],
      ['r', 'b', 'node-b'],
    ]);
    expect(code).toBe(0);
  });

  test('are there once in other formats, also when requested by name', async () => {
    const names = 'resourceclaim.resource.k8s.io/shared\nresourceclaim.resource.k8s.io/b\n';
    expect((await allocate(shared, '-o', 'name')).out).toBe(names);
    expect((await allocate(shared, '-o', 'yaml', 'shared')).out.match(/^kind: ResourceClaim$/gm)).toHaveLength(1);
    expect((JSON.parse((await allocate(shared, '-o', 'json', 'shared')).out) as { items: unknown[] }).items).toHaveLength(1);
  });
});

describe('claims by name', () => {
  const text = documents(cluster(gpuSlice('node-a', 2)), gpuClaim('a'), gpuClaim('b'), GPU_TEMPLATE, deployment('web', 2));

  test.each([
    [['b'], ['b']],
    [['default/b'], ['b']],
    [
      ['web-1-g', 'a'],
      ['a', 'web-1-g'],
    ],
  ])('%j allocates these alone', async (names, claims) => {
    const { code, out } = await allocate(text, ...names);
    expect(rows(out).map(([, claim]) => claim)).toEqual(claims);
    expect(code).toBe(0);
  });

  test('a claim of another namespace is suggested', async () => {
    const elsewhere = gpuClaim('c1').replace('name: c1', 'name: c1, namespace: team');
    const { code, err } = await allocate(documents(text, elsewhere), 'c1');
    expect(err).toContain('error: no pod or claim "c1" in namespace "default"; found team/c1: add -n team\n');
    expect(code).toBe(3);
  });

  test('a claim that the input does not have is wrong input, the others are allocated', async () => {
    const { code, out, err } = await allocate(text, 'web-0-gg', 'a');
    expect(rows(out).map(([, claim]) => claim)).toEqual(['a']);
    expect(err).toContain('error: no pod or claim "web-0-gg" in namespace "default", did you mean default/web-0-g?');
    expect(code).toBe(3);
  });
});

describe('claims that are allocated before', () => {
  const held = gpuClaim('held').replace(
    '}}\n',
    '}, status: {allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: node-a, device: gpu-0}]}}}}\n',
  );
  const text = documents(cluster(gpuSlice('node-a', 2)), held);

  test('do not fail because of a slice that nobody considers for them', async () => {
    const selector = '{nodeSelectorTerms: [{matchExpressions: [{key: k, operator: Gt, values: [x]}]}]}';
    const wrong = gpuSlice('wrong', 1).replace('nodeName: wrong', `nodeSelector: ${selector}`);
    expect(wrong).toContain(selector);
    const { code, out } = await allocate(documents(text, wrong), 'held');
    expect(rows(out).map(([, claim, , , device]) => [claim, device])).toEqual([['held', 'gpu-0']]);
    expect(code).toBe(0);
  });

  test('keep their devices, and are not printed', async () => {
    expect(rows((await allocate(documents(text, gpuClaim('c')))).out).map(([, claim, , , device]) => [claim, device])).toEqual([
      ['c', 'gpu-1'],
    ]);
  });

  test('are printed as they are when requested', async () => {
    expect(rows((await allocate(text, 'held')).out)).toEqual([['-', 'held', 'gpu', 'gpu.example.com', 'gpu-0', '-']]);
  });

  test('are nothing to do', async () => {
    const { code, out, err } = await allocate(text);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toBe(`${NOTE(1)}note: no claim is pending: nothing to allocate\n`);
  });
});

test('without claims there is nothing to do', async () => {
  const { code, out, err } = await allocate(cluster(gpuSlice('node-a', 2)));
  expect({ code, out }).toEqual({ code: 0, out: '' });
  expect(err).toContain('note: the input has no claims: nothing to allocate\n');
});

describe('a claim of a dump that the workload has again', () => {
  const dumped = gpuClaim('held')
    .replace('name: held', 'name: held, namespace: default')
    .replace(
      '}}\n',
      '}, status: {allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: node-a, device: gpu-0}]}}}}\n',
    );

  test('keeps its devices', async () => {
    const text = documents(cluster(gpuSlice('node-a', 2)), dumped, gpuClaim('held'), gpuClaim('c'));
    const { code, out, err } = await allocate(text);
    expect(rows(out).map(([, claim, , , device]) => [claim, device])).toEqual([['c', 'gpu-1']]);
    expect(err).toContain(
      'warning: ResourceClaim held appears more than once; the last one counts with the allocation of the earlier one\n',
    );
    expect(code).toBe(0);
  });
});

test('the real dump of a node with 8 GPUs and 4 aligned network cards serves four aligned pairs, as the hardware can', async () => {
  const gpu = `{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.nvidia.com}, spec: {selectors: [{cel: {expression: 'device.driver == "gpu.nvidia.com"'}}]}}\n`;
  const train = deployment('train', 5).replace('one-gpu', 'gpu-efa-aligned');
  const directory = directoryWith({ 'train.yaml': documents(gpu, train) });
  const { code, out } = await runProgram(['allocate', '--no-validate', '-f', 'test/manifests/dranet/aws-eks-gpu-efa', '-f', directory]);
  expect(rows(out).map(([name, , request, , device]) => `${name} ${request} ${device}`)).toEqual([
    'train-0 gpu gpu-0',
    'train-0 efa pci-0000-10-1b-0',
    'train-1 gpu gpu-2',
    'train-1 efa pci-0000-20-1b-0',
    'train-2 gpu gpu-4',
    'train-2 efa pci-0000-90-1b-0',
    'train-3 gpu gpu-6',
    'train-3 efa pci-0000-a0-1b-0',
  ]);
  expect(code).toBe(1);
});

test('DeviceTaintRules that a gate hides are noted', async () => {
  const rule =
    '{apiVersion: resource.k8s.io/v1beta2, kind: DeviceTaintRule, metadata: {name: r}, spec: {deviceSelector: {}, taint: {key: repair, effect: NoExecute}}}\n';
  const text = documents(GPU_CLASS, gpuSlice('node-a', 1), gpuClaim('c'), rule);
  const off = await runProgram(['allocate', '-f', '-', '--kubernetes-version', '1.36'], text);
  expect(off.code).toBe(0);
  expect(off.err).toContain('note: the DeviceTaintRule is ignored: the gate DRADeviceTaintRules is off\n');
  const on = await runProgram(['allocate', '-f', '-'], text);
  expect(on.code).toBe(1);
  expect(on.err).not.toContain('ignored');
});
