// Pods that the scheduler's filters reject on all nodes of a small cluster, with or without devices.

import type { Suggestion } from '../../../src/explain/explanation.js';
import type { Allocator } from '../../../src/index.js';
import { Random } from '../../differential/generate/random.js';
import { claim, device, deviceClass, request, slice } from '../../support/objects.js';
import { explainPod, nodesFor, type PodProblem } from '../../support/pod-suggestions.js';

type Fields = Readonly<Record<string, unknown>>;

/** A problem, and the suggestions for it. */
export interface RefusedPod {
  readonly id: string;
  readonly problem: PodProblem;
  readonly suggestions: readonly Suggestion[];
}

/** A pod that fits no node, and that filters reject on some node. Undefined: the pod fits a node, or lacks only devices. */
export function refusedPod(allocator: Allocator, seed: number, index: number): RefusedPod | undefined {
  const problem = randomProblem(new Random(seed, index));
  if (nodesFor(allocator, problem).length > 0) return undefined;
  const { nodes, suggestions } = explainPod(allocator, problem);
  const isRefused = nodes.some(({ rejections = [] }) => rejections.some(({ code }) => code !== 'devices'));
  return isRefused ? { id: `${seed}-${index}`, problem, suggestions } : undefined;
}

const ZONES = ['eu-west-1a', 'eu-west-1b', 'EU-west-1a'];
const POOLS = ['train', 'serve', 'trian'];
const TAINTS: readonly Fields[] = [
  { key: 'dedicated', value: 'batch', effect: 'NoSchedule' },
  { key: 'dedicated', value: 'serving', effect: 'NoExecute' },
  { key: 'spot', effect: 'PreferNoSchedule' },
  { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
];
const CORDON = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

function randomProblem(random: Random): PodProblem {
  const names = random.times(random.integer(1, 3), (index) => `node-${index}`);
  const isServed = random.chance(0.3);
  const devices = names.map((name) =>
    slice(
      `${name}-gpu`,
      random.times(random.integer(0, 4), (index) => device(`g${index}`)),
      { nodeName: name, pool: { name } },
    ),
  );
  const count = random.pick([0, 1, 1, 2, 3]);
  const served = isServed ? { extendedResourceName: 'example.com/gpu' } : {};
  return {
    pod: randomPod(random, count > 0, names),
    objects: [
      ...names.map((name) => randomNode(random, name)),
      deviceClass('any', undefined, served),
      ...devices,
      ...(count > 0 ? [claim('c', [request('r', { count })])] : []),
      ...names.flatMap((name) => random.times(random.integer(0, 4), (index) => runningPod(random, name, index))),
    ],
  };
}

function randomNode(random: Random, name: string): object {
  const isCordoned = random.chance(0.2);
  const taints = [...random.some(TAINTS, 0.15), ...(isCordoned && random.chance(0.5) ? [CORDON] : [])];
  const labels = {
    'kubernetes.io/hostname': name,
    ...(random.chance(0.7) ? { 'topology.kubernetes.io/zone': random.pick(ZONES) } : {}),
    ...(random.chance(0.7) ? { pool: random.pick(POOLS) } : {}),
    ...(random.chance(0.3) ? { generation: String(random.integer(1, 5)) } : {}),
  };
  const allocatable = {
    cpu: random.pick(['4', '8', '15500m']),
    memory: random.pick(['16Gi', '32943412Ki']),
    pods: random.pick(['3', '110']),
    ...(random.chance(0.4) ? { 'hugepages-2Mi': '256Mi' } : {}),
    ...(random.chance(0.4) ? { 'example.com/fpga': String(random.integer(0, 3)) } : {}),
    ...(random.chance(0.1) ? { 'example.com/gpu': '2' } : {}),
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, ...(random.chance(0.9) ? { labels } : {}) },
    spec: { ...(isCordoned ? { unschedulable: true } : {}), ...(taints.length > 0 ? { taints } : {}) },
    status: random.chance(0.95) ? { allocatable } : {},
  };
}

function runningPod(random: Random, nodeName: string, index: number): object {
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'u', controller: true };
  return {
    kind: 'Pod',
    metadata: { name: `${nodeName}-${index}`, namespace: 'ns', ...(random.chance(0.2) ? { ownerReferences: [owner] } : {}) },
    spec: { nodeName, containers: [randomContainer(random, 'work', 0.3)] },
  };
}

