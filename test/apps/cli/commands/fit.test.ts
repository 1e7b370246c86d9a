import { expect, test } from 'vitest';
import { documents, firstInterrupted, GPU_CLASS, GPU_TEMPLATE, gpuClaim, gpuSlice, runProgram } from '../run-program.js';

const asked = (input: string, ...options: string[]) => runProgram(['fit', '-f', '-', ...options], input);
const node = (name: string): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 110}}}\n`;
const SPEC =
  '{resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}], containers: [{name: main, image: app, resources: {requests: {cpu: 1}}}]}';
const pod = (name: string): string => `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: ${SPEC}}\n`;
const DEPLOYMENT = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: train}, spec: {replicas: 2, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: ${SPEC}}}}\n`;
const DAEMONS = DEPLOYMENT.replace('Deployment', 'DaemonSet').replace('replicas: 2, ', '').replace('train', 'agent');

const CLUSTER = documents(GPU_CLASS, GPU_TEMPLATE, gpuSlice('node-a', 2), gpuSlice('node-b', 6), node('node-a'), node('node-b'));

test('replicas of each set of pods are counted, with the most that there could be and what the next one lacks', async () => {
  const { code, out, err } = await asked(documents(CLUSTER, DEPLOYMENT, pod('p')), '-o', 'wide');
  expect([code, err]).toEqual([0, 'note: the input has no running pod: all resources of the nodes count as free\n']);
  const [heading, ...rows] = out.trimEnd().split('\n');
  expect(heading).toMatch(/^FOR +REPLICAS +AT MOST +NODES +THEN$/);
  expect(rows.map((row) => row.split(/ {2,}/).slice(0, 4))).toEqual([
    ['deployment default/train', '6', '6', 'node-a=2,node-b=4'],
    ['pod default/p', '6', '6', 'node-a=2,node-b=4'],
  ]);
  for (const row of rows) expect(row).toContain('cpu');
});

test('a pod of which no replica fits is exit code 1, and more are not requested than --most', async () => {
  const none = await asked(documents(GPU_CLASS, GPU_TEMPLATE, node('node-a'), pod('p')));
  expect(none.code).toBe(1);
  expect(none.out).toMatch(/pod default\/p +0 +0 /);
  const some = await asked(documents(CLUSTER, pod('p')), '--most', '3', '--no-headers');
  expect([some.code, some.out.trimEnd().split(/ {2,}/)]).toEqual([0, ['pod default/p', '3', '-', 'all requested replicas']]);
  expect((await asked(CLUSTER, '--most', '0')).code).toBe(2);
});

test('a node that its cause names is not named before it', async () => {
  const cordoned = node('node-a').replace('status:', 'spec: {unschedulable: true}, status:');
  const { out } = await asked(documents(GPU_CLASS, GPU_TEMPLATE, gpuSlice('node-a', 2), cordoned, pod('p')), '--no-headers');
  expect(out.trimEnd().split(/ {2,}/).at(-1)).toBe('node node-a is cordoned: uncordon node node-a');
});

test('-o json has the placements, -o name the nodes', async () => {
  const input = documents(CLUSTER, DEPLOYMENT);
  const { pods } = JSON.parse((await asked(input, '-o', 'json', 'deployment/train')).out);
  expect(pods).toHaveLength(1);
  expect(pods[0]).toMatchObject({
    owner: { kind: 'Deployment', name: 'train' },
    answer: 'complete',
    count: 6,
    isAll: false,
    atMost: 6,
    isExact: true,
    perNode: { 'node-a': 2, 'node-b': 4 },
  });
  expect(pods[0].placements).toHaveLength(6);
  expect((await asked(input, '-o', 'name')).out).toBe('node/node-a\nnode/node-b\n');
  expect((await asked(input, '-o', 'custom-columns=N:.count', '--no-headers')).out).toBe('6\n');
});

