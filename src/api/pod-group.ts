// PodGroup: pods that are scheduled together and may share claims (KEP-5729). Source: scheduling.k8s.io/v1beta1, type PodGroup; the
// fields read here are the same in v1alpha2 of Kubernetes 1.36 and in v1alpha3.

import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import type { Decoder } from './decoder.js';
import { list, object, optional, string, transform } from './decoder.js';
import type { ObjectMeta } from './meta.js';
import { objectMeta } from './meta.js';
import { decodeOther } from './version.js';
import type { PodResourceClaim, PodResourceClaimStatus } from './workload.js';

/** The API group of pod groups. */
export const SCHEDULING_GROUP = 'scheduling.k8s.io';

/** The part of a pod group that matters for devices. */
export interface PodGroup {
  readonly metadata: ObjectMeta;
  /** Claims that its pods share: those of a pod that are the same in every field. */
  readonly spec: { readonly resourceClaims: readonly PodResourceClaim[] };
  /** Names of the claims that were made from templates. */
  readonly status: { readonly resourceClaimStatuses: readonly PodResourceClaimStatus[] };
}

/** MaxPodGroupResourceClaims. */
const MAX_CLAIMS = 4;

const lenient = { lenient: true } as const;

const claims: Decoder<readonly PodResourceClaim[]> = transform(
  list(object({ name: string, resourceClaimName: optional(string), resourceClaimTemplateName: optional(string) }, lenient)),
  (entries, context) => {
    if (entries.length > MAX_CLAIMS) context.warn(`a PodGroup can have ${MAX_CLAIMS} claims, but there are ${entries.length}`);
    return entries;
  },
);

const podGroup: Decoder<PodGroup> = object(
  {
    metadata: objectMeta,
    spec: object({ resourceClaims: claims }, lenient),
    status: object({ resourceClaimStatuses: list(object({ name: string, resourceClaimName: optional(string) }, lenient)) }, lenient),
  },
  lenient,
);

/** Decodes a PodGroup of any version. Unknown fields are ignored. Throws AllocationError. */
export function decodePodGroup(value: Json, context: DecodeContext): PodGroup {
  return decodeOther(value, 'PodGroup', podGroup, context);
}
