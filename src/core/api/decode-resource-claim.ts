// Decodes ResourceClaims and their templates of every served version to {@link ResourceClaim}.

import { claimSpec } from './claim-spec.js';
import { claimStatus } from './claim-status.js';
import type { Decoder } from './decoder.js';
import { ignored, type LargeDecoder, object } from './decoder.js';
import { objectMetaWithSource } from './meta.js';
import type { ResourceClaim, ResourceClaimSpec, ResourceClaimTemplate } from './resource-claim.js';
import { resourceKind } from './version.js';

const claim = (spec: Decoder<ResourceClaimSpec>): Decoder<ResourceClaim> =>
  object(
    { apiVersion: ignored, kind: ignored, metadata: objectMetaWithSource, spec, status: claimStatus },
    { fresh: () => ({ metadata: undefined, spec: undefined, status: claimStatus.absent?.value }) },
  );

const claimShapes = { v1: claim(claimSpec.v1), flat: claim(claimSpec.flat), kep4816: claim(claimSpec.kep4816) };

/** Decodes ResourceClaims of any served version, also in increments. */
export const resourceClaimKind: LargeDecoder<ResourceClaim> = resourceKind('ResourceClaim', claimShapes);

/** Decodes a ResourceClaim of any served version. Throws AllocationError. */
export const { decode: decodeResourceClaim } = resourceClaimKind;

const template = (spec: Decoder<ResourceClaimSpec>): Decoder<ResourceClaimTemplate> =>
  object({
    apiVersion: ignored,
    kind: ignored,
    metadata: objectMetaWithSource,
    spec: object({ metadata: objectMetaWithSource, spec }),
  });

const templateShapes = { v1: template(claimSpec.v1), flat: template(claimSpec.flat), kep4816: template(claimSpec.kep4816) };

/** Decodes ResourceClaimTemplates of any served version, also in increments. */
export const resourceClaimTemplateKind: LargeDecoder<ResourceClaimTemplate> = resourceKind('ResourceClaimTemplate', templateShapes);

/** Decodes a ResourceClaimTemplate of any served version. Throws AllocationError. */
export const { decode: decodeResourceClaimTemplate } = resourceClaimTemplateKind;
