import { describe, expect, test } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Usage } from '../../../src/scheduler/pods/claim-usage.js';
import { ExtendedClaimPods, podUsage } from '../../../src/scheduler/pods/pod-usage.js';
import { objectsOf } from './objects.js';

const listed = (usage: Usage): string[] => [...usage].map(([name, quantity]) => `${name}=${quantity}`);

const container = (requests: string): string => `{name: c, resources: {requests: {${requests}}}}`;
const pod = (spec: string, status = 'phase: Pending'): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns, uid: u}, spec: {${spec}}, status: {${status}}}\n---\n`;
const TWO_GPUS = `containers: [${container('example.com/gpu: 2')}]`;

function usageOf(text: string): string[] {
  const [only] = objectsOf(text).pods;
  if (only === undefined) throw new Error('no pod');
  return listed(inOneGo(podUsage(only, UNLIMITED)));
}

describe('pods', () => {
  test('extended resources count, explicit and implicit ones, others do not', () => {
    const requests = 'cpu: 1, example.com/gpu: 2, deviceclass.resource.kubernetes.io/nic: 1, hugepages-2Mi: 4Mi';
    expect(usageOf(pod(`containers: [${container(requests)}]`))).toEqual([
      'requests.deviceclass.resource.kubernetes.io/nic=1',
      'requests.example.com/gpu=2',
    ]);
  });

  test('of init containers and containers the greater need counts', () => {
    const spec = `initContainers: [${container('example.com/gpu: 3')}], containers: [${container('example.com/gpu: 1')}, ${container('example.com/gpu: 1')}]`;
    expect(usageOf(pod(spec))).toEqual(['requests.example.com/gpu=3']);
  });

  test.each(['Succeeded', 'Failed'])('one that has %s counts nothing', (phase) => {
    expect(usageOf(pod(TWO_GPUS, `phase: ${phase}`))).toEqual([]);
  });
});

describe('the pod behind a claim', () => {
  const OWNER = '{apiVersion: v1, kind: Pod, name: p, uid: u, controller: true}';
  const MARK = 'annotations: {resource.kubernetes.io/extended-resource-claim: "true"}';
  const claim = (name: string, owner = OWNER, mark = MARK, created = '2026-01-01T00:00:00Z', namespace = 'ns'): string =>
    `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}, namespace: ${namespace}, creationTimestamp: "${created}", ownerReferences: [${owner}], ${mark}}, spec: {devices: {requests: []}}}\n---\n`;

  /** Per claim of the snapshot what counts behind it. */
  function behind(text: string): string[][] {
    const { pods, resourceClaims } = objectsOf(text);
    const found = inOneGo(ExtendedClaimPods.of(pods, resourceClaims, UNLIMITED));
    return resourceClaims.map((each) => listed(found.usageBehind(each)));
  }

  const counted = ['requests.example.com/gpu=2'];

  test('counts what it requests', () => {
    expect(behind(pod(TWO_GPUS) + claim('c'))).toEqual([counted]);
  });

  test.each([
    ['the claim is no claim for extended resources', claim('c', OWNER, 'annotations: {a: b}')],
    ['the mark is not true', claim('c', OWNER, MARK.replace('true', 'yes'))],
    ['the owner is no controller', claim('c', OWNER.replace('controller: true', 'controller: false'))],
    ['the owner is no pod', claim('c', OWNER.replace('kind: Pod', 'kind: Job'))],
    ['the owner is a pod of another version', claim('c', OWNER.replace('apiVersion: v1', 'apiVersion: v2'))],
    ['the pod is a later one of the same name', claim('c', OWNER.replace('uid: u', 'uid: x'))],
    ['there is no such pod', claim('c', OWNER.replace('name: p', 'name: q'))],
    ['the pod is in another namespace', claim('c', OWNER, MARK, '2026-01-01T00:00:00Z', 'other')],
  ])('counts nothing if %s', (_why, text) => {
    expect(behind(pod(TWO_GPUS) + text)).toEqual([[]]);
  });

  test('only stands behind the claim that its status names', () => {
    const named = pod(TWO_GPUS, 'phase: Pending, extendedResourceClaimStatus: {resourceClaimName: b}');
    expect(behind(named + claim('a') + claim('b'))).toEqual([[], counted]);
  });

  test('stands behind the oldest claim while its status names none', () => {
    const older = claim('z', OWNER, MARK, '2025-12-31T23:59:59Z');
    expect(behind(pod(TWO_GPUS) + claim('a') + older)).toEqual([[], counted]);
  });

  test('of claims of one age stands behind the first by name', () => {
    expect(behind(pod(TWO_GPUS) + claim('b') + claim('a'))).toEqual([[], counted]);
  });

  test('does not stand behind a claim that is yet to be created if it has one', () => {
    const made = claim('a').replace('creationTimestamp: "2026-01-01T00:00:00Z", ', '');
    expect(behind(pod(TWO_GPUS) + claim('b') + made)).toEqual([counted, []]);
    expect(behind(pod(TWO_GPUS) + made)).toEqual([counted]);
  });
});
