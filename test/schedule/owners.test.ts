import { expect, test } from 'vitest';
import { podsToMake } from '../../src/schedule/owners.js';
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