test('claims and templates that no pod names are fitted as a pod with claims like them', async () => {
  const two =
    '{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: two}, spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, count: 2}}]}}}}\n';
  const input = documents(CLUSTER, gpuClaim('alone', 3), two, pod('p'));
  const { code, out, err } = await asked(input, '--no-headers');
  expect([code, err]).toEqual([0, 'note: the input has no running pod: all resources of the nodes count as free\n']);
  expect(out.split('\n').map((row) => row.split(/ {2,}/).slice(0, 3))).toEqual([
    ['claim default/alone', '2', '2'],
    ['pod default/p', '6', '6'],
    ['resourceclaimtemplate default/two', '4', '4'],
    [''],
  ]);
  expect(out).not.toContain('one-gpu');
  const one = await asked(input, '-o', 'json', 'resourceclaimtemplate/two');
  expect(JSON.parse(one.out).pods).toMatchObject([{ owner: { kind: 'ResourceClaimTemplate', name: 'two' }, count: 4 }]);
  const ofClaim = JSON.parse((await asked(input, '-o', 'json', 'claim/alone')).out);
  expect(ofClaim.pods).toMatchObject([{ kind: 'ResourceClaim', name: 'alone', count: 2, perNode: { 'node-b': 2 } }]);
  expect((await asked(input, 'resourceclaimtemplate/three')).err).toContain('no resourceclaimtemplate "three" in namespace "default"');
});

test('pods that are one for each node, and names of nothing are reported', async () => {
  const { code, out, err } = await asked(documents(CLUSTER, DAEMONS));
  expect([code, out]).toEqual([0, '']);
  expect(err).toContain('a DaemonSet has one pod for each node');
  expect((await asked(CLUSTER, 'nobody')).code).toBe(3);
});

test('a limit ends it', async () => {
  const { code } = await firstInterrupted('interrupted by milliseconds', ['fit', '-f', '-'], documents(CLUSTER, pod('p')));
  expect(code).toBe(4);
});

test('pods and owners that are named are asked about beside those of theirs that run, whatever they need', async () => {
  const owner = (kind: string, name: string, uid: string) =>
    `ownerReferences: [{apiVersion: apps/v1, kind: ${kind}, name: ${name}, uid: ${uid}, controller: true}]`;
  const full = DEPLOYMENT.replace('replicas: 2', 'replicas: 1').replace('name: train', 'name: train, uid: u1');
  const set = full
    .replace('Deployment', 'ReplicaSet')
    .replace('name: train, uid: u1', `name: train-x, uid: u2, labels: {a: b}, ${owner('Deployment', 'train', 'u1')}`);
  const running = pod('train-x-1')
    .replace('name: train-x-1', `name: train-x-1, uid: u3, labels: {a: b}, ${owner('ReplicaSet', 'train-x', 'u2')}`)
    .replace('spec: {', 'status: {phase: Running}, spec: {nodeName: node-b, ');
  const cluster = documents(CLUSTER, full, set, running);
  const rowsOf = async (input: string, ...names: string[]) => {
    const { out } = await asked(input, '--no-headers', ...names);
    return out
      .trimEnd()
      .split('\n')
      .map((row) => row.split(/ {2,}/).slice(0, 3).join(' '));
  };
  expect((await asked(cluster)).err).toContain('no pending pod or claim needs devices');
  for (const name of ['deployment/train', 'replicaset/train-x', 'pod/train-x-1', 'train-x-1'])
    expect(await rowsOf(cluster, name)).toEqual([`${name.replace(/^train/, 'pod/train').replace('/', ' default/')} 5 5`]);
  const two = cluster.replaceAll('replicas: 1', 'replicas: 2');
  expect(await rowsOf(two, 'deployment/train')).toEqual(['deployment default/train 5 5']);
  const light = full.replaceAll(/resourceClaims: \[.*?\], /g, '').replaceAll('cpu: 1', 'cpu: 2');
  expect(await rowsOf(documents(CLUSTER, light), 'deployment/train')).toEqual(['deployment default/train 4 4']);
  expect((await asked(cluster, 'deployment/trian')).err).toContain(
    'no deployment "trian" in namespace "default", did you mean deployment/default/train?',
  );
});

