// Tests `inventory` on unavailable devices, partitions that consume counters, and shares.

import { describe, expect, test } from 'vitest';
import { documents, gpuSlice } from '../run-program.js';
import { held, inventory, NETWORK, NONE, node } from './inventory-inputs.js';

describe('devices that no request can get', () => {
  /** The cells of the last row. */
  const lastRow = (out: string): string[] => out.trimEnd().split('\n').at(-1)?.split(/ {3,}/) ?? [];
  const COUNTERS = '  sharedCounters: [{name: set, counters: {mem: {value: "1"}}}]\n';

  test('are listed with the reason: a slice with counters', async () => {
    const { out, err } = await inventory(documents(node('node-a'), gpuSlice('node-a', 3) + COUNTERS, held('c', 'gpu-1')), '--no-validate');
    expect(out.split('\n').slice(0, 2)).toEqual([
      'Devices that cannot be allocated to any request:',
      'NODE     DRIVER            POOL     DEVICES                  CLAIMS      WHY',
    ]);
    expect(lastRow(out)).toEqual([
      'node-a',
      'gpu.example.com',
      'node-a',
      'gpu-0,gpu-1 and 1 more',
      'default/c',
      'in a slice with sharedCounters, whose devices are ignored',
    ]);
    expect(err).toBe('');
  });

  test('an obsolete generation, unless the newer one has them as well', async () => {
    const old = gpuSlice('node-a', 2).replace('name: node-a-gpu', 'name: old');
    const newer = gpuSlice('node-a', 1).replace('generation: 1', 'generation: 2');
    const { out } = await inventory(documents(node('node-a'), old, newer));
    expect(lastRow(out).slice(3)).toEqual([
      'gpu-1',
      '-',
      'in generation 1 of pool gpu.example.com/node-a, which is obsolete: there is a generation 2',
    ]);
    expect(
      (await inventory(documents(node('node-a'), gpuSlice('node-a', 1).replace('name: node-a-gpu', 'name: old'), newer))).out,
    ).not.toContain('no request');
  });

  test('an obsolete generation of which other nodes have the newer one', async () => {
    const moved = gpuSlice('node-b', 1, ', attributes: {}').replace(
      'pool: {name: node-b, generation: 1',
      'pool: {name: node-a, generation: 2',
    );
    const old = gpuSlice('node-a', 2).replace('resourceSliceCount: 1', 'resourceSliceCount: 2');
    const { out } = await inventory(documents(node('node-a'), node('node-b'), old, moved));
    expect(lastRow(out).at(-1)).toBe('in generation 1 of pool gpu.example.com/node-a, which is obsolete: other nodes have generation 2');
  });

  test('a node that is not there, or none chosen', async () => {
    const perDevice = NETWORK.replace('allNodes', 'perDeviceNodeSelection').replace(
      '[{name: port-0}, {name: port-1}]',
      '[{name: port-0, nodeName: node-a}, {name: port-1, nodeName: node-x}, {name: port-2}]',
    );
    const { out } = await inventory(documents(node('node-a'), perDevice), '--no-validate');
    const rows = out.trimEnd().split('\n').slice(-2);
    expect(rows.map((row) => row.split(/ {3,}/).slice(3))).toEqual([
      ['port-1', '-', 'node node-x is not in the input'],
      ['port-2', '-', 'its slice names no node'],
    ]);
    // The inventory of one node leaves the other nodes out.
    expect((await inventory(documents(node('node-a'), perDevice), '--no-validate', '--node', 'node-a')).out).not.toContain(
      'no request can get',
    );
  });

  test('a gate that is off', async () => {
    const { out } = await inventory(
      documents(node('node-a'), gpuSlice('node-a', 1) + COUNTERS),
      '--feature-gates',
      'DRAPartitionableDevices=false,DRADeviceCompatibilityGroups=false,DRAPartitionableDevicesType=false',
    );
    expect(lastRow(out).at(-1)).toBe('in a slice that needs the feature gate DRAPartitionableDevices, which is disabled');
  });

  test('stand in json', async () => {
    const { out } = await inventory(documents(node('node-a'), gpuSlice('node-a', 1) + COUNTERS), '--no-validate', '-o', 'json');
    expect(JSON.parse(out)).toEqual({
      pools: [],
      leftOut: [
        {
          node: 'node-a',
          driver: 'gpu.example.com',
          pool: 'node-a',
          why: 'in a slice with sharedCounters, whose devices are ignored',
          devices: [{ name: 'gpu-0', claims: [] }],
        },
      ],
      gone: [],
      totals: { drivers: [], all: { devices: 0, free: 0, freeAtOnce: 0, taken: 0, ...NONE } },
      classes: [],
      conflicts: [],
    });
  });
});

