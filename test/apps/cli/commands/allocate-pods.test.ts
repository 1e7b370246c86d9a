// Tests `allocate` on whole pods: the nodes that the scheduler's filters admit, given the running pods, and the reasons of rejections.

import { describe, expect, test } from 'vitest';
import { documents, gpuClaim, runProgram } from '../run-program.js';
import { allocate, NOTHING_RUNS, rows } from './allocate-inputs.js';
import { CLUSTER, node, plain, pod, running } from './pod-inputs.js';

/** The error of the only pod, without its place. */
async function refusal(...texts: string[]): Promise<string> {
  const { code, out, err } = await allocate(documents(CLUSTER, ...texts));
  expect([code, out]).toEqual([1, '']);
  return err.replace(/^<stdin>:\d+:1: /, '');
}

describe('a pod that no node takes is rejected in the words of the scheduler, then node by node:', () => {
  test('too little room beside what runs', async () => {
    expect(await refusal(node('node-a'), node('node-b'), running('r', 'node-a', 'cpu: 3'), pod('p', 'cpu: 2, memory: 9Gi'))).toBe(
      `error: pod default/p: 0/2 nodes are available: 1 Insufficient cpu, 2 Insufficient memory.
  node node-a:
    Insufficient cpu (needs 2 CPUs, 1 of 4 free)
    Insufficient memory (needs 9Gi, 8Gi of 8Gi free)
  node node-b:
    Insufficient memory (needs 9Gi, 8Gi of 8Gi free)
`,
    );
  });

  test('a taint, and a cordon', async () => {
    const tainted = node('node-a', 'taints: [{key: dedicated, value: db, effect: NoSchedule}]');
    expect(await refusal(tainted, node('node-b', 'unschedulable: true'), pod('p', 'cpu: 1'))).toBe(
      `error: pod default/p: 0/2 nodes are available: 1 node(s) had untolerated taint(s), 1 node(s) were unschedulable.
  node node-a:
    node(s) had untolerated taint(s) (dedicated=db:NoSchedule)
  node node-b:
    node(s) were unschedulable
`,
    );
  });

  test('node affinity', async () => {
    const affinity =
      ', affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [west]}]}]}}}';
    expect(await refusal(node('node-a'), node('node-b'), pod('p', 'cpu: 1', affinity))).toBe(
      `error: pod default/p: 0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.
  nodes node-a, node-b:
    node(s) didn't match Pod's node affinity/selector
`,
    );
  });

  test('a port of the node', async () => {
    const port = ', ports: [{containerPort: 80, hostPort: 80}]';
    const wants = pod('p', 'cpu: 1').replace('image: app', `image: app${port}`);
    expect(await refusal(node('node-a'), running('r', 'node-a', 'cpu: 1', port), wants)).toBe(
      `error: pod default/p: 0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports.
  node node-a:
    node(s) didn't have free ports for the requested pod ports (port TCP/80 is in use by pod default/r)
`,
    );
  });

  test('too many pods', async () => {
    const small = node('node-a', '', { allocatable: 'cpu: 4, memory: 8Gi, pods: 1' });
    expect(await refusal(small, running('r', 'node-a', 'cpu: 1'), pod('p', 'cpu: 1'))).toBe(
      `error: pod default/p: 0/1 nodes are available: 1 Too many pods.
  node node-a:
    Too many pods (the node has 1 of 1 pods)
`,
    );
  });

  test('a scheduling gate, which no node can help', async () => {
    expect(await refusal(node('node-a'), pod('p', 'cpu: 1', ', schedulingGates: [{name: example.com/wait}]'))).toBe(
      'error: pod default/p: waiting for scheduling gates: [example.com/wait]\n',
    );
  });

  test('a scheduling gate before a claim that is missing, but after what the API server rejects', async () => {
    const gated = pod('p', 'cpu: 1', ', schedulingGates: [{name: example.com/wait}]').replace('one-gpu', 'none');
    expect(await refusal(node('node-a'), gated)).toBe('error: pod default/p: waiting for scheduling gates: [example.com/wait]\n');
    const priority = '{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 5}\n';
    const refused = gated.replace('schedulingGates', 'priorityClassName: low, schedulingGates');
    expect(await refusal(node('node-a'), priority, refused)).toContain('error: pod default/p: the API server rejects the pod:');
  });

  test('an extended resource that nobody serves, also of a pod without claims', async () => {
    const wants =
      '{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: main, image: app, resources: {limits: {example.com/card: 1}}}]}}\n';
    expect(await refusal(node('node-a'), wants)).toContain(
      `error: pod default/p: 0/1 nodes are available: 1 Insufficient example.com/card.
  node node-a:
    Insufficient example.com/card (needs 1, 0 of 0 free)
`,
    );
  });

  test('devices, where the other filters let it pass', async () => {
    const elsewhere = node('node-b', 'taints: [{key: dedicated, effect: NoExecute}]');
    const wants = documents(
      gpuClaim('five', 5),
      pod('p', 'cpu: 1').replace('resourceClaimTemplateName: one-gpu', 'resourceClaimName: five'),
    );
    expect(await refusal(node('node-a'), elsewhere, wants)).toBe(
      `error: pod default/p: 0/2 nodes are available: 1 cannot allocate all claims, 1 node(s) had untolerated taint(s).
  closest node node-a: request gpu needs 5 devices, but there are only 4 of class gpu
  node node-a:
    claim default/five, request gpu: needs 5 devices, 4 of 4 on this node available
  node node-b:
    node(s) had untolerated taint(s) (dedicated:NoExecute)
`,
    );
  });
});