test('an owner that is named has a row for each of its sets of pods, those that need no devices too', async () => {
  const job = (name: string, spec: string) => `{name: ${name}, template: {spec: {parallelism: 1, template: {spec: ${spec}}}}}`;
  const plain = '{containers: [{name: c, image: app, resources: {requests: {cpu: 4}}}]}';
  const set = `{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: js}, spec: {replicatedJobs: [${job('leader', plain)}, ${job('workers', SPEC)}]}}\n`;
  const { out } = await asked(documents(CLUSTER, set), '-o', 'json', 'jobset/js');
  expect(JSON.parse(out).pods.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
    ['js-leader-0-0', 2],
    ['js-workers-0-0', 6],
  ]);
});

test('what the next one lacks is reported for the nodes that have some, and not of those that its node selector leaves out', async () => {
  const cluster = documents(
    CLUSTER,
    gpuSlice('node-c', 8),
    node('node-b').replace('node-b', 'node-c, labels: {zone: c}').replace('cpu: 4', 'cpu: 64'),
  );
  const selected = (name: string): string => pod(name).replace('spec: {', 'spec: {nodeSelector: {zone: c}, ');
  const { out } = await asked(documents(cluster, selected('p')), '--no-headers');
  expect(out.split(/ {2,}/)).toEqual(['pod default/p', '8', '8', expect.stringMatching(/^node node-c: request gpu: 8 allocated to pods/)]);
  const pods = Array.from({ length: 10 }, (_, number) => selected(`p${number}`));
  const { out: played } = await runProgram(['simulate', '-f', '-'], documents(cluster, ...pods));
  expect(played).toMatch(/\ndefault\/p8 +2 +(?:node node-c: )?request gpu needs 1 device, but all 8 of class gpu are allocated to pods/);
});

const QUEUES = `apiVersion: config.kueue.x-k8s.io/v1beta2
kind: Configuration
resources: {deviceClassMappings: [{name: example.com/gpu, deviceClassNames: [gpu]}]}
---
{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: any}}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: gpus}
spec:
  namespaceSelector: {}
  resourceGroups:
  - coveredResources: [example.com/gpu, cpu]
    flavors: [{name: any, resources: [{name: example.com/gpu, nominalQuota: 3}, {name: cpu, nominalQuota: 8}]}]
---
{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: team, namespace: default}, spec: {clusterQueue: gpus}}
`;
const JOB = `{apiVersion: batch/v1, kind: Job, metadata: {name: tune, labels: {kueue.x-k8s.io/queue-name: team}}, spec: {suspend: true, parallelism: 2, template: {spec: ${SPEC.slice(0, -1)}, restartPolicy: Never}}}}\n`;

test('replicas of a job that Kueue has suspended are as many as the quota of its queue, and those of others as many as fit', async () => {
  const { code, out, err } = await asked(documents(CLUSTER, QUEUES, JOB, pod('p')), '--no-headers');
  expect([code, err]).toEqual([0, 'note: the input has no running pod: all resources of the nodes count as free\n']);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((row) => row.split(/ {2,}/)),
  ).toEqual([
    ['job default/tune', '3', '3', 'ClusterQueue gpus: quota of example.com/gpu in flavor any: 3 of 3 in use, 1 requested'],
    ['pod default/p', '6', '6', expect.stringContaining('cpu')],
  ]);
  const wrong = await asked(documents(CLUSTER, QUEUES.replace('nominalQuota: 3', 'nominalQuota: x'), JOB));
  expect([wrong.code, wrong.err]).toEqual([3, expect.stringMatching(/^<stdin>:\d+:\d+: error: .*nominalQuota/m)]);
});
