// Changes of pods and claims that controllers make: they go into templates, and the input answers accordingly afterwards.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryWith, documents, GPU_CLASS, gpuSlice, type ProgramResult, runProgram } from '../run-program.js';

const NODE = '{apiVersion: v1, kind: Node, metadata: {name: one}, status: {allocatable: {cpu: "4", pods: "10"}}}\n';
const CLUSTER = documents(NODE, GPU_CLASS, gpuSlice('one', 4));

const spec = (cpu: number, more = ''): string =>
  `{restartPolicy: Always, containers: [{name: main, image: i, resources: {requests: {cpu: "${cpu}"}}}]${more}}`;
const template = (cpu: number, hash = ''): string => `{metadata: {labels: {app: web${hash}}}, spec: ${spec(cpu)}}`;
const HASH = ', pod-template-hash: 5d9c7b';

const deployment = (cpu: number): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: ml, uid: d} # the place\nspec: {replicas: 1, selector: {matchLabels: {app: web}}, template: ${template(cpu)}}\n`;
const replicaSet = (cpu: number, owner = 'Deployment'): string =>
  `apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: web-5d9c7b, namespace: ml, uid: r, labels: {app: web${HASH}}, ownerReferences: [{apiVersion: apps/v1, kind: ${owner}, name: web, uid: d, controller: true}]}\nspec: {replicas: 1, selector: {matchLabels: {app: web${HASH}}}, template: ${template(cpu, HASH)}}\n`;
