// Pods with nodes that are meant to make calls run long, and exceed their limits. Each list and map that a filter or a score reads is as long
// as a tenant can make it.

import { LIST_PAIRS } from './list-pairs.js';
import { callOf, container, named, nodes, other, type PodCall, podOf, ROOM, range, requirement, running } from './pod-objects.js';
import { RELATED_PODS } from './related-pods.js';
import { VOLUME_PODS } from './volume-pods.js';

const resource = (index: number): string => `example.com/r${index}`;
const requesting = (count: number): object =>
  podOf({ containers: [container(0, { resources: { requests: named(count, () => '1', resource) } })] });
const offering = (count: number): object => ({ status: { allocatable: { ...ROOM, ...named(count, () => '1', resource) } } });

const affinityOf = (terms: readonly object[]): object =>
  podOf({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } } });
const preferring = (count: number): object =>
  podOf({
    affinity: {
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: range(count, (index) => ({
          weight: (index % 100) + 1,
          preference: { matchExpressions: [requirement(`k${index}`, ['v'], 'NotIn')] },
        })),
      },
    },
  });

const taint = (index: number, effect = 'NoSchedule'): object => ({ key: `k${index}`, value: 'v', effect });
const tolerating = (count: number): object => podOf({ tolerations: range(count, (index) => ({ key: `k${index}`, operator: 'Exists' })) });
const port = (index: number): object => ({
  hostPort: 80,
  hostIP: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
  containerPort: 80,
});

