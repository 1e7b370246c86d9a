// Claims that cannot be allocated, and errors that end an attempt.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryWith, documents, firstInterrupted, GPU_CLASS, GPU_TEMPLATE, gpuClaim, gpuSlice, runProgram } from '../run-program.js';
import { allocate, cluster, deployment, NOTE, rows } from './allocate-inputs.js';

describe('what cannot be allocated', () => {
  test('is explained for each request, equal nodes together', async () => {
    const selector = ", selectors: [{cel: {expression: 'false'}}]";
    const { code, out, err } = await allocate(documents(cluster(gpuSlice('node-a', 2), gpuSlice('node-b', 2)), gpuClaim('c', 1, selector)));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(
      [
        NOTE(2).trim(),
        '<stdin>:25:1: error: claim default/c: not allocatable on 2 nodes',
        '  closest node node-a: request gpu needs 1 device, but all 2 of class gpu do not match the selector: `false` is false',
        '  nodes node-a, node-b:',
        '    claim default/c, request gpu: needs 1 device, 0 of 2 on this node available (2 do not match the selector `false`)',
        '',
      ].join('\n'),
    );
  });

  test('says what is taken, and quotes the explanation of the only node', async () => {
    const { err } = await allocate(documents(cluster(gpuSlice('node-a', 2)), gpuClaim('a'), gpuClaim('b', 2)));
    expect(err).toContain(
      'claim default/b: not allocatable on 1 node\n  because request gpu needs 2 devices, but only 1 of the 2 of class gpu is available: 1 allocated to claim a\n  node node-a:\n',
    );
    expect(err).toContain('claim default/b, request gpu: needs 2 devices, 1 of 2 on this node available (1 allocated to claim default/a)');
  });

  test('says which pools do not count', async () => {
    const { err } = await allocate(
      documents(cluster(gpuSlice('node-a', 2).replace('resourceSliceCount: 1', 'resourceSliceCount: 2')), gpuClaim('a')),
    );
    expect(err).toContain('pool gpu.example.com/node-a is ignored, since it is incomplete: found 1 of 2 slices');
  });

  test('is reported once for all pods of a workload, and the exit code is 1 although others fit', async () => {
    const { code, out, err } = await allocate(documents(cluster(gpuSlice('node-a', 2)), GPU_TEMPLATE, deployment('web', 90_000)));
    expect(rows(out).map(([name]) => name)).toEqual(['web-0', 'web-1']);
    expect(err).toContain('error: pod default/web-2: 0/1 nodes are available: 1 cannot allocate all claims.\n');
    expect(err).toContain('error: 89997 more pods of Deployment default/web not tried: only their names differ\n');
    expect(code).toBe(1);
  });

  test('is found out at once for a billion replicas', async () => {
    const { code, err } = await allocate(documents(cluster(gpuSlice('node-a', 2)), GPU_TEMPLATE, deployment('web', 1_000_000_000)));
    expect(err).toContain(
      'Deployment default/web: 1000000000 more pods are left out: with them, the claims of simulated pods would exceed the limit of 100000',
    );
    expect(code).toBe(3);
  });

  test('for want of a template has a hint and the place of the pod', async () => {
    const directory = directoryWith({
      'a.yaml': documents(
        cluster(gpuSlice('node-a', 2)),
        GPU_TEMPLATE.replace('name: one-gpu', 'name: one-gpu, namespace: other'),
        deployment('web', 1),
      ),
    });
    const { code, err } = await runProgram(['allocate', '-f', directory]);
    expect(err).toMatch(
      /a\.yaml:\d+:1: error: pod default\/web-0: ResourceClaimTemplate "one-gpu" not found in namespace "default"\n {2}it exists in namespace "other", but it must be in the namespace of the pod\n$/,
    );
    expect(code).toBe(1);
  });

  test('for want of any node says so', async () => {
    const { code, err } = await allocate(documents(GPU_CLASS, gpuClaim('a')));
    expect(err).toBe('<stdin>:3:1: error: claim default/a: not allocatable: the input has no node: name one with --node\n');
    expect(code).toBe(1);
  });
});