const pod = (cpu: number, owner: string, more = '', name = 'web-5d9c7b-x'): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: ml, uid: p-${name}, labels: {app: web${HASH}}${owner === '' ? '' : `, ownerReferences: [{${owner}, controller: true}]`}}\nspec: ${spec(cpu, more)}\n`;
const BY_REPLICA_SET = 'apiVersion: apps/v1, kind: ReplicaSet, name: web-5d9c7b, uid: r';

const explain = (...options: readonly string[]): Promise<ProgramResult> => runProgram(['explain', ...options]);

/** Writes files, applies the first suggestion to one of them, and returns the runs and the files afterwards. */
async function applied(files: Readonly<Record<string, string>>, to: string, ...options: readonly string[]) {
  const directory = directoryWith(files);
  const input = Object.keys(files).flatMap((name) => ['-f', join(directory, name)]);
  const run = await explain(...input, '--apply', join(directory, to), ...options);
  const after = Object.fromEntries(Object.keys(files).map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
  return { ...run, after, input };
}

describe('a pod of a Deployment', () => {
  const dump = documents(CLUSTER, deployment(8), replicaSet(8), pod(8, BY_REPLICA_SET));

  test('is changed in the Deployment, and the changed input answers with the pod of the new template', async () => {
    const { err, after, input } = await applied({ 'dump.yaml': dump }, 'dump.yaml');
    expect(err).toContain('changed Deployment ml/web: request 4 of cpu instead of 8 in container main');
    expect(after['dump.yaml']).toBe(dump.replace(deployment(8), deployment(8).replace('cpu: "8"', 'cpu: "4"')));
    for (const command of ['allocate', 'explain', 'fit', 'nodes']) {
      const again = await runProgram([command, ...input, '-n', 'ml', 'deployment/web']);
      expect([command, again.code, again.err]).toEqual([
        command,
        0,
        expect.stringContaining(
          'note: Deployment ml/web: 1 pending pod was created from an older template: pods of the new template will replace it\n',
        ),
      ]);
    }
  });

  test('is changed in the file with the Deployment that counts', async () => {
    const files = { 'dump.yaml': dump, 'web.yaml': deployment(8) };
    const refused = await applied(files, 'dump.yaml');
    expect(refused.code).toBe(3);
    expect(refused.err).toMatch(
      /no file is changed: Deployment ml\/web comes from \S+web.yaml, not from \S+dump.yaml: add --apply \S+web.yaml\n/,
    );
    expect(refused.after).toEqual(files);
    const { after, input } = await applied(files, 'web.yaml');
    expect(after).toEqual({ ...files, 'web.yaml': deployment(8).replace('cpu: "8"', 'cpu: "4"') });
    expect((await runProgram(['allocate', ...input, '-n', 'ml'])).code).toBe(0);
  });

  test('is not changed where the Deployment is not in the input, whether its ReplicaSet is or not', async () => {
    for (const objects of [[replicaSet(8)], []]) {
      const files = { 'dump.yaml': documents(CLUSTER, ...objects, pod(8, BY_REPLICA_SET)) };
      const { code, err, after } = await applied(files, 'dump.yaml');
      expect(code).toBe(3);
      expect(err).toContain('no file is changed: Deployment ml/web needs a change and is not in the input: change it in the cluster');
      expect(after).toEqual(files);
    }
  });

  test('is named by the Deployment in text and data', async () => {
    const directory = directoryWith({ 'dump.yaml': dump });
    const options = ['-f', join(directory, 'dump.yaml')];
    expect((await explain(...options)).out).toContain('request 4 of cpu instead of 8 in container main (Deployment ml/web)');
    const [{ suggestions }] = JSON.parse((await explain(...options, '-o', 'json')).out).explanations;
    expect(suggestions[0].patches).toEqual([
      {
        object: { kind: 'Deployment', namespace: 'ml', name: 'web' },
        patch: [{ op: 'replace', path: '/spec/template/spec/containers/0/resources/requests/cpu', value: '4' }],
      },
    ]);
  });

  test('is changed by the name of its container where admission has added one', async () => {
    const sidecar = pod(8, BY_REPLICA_SET).replace(
      'containers: [',
      'containers: [{name: proxy, image: p, resources: {requests: {cpu: "0"}}}, ',
    );
    const { after } = await applied({ 'dump.yaml': documents(CLUSTER, deployment(8), replicaSet(8), sidecar) }, 'dump.yaml');
    expect(after['dump.yaml']).toContain(deployment(4));
  });
});

test('without the ReplicaSet in the input a pending pod of the old template goes from the file', async () => {
  const running = pod(0, BY_REPLICA_SET, ', nodeName: one', 'web-5d9c7b-y');
  const dump = documents(CLUSTER, deployment(8).replace('replicas: 1', 'replicas: 2'), running, pod(8, BY_REPLICA_SET));
  const { err, after, input } = await applied({ 'dump.yaml': dump }, 'dump.yaml');
  expect(err).toContain('note: removed Pod ml/web-5d9c7b-x: controllers create what the changed objects need\n');
  expect(after['dump.yaml']).toContain(running);
  expect((await runProgram(['allocate', ...input, '-n', 'ml'])).code).toBe(0);
});

const CONTROLLERS = [
  ['StatefulSet', 'apps/v1', 'replicas: 1, serviceName: web, selector: {matchLabels: {app: web}}, template: ', ''],
  ['DaemonSet', 'apps/v1', 'selector: {matchLabels: {app: web}}, template: ', ''],
  ['ReplicaSet', 'apps/v1', 'replicas: 1, selector: {matchLabels: {app: web}}, template: ', ''],
  ['Job', 'batch/v1', 'template: ', ''],
  ['JobSet', 'jobset.x-k8s.io/v1alpha2', 'replicatedJobs: [{name: w, template: {spec: {template: ', '}}}]'],
  ['LeaderWorkerSet', 'leaderworkerset.x-k8s.io/v1', 'replicas: 1, leaderWorkerTemplate: {size: 1, workerTemplate: ', '}'],
] as const;

test.each(CONTROLLERS)('a pod of a %s is changed in the template of that', async (kind, apiVersion, before, behind) => {
  const template = (cpu: number): string =>
    `{metadata: {labels: {app: web}}, spec: ${spec(cpu).replace('Always', kind.startsWith('Job') ? 'Never' : 'Always')}}`;
  const owner = (cpu: number): string =>
    `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web, namespace: ml, uid: o}\nspec: {${before}${template(cpu)}${behind}}\n`;
  const reference = `apiVersion: ${apiVersion}, kind: ${kind}, name: web, uid: o`;
  const own = pod(8, reference, kind === 'DaemonSet' ? ', affinity: {}' : '', 'web-w-0-0').replace(HASH, '');
  const { err, after, input } = await applied({ 'dump.yaml': documents(CLUSTER, owner(8), own) }, 'dump.yaml');
  expect(err).toContain(`changed ${kind} ml/web: request 4 of cpu`);
  expect(after['dump.yaml']).toContain(owner(4));
  expect(after['dump.yaml']).not.toContain('kind: Pod');
  for (const command of ['allocate', 'fit'])
    expect([command, (await runProgram([command, ...input, '-n', 'ml'])).code]).toEqual([command, 0]);
});

test('a Job of a CronJob is made anew with its pod', async () => {
  const job = (cpu: number): string => `{template: {spec: ${spec(cpu).replace('Always', 'Never')}}}`;
  const cron = (cpu: number): string =>
    `{apiVersion: batch/v1, kind: CronJob, metadata: {name: cron, namespace: ml}, spec: {schedule: "0 * * * *", jobTemplate: {spec: ${job(cpu)}}}}\n`;
  const run = `{apiVersion: batch/v1, kind: Job, metadata: {name: cron-1, namespace: ml, uid: j, ownerReferences: [{apiVersion: batch/v1, kind: CronJob, name: cron, uid: c, controller: true}]}, spec: ${job(8)}}\n`;
  const own = pod(8, 'apiVersion: batch/v1, kind: Job, name: cron-1, uid: j', '', 'cron-1-x').replace(HASH, '');
  const { err, after, input } = await applied({ 'dump.yaml': documents(CLUSTER, cron(8), run, own) }, 'dump.yaml');
  expect(err).toContain('note: removed Pod ml/cron-1-x, Job ml/cron-1: controllers create what the changed objects need\n');
  expect(after['dump.yaml']).toBe(documents(CLUSTER, cron(4)));
  expect((await runProgram(['allocate', ...input, '-n', 'ml', 'cronjob/cron'])).code).toBe(0);
});

test('a pod of an owner of an unknown kind that is not in the input is left as it is', async () => {
  const files = { 'dump.yaml': documents(CLUSTER, pod(8, 'apiVersion: example.com/v1, kind: Training, name: t, uid: t')) };
  const { code, err, after } = await applied(files, 'dump.yaml');
  expect(code).toBe(3);
  expect(err).toContain(
    'no file is changed: Pod ml/web-5d9c7b-x is created by Training ml/t, which is not in the input: change its pod template there',
  );
  expect(after).toEqual(files);
});

test('a pod that no controller makes is changed itself', async () => {
  const { after } = await applied({ 'dump.yaml': documents(CLUSTER, pod(8, '')) }, 'dump.yaml');
  expect(after['dump.yaml']).toContain(pod(4, ''));
});

describe('a claim that was made from a template', () => {
  const requests = (count: number): string =>
    `{devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, allocationMode: ExactCount, count: ${count}}}]}}`;
  const claimTemplate = (count: number): string =>
    `{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: gpus, namespace: ml}, spec: {spec: ${requests(count)}}}\n`;
  const claim = (count: number, annotation = 'g'): string =>
    `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: made, namespace: ml, uid: c, annotations: {resource.kubernetes.io/pod-claim-name: ${annotation}}, ownerReferences: [{apiVersion: v1, kind: Pod, name: web-5d9c7b-x, uid: p-web-5d9c7b-x, controller: true}]}, spec: ${requests(count)}}\n`;
  const own =
    pod(1, '', ', resourceClaims: [{name: g, resourceClaimTemplateName: gpus}]') +
    'status: {resourceClaimStatuses: [{name: g, resourceClaimName: made}]}\n';

  test('is changed in the template and made anew', async () => {
    const { err, after, input } = await applied({ 'dump.yaml': documents(CLUSTER, claimTemplate(9), own, claim(9)) }, 'dump.yaml');
    expect(err).toContain('changed ResourceClaimTemplate ml/gpus: request 4 devices instead of 9');
    expect(err).toContain('note: removed ResourceClaim ml/made: controllers create what the changed objects need\n');
    expect(after['dump.yaml']).toBe(documents(CLUSTER, claimTemplate(4), own));
    expect((await runProgram(['allocate', ...input])).code).toBe(0);
  });

  test('is said to be of the old template where it is in another file', async () => {
    const { err, after } = await applied({ 'dump.yaml': documents(CLUSTER, own, claim(9)), 'own.yaml': claimTemplate(9) }, 'own.yaml');
    expect(err).toMatch(
      /note: ResourceClaim ml\/made in \S+dump.yaml still has the old template: apply the change, then dump the cluster again\n/,
    );
    expect(after['own.yaml']).toBe(claimTemplate(4));
  });

  test('is not changed where the template is not in the input', async () => {
    const files = { 'dump.yaml': documents(CLUSTER, own, claim(9)) };
    const { code, err, after } = await applied(files, 'dump.yaml');
    expect(code).toBe(3);
    expect(err).toContain(
      'no file is changed: ResourceClaimTemplate ml/gpus needs a change and is not in the input: change it in the cluster',
    );
    expect(after).toEqual(files);
  });

  test('is not changed where the template differs by now', async () => {
    const { code, err } = await applied({ 'dump.yaml': documents(CLUSTER, claimTemplate(3), own, claim(9)) }, 'dump.yaml');
    expect(code).toBe(3);
    expect(err).toContain(
      'ResourceClaim ml/made differs from ResourceClaimTemplate ml/gpus, from which it was created: change the template by hand, and delete the claim',
    );
  });
});