describe('partitions', () => {
  const consumes = (mem: string): string => `consumesCounters: [{counterSet: set, counters: {mem: {value: ${mem}}}}]`;
  const slices = (mem: string): string[] => [
    `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: counters}
spec:
  driver: gpu.example.com
  nodeName: node-a
  pool: {name: node-a, generation: 1, resourceSliceCount: 2}
  sharedCounters: [{name: set, counters: {mem: {value: ${mem}}}}]
`,
    gpuSlice('node-a', 0).replace('resourceSliceCount: 1', 'resourceSliceCount: 2') +
      `  - {name: gpu-0, ${consumes('40Gi')}}\n  - {name: gpu-1, ${consumes('10Gi')}}\n  - {name: gpu-2, ${consumes('10Gi')}}\n`,
  ];

  test('that nobody can get any more are blocked, not free', async () => {
    const text = documents(node('node-a'), ...slices('40Gi'), held('c', 'gpu-1'));
    expect((await inventory(text)).out).toBe(
      [
        'NODE     DRIVER            POOL     DEVICES   FREE   TAKEN   SHARED   ADMIN   BLOCKED   CLAIMS',
        'node-a   gpu.example.com   node-a   3         1      1       0        0       1         default/c',
        '',
        'BLOCKED   no claim uses it, but allocated devices of the same card or group rule it out',
        '',
      ].join('\n'),
    );
    const { out } = await inventory(text, '-o', 'wide');
    expect(out.split('\n').slice(1, 3)).toEqual([
      'node-a   gpu.example.com   node-a   gpu-0    blocked   -           -       exceeds counter set/mem: needs 40Gi, 30Gi left (used by gpu-1)',
      'node-a   gpu.example.com   node-a   gpu-1    taken     default/c   -       -',
    ]);
    expect(out.split('\n').slice(-4)).toEqual([
      'Counters:',
      'NODE     DRIVER            POOL     COUNTER   LEFT   OF',
      'node-a   gpu.example.com   node-a   set/mem   30Gi   40Gi',
      '',
    ]);
    const { pools } = JSON.parse((await inventory(text, '-o', 'json')).out) as { pools: { counters: unknown }[] };
    expect(pools[0]).toMatchObject({
      devices: [
        { state: 'blocked', blockedBy: 'exceeds counter set/mem: needs 40Gi, 30Gi left (used by gpu-1)' },
        { state: 'taken' },
        { state: 'free' },
      ],
      counters: [{ counterSet: 'set', counter: 'mem', left: '30Gi', value: '40Gi' }],
    });
  });

  test('of a pool with a counter below zero are blocked although they take nothing of it', async () => {
    const [counters = '', devices = ''] = slices('40Gi');
    const text = documents(node('node-a'), counters.replace('counters: {', 'counters: {other: {value: "-1"}, '), devices);
    const { out } = await inventory(text, '-o', 'wide');
    expect(out.match(/blocked .* counter set\/other, which is below zero: -1/g)).toHaveLength(3);
  });

  test('are free where nothing of them is taken', async () => {
    expect((await inventory(documents(node('node-a'), ...slices('40Gi')))).out).not.toContain('BLOCKED');
  });
});

