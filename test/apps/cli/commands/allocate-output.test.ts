// The output of the command, and what can be made of it.

import { describe, expect, test } from 'vitest';
import { decodeObjects } from '../../../../src/core/api/objects.js';
import { readText } from '../../../../src/core/read/read.js';
import { documents, GPU_TEMPLATE, gpuClaim, gpuSlice } from '../run-program.js';
import { allocate, cluster, deployment, pod, rows } from './allocate-inputs.js';

describe('output that is input again', () => {
  const again = async (text: string, ...options: string[]) => {
    const first = await allocate(text, '-o', 'yaml');
    return { first, second: await allocate(documents(text, first.out), ...options) };
  };

  test.each([
    ['a Deployment', deployment('own', 2)],
    [
      'pods without status',
      documents(
        pod('own-0', '{name: g, resourceClaimTemplateName: one-gpu}'),
        pod('own-1', '{name: g, resourceClaimTemplateName: one-gpu}'),
      ),
    ],
    ['pods with a uid', pod('own-0, uid: u', '{name: g, resourceClaimTemplateName: one-gpu}')],
  ])('has the claims of %s, and none is made again', async (_, workload) => {
    const text = documents(cluster(gpuSlice('node-a', 5)), GPU_TEMPLATE, workload);
    const { first, second } = await again(text);
    expect(first.out).toContain('name: own-0-g\n');
    expect(second).toMatchObject({ code: 0, out: '' });
    expect(second.err).toMatch(/fits on node node-a: (its|their) claims are already allocated\n$/);
    const named = await again(text, 'own-0-g');
    expect(rows(named.second.out).map(([name, claim]) => [name, claim])).toEqual([['own-0', 'own-0-g']]);
  });

  test('leaves only what is new to allocate', async () => {
    const text = documents(cluster(gpuSlice('node-a', 5)), GPU_TEMPLATE, deployment('own', 2));
    const { out } = await allocate(text, '-o', 'yaml');
    const more = await allocate(documents(text.replace('replicas: 2', 'replicas: 3'), out));
    expect(rows(more.out).map(([name, claim, , , device]) => [name, claim, device])).toEqual([['own-2', 'own-2-g', 'gpu-2']]);
  });
});

describe('output', () => {
  const request = '{name: gpu, exactly: {deviceClassName: gpu}}';
  const claim = `apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaim
metadata: {name: c, annotations: {"note": "0777"}}
spec:
  devices:
    requests: [{name: gpu, deviceClassName: gpu}]
    config: [{opaque: {driver: gpu.example.com, parameters: {big: 1234567890123456789}}}]
`;
  const text = documents(cluster(gpuSlice('node-a', 1)), claim);

  test('yaml is a claim of v1 with its allocation, numbers as they were', async () => {
    const { out } = await allocate(text, '-o', 'yaml');
    const [object] = readText(out, 'out.yaml').documents;
    expect(object?.value).toMatchObject({
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaim',
      metadata: { name: 'c', namespace: 'default', annotations: { note: '0777' } },
      status: { allocation: { devices: { results: [{ request: 'gpu', driver: 'gpu.example.com', pool: 'node-a', device: 'gpu-0' }] } } },
    });
    expect(out.match(/big: 1234567890123456789$/gm)?.length).toBe(2);
  });

  test('json is a List that can be read back and occupies the device', async () => {
    const { out } = await allocate(text, '--output=json');
    expect(out).toContain('"big": 1234567890123456789');
    const [list] = readText(out, 'out.json').documents;
    const set = decodeObjects([{ value: list?.value ?? null }]);
    expect(set.resourceClaims[0]?.status.allocation?.results.map(({ device }) => device)).toEqual(['gpu-0']);
    const again = await allocate(documents(cluster(gpuSlice('node-a', 1)), gpuClaim('d'), JSON.stringify(JSON.parse(out))));
    expect(again.err).toContain('0 of 1 on this node available (1 allocated to claim default/c)');
  });

  test('name is what kubectl would print', async () => {
    expect((await allocate(text, '-o', 'name')).out).toBe('resourceclaim.resource.k8s.io/c\n');
  });

  test('wide has what else was decided', async () => {
    const { out } = await allocate(text, '-o', 'wide');
    const [headings, row] = out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {3,}/));
    expect(headings).toEqual([
      'POD',
      'CLAIM',
      'REQUEST',
      'DRIVER',
      'DEVICE',
      'NODE',
      'POOL',
      'ADMIN',
      'SHARE',
      'CAPACITY',
      'CONFIG',
      'NODE-SELECTOR',
    ]);
    expect(row?.slice(6)).toEqual(['node-a', '-', '-', '-', '1', 'metadata.name=node-a']);
  });

  test('nothing allocated is an empty list in json and nothing elsewhere', async () => {
    const none = cluster(gpuSlice('node-a', 1));
    expect(JSON.parse((await allocate(none, '-o', 'json')).out)).toEqual({ apiVersion: 'v1', kind: 'List', items: [] });
    for (const format of ['table', 'wide', 'yaml', 'name']) expect((await allocate(none, '-o', format)).out).toBe('');
  });

  test('a claim that requests nothing still has its line', async () => {
    const { out } = await allocate(
      documents(cluster(gpuSlice('node-a', 1)), claim.replace(/requests: .*/, 'requests: []').replace(/ {4}config.*\n/, '')),
    );
    expect(rows(out)).toEqual([['-', 'c', '-', '-', '-', 'node-a']]);
  });

  test('namespaces other than the default one are shown', async () => {
    const { out } = await allocate(
      documents(
        cluster(gpuSlice('node-a', 1)),
        `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: ml}, spec: {devices: {requests: [${request}]}}}\n`,
      ),
    );
    expect(rows(out)[0]?.[1]).toBe('ml/c');
  });
});

test('names that mean nothing have a warning with their place, and the allocation goes on', async () => {
  const claim = gpuClaim('c').replace(']}}}', '], constraints: [{requests: [gpuu], matchAttribute: a/b}]}}}');
  const { code, err } = await allocate(documents(cluster(gpuSlice('node-a', 1)), claim), '--no-validate');
  expect(err).toMatch(/^<stdin>:\d+:\d+: warning: the claim has no request gpuu: the name has no effect, did you mean gpu\?$/m);
  expect(code).toBe(0);
});

test('unknown kinds are counted on standard error', async () => {
  const { err } = await allocate(
    documents(
      cluster(gpuSlice('node-a', 1)),
      gpuClaim('c'),
      '{apiVersion: v1, kind: Secret, metadata: {name: a}}\n',
      '{apiVersion: v1, kind: ConfigMap}\n',
      '{apiVersion: v1, kind: ConfigMap}\n',
    ),
  );
  expect(err).toContain('note: skipped objects of kinds that do not affect devices: 2 v1 ConfigMap, 1 v1 Secret\n');
});
