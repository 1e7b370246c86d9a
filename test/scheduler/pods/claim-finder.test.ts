import { describe, expect, test } from 'vitest';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { type ClaimGroup, claimGroups, nodeKinds, type ScheduleFeatures } from '../../../src/scheduler/pods/claims.js';
import { objectsOf } from './objects.js';

const COMMON = `
{apiVersion: v1, kind: Node, metadata: {name: node}}
---
{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {extendedResourceName: example.com/gpu}}
---
{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t, namespace: ns}, spec: {spec: {devices: {requests: []}}}}
---
`;
const ALL_ON: ScheduleFeatures = { extendedResource: true, genericWorkload: true, workloadResourceClaims: true };
const FROM_TEMPLATE = '{name: x, resourceClaimTemplateName: t}';
const EXTENDED = 'annotations: {resource.kubernetes.io/extended-resource-claim: "true"}';

const claim = (name: string, metadata = ''): string =>
  `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}, namespace: ns${metadata}}, spec: {devices: {requests: []}}}\n---\n`;
const gpus = (limits = 'example.com/gpu: 1'): string => `containers: [{name: m, resources: {limits: {${limits}}}}]`;
const pod = (name: string, spec: string, metadata = '', status = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ns${metadata}}, spec: {${spec}}, status: {${status}}}\n---\n`;
const job = (name: string, parallelism: number, spec: string): string =>
  `{apiVersion: batch/v1, kind: Job, metadata: {name: ${name}, namespace: ns}, spec: {parallelism: ${parallelism}, template: {spec: {${spec}}}}}\n---\n`;
const podGroup = (claims: string, metadata = '', status = ''): string =>
  `{apiVersion: scheduling.k8s.io/v1beta1, kind: PodGroup, metadata: {name: g, namespace: ns${metadata}}, spec: {resourceClaims: [${claims}]}, status: {${status}}}\n---\n`;

function groupsOf(text: string, features: Partial<ScheduleFeatures> = {}): ClaimGroup[] {
  return [...claimGroups({ ...objectsOf(COMMON + text), features: { ...ALL_ON, ...features } })];
}

/** Each group with its claims on the node, or why there are none. */
function summary(text: string, features: Partial<ScheduleFeatures> = {}): string[] {
  const { nodes } = objectsOf(COMMON);
  return groupsOf(text, features).map((group) => {
    const { kinds, refused } = inOneGo(nodeKinds(group, nodes));
    const claims = kinds.flatMap((kind) => kind.claims.map(({ metadata }) => metadata.name));
    return `${group.name}: ${group.problem?.message ?? refused[0]?.reason ?? claims.join(' ')}`;
  });
}

describe('the claim for extended resources', () => {
  test('makes a group of a pod without other claims', () => {
    expect(summary(pod('p', gpus()) + pod('q', gpus('example.com/fpga: 1')))).toEqual(['pod ns/p: p-extended-resources']);
  });

  test('is made for pods of owners, too, and counts towards their limit', () => {
    expect(summary(job('j', 2, gpus()))).toEqual(['pod ns/j-0: j-0-extended-resources', 'pod ns/j-1: j-1-extended-resources']);
    expect(summary(job('j', 1_000_000_000, gpus()))[0]).toContain('exceed the limit');
  });

  test('shares its requests among the pods of an owner', () => {
    const { nodes } = objectsOf(COMMON);
    const [first, second] = groupsOf(job('j', 2, gpus())).map((group) => inOneGo(nodeKinds(group, nodes)).kinds[0]?.claims[0]);
    expect(first?.spec.devices.requests).toHaveLength(1);
    expect(second?.spec.devices.requests).toBe(first?.spec.devices.requests);
  });

  test('avoids names that are taken', () => {
    expect(summary(claim('p-extended-resources') + pod('p', gpus()))).toEqual([
      'pod ns/p: p-extended-resources-2',
      'claim ns/p-extended-resources: p-extended-resources',
    ]);
  });

  test('is not made while the gate is off', () => {
    expect(summary(pod('p', gpus()), { extendedResource: false })).toEqual([]);
    expect(
      groupsOf(claim('c') + pod('p', `resourceClaims: [{name: x, resourceClaimName: c}], ${gpus()}`), { extendedResource: false }),
    ).toMatchObject([{ claims: [{ metadata: { name: 'c' } }] }]);
  });

  test('is not made for a pod that runs', () => {
    expect(summary(pod('p', `nodeName: node, ${gpus()}`))).toEqual([]);
  });

  test('that the status of the pod names is found, not made again', () => {
    const status = 'extendedResourceClaimStatus: {resourceClaimName: p-extended-resources-x7}';
    const text = claim('p-extended-resources-x7') + pod('p', `nodeName: node, ${gpus()}`, '', `${status}, phase: Running`);
    expect(summary(text)).toEqual(['pod ns/p: p-extended-resources-x7']);
    expect(summary(claim('p-extended-resources-x7') + pod('p', gpus(), '', status))).toEqual(['pod ns/p: p-extended-resources-x7']);
  });

  test('that the status names and that is gone is made again', () => {
    expect(summary(pod('p', gpus(), '', 'extendedResourceClaimStatus: {resourceClaimName: gone}'))).toEqual([
      'pod ns/p: p-extended-resources',
    ]);
  });

  test('of an earlier run is found by its owner, or by name where the pod has no uid', () => {
    const owned = (uid: string): string =>
      `, ${EXTENDED}, ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: ${uid}, controller: true}]`;
    expect(summary(claim('any', owned('u')) + pod('p', gpus(), ', uid: u'))).toEqual(['pod ns/p: any']);
    expect(summary(claim('any', owned('v')) + pod('p', gpus(), ', uid: u'))).toEqual([
      'pod ns/p: p-extended-resources',
      'claim ns/any: any',
    ]);
    expect(summary(claim('p-extended-resources', `, ${EXTENDED}`) + pod('p', gpus()))).toEqual(['pod ns/p: p-extended-resources']);
    expect(summary(claim('j-0-extended-resources', `, ${EXTENDED}`) + job('j', 1, gpus()))).toEqual(['pod ns/j-0: j-0-extended-resources']);
  });

  test('of a pod that is done is about to go', () => {
    const owned = `, ${EXTENDED}, ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: u, controller: true}]`;
    expect(summary(claim('any', owned) + pod('p', gpus(), ', uid: u', 'phase: Succeeded'))).toEqual([]);
  });

  test('that is being deleted is in the way', () => {
    const status = 'extendedResourceClaimStatus: {resourceClaimName: e}';
    expect(summary(claim('e', ', deletionTimestamp: "2026-01-01T00:00:00Z"') + pod('p', gpus(), '', status))).toEqual([
      'pod ns/p: ResourceClaim "e" is being deleted',
    ]);
  });
});

describe('pods of a group', () => {
  const member = (name: string, claims = FROM_TEMPLATE): string =>
    pod(name, `schedulingGroup: {podGroupName: g}, resourceClaims: [${claims}]`, `, uid: u-${name}`);

  test('share the claim that is made from the template of the group', () => {
    const groups = groupsOf(podGroup(FROM_TEMPLATE, ', uid: u') + member('p') + member('q'));
    expect(groups.map(({ claims }) => claims.map(({ metadata }) => metadata.name))).toEqual([['g-x'], ['g-x']]);
    const shared = groups[0]?.claims[0];
    expect(groups[1]?.claims[0]).toBe(shared);
    expect(shared?.metadata).toMatchObject({
      ownerReferences: [{ apiVersion: 'scheduling.k8s.io/v1beta1', kind: 'PodGroup', name: 'g', uid: 'u', controller: true }],
      source: { annotations: { 'resource.kubernetes.io/pod-claim-name': 'x' } },
    });
    expect(shared?.status.reservedFor).toEqual([{ apiGroup: 'scheduling.k8s.io', resource: 'podgroups', name: 'g', uid: 'u' }]);
  });

  test('share it if owners make them', () => {
    const template = `schedulingGroup: {podGroupName: g}, resourceClaims: [${FROM_TEMPLATE}]`;
    expect(summary(podGroup(FROM_TEMPLATE) + job('j', 2, template))).toEqual(['pod ns/j-0: g-x', 'pod ns/j-1: g-x']);
  });

  test('have claims of their own where the name, the claim or the template differs', () => {
    const claims = '{name: w, resourceClaimTemplateName: t}, {name: x, resourceClaimName: c}';
    expect(summary(podGroup(claims) + member('p'))).toEqual(['pod ns/p: p-x']);
    expect(summary(podGroup('{name: x, resourceClaimTemplateName: other}') + member('p'))).toEqual(['pod ns/p: p-x']);
  });

  test('use the claim that exists for the group: named, recorded in a status, or owned', () => {
    const owned =
      ', annotations: {resource.kubernetes.io/pod-claim-name: x}, ownerReferences: [{apiVersion: scheduling.k8s.io/v1alpha3, kind: PodGroup, name: g, uid: u, controller: true}]';
    const named = '{name: x, resourceClaimName: c}';
    expect(summary(podGroup(named) + claim('c') + member('p', named))).toEqual(['pod ns/p: c']);
    expect(
      summary(podGroup(FROM_TEMPLATE, '', 'resourceClaimStatuses: [{name: x, resourceClaimName: c}]') + claim('c') + member('p')),
    ).toEqual(['pod ns/p: c']);
    expect(summary(podGroup(FROM_TEMPLATE, ', uid: u') + claim('c', owned) + member('p'))).toEqual(['pod ns/p: c']);
    expect(summary(podGroup(FROM_TEMPLATE, ', uid: v') + claim('c', owned) + member('p'))).toEqual(['pod ns/p: g-x', 'claim ns/c: c']);
  });

  test('use the claim of an earlier run that has no owner', () => {
    const made = claim('g-x', ', annotations: {resource.kubernetes.io/pod-claim-name: x}');
    expect(summary(podGroup(FROM_TEMPLATE) + made + member('p') + member('q'))).toEqual(['pod ns/p: g-x', 'pod ns/q: g-x']);
  });

  test('wait for a group that is not there, unless they run', () => {
    expect(summary(member('p'))).toEqual(['pod ns/p: PodGroup "g" not found in namespace "ns"']);
    const running = pod(
      'p',
      `nodeName: node, schedulingGroup: {podGroupName: g}, resourceClaims: [${FROM_TEMPLATE}]`,
      '',
      'phase: Running',
    );
    expect(summary(running)).toEqual(['pod ns/p: p-x']);
    expect(summary(pod('p', `schedulingGroup: {}, resourceClaims: [${FROM_TEMPLATE}]`))).toEqual(['pod ns/p: p-x']);
  });

  test('receive no claim from the template of the group while DRAWorkloadResourceClaims is off', () => {
    const off = { workloadResourceClaims: false };
    expect(summary(podGroup(FROM_TEMPLATE) + member('p'), off)).toEqual([
      'pod ns/p: claim x is a PodGroup claim but the DRAWorkloadResourceClaims feature is disabled',
    ]);
    expect(summary(podGroup('') + member('p'), off)).toEqual(['pod ns/p: p-x']);
    const named = '{name: x, resourceClaimName: c}';
    expect(summary(podGroup(named) + claim('c') + member('p', named), off)).toEqual(['pod ns/p: c']);
  });

  test('receive no claim from any template while GenericWorkload is off', () => {
    const off = { genericWorkload: false, workloadResourceClaims: false };
    expect(summary(podGroup('') + member('p'), off)).toEqual([
      'pod ns/p: Pod is a member of PodGroup g but GenericWorkload feature is disabled',
    ]);
    expect(summary(claim('c') + member('p', '{name: x, resourceClaimName: c}'), off)).toEqual(['pod ns/p: c']);
  });

  test('that name a template which is not there have a problem each', () => {
    const entry = '{name: x, resourceClaimTemplateName: none}';
    expect(summary(podGroup(entry) + member('p', entry) + member('q', entry))).toEqual([
      'pod ns/p: ResourceClaimTemplate "none" not found in namespace "ns"',
      'pod ns/q: ResourceClaimTemplate "none" not found in namespace "ns"',
    ]);
  });
});