test('consumed capacity of shared devices stands in the wide table and in json', async () => {
  const slice =
    gpuSlice('node-a', 1, ', allowMultipleAllocations: true, capacity: {bandwidth: {value: 25G}, vfs: {value: "4"}}') +
    '  - {name: own, capacity: {bandwidth: {value: 1G}}}\n';
  const share = (name: string, id: number): string =>
    held(name, 'gpu-0', `, shareID: 5a6b4d34-8f0a-4c3e-9a43-6d9a9a1f0d1${id}, consumedCapacity: {bandwidth: 5G}`);
  const text = documents(node('node-a'), slice, share('a', 1), share('b', 2));
  const { out } = await inventory(text, '-o', 'wide');
  expect(out.split('\n').map((line) => line.split(/ {3,}/).at(-1))).toEqual(['CAPACITY', 'bandwidth 10G of 25G, vfs 0 of 4', '-', '']);
  const { pools } = JSON.parse((await inventory(text, '-o', 'json')).out) as { pools: { devices: { capacity?: unknown }[] }[] };
  expect(pools[0]?.devices.map(({ capacity }) => capacity)).toEqual([
    [
      { name: 'bandwidth', consumed: '10G', value: '25G' },
      { name: 'vfs', consumed: '0', value: '4' },
    ],
    undefined,
  ]);
});

describe('classes', () => {
  const ofModel = (name: string, spec: string): string =>
    `{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: ${name}}, spec: {${spec}}}\n`;
  const selects = (model: string): string => `selectors: [{cel: {expression: 'device.attributes["gpu.example.com"].model == "${model}"'}}]`;
  const partition = (name: string, model: string, mem: string): string =>
    `  - {name: ${name}, attributes: {model: {string: ${model}}}, consumesCounters: [{counterSet: set, counters: {mem: {value: ${mem}}}}]}\n`;
  const input = documents(
    node('node-a'),
    ofModel('small', `extendedResourceName: example.com/small, ${selects('small')}`),
    ofModel('any', 'selectors: []'),
    gpuSlice('node-a', 0)
      .replace('name: node-a-gpu', 'name: counters')
      .replace('resourceSliceCount: 1', 'resourceSliceCount: 2')
      .replace('  devices:\n', '  sharedCounters: [{name: set, counters: {mem: {value: 40Gi}}}]\n'),
    gpuSlice('node-a', 0).replace('resourceSliceCount: 1', 'resourceSliceCount: 2') +
      partition('gpu-0', 'small', '10Gi') +
      partition('gpu-1', 'small', '20Gi') +
      partition('gpu-2', 'small', '20Gi') +
      partition('gpu-3', 'large', '40Gi'),
    held('c', 'gpu-0'),
  );

  test('have their devices counted, those that fit at once beside what is free', async () => {
    const { out } = await inventory(input);
    expect(out.split('\n').slice(-7, -2)).toEqual([
      'Classes:',
      'CLASS   DEVICES   FREE   AT-ONCE   TAKEN   SHARED   ADMIN   BLOCKED',
      'any     4         2      1         1       0        0       1',
      'small   3         2      1         1       0        0       0',
      '',
    ]);
  });

  test('report the extended resources that they serve in the wide table, and all in json', async () => {
    expect((await inventory(input, '-o', 'wide')).out).toContain('BLOCKED   EXTENDED-RESOURCE\n');
    const { classes } = JSON.parse((await inventory(input, '-o', 'json')).out) as { classes: object[] };
    expect(classes).toEqual([
      { name: 'any', devices: 4, free: 2, freeAtOnce: 1, taken: 1, ...NONE, blocked: 1 },
      { name: 'small', extendedResourceName: 'example.com/small', devices: 3, free: 2, freeAtOnce: 1, taken: 1, ...NONE },
    ]);
  });

  test('whose selector fails are warned about', async () => {
    const { out, err } = await inventory(documents(input, ofModel('bad', selects('x').replace('model', 'none'))));
    expect(err).toContain(
      'warning: DeviceClass bad: its selector fails on gpu.example.com/node-a/gpu-0 and 3 other devices: no such key: none',
    );
    expect(out).toMatch(/^CLASS .* FAILING\nany .* 0\nbad .* 4\nsmall .* 0$/m);
  });

  test('are not there without headings, where rows are for scripts', async () => {
    expect((await inventory(input, '--no-headers')).out.trimEnd().split('\n')).toHaveLength(1);
  });
});
