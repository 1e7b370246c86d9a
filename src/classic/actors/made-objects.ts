// The objects that actors make for pods.

import type { ClassicPod, PodSchedulingContext, ResourceClaim, ResourceClaimTemplate } from '../api/kinds.js';
import type { OwnerReference } from '../api/objects.js';
import type { ClaimNaming } from '../claim-names.js';

/** The version that everything is stored in. */
export const STORED_VERSION = 'resource.k8s.io/v1alpha2';

/** The annotation that ties a claim to an entry of its pod, from Kubernetes 1.28 on. */
export const POD_CLAIM_ANNOTATION = 'resource.kubernetes.io/pod-claim-name';

/** Room for a hyphen and five characters in a name of 63. */
const LONGEST_BASE = 57;

/** A claim for an entry of a pod. */
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

/** Both parts are cut by the same share where they are too long together. */
function generateNameFor(pod: string, entry: string): string {
  const whole = `${pod}-${entry}-`;
  if (whole.length <= LONGEST_BASE) return whole;
  const cut = (text: string): string => text.slice(0, Math.floor((text.length * LONGEST_BASE) / whole.length));
  return `${cut(pod)}-${cut(entry)}`;
}

/** The object by which scheduler and drivers negotiate about a pod. */
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
