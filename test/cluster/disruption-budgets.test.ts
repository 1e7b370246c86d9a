// The budgets of a cluster, counted from its objects.

import { expect, it } from 'vitest';
import { countedBudgets } from '../../src/cluster/disruption-budgets.js';
import { PLAIN_KINDS, PodObjects } from '../../src/cluster/pod-objects.js';
import { decodeObjects } from '../../src/core/api/objects.js';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { yaml } from '../support/api.js';

const APP = 'namespace: ns, labels: {app: web}';

function objectsOf(...texts: readonly string[]): PodObjects {
  const set = decodeObjects(texts.map((text) => ({ value: yaml(text) })));
  const objects = new PodObjects();
  for (const { kind, list } of PLAIN_KINDS)
    for (const one of set[list]) objects.put(kind, `${one.metadata.namespace}/${one.metadata.name}`, one as never);
  for (const pod of set.pods) objects.put('Pod', `${pod.metadata.namespace}/${pod.metadata.name}`, { pod, info: undefined });
  return objects;
}

const budget = (spec: string, more = ''): string =>
  `{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b, namespace: ns}, spec: {${spec}, selector: {matchLabels: {app: web}}}${more}}`;
const pod = (name: string, owner: string): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, ${APP}, ownerReferences: [{apiVersion: apps/v1, controller: true, ${owner}}]}, spec: {nodeName: n}}`;
const counts = (objects: PodObjects) =>
  inOneGo(countedBudgets(objects, UNLIMITED)).map(({ count: { disruptionsAllowed, expectedPods } }) => [disruptionsAllowed, expectedPods]);

const SET = 'kind: ReplicaSet, name: web-1, uid: r';
const PODS = [pod('web-1-a', SET), pod('web-1-b', SET)];
const replicaSet = (owner: string): string =>
  `{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-1, namespace: ns, uid: r, ownerReferences: [${owner}]}, spec: {replicas: 4}}`;
const deployment = (uid: string): string =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: ns, uid: ${uid}}, spec: {replicas: 3}}`;

it('a budget with a status has the count of the status', () => {
  const status = 'status: {disruptionsAllowed: 7, expectedPods: 9}';
  expect(counts(objectsOf(budget('maxUnavailable: 1', `, ${status}`), ...PODS))).toEqual([[7, 9]]);
});

it('the number of pods is that of the Deployment above a ReplicaSet, else of the ReplicaSet', () => {
  const owner = '{kind: Deployment, name: web, uid: d, controller: true, apiVersion: apps/v1}';
  const withAll = objectsOf(budget('maxUnavailable: 2'), ...PODS, replicaSet(owner), deployment('d'));
  expect(counts(withAll)).toEqual([[1, 3]]);
  expect(counts(objectsOf(budget('maxUnavailable: 2'), ...PODS, replicaSet(owner), deployment('other')))).toEqual([[0, 4]]);
  expect(counts(objectsOf(budget('maxUnavailable: 2'), ...PODS, replicaSet('')))).toEqual([[0, 4]]);
  expect(counts(objectsOf(budget('maxUnavailable: 2'), ...PODS))).toEqual([[2, 2]]);
});

it('a StatefulSet and a ReplicationController have their number, which is 1 by default', () => {
  for (const [kind, apiVersion] of [
    ['StatefulSet', 'apps/v1'],
    ['ReplicationController', 'v1'],
  ] as const) {
    const owned = pod('web-0', `kind: ${kind}, name: web, uid: u`);
    const owner = (spec: string): string =>
      `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: web, namespace: ns, uid: u}, spec: {${spec}}}`;
    expect(counts(objectsOf(budget('maxUnavailable: 1'), owned, owner('')))).toEqual([[1, 1]]);
    expect(counts(objectsOf(budget('maxUnavailable: 1'), owned, owner('replicas: 2')))).toEqual([[0, 2]]);
  }
});

it('the pods of a Job have no number, so that a share of them allows no eviction', () => {
  const [only] = inOneGo(countedBudgets(objectsOf(budget('maxUnavailable: 1'), pod('j', 'kind: Job, name: j')), UNLIMITED));
  expect(only?.count).toMatchObject({ disruptionsAllowed: 0, failure: 'jobs.batch does not implement the scale subresource' });
});

it('only pods with the labels and of the namespace of a budget count, and all of them with an empty selector', () => {
  const others = PODS[0]?.replace('app: web', 'app: db').replace('web-1-a', 'db') as string;
  const elsewhere = PODS[0]?.replace('namespace: ns', 'namespace: other') as string;
  const all =
    '{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: all, namespace: ns}, spec: {minAvailable: 1, selector: {}}}';
  const none = '{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: none, namespace: ns}, spec: {minAvailable: 1}}';
  expect(counts(objectsOf(budget('minAvailable: 1'), all, none, ...PODS, others, elsewhere))).toEqual([
    [1, 2],
    [2, 3],
    [0, 0],
  ]);
});
