// PodGroup: pods that are scheduled together and may share claims (KEP-5729). Source: scheduling.k8s.io/v1beta1, type PodGroup; the
// fields read here are the same in v1alpha2 of Kubernetes 1.36 and in v1alpha3.

import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import type { DecodedBy, Decoder } from './decoder.js';
import { list, object, transform } from './decoder.js';
import { objectMeta } from './meta.js';
import { type PodResourceClaim, sharedClaim } from './pod.js';
import { claimName } from './pod-status.js';
import { decodeOther } from './version.js';

/** The API group of pod groups. */
export const SCHEDULING_GROUP = 'scheduling.k8s.io';

/** The most claims of a PodGroup (MaxPodGroupResourceClaims). */
export const MAX_GROUP_CLAIMS = 4;

const lenient = { lenient: true } as const;

const claims: Decoder<readonly PodResourceClaim[]> = transform(list(sharedClaim), (entries, context) => {
  if (entries.length > MAX_GROUP_CLAIMS) context.warn(`a PodGroup can have ${MAX_GROUP_CLAIMS} claims, but there are ${entries.length}`);
  return entries;
});

const podGroup = object(
  {
    metadata: objectMeta,
    /** Claims that its pods share: those of a pod that are the same in every field. */
    spec: object({ resourceClaims: claims }, lenient),
    /** Names of the claims that were made from templates. */
    status: object({ resourceClaimStatuses: list(claimName) }, lenient),
  },
  lenient,
);

/** The part of a pod group that matters for devices. */
export interface PodGroup extends DecodedBy<typeof podGroup> {}

/** Decodes a PodGroup of any version. Unknown fields are ignored. Throws AllocationError. */
export function decodePodGroup(value: Json, context: DecodeContext): PodGroup {
  return decodeOther(value, 'PodGroup', podGroup, context);
}
