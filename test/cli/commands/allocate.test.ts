import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeObjects } from '../../../src/api/objects.js';
import { readText } from '../../../src/read/read.js';
import { directoryWith, documents, GPU_CLASS, GPU_TEMPLATE, gpuClaim, gpuSlice, runProgram } from '../run-program.js';

const allocate = (input: string, ...options: string[]) => runProgram(['allocate', '-f', '-', ...options], input);
const cluster = (...slices: string[]): string => documents(GPU_CLASS, ...slices);
const pod = (name: string, claims: string, rest = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {resourceClaims: [${claims}], containers: []${rest}}}\n`;
const deployment = (name: string, replicas: number, rest = ''): string =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}}, spec: {replicas: ${replicas}, template: {spec: {resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}], containers: []${rest}}}}}\n`;
const node = (name: string, labels = ''): string => `{apiVersion: v1, kind: Node, metadata: {name: ${name}, labels: {${labels}}}}\n`;
const rows = (out: string): string[][] =>
  out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {3,}/));

const NOTE = (count: number): string =>
  `note: the input has no Node objects: taking the ${count} that ResourceSlices name, without labels\n`;

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

test('groups come in input order, each seeing the picks before it', async () => {
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

test('--node looks at that node only', async () => {
  const text = documents(cluster(gpuSlice('node-a', 1), gpuSlice('node-b', 1)), gpuClaim('c'));
  const { out, err } = await allocate(text, '--node', 'node-b');
  expect(rows(out)[0]?.[5]).toBe('node-b');
  expect(err).toBe('note: the input has no Node objects: taking node node-b without labels\n');
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
  expect(err).toBe('');
  const nowhere = await allocate(documents(text, pod('p', '{name: x, resourceClaimName: c}', ', nodeSelector: {zone: east}')));
  expect(nowhere.err).toContain("pod default/p: not allocatable: no node has the labels of the pod's node selector: zone=east");
  expect(nowhere.code).toBe(1);
});

test('a pod that runs is tied to its node', async () => {
  const text = documents(
    cluster(gpuSlice('node-a', 1), gpuSlice('node-b', 1)),
    gpuClaim('c'),
    pod('p', '{name: x, resourceClaimName: c}', ', nodeName: node-b'),
  );
  expect(rows((await allocate(text)).out)[0]?.[5]).toBe('node-b');
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
    expect(err).toContain('pod default/q: not allocatable on 2 nodes');
    expect(err).toContain('  node node-b:\n    claim default/shared is allocated already, and its devices cannot be used from here\n');
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

  test('are there once in other formats, also when asked for by name', async () => {
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
    expect(err).toContain('error: the input has no claim default/c1, did you mean team/c1?\n');
    expect(code).toBe(3);
  });

  test('a claim that the input does not have is wrong input, the others are allocated', async () => {
    const { code, out, err } = await allocate(text, 'web-0-gg', 'a');
    expect(rows(out).map(([, claim]) => claim)).toEqual(['a']);
    expect(err).toContain('error: the input has no claim default/web-0-gg, did you mean default/web-0-g?');
    expect(code).toBe(3);
  });
});

describe('claims that are allocated before', () => {
  const held = gpuClaim('held').replace(
    '}}\n',
    '}, status: {allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: node-a, device: gpu-0}]}}}}\n',
  );
  const text = documents(cluster(gpuSlice('node-a', 2)), held);

  test('keep their devices, and are not printed', async () => {
    expect(rows((await allocate(documents(text, gpuClaim('c')))).out).map(([, claim, , , device]) => [claim, device])).toEqual([
      ['c', 'gpu-1'],
    ]);
  });

  test('are printed as they are when asked for', async () => {
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
      'warning: ResourceClaim held is given more than once; the last one counts and keeps the allocation of the one before\n',
    );
    expect(code).toBe(0);
  });
});

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
    expect(second.err).toContain('note: no claim is pending: nothing to allocate\n');
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

describe('what cannot be allocated', () => {
  test('is explained for each request, equal nodes together', async () => {
    const selector = ", selectors: [{cel: {expression: 'false'}}]";
    const { code, out, err } = await allocate(documents(cluster(gpuSlice('node-a', 2), gpuSlice('node-b', 2)), gpuClaim('c', 1, selector)));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(
      [
        NOTE(2).trim(),
        'error: claim default/c: not allocatable on 2 nodes',
        '  nodes node-a, node-b:',
        '    claim default/c, request gpu: wants 1 device, 0 of 2 on this node can be used (2 refused by request selector #0 `false`)',
        '',
      ].join('\n'),
    );
  });

  test('says what is taken', async () => {
    const { err } = await allocate(documents(cluster(gpuSlice('node-a', 2)), gpuClaim('a'), gpuClaim('b', 2)));
    expect(err).toContain('claim default/b, request gpu: wants 2 devices, 1 of 2 on this node can be used (1 taken)');
  });

  test('says which pools do not count', async () => {
    const { err } = await allocate(
      documents(cluster(gpuSlice('node-a', 2).replace('resourceSliceCount: 1', 'resourceSliceCount: 2')), gpuClaim('a')),
    );
    expect(err).toContain('pool gpu.example.com/node-a does not count, it is incomplete: 1 of 2 slices');
  });

  test('is told once for all pods of a workload, and the exit code is 1 although others fit', async () => {
    const { code, out, err } = await allocate(documents(cluster(gpuSlice('node-a', 2)), GPU_TEMPLATE, deployment('web', 90_000)));
    expect(rows(out).map(([name]) => name)).toEqual(['web-0', 'web-1']);
    expect(err).toContain('error: pod default/web-2: not allocatable on 1 node');
    expect(err).toContain('error: 89997 more pods of Deployment default/web: not tried, since they differ in name only\n');
    expect(code).toBe(1);
  });

  test('is found out at once for a billion replicas', async () => {
    const { code, err } = await allocate(documents(cluster(gpuSlice('node-a', 2)), GPU_TEMPLATE, deployment('web', 1_000_000_000)));
    expect(err).toContain('Deployment default/web: 1000000000 more pods would bring the claims of made pods above the limit of 100000');
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
      /a\.yaml:\d+:1: error: pod default\/web-0: ResourceClaimTemplate "one-gpu" not found in namespace "default"\n {2}namespace "other" has one of this name, but it must be in the namespace of the pod\n$/,
    );
    expect(code).toBe(1);
  });

  test('for want of any node says so', async () => {
    const { code, err } = await allocate(documents(GPU_CLASS, gpuClaim('a')));
    expect(err).toBe('error: claim default/a: not allocatable: the input has no node; name one with --node\n');
    expect(code).toBe(1);
  });
});

