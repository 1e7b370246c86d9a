// The relations of a pod to other pods: a text of every field that filters and scores of the whole cluster read in addition to the shape.

import type { Affinity, PodAffinityTerm, PreferredPods } from '../../core/api/affinity.js';
import type { LabelSelector } from '../../core/api/label-selector.js';
import type { NodeSelectorRequirement } from '../../core/api/meta.js';
import type { Pod } from '../../core/api/pod.js';
import type { TopologySpreadConstraint } from '../../core/api/topology-spread.js';
import { weakEntryIn } from '../../core/base/entry-in.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { ended, irrelevant, listOf, mapOf, signature } from '../../core/base/signature.js';

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
const affinity = signature<Affinity>({ nodeAffinity: irrelevant('the shape has it'), podAffinity: terms, podAntiAffinity: terms });

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

const metadata = signature<Pick<Pod['metadata'], 'namespace' | 'labels'>>({ namespace: lengthPrefixed, labels: mapOf(lengthPrefixed) });
const spec = signature<Pick<Pod['spec'], 'affinity' | 'topologySpreadConstraints'>>({
  affinity,
  topologySpreadConstraints: listOf(constraint),
});

const ofPod = signature<Pick<Pod, 'metadata' | 'spec'>>({ metadata, spec });

const texts = new WeakMap<Pod, string>();

/** Returns the relations of a pod with defaults. */
export function podRelations(pod: Pod): string {
  return weakEntryIn(texts, pod, ofPod);
}

/** Returns whether a pod itself depends on other pods. */
export function hasRelations({ spec: { affinity: all, topologySpreadConstraints } }: Pod): boolean {
  return all?.podAffinity !== undefined || all?.podAntiAffinity !== undefined || topologySpreadConstraints.length > 0;
}
