import { expect, test } from 'vitest';
import { directoryWith, documents, GPU_CLASS, GPU_TEMPLATE, gpuClaim, gpuSlice, runProgram } from '../run-program.js';

const node = (name: string): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, status: {allocatable: {cpu: 8, memory: 8Gi, pods: 110}}}\n`;
const SPEC = '{resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}], containers: [{name: main, image: app}]}';
const pod = (name: string, spec = SPEC): string => `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: ${spec}}\n`;
const CLUSTER = documents(GPU_CLASS, GPU_TEMPLATE, gpuSlice('node-a', 2), node('node-a'));

async function compared(cluster: string, others: string, ...options: string[]) {
  const directory = directoryWith({ 'cluster.yaml': cluster, 'with.yaml': others });
  return runProgram(['diff', '-f', `${directory}/cluster.yaml`, '--with', `${directory}/with.yaml`, ...options]);
}

/** A pod on a node with a claim that has the first device, and what the claim tolerates. */
function running(name: string, device: string, { tolerations = '', owner = '' } = {}): string {
  const claim = `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: ${name}-gpu, uid: c-${name}}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
status:
  reservedFor: [{resource: pods, name: ${name}, uid: u-${name}}]
  allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: node-a, device: ${device}${tolerations}}]}}
`;
  return documents(
    claim,
    `apiVersion: v1