/** Hostile pods by name. Each call makes a new one. */
export const POD_INPUTS: Readonly<Record<string, () => PodCall>> = {
  ...RELATED_PODS,
  ...LIST_PAIRS,
  ...VOLUME_PODS,
  '100,000 tolerations': () =>
    callOf(
      tolerating(100_000),
      nodes(20, () => ({ spec: { taints: range(20, (index) => taint(index + 99_000)) } })),
    ),
  '100,000 taints of a node': () =>
    callOf(
      tolerating(10),
      nodes(20, () => ({ spec: { taints: range(100_000, (index) => taint(index, 'PreferNoSchedule')) } })),
    ),
  '100,000 tolerations of 100,000 taints': () =>
    callOf(
      tolerating(100_000),
      nodes(1, () => ({ spec: { taints: range(100_000, (index) => taint(index)) } })),
    ),
  '100,000 host ports': () =>
    callOf(podOf({ containers: [container(0, { ports: range(100_000, (index) => ({ hostPort: (index % 65_535) + 1 })) })] }), nodes(20)),
  '100,000 addresses of a host port, taken on others': () =>
    callOf(podOf({ containers: [container(0, { ports: range(100_000, port) })] }), [
      ...nodes(1),
      ...running(1, () => ({ containers: [container(0, { ports: range(100_000, (index) => port(index + 100_000)) })] })),
    ]),
  '100,000 affinity terms': () =>
    callOf(affinityOf(range(100_000, (index) => ({ matchExpressions: [requirement(`k${index}`, ['v'])] }))), nodes(20)),
  '100,000 affinity expressions': () =>
    callOf(affinityOf([{ matchExpressions: range(100_000, (index) => requirement(`k${index}`, ['v'], 'NotIn')) }]), nodes(20)),
  '100,000 affinity values': () =>
    callOf(
      affinityOf([
        {
          matchExpressions: [
            requirement(
              'k',
              range(100_000, (index) => `v${index}`),
              'NotIn',
            ),
          ],
        },
      ]),
      nodes(20),
    ),
  '100,000 affinity fields': () =>
    callOf(affinityOf([{ matchFields: range(100_000, () => requirement('metadata.name', ['n'])) }]), nodes(20)),
  '100,000 names of affinity terms': () =>
    callOf(affinityOf(range(100_000, (index) => ({ matchFields: [requirement('metadata.name', [`n${index}`])] }))), nodes(20)),
  '100,000 preferred terms': () => callOf(preferring(100_000), nodes(20)),
  '100,000 labels that are selected': () => {
    const labels = named(100_000, () => 'v');
    return callOf(
      podOf({ nodeSelector: labels }),
      nodes(20, (index) => ({ metadata: { name: index === 0 ? 'n' : `n${index}`, labels } })),
    );
  },
  '100,000 containers': () => callOf(podOf({ containers: range(100_000, (index) => container(index)) }), nodes(20)),
  '100,000 init containers': () => callOf(podOf({ initContainers: range(100_000, (index) => container(index)) }), nodes(20)),
  '20,000 sidecars with resources of their own': () =>
    callOf(
      podOf({
        initContainers: range(20_000, (index) =>
          container(index, { restartPolicy: 'Always', resources: { requests: { [resource(index)]: '1' } } }),
        ),
      }),
      nodes(20),
    ),
  '1,000 containers with 100 ports and resources': () => {
    const containers = range(1000, (index) =>
      container(index, {
        ports: range(100, (own) => ({ hostPort: (index % 600) * 100 + own + 1 })),
        resources: { requests: named(100, () => '1', resource) },
      }),
    );
    return callOf(podOf({ containers }), nodes(20));
  },
  '100,000 statuses of containers': () =>
    callOf(
      podOf(
        { containers: range(1000, (index) => container(index)) },
        { status: { containerStatuses: range(100_000, (index) => ({ name: `c${index}`, allocatedResources: { cpu: '1m' } })) } },
      ),
      nodes(20),
    ),
  '100,000 resource names': () => callOf(requesting(100_000), nodes(20)),
  '100,000 resource names that a node has': () =>
    callOf(
      requesting(100_000),
      nodes(20, () => offering(100_000)),
    ),
  '20,000 resource names on 1,000 nodes': () => callOf(requesting(20_000), nodes(1000)),
  '100,000 names of overhead': () => callOf(podOf({ overhead: named(100_000, () => '1', resource) }), nodes(20)),
  '100,000 volumes': () =>
    callOf(podOf({ volumes: range(100_000, (index) => ({ name: `v${index}`, image: { reference: `i${index}` } })) }), nodes(20)),
  '100,000 scheduling gates': () => callOf(podOf({ schedulingGates: range(100_000, (index) => ({ name: `g${index}` })) }), nodes(20)),
  '100,000 claims of a pod': () =>
    callOf(podOf({ resourceClaims: range(100_000, (index) => ({ name: `c${index}`, resourceClaimName: `c${index}` })) }), nodes(20)),
  '100,000 claims made for a pod': () =>
    callOf(podOf({ resourceClaims: range(100_000, (index) => ({ name: `c${index}`, resourceClaimTemplateName: 't' })) }), [
      ...nodes(20),
      {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceClaimTemplate',
        metadata: { name: 't', namespace: 'ns' },
        spec: { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'any' } }] } } },
      },
      { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'any' }, spec: {} },
    ]),
  '100,000 classes of extended resources': () =>
    callOf(requesting(100), [
      ...nodes(20),
      ...range(100_000, (index) => ({
        apiVersion: 'resource.k8s.io/v1',
        kind: 'DeviceClass',
        metadata: { name: `c${index}` },
        spec: { extendedResourceName: resource(index) },
      })),
    ]),
  '100,000 priority classes': () =>
    callOf(podOf({ priorityClassName: 'c7' }), [
      ...nodes(20),
      ...range(100_000, (value) => ({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: `c${value}` }, value })),
    ]),
  '100,000 images': () =>
    callOf(
      podOf({ containers: range(10_000, (index) => container(index)) }),
      nodes(20, () => ({
        status: { allocatable: ROOM, images: range(100_000, (index) => ({ names: [`i${index}:latest`], sizeBytes: 100_000_000 })) },
      })),
    ),
  '100,000 pods on a node': () =>
    callOf(podOf({ containers: [container(0, { ports: [{ hostPort: 1 }] })] }), [
      ...nodes(20),
      ...running(100_000, (index) => ({ containers: [container(0, { ports: [{ ...port(index) }] })] })),
    ]),
  '20,000 pods on a node with resources of their own': () =>
    callOf(podOf({}), [
      ...nodes(20),
      ...running(20_000, (index) => ({ containers: [container(0, { resources: { requests: { [resource(index)]: '1' } } })] })),
    ]),
  '100,000 nodes': () =>
    callOf(
      tolerating(10),
      nodes(100_000, () => ({ spec: { taints: [taint(3)] } })),
    ),
  '1,000 preferred terms on 20,000 nodes': () => callOf(preferring(1000), nodes(20_000)),
  '100,000 quotas': () =>
    callOf(requesting(10), [
      ...nodes(20),
      ...range(100_000, (index) => other('v1', 'ResourceQuota', index, { spec: { hard: { pods: '5' } } })),
    ]),
  '100,000 names of a quota': () =>
    callOf(requesting(10), [
      ...nodes(20),
      other('v1', 'ResourceQuota', 0, {
        spec: {
          hard: named(
            100_000,
            () => '5',
            (index) => `requests.example.com/r${index}`,
          ),
        },
      }),
    ]),
  '100,000 limit ranges': () =>
    callOf(podOf({}), [
      ...nodes(20),
      ...range(100_000, (index) => other('v1', 'LimitRange', index, { spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] } })),
    ]),
  '100,000 pod groups': () =>
    callOf(podOf({ schedulingGroup: { podGroupName: 'o7' } }), [
      ...nodes(20),
      ...range(100_000, (index) => other('scheduling.k8s.io/v1alpha3', 'PodGroup', index, { spec: { resourceClaims: [] } })),
    ]),
  '100,000 runtime classes': () =>
    callOf(podOf({ runtimeClassName: 'o7' }), [
      ...nodes(20),
      ...range(100_000, (index) => other('node.k8s.io/v1', 'RuntimeClass', index, { handler: 'h', overhead: { podFixed: { cpu: '1m' } } })),
    ]),
};