test('pods that are placed take room from those behind them, and --devices-only does not consider room', async () => {
  const input = documents(CLUSTER, node('node-a'), pod('p', 'cpu: 3'), pod('q', 'cpu: 3'));
  const { code, out, err } = await allocate(input);
  expect([code, rows(out).map(([name]) => name)]).toEqual([1, ['p']]);
  expect(err).toContain('pod default/q: 0/1 nodes are available: 1 Insufficient cpu.');
  const devices = await allocate(input, '--devices-only');
  expect([devices.code, devices.err, rows(devices.out).map(([name]) => name)]).toEqual([0, '', ['p', 'q']]);
});

test('the pod goes to the node with the best score, the first by name among equals', async () => {
  const nodes = documents(node('node-a'), node('node-b'));
  const chosen = async (...more: string[]): Promise<string | undefined> =>
    rows((await allocate(documents(CLUSTER, nodes, ...more, pod('p', 'cpu: 1, memory: 1Gi')))).out)[0]?.[5];
  expect(await chosen()).toBe('node-a');
  expect(await chosen(running('r', 'node-a', 'cpu: 2, memory: 2Gi'))).toBe('node-b');
});

test('--node considers that node alone, with the same filters', async () => {
  const input = documents(CLUSTER, node('node-a'), node('node-b', 'unschedulable: true'), pod('p', 'cpu: 1'));
  expect((await allocate(input)).code).toBe(0);
  const { code, err } = await allocate(input, '--node', 'node-b');
  expect(code).toBe(1);
  expect(err).toContain('pod default/p: 0/1 nodes are available: 1 node(s) were unschedulable.');
});

test('a pod that waits with its claim allocated needs room where its devices are', async () => {
  const first = await allocate(documents(CLUSTER, node('node-a'), pod('p', 'cpu: 3')), '-o', 'yaml');
  const claim = first.out.replace('metadata:\n', 'metadata:\n  uid: u\n');
  const wants = pod('p', 'cpu: 3').replace('resourceClaimTemplateName: one-gpu', 'resourceClaimName: p-g');
  const again = documents(CLUSTER, node('node-a'), claim, wants);
  expect(await allocate(again)).toMatchObject({ code: 0, out: '' });
  const { code, err } = await allocate(documents(again, running('r', 'node-a', 'cpu: 2')));
  expect(code).toBe(1);
  expect(err).toContain('pod default/p: 0/1 nodes are available: 1 Insufficient cpu.');
});

test('what is not considered is named for the pods that have it', async () => {
  const other = ', schedulerName: mine';
  const { err } = await allocate(
    documents(
      CLUSTER,
      node('node-a'),
      running('x', 'node-a', 'cpu: 1'),
      ...[other, other, ''].map((rest, index) => pod('pqr'[index] ?? '', 'cpu: 1', rest)),
    ),
  );
  expect(err).toBe('note: pod default/p and 1 more: not evaluated: the settings of scheduler mine\n');
});