function randomContainer(random: Random, name: string, large: number): object {
  const requests = {
    ...(random.chance(0.6) ? { cpu: random.chance(large) ? random.pick(['6', '20', '7500m']) : random.pick(['1', '250m']) } : {}),
    ...(random.chance(0.5) ? { memory: random.chance(large) ? random.pick(['14Gi', '100Gi', '12345678k']) : '512Mi' } : {}),
  };
  const limits = {
    ...(random.chance(0.15) ? { 'hugepages-2Mi': random.pick(['64Mi', '512Mi']) } : {}),
    ...(random.chance(0.15) ? { 'example.com/fpga': String(random.integer(1, 4)) } : {}),
    ...(random.chance(0.15) ? { 'example.com/gpu': String(random.integer(1, 4)) } : {}),
    ...(random.chance(0.1) ? { cpu: '24' } : {}),
  };
  const alike = random.chance(0.5) ? limits : {};
  const ports = random.chance(0.25) ? [{ containerPort: 80, ...(random.chance(0.7) ? { hostPort: random.pick([80, 8080]) } : {}) }] : [];
  return { name, resources: { requests: { ...alike, ...requests }, limits }, ...(ports.length > 0 ? { ports } : {}) };
}

function randomPod(random: Random, hasClaim: boolean, nodes: readonly string[]): object {
  const selector = {
    ...(random.chance(0.3) ? { [random.pick(['pool', 'pool', 'pol'])]: random.pick(POOLS) } : {}),
    ...(random.chance(0.2) ? { 'topology.kubernetes.io/zone': random.pick(ZONES) } : {}),
    ...(random.chance(0.1) ? { 'kubernetes.io/hostname': random.pick([...nodes, 'gone']) } : {}),
  };
  const terms = random.times(random.integer(1, 2), () => ({
    ...(random.chance(0.8) ? { matchExpressions: random.times(random.integer(1, 3), () => randomRequirement(random)) } : {}),
    ...(random.chance(0.2) ? { matchFields: [{ key: 'metadata.name', operator: 'In', values: [random.pick([...nodes, 'gone'])] }] } : {}),
  }));
  const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } };
  const init = random.chance(0.2) ? [randomContainer(random, 'prepare', 0.3)] : [];
  const sidecar = random.chance(0.1) ? [{ ...randomContainer(random, 'side', 0.2), restartPolicy: 'Always' }] : [];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'ns' },
    spec: {
      ...(Object.keys(selector).length > 0 ? { nodeSelector: selector } : {}),
      ...(random.chance(0.25) ? { affinity: { nodeAffinity: required } } : {}),
      ...(random.chance(0.2)
        ? { tolerations: random.some(TAINTS, 0.5).map(({ key, effect }) => ({ key, operator: 'Exists', effect })) }
        : {}),
      ...(random.chance(0.1)
        ? { schedulingGates: random.times(random.integer(1, 3), (index) => ({ name: `example.com/g${index}` })) }
        : {}),
      ...(random.chance(0.04) ? { nodeName: random.pick([...nodes, 'gone']) } : {}),
      ...(random.chance(0.08) ? { hostNetwork: true } : {}),
      ...(random.chance(0.1) ? { resources: { requests: { cpu: random.pick(['9', '40']) } } } : {}),
      ...(hasClaim ? { resourceClaims: [{ name: 'd', resourceClaimName: 'c' }] } : {}),
      ...(init.length + sidecar.length > 0 ? { initContainers: [...init, ...sidecar] } : {}),
      containers: random.times(random.integer(1, 3), (index) => randomContainer(random, `c${index}`, 0.3)),
    },
  };
}

function randomRequirement(random: Random): object {
  const key = random.pick(['pool', 'topology.kubernetes.io/zone', 'generation', 'poool']);
  const operator = random.pick(['In', 'In', 'NotIn', 'Exists', 'DoesNotExist', ...(key === 'generation' ? ['Gt', 'Lt'] : [])]);
  if (operator === 'Exists' || operator === 'DoesNotExist') return { key, operator };
  if (operator === 'Gt' || operator === 'Lt') return { key, operator, values: [String(random.integer(1, 5))] };
  return { key, operator, values: random.some(key === 'generation' ? ['1', '2'] : [...POOLS, ...ZONES], 0.4).concat('x') };
}
