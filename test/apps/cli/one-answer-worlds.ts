// Small random clusters with every kind of reason for which a pod is pending.

import { Dice } from '../../support/dice.js';

type Json = Record<string, unknown>;

const RESOURCE = 'resource.k8s.io/v1';
const GPU = 'gpu.example.com';
const NIC = 'nic.example.com';
export const NAMESPACE = 'ml';

/** The objects of a cluster, and the names of its pending pods in the order in which they were created. */
export interface World {
  readonly objects: readonly Json[];
  readonly pending: readonly string[];
}

/** Makes a cluster. */
export function worldOf(seed: number): World {
  const dice = new Dice(seed);
  const nodes = Array.from({ length: dice.from(1, 4) }, (_, index) => nodeOf(`n${index}`, dice));
  const slices = nodes.flatMap(({ metadata }) => slicesOf((metadata as { name: string }).name, dice));
  const quotas = dice.isOneOf(6) ? [quota(dice)] : [];
  const pending = Array.from({ length: dice.from(1, 4) }, (_, index) => `p${index}`);
  const objects = [
    ...nodes,
    ...classes(dice),
    ...slices,
    ...(dice.isOneOf(3) || slices.length === 0 ? [networkSlice(nodes.length, dice)] : []),
    ...(dice.isOneOf(6) ? [taintRule(dice)] : []),
    ...templates(dice),
    ...claims(nodes.length, dice),
    SPARE,
    ...quotas,
    ...(dice.isOneOf(6) ? [{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 1000 }] : []),
    ...Array.from({ length: dice.from(1, 3) }, (_, index) => runningPod(index, nodes.length, dice)),
    ...pending
      .map((name, index) => pendingPod(name, index, dice))
      .map((pod) => (quotas.length === 0 ? perhapsAssigned(pod, nodes.length, dice) : pod)),
  ];
  return { objects, pending };
}

/** No taint evicts: only `simulate` and `diff` evict pods. */
function nodeOf(name: string, dice: Dice): Json {
  const taints = dice.isOneOf(5) ? [{ key: 'team', value: 'a', effect: dice.one(['NoSchedule', 'PreferNoSchedule']) }] : [];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, uid: `uid-${name}`, labels: { 'kubernetes.io/hostname': name, zone: dice.one(['a', 'b']) } },
    spec: { ...(dice.isOneOf(8) ? { unschedulable: true } : {}), ...(taints.length === 0 ? {} : { taints }) },
    status: {
      allocatable: {
        cpu: String(dice.from(2, 8)),
        memory: '16Gi',
        pods: dice.isOneOf(10) ? '2' : '110',
        ...(dice.isOneOf(4) ? { 'example.com/fpga': String(dice.from(0, 2)) } : {}),
      },
    },
  };
}

function classes(dice: Dice): Json[] {
  const classOf = (name: string, expression: string, rest: Json = {}): Json => ({
    apiVersion: RESOURCE,
    kind: 'DeviceClass',
    metadata: { name },
    spec: { selectors: [{ cel: { expression } }], ...rest },
  });
  return [
    classOf('gpu', `device.driver == "${GPU}"`, dice.isOneOf(3) ? { extendedResourceName: 'example.com/gpu' } : {}),
    classOf('nic', `device.driver == "${NIC}"`),
    classOf('large', `device.driver == "${GPU}" && device.attributes["${GPU}"].model == "large"`),
    ...(dice.isOneOf(10) ? [classOf('broken', 'device.attributes["x.example.com"].y == 1')] : []),
  ];
}

function slicesOf(node: string, dice: Dice): Json[] {
  if (dice.isOneOf(6)) return [];
  const shared = dice.isOneOf(4);
  const parts = dice.isOneOf(4);
  const devices = Array.from({ length: dice.from(1, 4) }, (_, index) => ({
    name: `gpu-${index}`,
    attributes: { model: { string: dice.one(['small', 'large']) }, numa: { int: dice.below(2) } },
    ...(dice.isOneOf(8) ? { taints: [{ key: 'broken', effect: dice.one(['NoSchedule', 'NoExecute']) }] } : {}),
    ...(shared ? { allowMultipleAllocations: true, capacity: { memory: { value: '16Gi' } } } : {}),
    ...(parts ? { consumesCounters: [{ counterSet: 'card', counters: { units: { value: String(dice.from(1, 2)) } } }] } : {}),
  }));
  const generation = dice.from(1, 2);
  const pool = { name: node, generation, resourceSliceCount: dice.isOneOf(10) ? 2 : parts ? 2 : 1 };
  const slice = (name: string, spec: Json): Json => ({
    apiVersion: RESOURCE,
    kind: 'ResourceSlice',
    metadata: { name },
    spec: { driver: GPU, nodeName: node, pool, ...spec },
  });
  return [
    slice(`${node}-gpu`, { devices: dice.isOneOf(20) ? [...devices, devices[0]] : devices }),
    ...(parts ? [slice(`${node}-card`, { devices: [], sharedCounters: [{ name: 'card', counters: { units: { value: '3' } } }] })] : []),
    ...(generation === 2 ? [slice(`${node}-old`, { pool: { ...pool, generation: 1 }, devices: [{ name: 'gpu-9' }] })] : []),
  ];
}

