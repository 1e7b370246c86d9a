import { describe, expect, it } from 'vitest';
import { documents, GPU_CLASS, GPU_TEMPLATE, gpuSlice, runProgram } from '../run-program.js';

const NODE = '{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 16, memory: 64Gi, pods: 110}}}\n';
const group = (minCount: number, more = '') =>
  `{apiVersion: scheduling.k8s.io/v1beta1, kind: PodGroup, metadata: {name: train, namespace: default}, spec: {schedulingPolicy: {gang: {minCount: ${minCount}}}${more}}}\n`;
const job = (pods: number, name = 'train') =>
  `{apiVersion: batch/v1, kind: Job, metadata: {name: ${name}, namespace: default}, spec: {parallelism: ${pods}, completions: ${pods}, completionMode: Indexed, template: {spec: {restartPolicy: Never, schedulingGroup: {podGroupName: train}, containers: [{name: c, image: x, resources: {claims: [{name: g}]}}], resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}]}}}}\n`;
const alone = (name: string) =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: default}, spec: {containers: [{name: c, image: x, resources: {claims: [{name: g}]}}], resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}]}}\n`;
const cluster = (gpus: number) => documents(GPU_CLASS, GPU_TEMPLATE, gpuSlice('n1', gpus), NODE);
const asked = (command: string, input: string, ...args: string[]) => runProgram([command, '-f', '-', ...args], input);

const NONE = 'PodGroup default/train: none of its 4 pending pods is placed: minCount (4) cannot be satisfied: 3 scheduled, 0 remaining\n';

describe('a gang of four pods for three devices', () => {
  const input = documents(cluster(3), group(4), job(4), alone('later'));

  it('gets no device from allocate, and later pods get them', async () => {
    const { code, out, err } = await asked('allocate', input, '--no-headers');
    expect(code).toBe(1);
    expect(out.trim().split(/\s+/)[0]).toBe('later');
    expect(err).toContain('error: pod default/train-3: 0/1 nodes are available: 1 cannot allocate all claims.');
    expect(err).toContain(`error: ${NONE}`);
    expect(err).toContain('note: placed: 1 of 5 pods\n');
  });

  it('has its message with each of its pods in JSON', async () => {
    const { refused } = JSON.parse((await asked('allocate', input, '-o', 'json')).out);
    const messages = refused.map(({ name, message }: { name: string; message: string }) => [name, message]);
    expect(Object.fromEntries(messages)).toEqual({
      'train-0': 'minCount (4) cannot be satisfied: 3 scheduled, 0 remaining',
      'train-1': 'minCount (4) cannot be satisfied: 3 scheduled, 0 remaining',
      'train-2': 'minCount (4) cannot be satisfied: 3 scheduled, 0 remaining',
      'train-3': '0/1 nodes are available: 1 cannot allocate all claims.',
    });
  });

  it('makes nodes, explain and fit fail, although each pod fits alone', async () => {
    for (const command of ['nodes', 'explain']) {
      const { code, err } = await asked(command, input, 'pod/train-1');
      expect([command, code]).toEqual([command, 1]);
      expect(err).toContain(`error: ${NONE}`);
    }
    const { code, err } = await asked('fit', input, 'job/train');
    expect(code).toBe(1);
    expect(err).toContain('note: PodGroup default/train needs 4 pods at once: 0 whole gangs fit, if each gang consists of 4 such pods\n');
  });
});

describe('a gang that fits', () => {
  it('is placed in place of its first pod, also if other pods stand between', async () => {
    const pods = [1, 2].map((number) => alone(`g${number}`).replace('spec: {', 'spec: {schedulingGroup: {podGroupName: train}, '));
    const { code, out } = await asked(
      'allocate',
      documents(cluster(3), group(2), pods[0] as string, alone('other'), pods[1] as string),
      '--no-headers',
    );
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => line.split(/\s+/)[0]),
    ).toEqual(['g1', 'g2', 'other']);
  });

  it('leaves pods beyond minCount pending, and is no failure of the others', async () => {
    const input = documents(cluster(3), group(2), job(4));
    const { code, out, err } = await asked('allocate', input, '--no-headers');
    expect([code, out.trim().split('\n')]).toEqual([1, [expect.any(String), expect.any(String), expect.any(String)]]);
    expect(err).not.toContain('PodGroup default');
    expect((await asked('explain', input, 'pod/train-1')).code).toBe(0);
    expect((await asked('nodes', input, 'pod/train-1')).code).toBe(0);
    expect((await asked('fit', input)).err).toContain('1 whole gang fits');
  });
});

it('does not place pods of a missing PodGroup', async () => {
  const input = documents(cluster(3), job(2));
  const waiting = 'PodGroup default/train: none of its 2 pending pods is placed: waiting for PodGroup default/train, which does not exist';
  expect((await asked('allocate', input)).err).toContain(waiting);
  expect((await asked('nodes', input)).err).toContain(waiting);
  const { code, err } = await asked('fit', input);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('note: PodGroup default/train does not exist: the scheduler places none of its pods\n'),
  ]);
});

it('names what it does not consider of a PodGroup, and the gate that is off', async () => {
  const more = ', parentCompositePodGroupName: all, schedulingConstraints: {topology: [{key: rack}]}';
  const words = 'the topology constraints of PodGroup default/train, the CompositePodGroup of PodGroup default/train\n';
  for (const command of ['allocate', 'nodes', 'explain', 'fit'])
    expect((await asked(command, documents(cluster(2), group(2, more), job(2)))).err).toContain(`not evaluated: ${words}`);
  const simulated = await asked('simulate', documents(cluster(2), group(2, more), job(2)));
  expect(simulated.err).toContain('note: not evaluated: the topology constraints of PodGroup default/train\n');
  const owned = group(2).replace(
    'namespace: default}',
    'namespace: default, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: train, uid: u, controller: true}]}',
  );
  expect((await asked('nodes', documents(cluster(2), owned, job(2)))).err).toContain(
    'note: the gate WorkloadWithJob is not considered: pods that Job default/train has yet to create belong to no PodGroup\n',
  );
  const off = await asked(
    'nodes',
    documents(cluster(2), group(2), job(2)),
    '--no-validate',
    '--feature-gates',
    'GenericWorkload=false,DRAWorkloadResourceClaims=false',
  );
  expect(off.err).toContain('note: the gate GenericWorkload is off: the pods of a PodGroup are not placed together\n');
});

it('leaves the devices of a gang that stays pending to later pods, also in explain', async () => {
  const input = documents(cluster(3), group(4), job(4), alone('later'));
  const { code, out } = await asked('explain', input, 'pod/later');
  expect([code, out]).toEqual([0, expect.stringContaining('pod default/later fits on n1: gpu is allocated gpu-0')]);
  const fitting = await asked('explain', documents(cluster(3), group(3), job(3), alone('later')), 'pod/later');
  expect([fitting.code, fitting.err]).toEqual([1, expect.not.stringContaining('PodGroup default')]);
});

it('names the pod with which the whole gang fails', async () => {
  const member = (name: string, more = '') => alone(name).replace('spec: {', `spec: {schedulingGroup: {podGroupName: train}, ${more}`);
  const gated = await asked('allocate', documents(cluster(3), group(1), member('a'), member('b', 'schedulingGates: [{name: hold}], ')));
  const held = "pod default/b keeps the group from the scheduler's queue: waiting for scheduling gates: [hold]";
  expect([gated.code, gated.err]).toEqual([
    1,
    expect.stringContaining(`error: PodGroup default/train: none of its 2 pending pods is placed: ${held}\n`),
  ]);
  expect(gated.err).toContain('error: pod default/b: waiting for scheduling gates: [hold]');
  const wrong = alone('b')
    .replace('spec: {', 'spec: {schedulingGroup: {podGroupName: train}, ')
    .replace('resourceClaimTemplateName: one-gpu', 'resourceClaimName: bad');
  const bad =
    "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: bad, namespace: default}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, selectors: [{cel: {expression: \"device.attributes['x'].y == 'z'\"}}]}}]}}}\n";
  const failed = await asked('allocate', documents(cluster(3), group(1), bad, member('a'), wrong));
  expect([failed.code, failed.err]).toEqual([
    3,
    expect.stringContaining('placed: failed to schedule other pod from a pod group: claim default/bad: '),
  ]);
});