describe('errors', () => {
  test('have the place of the request', async () => {
    const text = documents(cluster(gpuSlice('node-a', 1)), gpuClaim('c', 1, ", selectors: [{cel: {expression: 'device.nothing'}}]"));
    const directory = directoryWith({ 'all.yaml': text });
    const { code, err } = await runProgram(['allocate', '-f', join(directory, 'all.yaml')]);
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
      'a class that does not exist',
      EXACTLY('').replace('deviceClassName: gpu', 'deviceClassName: gpuu'),
      ':21:9: error: claim default/c, request g: could not retrieve device class gpuu: deviceclass.resource.k8s.io "gpuu" not found, did you mean gpu?\n',
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
    const { code, err } = await allocate(documents(cluster(gpuSlice('node-a', 1)), claim));
    expect(err).toContain(`<stdin>${expected}`);
    expect(code).toBe(3);
  });

  test('of the selector of a class point into the class', async () => {
    const gpu = `apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: gpu}\nspec:\n  selectors:\n${SELECTORS('  ', 'device.nothing').split('\n').slice(1).join('\n')}`;
    const { code, err } = await allocate(documents(gpu, gpuSlice('node-a', 1), gpuClaim('c')));
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
      /<stdin>:15:\d+: error: pod default\/web-0: claim default\/web-0-g, request gpu: could not retrieve device class none/,
    );
    expect(code).toBe(3);
  });

  test('on one node end the attempt although another node would do, as in the scheduler', async () => {
    const selector = ', selectors: [{cel: {expression: \'device.attributes["gpu.example.com"].model == "x"\'}}]';
    const good = gpuSlice('node-a', 1, ', attributes: {model: {string: x}}');
    const text = documents(cluster(good, gpuSlice('node-b', 1)), gpuClaim('c', 1, selector));
    const { code, out, err } = await allocate(text);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(
      'found on node node-b; the devices would fit on 1 other node, but the scheduler ends its attempt at such an error',
    );
    expect((await allocate(text, '--node', 'node-a')).code).toBe(0);
  });
});

describe('limits', () => {
  test('end a search without an answer', async () => {
    const { code, out, err } = await allocate(documents(cluster(gpuSlice('node-a', 3)), gpuClaim('c', 3)), '--steps', '1');
    expect(err).toContain('claim default/c: interrupted by --steps 1 on node node-a; this does not mean that nothing fits');
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
    expect(again.err).toContain('0 of 1 on this node can be used (1 taken)');
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

  test('a claim that asks for nothing still has its line', async () => {
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
  const { code, err } = await allocate(documents(cluster(gpuSlice('node-a', 1)), claim));
  expect(err).toMatch(/^<stdin>:\d+:\d+: warning: the claim has no request gpuu: the name has no effect, did you mean gpu\?$/m);
  expect(code).toBe(0);
});

test('unknown kinds are counted on standard error', async () => {
  const { err } = await allocate(
    documents(
      cluster(gpuSlice('node-a', 1)),
      gpuClaim('c'),
      '{apiVersion: v1, kind: Namespace, metadata: {name: a}}\n',
      '{apiVersion: v1, kind: ConfigMap}\n',
      '{apiVersion: v1, kind: ConfigMap}\n',
    ),
  );
  expect(err).toContain('warning: skipped objects of kinds that do not matter for devices: 2 v1 ConfigMap, 1 v1 Namespace\n');
});

test('the real dump of a node with 8 GPUs and 4 aligned network cards serves four aligned pairs, as the hardware can', async () => {
  const gpu = `{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.nvidia.com}, spec: {selectors: [{cel: {expression: 'device.driver == "gpu.nvidia.com"'}}]}}\n`;
  const train = deployment('train', 5).replace('one-gpu', 'gpu-efa-aligned');
  const directory = directoryWith({ 'train.yaml': documents(gpu, train) });
  const { code, out } = await runProgram(['allocate', '-f', 'test/manifests/dranet/aws-eks-gpu-efa', '-f', directory]);
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
  expect(off.err).toContain('note: the DeviceTaintRule is ignored: with this version and these gates, DRADeviceTaintRules is off\n');
  const on = await runProgram(['allocate', '-f', '-'], text);
  expect(on.code).toBe(1);
  expect(on.err).not.toContain('ignored');
});

test('a time limit is named as it was given', async () => {
  const { code, err } = await runProgram(
    ['allocate', '-f', '-', '--timeout', '1ns'],
    documents(GPU_CLASS, gpuSlice('node-a', 1), gpuClaim('c')),
  );
  expect(err).toContain('interrupted by --timeout 0.000001ms on node node-a; this does not mean that nothing fits');
  expect(code).toBe(4);
});
