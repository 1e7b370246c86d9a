// The relations of a pod to other pods, as a text. It contains every field that filters and scores of the whole cluster read in
// addition to the shape.

import type { Affinity, PodAffinityTerm, PreferredPods } from '../../core/api/affinity.js';
import type { LabelSelector } from '../../core/api/label-selector.js';
import type { NodeSelectorRequirement, OwnerReference } from '../../core/api/meta.js';
import type { Pod } from '../../core/api/pod.js';
import type { TopologySpreadConstraint } from '../../core/api/topology-spread.js';
import type { Volume } from '../../core/api/volume.js';
import { weakEntryIn } from '../../core/base/entry-in.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { ended, identityText, irrelevant, listOf, mapOf, signature } from '../../core/base/signature.js';
import { bytesOfValue } from '../../core/base/value-bytes.js';

const requirement = signature<NodeSelectorRequirement>({ key: lengthPrefixed, operator: lengthPrefixed, values: listOf(lengthPrefixed) });
const selector = signature<LabelSelector>({ matchLabels: mapOf(lengthPrefixed), matchExpressions: listOf(requirement) });

const MERGED = irrelevant('the API server merges it into the selector');

const term = signature<PodAffinityTerm>({
  labelSelector: selector,
  namespaces: listOf(lengthPrefixed),
  namespaceSelector: selector,
  topologyKey: lengthPrefixed,
  matchLabelKeys: MERGED,
  mismatchLabelKeys: MERGED,
});
const preferred = signature<PreferredPods>({ weight: ended, podAffinityTerm: term });
const terms = signature<NonNullable<Affinity['podAffinity']>>({ required: listOf(term), preferred: listOf(preferred) });
const affinity = signature<Affinity>({ nodeAffinity: irrelevant('it is part of the shape'), podAffinity: terms, podAntiAffinity: terms });

const constraint = signature<TopologySpreadConstraint>({
  maxSkew: ended,
  topologyKey: lengthPrefixed,
  whenUnsatisfiable: lengthPrefixed,
  labelSelector: selector,
  minDomains: ended,
  nodeAffinityPolicy: lengthPrefixed,
  nodeTaintsPolicy: lengthPrefixed,
  matchLabelKeys: listOf(lengthPrefixed),
});

const volume = signature<Volume>({
  name: lengthPrefixed,
  persistentVolumeClaim: ({ claimName }) => lengthPrefixed(claimName),
  ephemeral: identityText,
  claimTemplate: identityText,
  awsElasticBlockStore: JSON.stringify,
  azureDisk: JSON.stringify,
  cinder: JSON.stringify,
  gcePersistentDisk: JSON.stringify,
  iscsi: JSON.stringify,
  portworxVolume: JSON.stringify,
  rbd: JSON.stringify,
  image: irrelevant('it is part of the shape'),
  place: irrelevant('patches alone use it'),
});

const metadata = signature<Pick<Pod['metadata'], 'namespace' | 'labels' | 'ownerReferences'>>({
  namespace: lengthPrefixed,
  labels: mapOf(lengthPrefixed),
  ownerReferences: (references) => controllerText(references),
});

/** Returns the reference to the controller whose selector spreads the pods by default. */
function controllerText(references: readonly OwnerReference[]): string {
  const { apiVersion, kind, name, selector: known } = references.find(({ controller }) => controller) ?? NO_CONTROLLER;
  return lengthPrefixed(apiVersion) + lengthPrefixed(kind) + lengthPrefixed(name) + (known === undefined ? '' : selector(known));
}

const NO_CONTROLLER = { apiVersion: '', kind: '', name: '', selector: undefined };

const spec = signature<Pick<Pod['spec'], 'affinity' | 'topologySpreadConstraints' | 'volumes'>>({
  affinity,
  volumes: (volumes) => (volumes.length === 0 ? undefined : listOf(volume)(volumes)),
  topologySpreadConstraints: listOf(constraint),
});

const ofPod = signature<Pick<Pod, 'metadata' | 'spec'>>({ metadata, spec });

const texts = new WeakMap<Pod, string>();

/** Returns the relations of a pod with defaults. */
export function podRelations(pod: Pod): string {
  return weakEntryIn(texts, pod, () => ofMadeClaims(pod) + ofPod(pod));
}

/** Returns the identity of a pod with claims that are made only for it, because pods of one template have different claims. */
function ofMadeClaims({ metadata: { name, uid }, spec: { volumes } }: Pod): string {
  const hasMadeClaims = volumes.some(({ ephemeral, claimTemplate }) => (ephemeral ?? claimTemplate) !== undefined);
  return hasMadeClaims ? lengthPrefixed(name) + lengthPrefixed(uid) : '';
}

/** The most bytes (approximately) of relations that are compared as a text. */
const MOST_COMPARED = 1 << 17;

/** Returns a key that pods with the same relations share. A pod with larger relations shares its key with no other pod. */
export function keyOfRelations(pod: Pod): string | Pod {
  const { affinity: all, topologySpreadConstraints: constraints, volumes } = pod.spec;
  return bytesOfValue([all, constraints, volumes], MOST_COMPARED) > MOST_COMPARED ? pod : podRelations(pod);
}

/** Returns whether a pod itself depends on other pods or on volumes. */
export function hasRelations({ spec: { affinity: all, topologySpreadConstraints, volumes } }: Pod): boolean {
  return volumes.length > 0 || all?.podAffinity !== undefined || all?.podAntiAffinity !== undefined || topologySpreadConstraints.length > 0;
}

/** Returns whether other pods, or their volumes, decide on which nodes a pod may run. */
export function needsOtherPods({ spec: { affinity: all, topologySpreadConstraints, volumes } }: Pod): boolean {
  const required = [...(all?.podAffinity?.required ?? []), ...(all?.podAntiAffinity?.required ?? [])];
  const isSpread = topologySpreadConstraints.some(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule');
  return required.length > 0 || isSpread || volumes.some(({ image }) => image === undefined);
}