/** A claim that no pod names. Without any claim, the input would be incomplete if a pod names a missing claim. */
const SPARE: Json = {
  apiVersion: RESOURCE,
  kind: 'ResourceClaim',
  metadata: { name: 'spare', namespace: 'other', uid: 'uid-spare' },
  spec: { devices: { requests: [{ name: 'r0', exactly: { deviceClassName: 'nic' } }] } },
  status: { allocation: { devices: { results: [{ request: 'r0', driver: 'other.example.com', pool: 'p', device: 'd' }] } } },
};

/** A network-attached pool that some nodes can access. */
function networkSlice(nodes: number, dice: Dice): Json {
  const where = dice.one<Json>([
    { allNodes: true },
    { nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }] } },
    { nodeName: `n${dice.below(nodes)}` },
  ]);
  return {
    apiVersion: RESOURCE,
    kind: 'ResourceSlice',
    metadata: { name: 'net' },
    spec: {
      driver: NIC,
      pool: { name: 'net', generation: 1, resourceSliceCount: 1 },
      ...where,
      devices: [{ name: 'nic-0', attributes: { numa: { int: 0 } } }, { name: 'nic-1' }],
    },
  };
}

function taintRule(dice: Dice): Json {
  return {
    apiVersion: 'resource.k8s.io/v1beta2',
    kind: 'DeviceTaintRule',
    metadata: { name: 'rule' },
    spec: {
      deviceSelector: { driver: GPU, ...(dice.isOneOf(2) ? { device: 'gpu-0' } : {}) },
      taint: { key: 'service', effect: dice.one(['NoSchedule', 'NoExecute', 'None']) },
    },
  };
}

function requestsOf(dice: Dice): Json {
  const selection = (): Json => ({
    deviceClassName: dice.one(dice.isOneOf(12) ? ['gone', 'broken'] : ['gpu', 'gpu', 'gpu', 'large', 'nic']),
    ...(dice.isOneOf(4) ? { selectors: [{ cel: { expression: `device.attributes["${GPU}"].numa == ${dice.below(2)}` } }] } : {}),
    ...(dice.isOneOf(8) ? { allocationMode: 'All' } : dice.isOneOf(3) ? { count: dice.from(1, 3) } : {}),
    ...(dice.isOneOf(6) ? { tolerations: [{ key: 'broken', operator: 'Exists' }] } : {}),
    ...(dice.isOneOf(6) ? { capacity: { requests: { memory: `${dice.from(4, 20)}Gi` } } } : {}),
  });
  const names = ['r0', 'r1'].slice(0, dice.from(1, 2));
  const requests = names.map((name) =>
    dice.isOneOf(5)
      ? {
          name,
          firstAvailable: [
            { name: 'a', ...selection() },
            { name: 'b', ...selection() },
          ],
        }
      : { name, exactly: { ...selection(), ...(dice.isOneOf(12) ? { adminAccess: true } : {}) } },
  );
  const constraints = dice.isOneOf(4) ? [{ requests: names, matchAttribute: `${GPU}/${dice.one(['numa', 'model', 'none'])}` }] : [];
  return { devices: { requests, ...(constraints.length === 0 ? {} : { constraints }) } };
}

function templates(dice: Dice): Json[] {
  return ['t0', 't1'].map((name) => ({
    apiVersion: RESOURCE,
    kind: 'ResourceClaimTemplate',
    metadata: { name, namespace: NAMESPACE },
    spec: { spec: requestsOf(dice) },
  }));
}