test('-o json has pods that are rejected beside the list of claims, with the reasons of each node', async () => {
  const input = documents(CLUSTER, node('node-a'), node('node-b', 'unschedulable: true'), pod('p', 'cpu: 3'), pod('q', 'cpu: 3'));
  const { out } = await allocate(input, '-o', 'json');
  const { items, refused } = JSON.parse(out);
  expect(items).toHaveLength(1);
  expect(refused).toEqual([
    {
      kind: 'Pod',
      namespace: 'default',
      name: 'q',
      message: '0/2 nodes are available: 1 Insufficient cpu, 1 node(s) were unschedulable.',
      rejections: {
        'node-a': [{ code: 'insufficient-resource', message: 'Insufficient cpu', detail: 'needs 3 CPUs, 1 of 4 free' }],
        'node-b': [{ code: 'node-unschedulable', message: 'node(s) were unschedulable' }],
      },
    },
  ]);
  const again = await allocate(documents(CLUSTER, node('node-a'), out));
  expect([again.code, again.err]).toEqual([0, 'note: no claim is pending: nothing to allocate\n']);
});

test('-o json tells of what a pod lacks, and of claims that no pod names', async () => {
  const missing = pod('p', 'cpu: 1').replace('resourceClaimTemplateName: one-gpu', 'resourceClaimName: none');
  const { out, code } = await allocate(documents(CLUSTER, node('node-a'), missing, gpuClaim('c', 9)), '-o', 'json');
  expect(code).toBe(1);
  expect(JSON.parse(out).refused).toEqual([
    { kind: 'Pod', namespace: 'default', name: 'p', message: 'ResourceClaim "none" not found in namespace "default"', rejections: {} },
    { kind: 'ResourceClaim', namespace: 'default', name: 'c', message: 'no node has the devices', rejections: {} },
  ]);
});

test('a pod that is named is answered whatever it needs, and alone', async () => {
  const input = documents(CLUSTER, node('node-a'), plain('plain', 'cpu: 2'), pod('p', 'cpu: 3'));
  expect((await allocate(input)).code).toBe(1);
  expect(await allocate(input, 'plain')).toEqual({
    code: 0,
    out: '',
    err: `note: pod default/plain: fits on node node-a: it needs no devices\n${NOTHING_RUNS}`,
  });
  expect(rows((await allocate(input, 'p')).out).map(([name]) => name)).toEqual(['p']);
  const { code, err } = await allocate(documents(input, running('r', 'node-a', 'cpu: 3')), 'plain');
  expect(code).toBe(1);
  expect(err).toContain('pod default/plain: 0/1 nodes are available: 1 Insufficient cpu.');
});

test('nodes that tell their room, and no pod that runs: a note says so where a pod was placed', async () => {
  const [on, wanted] = [node('node-a'), pod('p', 'cpu: 1')];
  const notes = async (...texts: string[]): Promise<readonly string[]> =>
    (await allocate(documents(CLUSTER, ...texts))).err.split(/(?<=\n)/).filter((line) => line.startsWith('note: '));
  expect(await notes(on, wanted)).toEqual([NOTHING_RUNS]);
  expect(await notes(on, wanted, running('done', 'node-a', 'cpu: 1').replace('Running', 'Succeeded'))).toEqual([NOTHING_RUNS]);
  expect(await notes(on, wanted, running('r', 'node-a', 'cpu: 1'))).toEqual([]);
  expect(await notes(on, pod('p', 'cpu: 9'))).toEqual([]);
  expect(await notes(node('node-a').replace(/allocatable: \{.*?\}/, ''), wanted)).not.toContain(NOTHING_RUNS);
  expect(await notes(wanted)).not.toContain(NOTHING_RUNS);
  expect((await allocate(documents(CLUSTER, on, wanted), '--devices-only')).err).toBe('');
  expect((await runProgram(['nodes', '-f', '-'], documents(CLUSTER, on, wanted))).err).toBe(NOTHING_RUNS);
});

