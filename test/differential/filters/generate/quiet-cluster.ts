// Clusters whose nodes have room for nearly every pod, so that constraints between pods decide.

import type { Random } from '../../generate/random.js';
import type { FilterCase, ObjectJson } from '../case.js';
import type { Part } from './containers.js';
import { labelsOf } from './selectors.js';

/** A case without its name. */
export type Cluster = Omit<FilterCase, 'id'>;

/** Labels of nodes that make topology domains, with their values. */
export const DOMAINS: Readonly<Record<string, readonly string[]>> = {
  'topology.kubernetes.io/zone': ['a', 'b', 'c'],
  'topology.kubernetes.io/region': ['r1', 'r1', 'r2'],
  rack: ['1', '2', '3', ''],
};

const TOPOLOGIES = ['kubernetes.io/hostname', 'topology.kubernetes.io/zone', ...Object.keys(DOMAINS)];
/** Topology keys. No node has the last one. */
export const TOPOLOGY_KEYS = [...TOPOLOGIES, ...TOPOLOGIES, ...TOPOLOGIES, 'missing'];
const NAMESPACES = ['default', 'default', 'default', 'web', 'ops', 'unlisted'];

/** A cluster with labelled nodes, labelled pods and namespaces. */
export function quietCluster(random: Random): Cluster {
  const names = random.times(random.integer(1, 8), (position) => `n${position}`);
  const tight = random.chance(0.15);
  return {
    featureGates: {},
    nodes: names.map((name) => node(random, name, tight)),
    pods: random.times(random.integer(0, random.pick([4, 10, 20])), (position) => oldPod(random, position, names)),
    deviceClasses: [],
    pod: newPod(random),
    namespaces: namespaces(random),
  };
}

/** The object with more fields in its spec. */
export function withSpec(object: ObjectJson, fields: Part): ObjectJson {
  return { ...object, spec: { ...(object['spec'] as Part), ...fields } };
}

/** The object with more fields in its metadata. */
export function withMetadata(object: ObjectJson, fields: Part): ObjectJson {
  return { ...object, metadata: { ...object.metadata, ...fields } };
}

/** The namespace of an object. */
export function namespaceOf({ metadata }: ObjectJson): string {
  return (metadata['namespace'] as string | undefined) ?? 'default';
}

/** The name of a namespace that pods use. One has no Namespace object. */
export function namespaceName(random: Random): string {
  return random.pick(NAMESPACES);
}

function node(random: Random, name: string, tight: boolean): ObjectJson {
  const labels: Record<string, string> = {};
  if (random.chance(0.95)) labels['kubernetes.io/hostname'] = random.chance(0.95) ? name : 'n0';
  const share = random.pick([0.7, 1, 1, 1]);
  for (const [key, values] of Object.entries(DOMAINS)) if (random.chance(share)) labels[key] = random.pick(values);
  const spec: Part = {};
  if (random.chance(0.12))
    spec['taints'] = [{ key: 'dedicated', value: 'a', effect: random.pick(['NoSchedule', 'NoExecute', 'PreferNoSchedule']) }];
  if (random.chance(0.05)) spec['unschedulable'] = true;
  const metadata = random.chance(0.05) ? { name } : { name, labels };
  const allocatable = { pods: tight ? random.pick(['1', '3', '110']) : '110', cpu: '64', memory: '256Gi' };
  return { apiVersion: 'v1', kind: 'Node', metadata, spec, status: { allocatable } };
}

function newPod(random: Random): ObjectJson {
  const spec: Part = { containers: [{ name: 'main', image: 'app' }] };
  if (random.chance(0.12)) spec['nodeSelector'] = { 'topology.kubernetes.io/zone': random.pick(['a', 'b']) };
  if (random.chance(0.12)) spec['affinity'] = { nodeAffinity: nodeAffinity(random) };
  if (random.chance(0.2)) spec['tolerations'] = [{ key: 'dedicated', operator: 'Exists' }];
  const metadata = {
    name: 'pod',
    namespace: namespaceName(random),
    labels: labelsOf(random),
    ...(random.chance(0.5) ? { uid: 'pod' } : {}),
  };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec };
}

function nodeAffinity(random: Random): Part {
  const matchExpressions = [{ key: random.pick(Object.keys(DOMAINS)), operator: random.pick(['NotIn', 'In']), values: ['a', '1', 'r1'] }];
  return { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } };
}

function oldPod(random: Random, position: number, nodes: readonly string[]): ObjectJson {
  const name = `old-${position}`;
  const spec: Part = { containers: [{ name: 'main', image: 'app' }] };
  if (random.chance(0.95)) spec['nodeName'] = random.chance(0.97) ? random.pick(nodes) : 'gone';
  const phase = random.chance(0.9) ? 'Running' : random.pick(['Pending', 'Succeeded', 'Failed']);
  const metadata: Part & { name: string } = { name, namespace: namespaceName(random), uid: name, labels: labelsOf(random) };
  if (random.chance(0.1)) metadata['deletionTimestamp'] = '2026-01-01T00:00:00Z';
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec, status: { phase } };
}

function namespaces(random: Random): readonly ObjectJson[] {
  const teams = { default: random.pick(['x', 'y']), web: 'x', ops: 'y' };
  return Object.entries(teams)
    .filter(() => random.chance(0.95))
    .map(([name, team]) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: random.chance(0.9) ? { name, labels: { team, env: random.pick(['prod', 'test']) } } : { name },
    }));
}
