import { expect, test } from 'vitest';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { daemonNodes } from '../../../src/scheduler/filters/daemon-nodes.js';
import { claimGroups } from '../../../src/scheduler/pods/claims.js';
import { objectsOf } from '../pods/objects.js';

const node = (name: string, spec: string, labels = ''): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}, labels: {${labels}}}, spec: {${spec}}}\n---\n`;
const taint = (key: string, effect: string): string => `taints: [{key: ${key}, effect: ${effect}}]`;
const NODES =
  node('plain', '') +
  node('labelled', '', 'disk: ssd') +
  node('cordoned', `unschedulable: true, ${taint('node.kubernetes.io/unschedulable', 'NoSchedule')}`) +
  node('tainted', taint('dedicated', 'NoSchedule')) +
  node('gone', taint('node.kubernetes.io/unreachable', 'NoExecute')) +
  node('offline', taint('node.kubernetes.io/network-unavailable', 'NoSchedule')) +
  node('disliked', taint('dedicated', 'PreferNoSchedule'));

function podsOf(spec: string) {
  const objects = objectsOf(
    `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: ns}, spec: {devices: {requests: []}}}\n---\n${NODES}` +
      `{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: d, namespace: ns}, spec: {template: {spec: {${spec} resourceClaims: [{name: c, resourceClaimName: c}], containers: []}}}}`,
  );
  const features = resolveFeatures({});
  return [...claimGroups({ ...objects, daemonNodes: (pod) => daemonNodes(pod, features) })].filter(({ pod }) => pod !== undefined);
}
const nodesOf = (spec: string): (string | undefined)[] => podsOf(spec).map((group) => group.node);

test('a DaemonSet runs on nodes whose taints its pods tolerate, with what the controller adds', () => {
  expect(nodesOf('')).toEqual(['plain', 'labelled', 'cordoned', 'gone', 'disliked']);
  expect(nodesOf('tolerations: [{key: dedicated, operator: Exists}],')).toEqual([
    'plain',
    'labelled',
    'cordoned',
    'tainted',
    'gone',
    'disliked',
  ]);
  expect(nodesOf('hostNetwork: true,')).toEqual(['plain', 'labelled', 'cordoned', 'gone', 'offline', 'disliked']);
});

test('and where node selector, required affinity and node name agree', () => {
  expect(nodesOf('nodeSelector: {disk: ssd},')).toEqual(['labelled']);
  expect(nodesOf('nodeName: plain,')).toEqual(['plain']);
  const required =
    'requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: disk, operator: DoesNotExist}]}]}';
  expect(nodesOf(`affinity: {nodeAffinity: {${required}}},`)).toEqual(['plain', 'cordoned', 'gone', 'disliked']);
});

test('its pods wait for the node that they are for', () => {
  const [first] = podsOf('hostNetwork: true,');
  expect(first?.pod?.spec.nodeName).toBe('');
  expect(first?.pod?.spec.affinity?.nodeAffinity?.required?.nodeSelectorTerms[0]?.matchFields).toEqual([
    { key: 'metadata.name', operator: 'In', values: ['plain'] },
  ]);
  expect(first?.pod?.spec.tolerations.map(({ key, effect }) => `${key}:${effect}`)).toEqual([
    'node.kubernetes.io/not-ready:NoExecute',
    'node.kubernetes.io/unreachable:NoExecute',
    'node.kubernetes.io/disk-pressure:NoSchedule',
    'node.kubernetes.io/memory-pressure:NoSchedule',
    'node.kubernetes.io/pid-pressure:NoSchedule',
    'node.kubernetes.io/unschedulable:NoSchedule',
    'node.kubernetes.io/network-unavailable:NoSchedule',
  ]);
});
