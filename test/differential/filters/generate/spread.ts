// Topology spread of a pod: its constraints, or the default ones with the Services and the owner that select its peers.

import type { Random } from '../../generate/random.js';
import type { ObjectJson } from '../case.js';
import type { Part } from './containers.js';
import { type Cluster, namespaceOf, TOPOLOGY_KEYS, withMetadata, withSpec } from './quiet-cluster.js';
import { type Labels, labelKeys, podSelector } from './selectors.js';

const FREQUENT_KEYS = ['kubernetes.io/hostname', 'topology.kubernetes.io/zone', 'topology.kubernetes.io/zone'];
const POLICIES = [undefined, 'Honor', 'Ignore'];
const GATES = ['MatchLabelKeysInPodTopologySpread', 'MatchLabelKeysInPodTopologySpreadSelectorMerge'];

/** The kinds of owners, each with the list of its objects. Two of them do not count. */
const OWNERS = [
  { apiVersion: 'apps/v1', kind: 'ReplicaSet', list: 'replicaSets' },
  { apiVersion: 'apps/v1', kind: 'StatefulSet', list: 'statefulSets' },
  { apiVersion: 'v1', kind: 'ReplicationController', list: 'replicationControllers' },
  { apiVersion: 'batch/v1', kind: 'Job', list: undefined },
  { apiVersion: 'apps/v1beta1', kind: 'ReplicaSet', list: 'replicaSets' },
] as const;

/** The cluster with a pod that is spread, mostly among pods with its namespace and labels. */
export function withSpread(random: Random, cluster: Cluster): Cluster {
  const target = cluster.pod.metadata['labels'] as Labels;
  const namespace = namespaceOf(cluster.pod);
  const peers = cluster.pods.map((pod) =>
    random.chance(0.8) ? withMetadata(pod, { namespace, ...(random.chance(0.8) ? { labels: target } : {}) }) : pod,
  );
  const made = { ...cluster, pods: peers, featureGates: { ...cluster.featureGates, ...gates(random) } };
  if (random.chance(0.25)) return withOwners(random, made, target, namespace);
  const spread = { ...made, pod: withSpec(made.pod, { topologySpreadConstraints: distinctConstraints(random, target) }) };
  return random.chance(0.1) ? withOwners(random, spread, target, namespace) : spread;
}

/** One to three constraints of a pod with these labels. The API server rejects two with the same key and the same action. */
export function distinctConstraints(random: Random, target: Labels): readonly Part[] {
  const constraints = random.times(random.pick([1, 1, 2, 3]), () => constraint(random, target));
  return [...new Map(constraints.map((each) => [`${each['topologyKey']} ${each['whenUnsatisfiable']}`, each])).values()];
}

function gates(random: Random): Readonly<Record<string, boolean>> {
  if (random.chance(0.9)) return {};
  // The merge needs the other gate.
  return random.chance(0.5) ? Object.fromEntries(GATES.map((name) => [name, false])) : { [GATES[1] as string]: false };
}

function constraint(random: Random, target: Labels): Part {
  const whenUnsatisfiable = random.pick(['DoNotSchedule', 'DoNotSchedule', 'ScheduleAnyway']);
  const part: Part = {
    topologyKey: random.pick(random.chance(0.8) ? FREQUENT_KEYS : TOPOLOGY_KEYS),
    maxSkew: random.pick([1, 1, 1, 2, 3, 5]),
    whenUnsatisfiable,
  };
  if (random.chance(0.95)) part['labelSelector'] = podSelector(random, target);
  if (whenUnsatisfiable === 'DoNotSchedule' && random.chance(0.3)) part['minDomains'] = random.integer(1, 4);
  for (const field of ['nodeAffinityPolicy', 'nodeTaintsPolicy']) {
    const policy = random.pick(POLICIES);
    if (policy !== undefined) part[field] = policy;
  }
  if (part['labelSelector'] !== undefined && random.chance(0.2)) part['matchLabelKeys'] = labelKeys(random);
  return part;
}

/** The cluster with Services that may select the pod, and with the owner of the pod. Some owners are absent. */
function withOwners(random: Random, cluster: Cluster, target: Labels, namespace: string): Cluster {
  const services = random.times(random.integer(0, 2), (position) => service(random, `service-${position}`, target, namespace));
  if (random.chance(0.3)) return { ...cluster, services };
  const { apiVersion, kind, list } = random.pick(OWNERS);
  const reference = { apiVersion, kind, name: 'owner', uid: 'owner', ...(random.chance(0.9) ? { controller: true } : {}) };
  const made = { ...cluster, services, pod: withMetadata(cluster.pod, { ownerReferences: [reference] }) };
  if (list === undefined || random.chance(0.1)) return made;
  const labels = random.chance(0.5) ? target : { ...(target['app'] === undefined ? {} : { app: target['app'] }) };
  const selector = kind === 'ReplicationController' ? labels : random.chance(0.5) ? { matchLabels: labels } : podSelector(random, target);
  const metadata = { name: 'owner', namespace: random.chance(0.9) ? namespace : 'ops' };
  const owner = {
    apiVersion,
    kind,
    metadata,
    spec: { selector, template: { metadata: { labels }, spec: { containers: [{ name: 'main' }] } } },
  };
  return { ...made, [list]: [owner] };
}

function service(random: Random, name: string, target: Labels, namespace: string): ObjectJson {
  const key = random.pick(['app', 'tier']);
  const value = random.chance(0.8) ? target[key] : 'other';
  const selector: Part = random.chance(0.1) || value === undefined ? {} : { [key]: value };
  const metadata = { name, namespace: random.chance(0.9) ? namespace : 'ops' };
  return { apiVersion: 'v1', kind: 'Service', metadata, spec: random.chance(0.1) ? {} : { selector } };
}