test('a claim is for 256 pods at most', async () => {
  const users = Array.from({ length: 257 }, (_, index) =>
    pod(`p${index}`, 'cpu: 1m').replace('resourceClaimTemplateName: one-gpu', 'resourceClaimName: c'),
  );
  const large = node('node-a', '', { allocatable: 'cpu: 4, memory: 8Gi, pods: 1000' });
  const { code, out, err } = await allocate(documents(CLUSTER, large, gpuClaim('c'), ...users));
  expect([code, rows(out).length]).toEqual([1, 256]);
  expect(err).toContain('error: pod default/p256: running PreBind plugin "DynamicResources": add reservation to claim default/');
  expect(err).toContain('is invalid: status.reservedFor: Too many: 257: must have at most 256 items\n');
});

test('the overhead of a RuntimeClass counts for pods that are yet to be created: what runs has what it was given', async () => {
  const kata = '{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: kata}, handler: kata, overhead: {podFixed: {cpu: 3}}}\n';
  const asKata = (text: string): string => text.replace('spec: {', 'spec: {runtimeClassName: kata, ');
  const runs = asKata(running('r', 'node-a', 'cpu: 1'));
  expect((await allocate(documents(CLUSTER, node('node-a'), kata, runs, pod('p', 'cpu: 3')))).code).toBe(0);
  const { code, err } = await allocate(documents(CLUSTER, node('node-a'), kata, asKata(pod('p', 'cpu: 3'))));
  expect([code, err]).toEqual([1, expect.stringContaining('1 Insufficient cpu')]);
  const stored = asKata(pod('p', 'cpu: 3')).replace('name: p}', 'name: p, uid: u-p}');
  expect((await allocate(documents(CLUSTER, node('node-a'), kata, stored))).code).toBe(0);
});

test('-o json tells of a node without the devices what stderr does', async () => {
  const input = documents(
    CLUSTER,
    node('node-a'),
    gpuClaim('five', 5),
    pod('p', 'cpu: 1').replace('resourceClaimTemplateName: one-gpu', 'resourceClaimName: five'),
  );
  const rejection = {
    code: 'devices',
    message: 'cannot allocate all claims',
    detail: 'claim default/five, request gpu: needs 5 devices, 4 of 4 on this node available',
  };
  const { out, err } = await allocate(input, '-o', 'json');
  expect(err).toContain(rejection.detail);
  expect(JSON.parse(out).refused[0].rejections).toEqual({ 'node-a': [rejection] });
  const { out: survey } = await runProgram(['nodes', '-f', '-', '-o', 'json'], input);
  expect(JSON.parse(survey).pods[0].nodes).toEqual([{ node: 'node-a', fits: false, rejections: [rejection] }]);
});

test('what is held for a pod behind it that waits with a nomination is not considered', async () => {
  const nominated = pod('first', 'cpu: 1', ', priority: 5').replace(/}\n$/, ', status: {nominatedNodeName: node-a}}\n');
  const notes = async (priority: number): Promise<string> =>
    (await allocate(documents(CLUSTER, node('node-a'), pod('p', 'cpu: 1', `, priority: ${priority}`), nominated))).err;
  const own = 'note: pod default/first: not evaluated: the nomination for node node-a\n';
  expect(await notes(6)).toBe(`${NOTHING_RUNS}${own}`);
  expect(await notes(5)).toBe(
    `${NOTHING_RUNS}note: pod default/p: not evaluated: resources reserved for pods that are nominated for a node\n${own}`,
  );
});

test('a pod whose claims are allocated learns where it can go, and pods like it share a line', async () => {
  const first = await allocate(documents(CLUSTER, node('node-a'), pod('p', 'cpu: 1'), pod('q', 'cpu: 1')), '-o', 'yaml');
  const claims = first.out.replaceAll('metadata:\n', 'metadata:\n  uid: u\n');
  const named = (name: string): string => pod(name, 'cpu: 1').replace('resourceClaimTemplateName: one-gpu', `resourceClaimName: ${name}-g`);
  expect(await allocate(documents(CLUSTER, node('node-a'), claims, named('p')))).toEqual({
    code: 0,
    out: '',
    err: `note: pod default/p: fits on node node-a: its claims are already allocated\n${NOTHING_RUNS}`,
  });
  const { err } = await allocate(documents(CLUSTER, node('node-a'), claims, named('p'), named('q')));
  expect(err).toBe(`note: pod default/p and 1 more: fits on node node-a: their claims are already allocated\n${NOTHING_RUNS}`);
});

