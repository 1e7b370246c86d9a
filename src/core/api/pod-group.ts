import type { DecodedBy, Decoder } from './decoder.js';
import { int32, type LargeDecoder, list, object, optional, string, transform } from './decoder.js';
import { objectMeta } from './meta.js';
import { type PodResourceClaim, sharedClaim } from './pod.js';
import { claimName } from './pod-status.js';
import { otherKind } from './version.js';

/** The API group of pod groups. */
export const SCHEDULING_GROUP = 'scheduling.k8s.io';

/** The most claims of a PodGroup (MaxPodGroupResourceClaims). */
export const MAX_GROUP_CLAIMS = 4;

const lenient = { lenient: true } as const;

const claims: Decoder<readonly PodResourceClaim[]> = transform(list(sharedClaim), (entries, context) => {
  if (entries.length > MAX_GROUP_CLAIMS)
    context.warn(`a PodGroup can have at most ${MAX_GROUP_CLAIMS} claims, but it has ${entries.length}`);
  return entries;
});

const podGroup = object(
  {
    metadata: objectMeta,
    spec: object(
      {
        /** A gang needs `minCount` pods that run at the same time. Other groups need one pod. */
        schedulingPolicy: object({ gang: optional(object({ minCount: int32 }, lenient)) }, lenient),
        /** The scheduler then places the pods in one domain of each topology. */
        schedulingConstraints: object({ topology: list(object({ key: string }, lenient)) }, lenient),
        /** The group of groups that this group belongs to. */
        parentCompositePodGroupName: string,
        priority: optional(int32),
        priorityClassName: string,
        preemptionPolicy: optional(string),
        /** Claims that its pods share. A pod shares a claim of the group if its entry equals the entry of the group in every field. */
        resourceClaims: claims,
      },
      lenient,
    ),
    /** The names of the claims that were made from templates. */
    status: object({ resourceClaimStatuses: list(claimName) }, lenient),
  },
  lenient,
);

/** The part of a pod group that affects devices and the placement of its pods. */
export interface PodGroup extends DecodedBy<typeof podGroup> {}

/** Decodes PodGroups of any version, also in increments. Unknown fields are ignored. */
export const podGroupKind: LargeDecoder<PodGroup> = otherKind('PodGroup', podGroup);

/** Decodes a PodGroup of any version. Unknown fields are ignored. Throws AllocationError. */
export const { decode: decodePodGroup } = podGroupKind;
