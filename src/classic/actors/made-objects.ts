// Builds the objects that actors create for pods.

import type { ClassicPod, PodSchedulingContext, ResourceClaim, ResourceClaimTemplate } from '../api/kinds.js';
import type { OwnerReference } from '../api/objects.js';
import type { ClaimNaming } from '../claim-names.js';

/** The version of all stored objects. */
export const STORED_VERSION = 'resource.k8s.io/v1alpha2';

/** The annotation that links a claim to an entry of its pod, since Kubernetes 1.28. */
export const POD_CLAIM_ANNOTATION = 'resource.kubernetes.io/pod-claim-name';

/** Leaves space for a hyphen and five characters in a name of 63. */
const LONGEST_BASE = 57;

/** Returns the claim for an entry of a pod. */
export function claimFromTemplate(pod: ClassicPod, entry: string, template: ResourceClaimTemplate, naming: ClaimNaming): ResourceClaim {
  const { metadata = {}, spec } = template.spec;
  const annotations = naming === 'generated' ? { ...metadata.annotations, [POD_CLAIM_ANNOTATION]: entry } : metadata.annotations;
  return {
    apiVersion: STORED_VERSION,
    kind: 'ResourceClaim',
    metadata: {
      ...(naming === 'generated'
        ? { name: '', generateName: generateNameFor(pod.metadata.name, entry) }
        : { name: `${pod.metadata.name}-${entry}` }),
      ...(pod.metadata.namespace === undefined ? {} : { namespace: pod.metadata.namespace }),
      ...(metadata.labels === undefined ? {} : { labels: metadata.labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ownerReferences: [{ ...ownerOf(pod), blockOwnerDeletion: true }],
    },
    spec: { ...spec, allocationMode: spec.allocationMode ?? 'WaitForFirstConsumer' },
  };
}

/** If both parts together are too long, each is truncated by the same ratio. */
function generateNameFor(pod: string, entry: string): string {
  const whole = `${pod}-${entry}-`;
  if (whole.length <= LONGEST_BASE) return whole;
  const cut = (text: string): string => text.slice(0, Math.floor((text.length * LONGEST_BASE) / whole.length));
  return `${cut(pod)}-${cut(entry)}`;
}

/** Returns the object through which scheduler and drivers negotiate about a pod. */
export function schedulingContextFor(pod: ClassicPod, spec: PodSchedulingContext['spec']): PodSchedulingContext {
  const { name, namespace } = pod.metadata;
  return {
    apiVersion: STORED_VERSION,
    kind: 'PodSchedulingContext',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), ownerReferences: [ownerOf(pod)] },
    spec,
  };
}

function ownerOf({ metadata: { name, uid = '' } }: ClassicPod): OwnerReference {
  return { apiVersion: 'v1', kind: 'Pod', name, uid, controller: true };
}