test('nobody allocates the claims of a pod that names its node by itself', async () => {
  const bound = (name: string): string => pod(name, 'cpu: 1', ', nodeName: node-a');
  const { code, out, err } = await allocate(documents(CLUSTER, node('node-a'), bound('p'), pod('r', 'cpu: 1')));
  expect([code, rows(out).map(([name]) => name)]).toEqual([1, ['r']]);
  expect(err).toContain(
    'error: pod default/p: spec.nodeName bypasses kube-scheduler: claim p-g stays unallocated on node node-a\n' +
      '  use a node selector in place of spec.nodeName\n',
  );
});

test('a class that is not among those of the input is rejected, and one of a kind that the input has none of is reported', async () => {
  const withClass = (field: string): string => pod('p', 'cpu: 1').replace('spec: {', `spec: {${field}, `);
  const priority = '{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 5}\n';
  const runtime = '{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: kata}, handler: kata}\n';
  const result = async (...texts: string[]): Promise<readonly [number, string]> => {
    const { code, err } = await allocate(documents(CLUSTER, node('node-a'), ...texts));
    return [code, err];
  };
  const refused = 'error: pod default/p: the API server rejects the pod: ';
  const [first, second] = [withClass('priorityClassName: low'), withClass('runtimeClassName: gvisor')];
  const note = 'note: pod default/p: not evaluated: ';
  expect(await result(priority, first)).toEqual([1, expect.stringContaining(`${refused}no PriorityClass with name low was found`)]);
  expect(await result(runtime, second)).toEqual([1, expect.stringContaining(`${refused}pod rejected: RuntimeClass "gvisor" not found`)]);
  expect(await result(runtime, first)).toEqual([0, expect.stringContaining(`${note}priority class low, which the input does not have`)]);
  expect(await result(priority, second)).toEqual([
    0,
    expect.stringContaining(`${note}runtime class gvisor, which the input does not have`),
  ]);
});

test('a LimitRange in the namespace of a pod that is yet to be created is not considered', async () => {
  const range = (namespace: string): string =>
    `{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: ${namespace}}, spec: {limits: [{type: Container, defaultRequest: {cpu: 1}}]}}\n`;
  const notes = async (namespace: string, more: string): Promise<string> =>
    (await allocate(documents(CLUSTER, node('node-a'), range(namespace), more))).err;
  const named = 'note: pod default/p: not evaluated: defaults and limits of a LimitRange\n';
  expect(await notes('default', pod('p', 'cpu: 1'))).not.toContain('skipped');
  expect(await notes('default', pod('p', 'cpu: 1'))).toContain(named);
  expect(await notes('other', pod('p', 'cpu: 1'))).not.toContain('not looked at');
  expect(await notes('default', pod('p, uid: u', 'cpu: 1'))).not.toContain('not looked at');
});

test('a pod that runs is printed with its node', async () => {
  const result = '{request: gpu, driver: gpu.example.com, pool: node-a, device: gpu-0}';
  const held = gpuClaim('held', 1).replace(/\}\n$/, `, status: {allocation: {devices: {results: [${result}]}}}}\n`);
  const runs = running('r', 'node-a', 'cpu: 1').replace('spec: {', 'spec: {resourceClaims: [{name: g, resourceClaimName: held}], ');
  const { out } = await allocate(documents(CLUSTER, held, node('node-a'), runs), 'pod/r', '--no-headers');
  expect(out.trimEnd().split(/ {2,}/)).toEqual(['r', 'held', 'gpu', 'gpu.example.com', 'gpu-0', 'node-a']);
});

test('a node without devices is not the nearest where a filter rejects nodes with some', async () => {
  const tainted = node('node-a', 'taints: [{key: gpu, effect: NoSchedule}]');
  const { err } = await allocate(documents(CLUSTER, tainted, node('node-c'), pod('p', 'cpu: 1')));
  expect(err).toContain('1 node(s) had untolerated taint(s)');
  expect(err).not.toContain('closest');
  const alone = await allocate(documents(CLUSTER, node('node-c'), node('node-d'), pod('p', 'cpu: 1')));
  expect(alone.err).toContain('closest node node-c: request gpu needs 1 device, but this node has no devices');
});
