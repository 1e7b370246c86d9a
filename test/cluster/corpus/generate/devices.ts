// Devices of a random cluster, and the claims and templates that pods use.

import type { Random } from '../../../differential/generate/random.js';
import type { KubeObject } from '../../real/api.mjs';

const apiVersion = 'resource.k8s.io/v1';
const GPU = 'gpu.example.com';
const NIC = 'nic.example.com';
const FABRIC = 'fabric.example.com';

/** The classes of devices. The scheduler can serve the extended resource of one class. */
export function deviceClasses(random: Random): readonly KubeObject[] {
  const one = (name: string, expressions: readonly string[], more: object = {}): KubeObject => ({
    apiVersion,
    kind: 'DeviceClass',
    metadata: { name },
    spec: { selectors: expressions.map((expression) => ({ cel: { expression } })), ...more },
  });
  const isGpu = `device.driver == "${GPU}"`;
  return [
    one('gpu', [isGpu], random.chance(0.3) ? { extendedResourceName: 'example.com/gpu' } : {}),
    one('big-gpu', [isGpu, `device.capacity["${GPU}"].memory.compareTo(quantity("40Gi")) >= 0`]),
    one('nic', [`device.driver == "${NIC}"`]),
    one('fabric', [`device.driver == "${FABRIC}"`]),
  ];
}

/** The slices of a node: GPUs and NICs, and the fabric of the first node, which other nodes can access too. */
export function slicesOf(random: Random, node: string, generation: number): readonly KubeObject[] {
  const gpus = random.times(random.pick([0, 1, 2, 2, 4]), (index) => gpu(random, `gpu-${index}`));
  const nics = random.times(random.pick([0, 1, 2]), (index) => ({
    name: `nic-${index}`,
    attributes: { 'example.com/numa': { int: random.integer(0, 1) } },
  }));
  return [
    ...(gpus.length > 0 ? [slice(GPU, node, generation, { nodeName: node, devices: gpus })] : []),
    ...(nics.length > 0 ? [slice(NIC, node, generation, { nodeName: node, devices: nics })] : []),
    ...(node === 'n0'
      ? [slice(FABRIC, 'fabric', generation, { ...access(random), devices: [{ name: 'port-0' }, { name: 'port-1' }] })]
      : []),
  ];
}

function gpu(random: Random, name: string): object {
  return {
    name,
    attributes: { model: { string: random.pick(['a100', 'h100']) }, 'example.com/numa': { int: random.integer(0, 1) } },
    capacity: { memory: { value: random.pick(['40Gi', '80Gi', '16Gi']) } },
    ...(random.chance(0.07) ? { taints: [{ key: 'broken', effect: 'NoSchedule' }] } : {}),
  };
}

function access(random: Random): object {
  if (random.chance(0.4)) return { allNodes: true };
  const matchExpressions = [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['a', 'b'] }];
  return { nodeSelector: { nodeSelectorTerms: [{ matchExpressions }] } };
}

function slice(driver: string, pool: string, generation: number, rest: object): KubeObject {
  const metadata = { name: `${driver.split('.')[0]}-${pool}` };
  return {
    apiVersion,
    kind: 'ResourceSlice',
    metadata,
    spec: { driver, pool: { name: pool, generation, resourceSliceCount: 1 }, ...rest },
  };
}

const exactly = (name: string, deviceClassName: string, more: object = {}): object => ({ name, exactly: { deviceClassName, ...more } });
const model = { cel: { expression: `device.attributes["${GPU}"].model == "h100"` } };

/** The devices of claims, by the name of their kind. */
const DEVICES: Readonly<Record<string, object>> = {
  one: { requests: [exactly('gpu', 'gpu')] },
  two: { requests: [exactly('gpus', 'gpu', { count: 2 })] },
  big: { requests: [exactly('gpu', 'big-gpu')] },
  h100: { requests: [exactly('gpu', 'gpu', { selectors: [model] })] },
  pair: { requests: [exactly('gpu', 'gpu'), exactly('nic', 'nic')], constraints: [{ matchAttribute: 'example.com/numa' }] },
  first: {
    requests: [
      {
        name: 'any',
        firstAvailable: [
          { name: 'big', deviceClassName: 'big-gpu' },
          { name: 'small', deviceClassName: 'gpu' },
        ],
      },
    ],
  },
  all: { requests: [exactly('nics', 'nic', { allocationMode: 'All' })] },
  tolerant: { requests: [exactly('gpu', 'gpu', { tolerations: [{ key: 'broken', operator: 'Exists' }] })] },
  port: { requests: [exactly('port', 'fabric')] },
};
const KINDS = ['one', 'one', 'one', 'two', 'big', 'h100', 'pair', 'first', 'all', 'tolerant', 'port', 'port'];

/** The entry of a pod, and the object that it names. */
export interface ClaimOfPod {
  readonly entry: object;
  readonly object: KubeObject;
}

/** One or two claims of a pod. They differ: the scheduler has several messages about a pod that names one claim twice. */
export function claimsOfPod(random: Random, namespace: string): readonly ClaimOfPod[] {
  const [first, second] = random.times(2, (index) => claimOfPod(random, `c${index}`, namespace)) as [ClaimOfPod, ClaimOfPod];
  return random.chance(0.75) || first.object.metadata.name === second.object.metadata.name ? [first] : [first, second];
}

/** A claim of a template, or one that is shared with other pods of the namespace. */
function claimOfPod(random: Random, name: string, namespace: string): ClaimOfPod {
  const kind = random.pick(KINDS);
  const isShared = random.chance(0.3);
  const spec = { devices: DEVICES[kind] };
  if (isShared) {
    const shared = `shared-${kind}-${random.integer(0, 1)}`;
    const object = { apiVersion, kind: 'ResourceClaim', metadata: { name: shared, namespace }, spec };
    return { entry: { name, resourceClaimName: shared }, object };
  }
  const object = { apiVersion, kind: 'ResourceClaimTemplate', metadata: { name: kind, namespace }, spec: { spec } };
  return { entry: { name, resourceClaimTemplateName: kind }, object };
}
