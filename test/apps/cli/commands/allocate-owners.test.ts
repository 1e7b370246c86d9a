import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryWith, gpuSlice, runProgram } from '../run-program.js';

const CLUSTER = `---
${gpuSlice('a', 4)}
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: t}
spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}}
---
apiVersion: v1
kind: Node
metadata: {name: a}
---
`;
const SPEC = '{resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [{name: m, image: i}]}';
const pods = (out: string): string[] =>
  out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/\s+/)[0] ?? '');

test('custom resources that are known make their pods, suspended ones none', async () => {
  const jobSet = (name: string, rest: string): string =>
    `{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: ${name}}, spec: {${rest}replicatedJobs: [{name: w, replicas: 2, template: {spec: {template: {spec: ${SPEC}}}}}]}}\n---\n`;
  const { code, out, err } = await runProgram(['allocate', '-f', '-'], CLUSTER + jobSet('one', '') + jobSet('two', 'suspend: true, '));
  expect([code, pods(out)]).toEqual([0, ['one-w-0-0', 'one-w-1-0']]);
  expect(err).toContain('note: JobSet default/two: creates no pods, since spec.suspend is true\n');
});

test('other kinds count as one pod and say so, unless a table tells more of them', async () => {
  const text = `${CLUSTER}{apiVersion: example.com/v1, kind: Training, metadata: {name: x}, spec: {teams: [{name: a, size: 3, template: {spec: ${SPEC}}}]}}\n`;
  const alone = await runProgram(['allocate', '-f', '-'], text);
  expect([alone.code, pods(alone.out)]).toEqual([0, ['x-0']]);
  expect(alone.err).toContain(
    'note: Training default/x: is of an unsupported kind: its pod template at spec.teams[0].template counts as one pod\n',
  );
  const table = '- group: example.com\n  kind: Training\n  pods:\n  - template: spec.teams[*].template\n    count: spec.teams[*].size\n';
  const directory = directoryWith({ 'table.yaml': table, 'wrong.yaml': table.replace('count', 'cuont') });
  const told = await runProgram(['allocate', '-f', '-', '--pod-templates', join(directory, 'table.yaml')], text);
  expect([told.code, pods(told.out)]).toEqual([0, ['x-a-0', 'x-a-1', 'x-a-2']]);
  const wrong = await runProgram(['allocate', '-f', '-', '--pod-templates', join(directory, 'wrong.yaml')], text);
  expect(wrong.code).toBe(3);
  expect(wrong.err).toMatch(/wrong\.yaml:5:5: error: \[0\]\.pods\[0\]\.cuont: unknown field, did you mean \[0\]\.pods\[0\]\.count\?/);
  expect((await runProgram(['allocate', '-f', '-', '--pod-templates', '-'], text)).code).toBe(2);
});

test('pods of high priority come first if requested, and classes that are not there are rejected', async () => {
  const pod = (name: string, className: string): string =>
    `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {priorityClassName: ${className}, resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [{name: m, image: i}]}}\n---\n`;
  const classes = '{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 10}\n---\n';
  const text = CLUSTER + pod('first', 'system-cluster-critical') + pod('second', 'system-node-critical') + pod('third', 'hihg');
  const { code, out, err } = await runProgram(['allocate', '-f', '-', '--order', 'priority'], text + classes);
  expect([code, pods(out)]).toEqual([1, ['second', 'first']]);
  expect(err).toContain('pod default/third: the API server rejects the pod: no PriorityClass with name hihg was found');
  const guessed = await runProgram(['allocate', '-f', '-', '--order=priority'], text);
  expect([guessed.code, pods(guessed.out)]).toEqual([0, ['second', 'first', 'third']]);
  expect(guessed.err).toContain(
    'note: pod default/third: has PriorityClass hihg, but the input has no PriorityClasses: its priority counts as 0\n',
  );
  expect((await runProgram(['allocate', '-f', '-', '--order', 'age'], text)).code).toBe(2);
});

test('a DaemonSet leaves out nodes whose taints its pods do not tolerate', async () => {
  const nodes = `${gpuSlice('b', 1)}\n---\n{apiVersion: v1, kind: Node, metadata: {name: b}, spec: {taints: [{key: k, effect: NoSchedule}]}}\n---\n`;
  const set = `{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: ${SPEC}}}}\n`;
  const { code, out } = await runProgram(['allocate', '-f', '-'], CLUSTER + nodes + set);
  expect([code, pods(out)]).toEqual([0, ['d-0']]);
});

const HOST = (name: string): string =>
  `---\n${gpuSlice(name, 4)}\n---\n{apiVersion: v1, kind: Node, metadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}}}}\n---\n`;
const placed = (out: string): string[] => pods(out).map((pod, line) => `${pod} ${out.trim().split('\n')[line + 1]?.split(/\s+/).at(-1)}`);
const HOSTS = HOST('a') + CLUSTER.replace('metadata: {name: a}', 'metadata: {name: a, labels: {kubernetes.io/hostname: a}}') + HOST('b');

test('pods have the labels that the controller sets, so that they keep apart', async () => {
  const term = '{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {training.kubeflow.org/job-role: worker}}}';
  const affinity = `affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [${term}]}}`;
  const worker = `{replicas: 3, template: {spec: ${SPEC.replace('}]}', `}], ${affinity}}`)}}}`;
  const job = `{apiVersion: kubeflow.org/v2beta1, kind: MPIJob, metadata: {name: m}, spec: {mpiReplicaSpecs: {Worker: ${worker}}}}`;
  const { code, out, err } = await runProgram(['allocate', '-f', '-'], HOSTS + job);
  expect([code, placed(out)]).toEqual([1, ['m-worker-0 a', 'm-worker-1 b']]);
  expect(err).toContain("0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules.");
});

test('pods of a Deployment are spread by default, also without a Service', async () => {
  const web = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 4, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: ${SPEC}}}}`;
  const { out } = await runProgram(['allocate', '-f', '-'], HOSTS + web);
  expect(placed(out)).toEqual(['web-0 a', 'web-1 b', 'web-2 a', 'web-3 b']);
});
