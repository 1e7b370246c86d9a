import { describe, expect, test } from 'vitest';
import { documents, gpuSlice, runProgram } from '../run-program.js';
import { held, inventory, NETWORK, NONE, node } from './inventory-inputs.js';

test('counts free and taken devices of each pool, and says who has them', async () => {
  const { code, out, err } = await inventory(
    documents(node('node-a'), node('node-b'), gpuSlice('node-b', 1), gpuSlice('node-a', 3), held('c', 'gpu-1')),
  );
  expect(out).toBe(
    [
      'NODE     DRIVER            POOL     DEVICES   FREE   TAKEN   SHARED   ADMIN   CLAIMS',
      'node-a   gpu.example.com   node-a   3         2      1       0        0       default/c',
      'node-b   gpu.example.com   node-b   1         1      0       0        0       -',
      '',
      'Totals:',
      'DRIVER            DEVICES   FREE   TAKEN   SHARED   ADMIN',
      'gpu.example.com   4         3      1       0        0',
      '',
    ].join('\n'),
  );
  expect(err).toBe('');
  expect(code).toBe(0);
});

test('admin access takes nothing and is counted apart', async () => {
  const { out } = await inventory(documents(node('node-a'), gpuSlice('node-a', 2), held('c', 'gpu-1', ', adminAccess: true')));
  expect(out.split('\n')[1]).toBe('node-a   gpu.example.com   node-a   2         2      0       0        1       -');
});

test('a device with shares is shared, without the gate taken', async () => {
  const text = documents(
    node('node-a'),
    gpuSlice('node-a', 1, ', allowMultipleAllocations: true'),
    held('c', 'gpu-0', ', shareID: 5a6b4d34-8f0a-4c3e-9a43-6d9a9a1f0d11'),
  );
  expect((await inventory(text)).out).toContain('node-a   1         0      0       1        0       default/c\n');
  expect((await inventory(text, '--feature-gates', 'DRAConsumableCapacity=false')).out).toContain(
    'node-a   1         0      1       0        0       default/c\n',
  );
});

test('many holders are counted in the table and named in the wide one', async () => {
  const text = documents(node('node-a'), gpuSlice('node-a', 4), held('a', 'gpu-0'), held('b', 'gpu-1'), held('c', 'gpu-2'));
  expect((await inventory(text)).out).toContain('default/a,default/b and 1 more\n');
  expect((await inventory(text, '-o', 'wide')).out).toBe(
    [
      'NODE     DRIVER            POOL     DEVICE   STATE   CLAIMS      ADMIN',
      'node-a   gpu.example.com   node-a   gpu-0    taken   default/a   -',
      'node-a   gpu.example.com   node-a   gpu-1    taken   default/b   -',
      'node-a   gpu.example.com   node-a   gpu-2    taken   default/c   -',
      'node-a   gpu.example.com   node-a   gpu-3    free    -           -',
      '',
    ].join('\n'),
  );
});

describe('pools that do not count', () => {
  test('an incomplete one has its reason and nothing free', async () => {
    const { out } = await inventory(
      documents(node('node-a'), gpuSlice('node-a', 2).replace('resourceSliceCount: 1', 'resourceSliceCount: 2')),
    );
    const [headings, row] = out.split('\n');
    expect(headings).toMatch(/ {3}PROBLEM$/);
    expect(row).toContain('node-a   2         0      0       0        0       -        incomplete: found 1 of 2 slices');
  });

  test('an invalid one has its reason', async () => {
    const { out } = await inventory(documents(node('node-a'), gpuSlice('node-a', 2).replace('gpu-1', 'gpu-0')), '--no-validate');
    expect(out).toContain('invalid: duplicate device name gpu-0\n');
  });
});

test('network-attached devices are listed once, after those of nodes', async () => {
  const { out } = await inventory(documents(node('node-a'), node('node-b'), NETWORK, gpuSlice('node-a', 1)));
  expect(out).toBe(
    [
      'NODE     DRIVER            POOL     DEVICES   FREE   TAKEN   SHARED   ADMIN   CLAIMS',
      'node-a   gpu.example.com   node-a   1         1      0       0        0       -',
      '',
      'Network-attached devices:',
      'DRIVER            POOL     DEVICES   FREE   TAKEN   SHARED   ADMIN   CLAIMS',
      'net.example.com   fabric   2         2      0       0        0       -',
      '',
      'Totals:',
      'DRIVER            DEVICES   FREE   TAKEN   SHARED   ADMIN',
      'gpu.example.com   1         1      0       0        0',
      'net.example.com   2         2      0       0        0',
      '(all)             3         3      0       0        0',
      '',
    ].join('\n'),
  );
});

