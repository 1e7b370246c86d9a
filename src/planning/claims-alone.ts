// Places claims that no pod uses, with the help of a pod that has only these claims.

import { listOf } from '../cluster/claims.js';
import { inSource, sourcesOf } from '../cluster/documents.js';
import type { KubernetesObjectJson, ResourceClaimJson } from '../core/api/kinds.js';
import { decodeObjects } from '../core/api/objects.js';
import type { Pod } from '../core/api/pod.js';
import type { ResourceClaim, ResourceClaimTemplate } from '../core/api/resource-claim.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import { inOneGo } from '../core/base/incremental.js';
import type { Json } from '../core/base/json.js';
import type { Cluster } from '../library/cluster.js';

/** A claim to make for each replica, from a template or an existing claim. */
export type ClaimToMake = Pick<ResourceClaim, 'metadata' | 'spec'>;

/** Returns the claim that a template makes. */
export function ofTemplate({ metadata, spec }: ResourceClaimTemplate): ClaimToMake {
  return { metadata, spec: spec.spec };
}

/** Decodes claims and claim templates. Throws `invalid-input` and `invalid-object`. */
export function claimsToMake(objects: readonly (ResourceClaimJson | KubernetesObjectJson)[]): readonly ClaimToMake[] {
  const list = listOf(objects, 'claims');
  try {
    const { resourceClaims, resourceClaimTemplates } = decodeObjects(inOneGo(sourcesOf(list, UNLIMITED)));
    const claims = [...resourceClaims, ...resourceClaimTemplates.map(ofTemplate)];
    if (claims.length > 0) return claims;
  } catch (error) {
    throw inSource(list, error);
  }
  throw new AllocationError('invalid-input', 'claims: expected ResourceClaims or ResourceClaimTemplates', { path: 'claims' });
}

/**
 * Returns a pod with claims that are made for each replica. Adds their templates to the cluster, under names that no API server accepts. The
 * pod requests no resources except its pod slot, and tolerates no node taints.
 */
export function podForClaims(cluster: Cluster, claims: readonly ClaimToMake[]): Pod {
  const metadata = { namespace: claims[0]?.metadata.namespace || 'default', name: claims[0]?.metadata.name || 'claim' };
  const nameOf = (index: number): string => `of ${metadata.name} ${index}`;
  const resourceClaims = claims.map((_, index) => ({ name: `c${index}`, resourceClaimTemplateName: nameOf(index) }));
  const pod: Json = { apiVersion: 'v1', kind: 'Pod', metadata, spec: { resourceClaims, containers: [] } };
  const { pods, ...nothing } = decodeObjects([{ value: pod }]);
  const resourceClaimTemplates = claims.map(({ metadata: claimMetadata, spec }, index): ResourceClaimTemplate => {
    return { metadata: { ...claimMetadata, ...metadata, name: nameOf(index), uid: '' }, spec: { metadata: claimMetadata, spec } };
  });
  cluster.parts.cluster.apply({ ...nothing, pods: [], resourceClaimTemplates });
  return pods[0] as Pod;
}
