import { expect, it } from 'vitest';
import { decodeAllObjects } from '../../../src/core/api/all-objects.js';
import type { Json } from '../../../src/core/base/json.js';
import { rolloutsIn } from '../../../src/scheduler/pods/rollouts.js';

const HASH = { 'pod-template-hash': 'a' };
const controller = (kind: string, name: string) => [{ apiVersion: 'apps/v1', kind, name, uid: `${kind}-uid`, controller: true }];
const template = (cpu: string, more: object = {}) => ({
  metadata: { labels: HASH },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }], ...more },
});
const workload = (kind: string, name: string, spec: object | undefined, more: object = {}) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name, namespace: 'ns', uid: `${kind}-uid`, ...more },
  spec: { replicas: 2, ...spec },
});
const set = (name: string, spec: object | undefined) =>
  workload('ReplicaSet', name, spec, { ownerReferences: controller('Deployment', 'web') });
const deployment = (spec: object) => workload('Deployment', 'web', { template: spec });
const pod = (name: string, spec: object, owner = 'web-a', status: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'ns', uid: name, ownerReferences: controller('ReplicaSet', owner) },
  spec: { containers: [{ name: 'c' }], ...spec },
  status,
});
const claim = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  metadata: {
    name: 'made',
    namespace: 'ns',
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'pending', uid: 'pending', controller: true }],
  },
  spec: { devices: {} },
};
const PODS = [pod('pending', {}), pod('running', { nodeName: 'n' }), pod('failed', {}, 'web-a', { phase: 'Failed' }), claim];

function replacedIn(...objects: readonly object[]): readonly string[] {
  const { replaced, claims } = rolloutsIn(decodeAllObjects(objects.map((value) => ({ value: value as Json }))));
  return [...replaced.map(({ pod: { metadata } }) => metadata.name), ...Array.from(claims, ({ metadata }) => metadata.name)];
}

it('replace pending pods and their claims, where no ReplicaSet has the template of the Deployment', () => {
  expect(replacedIn(deployment(template('1')), set('web-a', { template: template('2') }), ...PODS)).toEqual(['pending', 'made']);
});

it('replace no pod while a ReplicaSet has the template: the cluster is at it', () => {
  const sets = [set('web-a', { template: template('2') }), set('web-b', { template: template('1') })];
  expect(replacedIn(deployment(template('1')), ...sets, ...PODS)).toEqual([]);
});

it.each([
  ['equal amounts', template('1000m')],
  ['another image', { ...template('1'), spec: { containers: [{ name: 'c', image: 'j', resources: { requests: { cpu: '1' } } }] } }],
  ['defaults of the API server', template('1', { schedulerName: 'default-scheduler', nodeSelector: {}, tolerations: [] })],
])('replace no pod for %s', (_, other) => {
  expect(replacedIn(deployment(template('1')), set('web-a', { template: other }), ...PODS)).toEqual([]);
});

it('replace no pod of a ReplicaSet whose template is not in the input, or which no Deployment makes', () => {
  expect(replacedIn(deployment(template('1')), set('web-a', undefined), ...PODS)).toEqual([]);
  expect(replacedIn(set('web-a', { template: template('2') }), ...PODS)).toEqual([]);
});

it('leave new pods to the Deployment', () => {
  const objects = [deployment(template('1')), set('web-a', { template: template('2') }), ...PODS];
  const { changed } = rolloutsIn(decodeAllObjects(objects.map((value) => ({ value: value as Json }))));
  const states = Array.from(changed.values(), ({ kind, metadata, podSets }) => [kind, metadata.uid, podSets[0]?.replicas]);
  expect(states).toEqual([
    ['ReplicaSet', 'ReplicaSet-uid', 0],
    ['Deployment', '', 2],
  ]);
});