/** Claims that pods name: pending, allocated, and reserved for pods. */
function claims(nodes: number, dice: Dice): Json[] {
  return ['c0', 'c1', 'c2'].map((name) => {
    const metadata = { name, namespace: NAMESPACE, uid: `uid-${name}` };
    if (!dice.isOneOf(3)) return { apiVersion: RESOURCE, kind: 'ResourceClaim', metadata, spec: requestsOf(dice) };
    const node = `n${dice.below(nodes)}`;
    const reservedFor = dice.isOneOf(3)
      ? Array.from({ length: dice.one([1, 2, 256]) }, (_, index) => ({ resource: 'pods', name: `user-${index}`, uid: `user-${index}` }))
      : [];
    return {
      apiVersion: RESOURCE,
      kind: 'ResourceClaim',
      metadata,
      spec: { devices: { requests: [{ name: 'r0', exactly: { deviceClassName: 'gpu' } }] } },
      status: {
        ...(reservedFor.length === 0 ? {} : { reservedFor }),
        allocation: {
          devices: { results: [{ request: 'r0', driver: GPU, pool: node, device: 'gpu-0' }] },
          nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }] },
        },
      },
    };
  });
}

function quota(dice: Dice): Json {
  const hard = {
    [dice.one(['gpu.deviceclass.resource.k8s.io/devices', 'count/resourceclaims.resource.k8s.io', 'pods'])]: String(dice.from(1, 6)),
  };
  return { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'quota', namespace: NAMESPACE }, spec: { hard } };
}

function containersOf(dice: Dice, uses: readonly string[]): Json[] {
  return [
    {
      name: 'main',
      image: 'x',
      ...(dice.isOneOf(10) ? { ports: [{ containerPort: 80, hostPort: 8080 }] } : {}),
      resources: {
        requests: { cpu: String(dice.one([1, 1, 2, 6])), ...(dice.isOneOf(10) ? { memory: '20Gi' } : {}) },
        ...(dice.isOneOf(6) ? { limits: { [dice.one(['example.com/gpu', 'example.com/fpga', 'example.com/none'])]: '1' } } : {}),
        ...(uses.length === 0 ? {} : { claims: uses.map((name) => ({ name })) }),
      },
    },
  ];
}

function runningPod(index: number, nodes: number, dice: Dice): Json {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `run-${index}`, namespace: NAMESPACE, uid: `uid-run-${index}` },
    spec: { nodeName: `n${dice.below(nodes)}`, containers: containersOf(dice, []) },
    status: { phase: 'Running' },
  };
}

/**
 * Assigns some pods with claims from templates to a node. Other pods with a node would not be pending, and with a claim that does not exist,
 * the input would be incomplete.
 */
function perhapsAssigned(pod: Json, nodes: number, dice: Dice): Json {
  const spec = pod['spec'] as { readonly resourceClaims?: readonly Json[]; readonly schedulingGates?: object };
  const isMade = spec.resourceClaims?.some((entry) => entry['resourceClaimTemplateName'] !== undefined) === true;
  const isComplete = spec.resourceClaims?.every((entry) => entry['resourceClaimName'] !== 'gone') === true;
  if (!isMade || !isComplete || spec.schedulingGates !== undefined || !dice.isOneOf(5)) return pod;
  return { ...pod, spec: { ...spec, nodeName: `n${dice.from(0, nodes)}` } };
}

function pendingPod(name: string, index: number, dice: Dice): Json {
  const entries = Array.from({ length: dice.one([0, 1, 1, 1, 2]) }, (_, place) => ({
    name: `e${place}`,
    ...(dice.isOneOf(2)
      ? { resourceClaimTemplateName: dice.one(dice.isOneOf(12) ? ['gone'] : ['t0', 't1']) }
      : { resourceClaimName: dice.one(dice.isOneOf(12) ? ['gone'] : ['c0', 'c1', 'c2']) }),
  }));
  const uses = entries.map((entry) => entry.name);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: NAMESPACE,
      uid: `uid-${name}`,
      creationTimestamp: `2026-01-01T00:00:0${index}Z`,
    },
    spec: {
      ...(entries.length === 0 ? {} : { resourceClaims: entries }),
      containers: containersOf(dice, uses),
      ...(dice.isOneOf(4) ? { tolerations: [{ key: 'team', operator: 'Exists' }] } : {}),
      ...(dice.isOneOf(5) ? { nodeSelector: { zone: dice.one(['a', 'b', 'c']) } } : {}),
      ...(dice.isOneOf(8) ? { priority: 1000, priorityClassName: 'high' } : {}),
      ...(dice.isOneOf(20) ? { schedulingGates: [{ name: 'wait' }] } : {}),
      ...(dice.isOneOf(20) ? { schedulerName: 'other' } : {}),
    },
    status: { phase: 'Pending' },
  };
}
