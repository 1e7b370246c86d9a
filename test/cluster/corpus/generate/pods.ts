// Pods of a random cluster, with a random mixture of constraints, and the objects that they need.

import type { Part } from '../../../differential/filters/generate/containers.js';
import { withAffinity } from '../../../differential/filters/generate/pod-affinities.js';
import { type Labels, labelsOf } from '../../../differential/filters/generate/selectors.js';
import { distinctConstraints } from '../../../differential/filters/generate/spread.js';
import type { Random } from '../../../differential/generate/random.js';
import type { KubeObject } from '../../real/api.mjs';
import { claimsOfPod } from './devices.js';
import { volumeOfPod, ZONE } from './storage.js';
import { NAMESPACES } from './world.js';

/** A pod, and the objects that must exist before it. Those that exist already stay as they are. */
export interface NewPod {
  readonly pod: KubeObject;
  readonly objects: readonly KubeObject[];
}

/** A pod of a cluster with these objects. */
export function newPod(random: Random, name: string, objects: readonly KubeObject[]): NewPod {
  const namespace = random.pick(NAMESPACES);
  const peers = objects.filter(({ kind }) => kind === 'Pod').map(({ metadata }) => ownLabels(metadata.labels));
  // Pods of an application have equal labels.
  const labels = random.chance(0.5) ? labelsOf(random) : random.pick([labelsOf(random), ...peers]);
  const owner = random.chance(0.15) ? ownerOf(random, namespace, labels) : undefined;
  const spec: Part = { terminationGracePeriodSeconds: 0 };
  if (random.chance(0.12)) spec['nodeSelector'] = random.pick([{ [ZONE]: random.pick(['a', 'b']) }, { disk: 'ssd' }, { rack: '1' }]);
  if (random.chance(0.25)) spec['tolerations'] = [{ key: 'dedicated', operator: 'Exists' }];
  if (random.chance(0.15)) spec['affinity'] = { nodeAffinity: nodeAffinity(random) };
  const target = (): Labels => (random.chance(0.5) ? labels : random.pick([labels, ...peers]));
  if (random.chance(0.3)) spec['topologySpreadConstraints'] = distinctConstraints(random, labels);
  const claims = random.chance(0.4) ? claimsOfPod(random, namespace) : [];
  if (claims.length > 0) spec['resourceClaims'] = claims.map(({ entry }) => entry);
  spec['containers'] = [container(random, claims.length)];
  const known = objects.filter(({ kind, metadata }) => kind === 'PersistentVolumeClaim' && metadata.namespace === namespace);
  const names = known.filter(({ metadata }) => metadata.ownerReferences === undefined).map(({ metadata }) => metadata.name);
  const volumes = random.chance(0.4)
    ? random.times(random.pick([1, 1, 1, 2]), (index) => ({ ...volumeOfPod(random, `${name}-${index}`, namespace, names) }))
    : [];
  if (volumes.length > 0) spec['volumes'] = volumes.map(({ entry }) => entry);
  const metadata = { name, namespace, labels: { ...labels }, ...(owner === undefined ? {} : { ownerReferences: [owner.reference] }) };
  const pod: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata, spec };
  const needed = [...claims.map(({ object }) => object), ...volumes.flatMap(({ object = [] }) => object)];
  return {
    pod: random.chance(0.35) ? (withAffinity(random, { ...pod }, target) as unknown as KubeObject) : pod,
    objects: [...(owner === undefined ? [] : [owner.object]), ...needed],
  };
}

/** The labels of a pod without those that the API server adds when the pod has a node. */
function ownLabels(labels: Labels = {}): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !key.includes('topology.kubernetes.io/')));
}

function container(random: Random, claims: number): object {
  const requests: Record<string, string> = {};
  if (random.chance(0.7)) requests['cpu'] = random.pick(['100m', '500m', '1', '1', '3']);
  if (random.chance(0.5)) requests['memory'] = random.pick(['128Mi', '1Gi', '3Gi']);
  const limits: Record<string, string> = {};
  if (random.chance(0.05)) limits['example.com/gpu'] = '1';
  return {
    name: 'main',
    image: random.pick(['example.com/app:1', 'example.com/large:2', 'none']),
    resources: { requests, limits, claims: Array.from({ length: claims }, (_, index) => ({ name: `c${index}` })) },
    ...(random.chance(0.08) ? { ports: [{ containerPort: 80, hostPort: random.pick([8080, 8081]) }] } : {}),
  };
}

function nodeAffinity(random: Random): object {
  const term = () => ({
    matchExpressions: [
      random.pick([
        { key: ZONE, operator: 'In', values: random.pick([['a'], ['b', 'c']]) },
        { key: ZONE, operator: 'NotIn', values: ['c'] },
        { key: 'disk', operator: 'Exists' },
        { key: 'rack', operator: 'DoesNotExist' },
      ]),
    ],
  });
  const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: random.times(random.integer(1, 2), term) } };
  const terms = random.times(random.integer(1, 2), () => ({ weight: random.pick([1, 20, 100]), preference: term() }));
  const preferred = { preferredDuringSchedulingIgnoredDuringExecution: terms };
  return random.pick([required, preferred, { ...required, ...preferred }]);
}

/** The owner of a pod. Its uid is set when the API server has created it. */
interface OwnerOfPod {
  readonly reference: { apiVersion: string; kind: string; name: string; uid: string; controller: boolean };
  readonly object: KubeObject;
}

/** A ReplicaSet without a controller: its selector decides which pods its pod is spread among. */
function ownerOf(random: Random, namespace: string, labels: Labels): OwnerOfPod {
  const selected = { app: labels['app'] ?? 'none' };
  const name = `owner-${selected.app}`;
  const template = { metadata: { labels: selected }, spec: { containers: [{ name: 'main', image: 'none' }] } };
  const object = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace },
    spec: { replicas: random.integer(0, 3), selector: { matchLabels: selected }, template },
  };
  return { reference: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid: '', controller: true }, object };
}