test('allocated devices that no slice has are listed', async () => {
  const { out } = await inventory(documents(node('node-a'), gpuSlice('node-a', 1), held('c', 'gpu-9')));
  expect(out).toContain(
    'Allocated devices without a ResourceSlice:\nDEVICE                         CLAIMS\ngpu.example.com/node-a/gpu-9   default/c\n',
  );
});

/** Counts of a total that are zero in most tests. */

test('json and yaml hold the same, name has the devices', async () => {
  const text = documents(node('node-a'), gpuSlice('node-a', 1), NETWORK, held('c', 'gpu-0'));
  const expected = {
    pools: [
      {
        node: 'node-a',
        driver: 'gpu.example.com',
        pool: 'node-a',
        devices: [{ name: 'gpu-0', state: 'taken', claims: ['default/c'], admins: [], taints: [] }],
      },
      {
        networkAttached: true,
        driver: 'net.example.com',
        pool: 'fabric',
        devices: [
          { name: 'port-0', state: 'free', claims: [], admins: [], taints: [] },
          { name: 'port-1', state: 'free', claims: [], admins: [], taints: [] },
        ],
      },
    ],
    leftOut: [],
    gone: [],
    totals: {
      drivers: [
        { driver: 'gpu.example.com', devices: 1, free: 0, freeAtOnce: 0, taken: 1, ...NONE },
        { driver: 'net.example.com', devices: 2, free: 2, freeAtOnce: 2, taken: 0, ...NONE },
      ],
      all: { devices: 3, free: 2, freeAtOnce: 2, taken: 1, ...NONE },
    },
    classes: [],
    conflicts: [],
  };
  expect(JSON.parse((await inventory(text, '-o', 'json')).out)).toEqual(expected);
  expect((await inventory(text, '-o', 'yaml')).out).toContain('pools:\n- node: node-a\n  driver: gpu.example.com\n');
  expect((await inventory(text, '-o', 'name')).out).toBe(
    'gpu.example.com/node-a/gpu-0\nnet.example.com/fabric/port-0\nnet.example.com/fabric/port-1\n',
  );
});

test('--node lists one node', async () => {
  const { out } = await inventory(
    documents(node('node-a'), node('node-b'), gpuSlice('node-b', 1), gpuSlice('node-a', 3)),
    '--node',
    'node-b',
  );
  expect(out.trim().split('\n').slice(1)).toEqual(['node-b   gpu.example.com   node-b   1         1      0       0        0       -']);
});

test('the real dump of a node lists 8 GPUs and 7 network cards', async () => {
  const { out } = await runProgram(['inventory', '--no-validate', '-f', 'test/manifests/dranet/aws-eks-gpu-efa']);
  const rows = (out.split('\n\n')[0] as string)
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {3,}/));
  expect(rows.map(([, driver, , devices, free]) => [driver, devices, free])).toEqual([
    ['dra.net', '7', '7'],
    ['gpu.nvidia.com', '8', '8'],
  ]);
});

describe('taints', () => {
  const tainted = gpuSlice('node-a', 3).replace(
    '{name: gpu-1}',
    '{name: gpu-1, taints: [{key: health, value: bad, effect: NoSchedule}, {key: seen, effect: None}]}',
  );
  const rule =
    '{apiVersion: resource.k8s.io/v1beta2, kind: DeviceTaintRule, metadata: {name: r}, spec: {deviceSelector: {device: gpu-2}, taint: {key: repair, effect: NoExecute}}}\n';

  test('are counted where there are any, free or not', async () => {
    const { out } = await inventory(documents(node('node-a'), tainted, held('c', 'gpu-1')));
    expect(out).toBe(
      [
        'NODE     DRIVER            POOL     DEVICES   FREE   TAKEN   SHARED   ADMIN   TAINTED   CLAIMS',
        'node-a   gpu.example.com   node-a   3         2      1       0        0       1         default/c',
        '',
        'TAINTED   it has a taint that requests must tolerate; FREE also counts it if no claim uses it',
        '',
      ].join('\n'),
    );
  });

  test('stand in the wide table and in json, those of rules too', async () => {
    const text = documents(node('node-a'), tainted, rule);
    const { out } = await inventory(text, '-o', 'wide');
    expect(out.split('\n').map((line) => line.split(/ {3,}/).at(-1))).toEqual([
      'TAINTS',
      '-',
      'health=bad:NoSchedule,seen:None',
      'repair:NoExecute',
      '',
    ]);
    const { pools } = JSON.parse((await inventory(text, '-o', 'json')).out) as { pools: { devices: { taints: unknown }[] }[] };
    expect(pools[0]?.devices.map(({ taints }) => taints)).toEqual([
      [],
      [
        { key: 'health', value: 'bad', effect: 'NoSchedule' },
        { key: 'seen', effect: 'None' },
      ],
      [{ key: 'repair', effect: 'NoExecute' }],
    ]);
  });

  test('do not count while their gates are off', async () => {
    expect(
      (await inventory(documents(node('node-a'), tainted, rule), '--feature-gates', 'DRADeviceTaints=false,DRADeviceTaintRules=false')).out,
    ).not.toContain('TAINT');
    const { out } = await inventory(documents(node('node-a'), gpuSlice('node-a', 3), rule), '--feature-gates', 'DRADeviceTaintRules=false');
    expect(out).not.toContain('TAINT');
  });
});