kind: Pod
metadata: {name: ${name}, uid: u-${name}${owner}}
spec: {nodeName: node-a, resourceClaims: [{name: g, resourceClaimName: ${name}-gpu}], containers: [{name: main, image: app}]}
status: {phase: Running}
`,
  );
}

const rule = (device: string, effect: string): string =>
  `{apiVersion: resource.k8s.io/v1beta2, kind: DeviceTaintRule, metadata: {name: broken}, spec: {deviceSelector: {driver: gpu.example.com, device: ${device}}, taint: {key: broken, effect: ${effect}}}}\n`;

test('pods that wait are informed where they get less, more or something else', async () => {
  const cluster = documents(CLUSTER, pod('p'), pod('q'), gpuClaim('alone'));
  const { code, out, err } = await compared(cluster, gpuSlice('node-a', 1), '-o', 'json');
  const { pods, pending } = JSON.parse(out);
  expect(pods.map(({ kind, name, change }: Record<string, string>) => [kind, name, change])).toEqual([
    ['Pod', 'p', 'same'],
    ['Pod', 'q', 'lost'],
    // One device of one is taken, and not two of two.
    ['ResourceClaim', 'alone', 'other-cause'],
  ]);
  expect([code, pending]).toEqual([1, 2]);
  expect(err).toContain('error: 1 pod becomes pending: default/q\n');
  expect(err).toContain('note: 1 claim is pending before and after: claim default/alone\n');
  expect(err).toContain('note: 1 device of the first cluster is not in the second: gpu.example.com/node-a/gpu-1\n');
  expect(pods[1]).toMatchObject({
    before: {
      kind: 'placed',
      node: 'node-a',
      devices: [{ claim: 'q-g', request: 'gpu', driver: 'gpu.example.com', pool: 'node-a', device: 'gpu-1' }],
    },
    after: { kind: 'pending', message: expect.stringContaining('0/1 nodes are available') },
  });
  const more = await compared(cluster, gpuSlice('node-a', 4));
  expect(more.code).toBe(0);
  expect(more.err).not.toContain('not in the second');
  expect(more.out).toMatch(/^Pods:\nPOD +CHANGE +BEFORE +AFTER\nclaim default\/alone +gained +\S.* +node-a: gpu-2\n$/);
});

test('objects that --with replaces are no mistake, those that a file has twice are', async () => {
  const { err, out } = await compared(documents(CLUSTER, GPU_CLASS), gpuSlice('node-a', 2));
  expect(err).toContain('DeviceClass gpu appears more than once');
  expect(err).not.toContain('ResourceSlice node-a-gpu appears more than once');
  expect(out).toBe('no pod, claim or eviction changes\n');
});

test('claims that have devices are informed where these are gone, or match no more', async () => {
  const narrow =
    '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {selectors: [{cel: {expression: "device.driver == \\"other\\""}}]}}\n';
  const cluster = documents(CLUSTER, running('p', 'gpu-1'));
  const gone = await compared(cluster, gpuSlice('node-a', 1), '-o', 'json');
  expect(JSON.parse(gone.out).claims).toEqual([
    {
      namespace: 'default',
      name: 'p-gpu',
      pods: ['default/p'],
      change: 'changed',
      before: [],
      after: [
        {
          driver: 'gpu.example.com',
          pool: 'node-a',
          device: 'gpu-1',
          request: 'gpu',
          code: 'device-gone',
          message: 'no ResourceSlice has it',
        },
      ],
    },
  ]);
  expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('error: 1 claim becomes invalid: claim default/p-gpu\n')]);
  const { out } = await compared(cluster, narrow);
  expect(out).toMatch(
    /default\/p-gpu +default\/p +gpu\.example\.com\/node-a\/gpu-1 +as requested +class-selector: class gpu does not match it/,
  );
});

test('a rule evicts pods whose claims do not tolerate it, and owners make others', async () => {
  const job =
    '{apiVersion: batch/v1, kind: Job, metadata: {name: j, uid: j}, spec: {template: {spec: {restartPolicy: Never, resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}], containers: [{name: main, image: app}]}}}}\n';
  const owner = ', ownerReferences: [{apiVersion: batch/v1, kind: Job, name: j, uid: j, controller: true}]';
  const forAWhile = ', tolerations: [{operator: Exists, effect: NoExecute, tolerationSeconds: 300}]';
  const cluster = documents(CLUSTER, job, running('j-x', 'gpu-0', { owner }), running('patient', 'gpu-1', { tolerations: forAWhile }));
  const all = await compared(cluster, rule('gpu-0', 'NoExecute'), '-o', 'json');
  expect(JSON.parse(all.out).evictions).toEqual([
    {
      namespace: 'default',
      name: 'j-x',
      node: 'node-a',
      seconds: 0,
      cause: 'a taint of its device that its claim does not tolerate',
      taints: [{ driver: 'gpu.example.com', pool: 'node-a', device: 'gpu-0', key: 'broken', value: '', rule: 'broken' }],
      isBefore: false,
      owner: 'Job default/j',
      again: {
        pod: 'default/j-0',
        placed: { kind: 'pending', message: expect.any(String), cause: expect.any(String), node: 'node-a' },
      },
    },
  ]);
  expect(all.code).toBe(1);
  expect(JSON.parse(all.out).rules).toEqual([
    { rule: 'broken', status: 'True', reason: 'PodsPendingEviction', message: '1 pod needs to be evicted in 1 namespace.' },
  ]);
  const later = await compared(cluster, rule('gpu-1', 'NoExecute'));
  expect([later.code, later.out]).toEqual([
    1,
    expect.stringMatching(/default\/patient +node-a +in 300s .*broken of rule broken +gone: no owner creates it again/),
  ]);
});

test('a rule without an effect says what it would evict, in the words of the controller', async () => {
  const cluster = documents(CLUSTER, running('p', 'gpu-0'), running('q', 'gpu-1'));
  const { out } = await compared(cluster, rule('gpu-0', 'None'), '-o', 'json');
  const { evictions, rules } = JSON.parse(out);
  expect(evictions).toEqual([]);
  expect(rules[0].message).toBe(
    '1 published device selected. 1 allocated device selected. 1 pod would be evicted in 1 namespace if the effect was NoExecute. ' +
      'This information will not be updated again. Recreate the DeviceTaintRule to trigger an update.',
  );
});

test('releases are compared by their gates', async () => {
  const tainted = gpuSlice('node-a', 1, ', taints: [{key: k, effect: NoSchedule}]');
  const input = documents(GPU_CLASS, GPU_TEMPLATE, tainted, node('node-a'), pod('p'));
  const releases = ['--kubernetes-version', '1.34', '--to-version', '1.37'];
  const { code, out, err } = await runProgram(['diff', '-f', '-', ...releases], input);
  expect([code, err]).toEqual([1, expect.stringContaining('other differences between releases')]);
  expect(out).toMatch(/default\/p +lost +node-a: gpu-0 +/);
});

test('without anything to compare with it is a mistake of the command line', async () => {
  expect(await runProgram(['diff', '-f', '-'], CLUSTER)).toMatchObject({
    code: 2,
    err: expect.stringContaining('nothing to compare with'),
  });
  expect(await runProgram(['diff', '-f', '-', '--with', '-'], CLUSTER)).toMatchObject({ code: 2 });
});

test('-n tells of one namespace, -o name the names of what changes', async () => {
  const cluster = documents(CLUSTER, pod('p'), pod('q'), pod('r').replace('name: r', 'name: r, namespace: other'));
  const { code, out } = await compared(cluster, gpuSlice('node-a', 1), '-n', 'default', '-o', 'name');
  expect([code, out]).toEqual([1, 'pod/default/q\n']);
  expect((await compared(cluster, gpuSlice('node-a', 1), '-o', 'wide')).out).toContain('default/p');
});

const tainted = (count: number): string => gpuSlice('node-a', count, ', taints: [{key: k, effect: NoSchedule}]');
const TWO_GPUS = GPU_TEMPLATE.replace('one-gpu', 'two').replace('deviceClassName: gpu', 'deviceClassName: gpu, count: 2');
const TWICE = SPEC.replace('one-gpu', 'two');

test('another cause at the closest node is a change, and not for the worse', async () => {
  const cluster = documents(GPU_CLASS, TWO_GPUS, gpuSlice('node-a', 1), node('node-a'), pod('p', TWICE));
  const { code, out, err } = await compared(cluster, tainted(2));
  expect(out).toMatch(/^Pending before and after:\nPOD .*\ndefault\/p +other-cause +node node-a: .*there is only 1.* node node-a: .*taint/);
  expect(code).toBe(0);
  expect(err).not.toContain('error:');
  expect((await compared(cluster, tainted(2), '--exit-code')).code).toBe(1);
});

test('pods that are pending before and after are named, and are nothing that changed', async () => {
  const cluster = documents(GPU_CLASS, TWO_GPUS, gpuSlice('node-a', 1), node('node-a'), pod('p', TWICE), pod('q', TWICE));
  const { code, out, err } = await compared(cluster, GPU_CLASS, '--exit-code');
  expect([code, out]).toEqual([0, 'no pod, claim or eviction changes\n']);
  expect(err).toContain('note: 2 pods are pending before and after: default/p, default/q\n');
});

test('pods that become pending are listed apart from those that were pending before', async () => {
  const cluster = documents(CLUSTER, TWO_GPUS, pod('p'), pod('q'), pod('big', TWICE));
  const { code, out } = await compared(cluster, gpuSlice('node-a', 1));
  expect(code).toBe(1);
  expect(out).toMatch(
    /^Pending because of the change:\nPOD .*\ndefault\/q +lost .*\n\nPending before and after:\nPOD .*\ndefault\/big +other-cause /,
  );
});

test('a better cluster is exit code 0, and 1 with --exit-code', async () => {
  const cluster = documents(CLUSTER, pod('p'), pod('q'), pod('r'));
  expect(await compared(cluster, gpuSlice('node-a', 3))).toMatchObject({ code: 0, out: expect.stringMatching(/default\/r +gained/) });
  expect((await compared(cluster, gpuSlice('node-a', 3), '--exit-code')).code).toBe(1);
});

test('an owner with fewer replicas is worse where they had nodes', async () => {
  const set = (replicas: number): string =>
    `{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s, uid: s}, spec: {replicas: ${replicas}, selector: {matchLabels: {app: s}}, template: {metadata: {labels: {app: s}}, spec: ${SPEC}}}}\n`;
  const owner = ', labels: {app: s}, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: s, uid: s, controller: true}]';
  const cluster = documents(CLUSTER, set(2), running('s-0', 'gpu-0', { owner }), running('s-1', 'gpu-1', { owner }));
  const { code, out, err } = await compared(cluster, set(1));
  expect([code, err]).toEqual([1, expect.stringContaining('error: 1 pod is gone: default/s-1\n')]);
  expect(out).toMatch(/^Pods:\nPOD .*\ndefault\/s-1 +gone +node-a: gpu-1/);
  expect((await compared(cluster, set(3))).out).toMatch(/default\/s-2 +new /);
});

test('a rule of the input that is there in both clusters is no change', async () => {
  const cluster = documents(CLUSTER, running('p', 'gpu-0'), rule('gpu-0', 'NoExecute'));
  const { code, out } = await compared(cluster, GPU_CLASS, '--exit-code');
  expect([code, out]).toEqual([0, 'no pod, claim or eviction changes\n']);
  const spared = await compared(cluster, rule('gpu-1', 'NoExecute'));
  expect([spared.code, spared.out]).toEqual([0, expect.stringMatching(/No longer evicted:\nPOD .*\ndefault\/p +node-a +evicted now/)]);
});
