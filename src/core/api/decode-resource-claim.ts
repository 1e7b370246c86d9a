// ResourceClaims and their templates of every served version -> {@link ResourceClaim}.

import type { Json } from '../base/json.js';
import { claimSpec } from './claim-spec.js';
import { claimStatus } from './claim-status.js';
import type { DecodeContext } from './context.js';
import type { Decoder } from './decoder.js';
import { ignored, object } from './decoder.js';
import { objectMetaWithSource } from './meta.js';
import type { ResourceClaim, ResourceClaimSpec, ResourceClaimTemplate } from './resource-claim.js';
import { decodeResource } from './version.js';

const claim = (spec: Decoder<ResourceClaimSpec>): Decoder<ResourceClaim> =>
  object(
    { apiVersion: ignored, kind: ignored, metadata: objectMetaWithSource, spec, status: claimStatus },
    { fresh: () => ({ metadata: undefined, spec: undefined, status: claimStatus.absent?.value }) },
  );

const claimShapes = { v1: claim(claimSpec.v1), flat: claim(claimSpec.flat), kep4816: claim(claimSpec.kep4816) };

/** Decodes a ResourceClaim of any served version. Throws AllocationError. */
export function decodeResourceClaim(value: Json, context: DecodeContext): ResourceClaim {
  return decodeResource(value, 'ResourceClaim', claimShapes, context);
}

const template = (spec: Decoder<ResourceClaimSpec>): Decoder<ResourceClaimTemplate> =>
  object({
    apiVersion: ignored,
    kind: ignored,
    metadata: objectMetaWithSource,
    spec: object({ metadata: objectMetaWithSource, spec }),
  });

const templateShapes = { v1: template(claimSpec.v1), flat: template(claimSpec.flat), kep4816: template(claimSpec.kep4816) };

/** Decodes a ResourceClaimTemplate of any served version. Throws AllocationError. */
export function decodeResourceClaimTemplate(value: Json, context: DecodeContext): ResourceClaimTemplate {
  return decodeResource(value, 'ResourceClaimTemplate', templateShapes, context);
}