describe('errors', () => {
  test('have the place of the request', async () => {
    const text = documents(cluster(gpuSlice('node-a', 1)), gpuClaim('c', 1, ", selectors: [{cel: {expression: 'device.nothing'}}]"));
    const directory = directoryWith({ 'all.yaml': text });
    const { code, err } = await runProgram(['allocate', '--no-validate', '-f', join(directory, 'all.yaml')]);
    // Once: the error names its claim itself.
    expect(err).toMatch(/all\.yaml:13:\d+: error: claim default\/c: selector #0: CEL compile error/);
    expect(code).toBe(3);
  });

  const CLAIM = (apiVersion: string, request: string): string =>
    `apiVersion: resource.k8s.io/${apiVersion}\nkind: ResourceClaim\nmetadata: {name: c}\nspec:\n  devices:\n    requests:\n${request}`;
  const EXACTLY = (lines: string): string => CLAIM('v1', `    - name: g\n      exactly:\n        deviceClassName: gpu\n${lines}`);
  const SELECTORS = (indent: string, expression: string): string =>
    `${indent}selectors:\n${indent}- cel:\n${indent}    expression: ${expression}\n`;

  test.each([
    ['a selector', EXACTLY(SELECTORS('        ', 'device.nothing')), ':24:13: error: claim default/c: selector #0: CEL compile error'],
    [
      'a selector in v1beta1',
      CLAIM('v1beta1', `    - name: g\n      deviceClassName: gpu\n${SELECTORS('      ', 'device.nothing')}`),
      ':23:11: error: claim default/c: selector #0: CEL compile error',
    ],
    [
      'a selector of an alternative',
      CLAIM(
        'v1',
        `    - name: g\n      firstAvailable:\n      - name: a\n        deviceClassName: gpu\n${SELECTORS('        ', 'device.nothing')}`,
      ),
      ':25:13: error: claim default/c: selector #0: CEL compile error',
    ],
    [
      'an allocation mode',
      EXACTLY('        allocationMode: Any\n'),
      ':22:9: error: claim default/c, request g: unsupported count mode Any\n',
    ],
    [
      'an empty constraint',
      `${EXACTLY('')}    constraints:\n    - requests: [g]\n`,
      ':23:7: error: claim default/c, constraint #0: empty constraint',
    ],
  ])('point at the field: %s', async (_, claim, expected) => {
    const { code, err } = await allocate(documents(cluster(gpuSlice('node-a', 1)), claim), '--no-validate');
    expect(err).toContain(`<stdin>${expected}`);
    expect(code).toBe(3);
  });

  test('of the selector of a class point into the class', async () => {
    const gpu = `apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: gpu}\nspec:\n  selectors:\n${SELECTORS('  ', 'device.nothing').split('\n').slice(1).join('\n')}`;
    const { code, err } = await allocate(documents(gpu, gpuSlice('node-a', 1), gpuClaim('c')), '--no-validate');
    expect(err).toContain('<stdin>:7:7: error: claim default/c: class gpu: selector #0: CEL compile error');
    expect(code).toBe(3);
  });

  test('have the place of the template', async () => {
    const text = documents(
      cluster(gpuSlice('node-a', 1)),
      deployment('web', 1),
      GPU_TEMPLATE.replace('deviceClassName: gpu', 'deviceClassName: none'),
    );
    const { code, err } = await allocate(text);
    expect(err).toMatch(
      /<stdin>:15:\d+: error: pod default\/web-0: 0\/1 nodes are available: request gpu: device class none does not exist\./,
    );
    expect(code).toBe(1);
  });

  test('name the class that was probably meant, at the field', async () => {
    const claim = EXACTLY('').replace('deviceClassName: gpu', 'deviceClassName: gpuu');
    expect(await allocate(documents(cluster(gpuSlice('node-a', 1)), claim))).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        '<stdin>:21:9: error: claim default/c: not allocatable: request g: device class gpuu does not exist, did you mean gpu?\n',
      ),
    });
  });

  test('on one node end the attempt although another node would do, as in the scheduler', async () => {
    const selector = ', selectors: [{cel: {expression: \'device.attributes["gpu.example.com"].model == "x"\'}}]';
    const good = gpuSlice('node-a', 1, ', attributes: {model: {string: x}}');
    const text = documents(cluster(good, gpuSlice('node-b', 1)), gpuClaim('c', 1, selector));
    const { code, out, err } = await allocate(text);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(
      'found on node node-b; the devices would fit on 1 other node, but such an error ends the attempt of the scheduler',
    );
    expect((await allocate(text, '--node', 'node-a')).code).toBe(0);
  });
});

describe('limits', () => {
  test('end a search without an answer', async () => {
    const { code, out, err } = await allocate(documents(cluster(gpuSlice('node-a', 3)), gpuClaim('c', 3)), '--steps', '1');
    expect(err).toContain('claim default/c: interrupted by --steps 1 on node node-a; the devices may still fit');
    expect({ code, out }).toEqual({ code: 4, out: '' });
  });

  test('on one of several nodes end the attempt', async () => {
    const { code, err } = await allocate(
      documents(cluster(gpuSlice('node-a', 3), gpuSlice('node-b', 3)), gpuClaim('c', 3)),
      '--steps',
      '1',
    );
    expect(err).toContain('interrupted by --steps 1 on nodes node-a, node-b');
    expect(code).toBe(4);
  });
});

test('a time limit is named as it was given', async () => {
  const said = 'interrupted by --timeout 1s on node node-a; the devices may still fit';
  const { code } = await firstInterrupted(said, ['allocate', '-f', '-'], documents(GPU_CLASS, gpuSlice('node-a', 1), gpuClaim('c')));
  expect(code).toBe(4);
});
