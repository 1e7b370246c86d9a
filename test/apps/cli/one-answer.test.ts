import { expect, test } from 'vitest';
import { cases } from '../../support/extent.js';
import { expectOneAnswer, theAnswerAbout } from './one-answer.js';
import { NAMESPACE } from './one-answer-worlds.js';

test('all commands say the same of a pod: whether it goes to a node, and the message of the scheduler where it does not', () =>
  expectOneAnswer(1, cases(3, 15)));

const RESOURCE = 'resource.k8s.io/v1';
const LABELS = { app: 'web' };
const CLUSTER = [
  { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' }, status: { allocatable: { cpu: '8', memory: '16Gi', pods: '10' } } },
  { apiVersion: RESOURCE, kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: {} },
  {
    apiVersion: RESOURCE,
    kind: 'ResourceSlice',
    metadata: { name: 's' },
    spec: {
      driver: 'gpu.example.com',
      nodeName: 'a',
      pool: { name: 'a', generation: 1, resourceSliceCount: 1 },
      devices: [{ name: 'gpu-0' }],
    },
  },
  {
    apiVersion: RESOURCE,
    kind: 'ResourceClaimTemplate',
    metadata: { name: 't', namespace: NAMESPACE },
    spec: { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'gpu' } }] } } },
  },
];
const owner = (kind: string, nodeName: string) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name: 'web', namespace: NAMESPACE },
  spec: {
    ...(kind === 'DaemonSet' ? {} : { replicas: 1 }),
    selector: { matchLabels: LABELS },
    template: {
      metadata: { labels: LABELS },
      spec: {
        nodeName,
        resourceClaims: [{ name: 'g', resourceClaimTemplateName: 't' }],
        containers: [{ name: 'c', image: 'x', resources: { requests: { cpu: '6' } } }],
      },
    },
  },
});

const BYPASS = 'spec.nodeName bypasses kube-scheduler: claim web-0-g stays unallocated';

test.each([
  ['Deployment', 'a', `${BYPASS} on node a`],
  ['DaemonSet', 'a', `${BYPASS} on node a`],
  ['StatefulSet', 'gone', `${BYPASS}, and node gone is not in the input`],
])('a %s whose template names node %s has pods without devices', async (kind, nodeName, message) => {
  expect(await theAnswerAbout('web-0', [...CLUSTER, owner(kind, nodeName)])).toEqual({ fits: false, message });
});

test('and its pods use the resources of that node from their creation', async () => {
  const later = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'later', namespace: NAMESPACE },
    spec: { containers: [{ name: 'c', image: 'x', resources: { requests: { cpu: '4' } } }] },
  };
  const plain = owner('Deployment', 'a');
  const { resourceClaims: _claims, ...spec } = plain.spec.template.spec;
  const withoutClaims = { ...plain, spec: { ...plain.spec, template: { ...plain.spec.template, spec } } };
  for (const pods of [plain, withoutClaims]) {
    const { fits, message } = await theAnswerAbout('later', [...CLUSTER, later, pods]);
    expect([fits, message]).toEqual([false, expect.stringContaining('Insufficient cpu')]);
  }
});