test('with nothing to show, standard error says what there is', async () => {
  const { code, out, err } = await inventory(documents(node('node-a'), node('node-b')));
  expect({ code, out }).toEqual({ code: 0, out: '' });
  expect(err).toBe('note: no device: the input has 2 nodes and 0 slices\n');
  expect((await inventory(documents(node('node-a')), '--node', 'node-a')).err).toBe(
    'note: no device on node node-a: the input has 1 node and 0 slices\n',
  );
});

test('DeviceTaintRules that a gate hides are noted', async () => {
  const rule =
    '{apiVersion: resource.k8s.io/v1beta2, kind: DeviceTaintRule, metadata: {name: r}, spec: {deviceSelector: {}, taint: {key: repair, effect: NoExecute}}}\n';
  const text = documents(node('node-a'), gpuSlice('node-a', 1), rule);
  expect((await inventory(text)).err).toBe('');
  expect((await inventory(text, '--kubernetes-version', '1.36')).err).toBe(
    'note: the DeviceTaintRule is ignored: the gate DRADeviceTaintRules is off\n',
  );
});

describe('devices of cordoned nodes', () => {
  const cordoned = (name: string): string => `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, spec: {unschedulable: true}}\n`;
  const text = documents(
    cordoned('node-a'),
    node('node-b'),
    gpuSlice('node-a', 2),
    gpuSlice('node-b', 1),
    NETWORK,
    held('c', 'gpu-1'),
    '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: any}, spec: {selectors: []}}\n',
  );

  test('are counted, but not as free, unless another node reaches them', async () => {
    const { out } = await inventory(text);
    expect(out).toBe(
      [
        'NODE     DRIVER            POOL     DEVICES   FREE   TAKEN   SHARED   ADMIN   CORDONED   CLAIMS',
        'node-a   gpu.example.com   node-a   2         0      1       0        0       2          default/c',
        'node-b   gpu.example.com   node-b   1         1      0       0        0       0          -',
        '',
        'Network-attached devices:',
        'DRIVER            POOL     DEVICES   FREE   TAKEN   SHARED   ADMIN   CORDONED   CLAIMS',
        'net.example.com   fabric   2         2      0       0        0       0          -',
        '',
        'Totals:',
        'DRIVER            DEVICES   FREE   TAKEN   SHARED   ADMIN   CORDONED',
        'gpu.example.com   3         1      1       0        0       2',
        'net.example.com   2         2      0       0        0       0',
        '(all)             5         3      1       0        0       2',
        '',
        'Classes:',
        'CLASS   DEVICES   FREE   TAKEN   SHARED   ADMIN   CORDONED',
        'any     5         3      1       0        0       2',
        '',
        'CORDONED  its node is cordoned and accepts no new pods; FREE does not count it',
        '',
      ].join('\n'),
    );
    const alone = await inventory(text, '--node', 'node-a');
    expect(alone.out).toMatch(/^net\.example\.com +fabric +2 +0 +0 +0 +0 +2 +-$/m);
  });

  test('are marked in the wide table, in rows for scripts, in templates and in json', async () => {
    const { out } = await inventory(text, '-o', 'wide');
    expect(out).toMatch(
      /^node-a +gpu\.example\.com +node-a +gpu-0 +free,cordoned +- +-\n.* gpu-1 +taken,cordoned +default\/c +-\n.* gpu-0 +free +- /m,
    );
    expect((await inventory(text, '--no-headers')).out.split('\n')[0]).toMatch(/^node-a .* 2 +default\/c$/);
    const columns = await inventory(text, '-o', 'custom-columns=D:.name,C:.cordoned', '--no-headers');
    expect(
      columns.out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ +/).join(' ')),
    ).toEqual(['gpu-0 true', 'gpu-1 true', 'gpu-0 <none>', 'port-0 <none>', 'port-1 <none>']);
    const { totals } = JSON.parse((await inventory(text, '-o', 'json')).out) as { totals: { all: object } };
    expect(totals.all).toEqual({ devices: 5, free: 3, freeAtOnce: 3, taken: 1, ...NONE, cordoned: 2 });
  });
});
