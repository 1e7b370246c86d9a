import { describe, expect, test } from 'vitest';
import { makePod, podsToMake } from '../../../src/scheduler/pods/owners.js';
import { objectsOf } from './objects.js';

const ownedBy = (kind: string, name: string, uid = ''): string =>
  `, ownerReferences: [{apiVersion: x/v1, kind: ${kind}, name: ${name}, uid: "${uid}", controller: true}]`;
const pod = (name: string, metadata: string, status = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ns${metadata}}, spec: {containers: []}, status: {${status}}}\n---\n`;
const owner = (kind: string, name: string, spec: string, metadata = ''): string =>
  `{apiVersion: ${/Job/.test(kind) ? 'batch' : 'apps'}/v1, kind: ${kind}, metadata: {name: ${name}, namespace: ns${metadata}}, spec: {${spec}template: {spec: {containers: []}}}}\n---\n`;

function missing(text: string, nodes = 0): Record<string, number> {
  const { workloads, pods } = objectsOf(text);
  const counts = podsToMake(workloads, pods, nodes).missing;
  return Object.fromEntries(
    workloads.flatMap(({ metadata, podSets }) =>
      podSets.map((set) => [metadata.name + (set.name && `/${set.name}`), counts.get(set) ?? -1]),
    ),
  );
}

test('what is there is subtracted', () => {
  expect(missing(owner('ReplicaSet', 'rs', 'replicas: 3, ') + pod('a', ownedBy('ReplicaSet', 'rs')))).toEqual({ rs: 2 });
});

test('more pods than replicas leave none to make', () => {
  const pods = pod('a', ownedBy('ReplicaSet', 'rs')) + pod('b', ownedBy('ReplicaSet', 'rs'));
  expect(missing(owner('ReplicaSet', 'rs', 'replicas: 1, ') + pods)).toEqual({ rs: 0 });
});

test('a Deployment counts what its ReplicaSet has and what it makes', () => {
  const text =
    owner('Deployment', 'web', 'replicas: 4, ') +
    owner('ReplicaSet', 'web-5d9', 'replicas: 3, ', ownedBy('Deployment', 'web')) +
    pod('a', ownedBy('ReplicaSet', 'web-5d9'));
  expect(missing(text)).toEqual({ web: 1, 'web-5d9': 2 });
});

test('a Deployment knows the pods of a ReplicaSet that is not in the input', () => {
  expect(missing(owner('Deployment', 'web', 'replicas: 2, ') + pod('a', ownedBy('ReplicaSet', 'web-5d9')))).toEqual({ web: 1 });
});

test('a Deployment of another namespace, or with a name that only begins alike, is not the owner', () => {
  expect(missing(owner('Deployment', 'web', 'replicas: 1, ') + pod('a', ownedBy('ReplicaSet', 'web-front-5d9')))).toEqual({ web: 1 });
  expect(
    missing(
      owner('Deployment', 'web', 'replicas: 1, ').replace('namespace: ns', 'namespace: other') + pod('a', ownedBy('ReplicaSet', 'web-5d9')),
    ),
  ).toEqual({ web: 1 });
});

test('an owner of the same name with another uid is another one', () => {
  expect(missing(owner('ReplicaSet', 'rs', 'replicas: 1, ', ', uid: new') + pod('a', ownedBy('ReplicaSet', 'rs', 'old')))).toEqual({
    rs: 1,
  });
});

test('a failed pod is replaced; a succeeded one stands for its place only in a Job', () => {
  expect(missing(owner('ReplicaSet', 'rs', '') + pod('a', ownedBy('ReplicaSet', 'rs'), 'phase: Failed'))).toEqual({ rs: 1 });
  expect(missing(owner('ReplicaSet', 'rs', '') + pod('a', ownedBy('ReplicaSet', 'rs'), 'phase: Succeeded'))).toEqual({ rs: 1 });
  expect(missing(owner('Job', 'job', '') + pod('a', ownedBy('Job', 'job'), 'phase: Failed'))).toEqual({ job: 1 });
  expect(missing(owner('Job', 'job', '') + pod('a', ownedBy('Job', 'job'), 'phase: Succeeded'))).toEqual({ job: 0 });
});

test('a CronJob makes nothing beside a Job of its own', () => {
  const cron =
    '{apiVersion: batch/v1, kind: CronJob, metadata: {name: cron, namespace: ns}, spec: {jobTemplate: {spec: {template: {spec: {containers: []}}}}}}\n---\n';
  expect(missing(cron + owner('Job', 'cron-2912', '', ownedBy('CronJob', 'cron')))).toEqual({ cron: 0, 'cron-2912': 1 });
  expect(missing(cron + pod('a', ownedBy('Job', 'cron-2912')))).toEqual({ cron: 0 });
});

test('a DaemonSet makes one pod for each node without one', () => {
  expect(missing(owner('DaemonSet', 'd', '') + pod('a', ownedBy('DaemonSet', 'd')), 3)).toEqual({ d: 2 });
});

test('the nodes of running pods are known', () => {
  const { workloads, pods } = objectsOf(
    owner('DaemonSet', 'd', '') + pod('a', ownedBy('DaemonSet', 'd')).replace('containers: []', 'nodeName: n1'),
  );
  const nodes = podsToMake(workloads, pods, 3).nodes;
  expect([...nodes.values()].map((names) => [...names])).toEqual([['n1']]);
});

test('owners that own each other, or themselves, count a pod once', () => {
  const text =
    owner('ReplicaSet', 'a', 'replicas: 3, ', ownedBy('ReplicaSet', 'b')) +
    owner('ReplicaSet', 'b', 'replicas: 5, ', ownedBy('ReplicaSet', 'a')) +
    owner('ReplicaSet', 'c', 'replicas: 3, ', ownedBy('ReplicaSet', 'c')) +
    pod('p', ownedBy('ReplicaSet', 'a')) +
    pod('q', ownedBy('ReplicaSet', 'c'));
  expect(missing(text)).toEqual({ a: 2, b: 2, c: 2 });
});

describe('workloads with several sets of pods', () => {
  const TEMPLATE = '{spec: {containers: [{name: c}]}}';
  const jobSet = `{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: js, namespace: ns}, spec: {replicatedJobs: [{name: a, replicas: 2, template: {spec: {parallelism: 2, template: ${TEMPLATE}}}}, {name: b, template: {spec: {template: ${TEMPLATE}}}}]}}\n---\n`;
  const labelled = (set: string): string => `, labels: {jobset.sigs.k8s.io/jobset-name: js, jobset.sigs.k8s.io/replicatedjob-name: ${set}}`;

  test('know the pods of owners in between that are not in the input, by label', () => {
    const pods = pod('js-a-0-0-x', ownedBy('Job', 'js-a-0') + labelled('a')) + pod('js-b-0-0-x', ownedBy('Job', 'js-b-0') + labelled('b'));
    expect(missing(jobSet + pods)).toEqual({ 'js/a': 3, 'js/b': 0 });
  });

  test('count what workloads of theirs make for the right set', () => {
    const job = owner('Job', 'js-b-0', '', ownedBy('JobSet', 'js').replace('x/v1', 'jobset.x-k8s.io/v1alpha2') + labelled('b'));
    expect(missing(jobSet + job)).toEqual({ 'js/a': 4, 'js/b': 0, 'js-b-0': 1 });
  });

  test('of the same kind in another group are others', () => {
    const job = owner('Job', 'job', '');
    const other =
      '{apiVersion: batch.volcano.sh/v1alpha1, kind: Job, metadata: {name: job, namespace: ns}, spec: {tasks: [{template: {spec: {containers: [{name: c}]}}}]}}\n---\n';
    const refers = ownedBy('Job', 'job').replace('x/v1', 'batch.volcano.sh/v1alpha1');
    expect(missing(other + job + pod('a', refers))).toEqual({ 'job/0': 0, job: 1 });
  });

  test('a Workload of Kueue tells of the pods of its owner, and counts only without it', () => {
    const workload = `{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w, namespace: ns${ownedBy('Job', 'job')}}, spec: {podSets: [{name: main, count: 3, template: ${TEMPLATE}}]}}\n---\n`;
    expect(missing(workload)).toEqual({ 'w/main': 3 });
    expect(missing(workload + pod('a', ownedBy('Job', 'job')))).toEqual({ 'w/main': 2 });
    expect(missing(workload + owner('Job', 'job', 'parallelism: 3, '))).toEqual({ job: 3, 'w/main': 0 });
  });
});

test('a Job makes what its completions leave', () => {
  const pods = (phase: string, ...names: string[]): string =>
    names.map((name) => pod(name, ownedBy('Job', 'job'), `phase: ${phase}`)).join('');
  const job = owner('Job', 'job', 'parallelism: 3, completions: 5, ');
  expect(missing(job + pods('Succeeded', 'a', 'b'))).toEqual({ job: 3 });
  expect(missing(job + pods('Succeeded', 'a', 'b', 'c', 'd') + pods('Running', 'e'))).toEqual({ job: 0 });
  expect(missing(`${job.trimEnd().slice(0, -4).trimEnd()}`.replace(/\}$/, ', status: {succeeded: 4}}\n---\n'))).toEqual({ job: 1 });
  expect(missing(owner('Job', 'job', 'suspend: true, parallelism: 3, '))).toEqual({ job: 0 });
});

test('an indexed Job makes no more pods for indices that are done or have failed for good', () => {
  const job = (status: string): string =>
    `${owner('Job', 'job', 'completionMode: Indexed, backoffLimitPerIndex: 1, parallelism: 4, completions: 4, ').trimEnd().slice(0, -4).trimEnd()}`.replace(
      /\}$/,
      `, status: ${status}}\n---\n`,
    );
  expect(missing(job('{succeeded: 2, completedIndexes: "0,2"}'))).toEqual({ job: 2 });
  expect(missing(job('{succeeded: 2, completedIndexes: "0,2", failedIndexes: "1"}'))).toEqual({ job: 1 });
  expect(missing(job('{succeeded: 2, completedIndexes: "0,2", failedIndexes: "1,3"}'))).toEqual({ job: 0 });
});

test('a Job without completions makes no more pods once one succeeded, and replaces those that failed before', () => {
  const job = owner('Job', 'job', 'parallelism: 4, ');
  const running = pod('a', ownedBy('Job', 'job'), 'phase: Running');
  expect(missing(job + running + pod('b', ownedBy('Job', 'job'), 'phase: Failed'))).toEqual({ job: 3 });
  expect(missing(job + running + pod('b', ownedBy('Job', 'job'), 'phase: Succeeded'))).toEqual({ job: 0 });
});

test('a made pod belongs to the controller of its owner', () => {
  const { workloads } = objectsOf(owner('Deployment', 'web', 'selector: {matchLabels: {a: b}}, '));
  const [workload] = workloads;
  const [set] = workload?.podSets ?? [];
  if (workload === undefined || set === undefined) throw new Error('no workload');
  const references = makePod(workload, set, 'web-0', set.template.spec).metadata.ownerReferences;
  expect(references).toEqual([workload.controller]);
  expect(makePod({ ...workload, controller: undefined as never }, set, 'web-0', set.template.spec).metadata.ownerReferences).toEqual([]);
});
