/**
 * The library's public entry. Nothing happens at import.
 * @module dra-allocator
 */

import { platform } from '#platform';
import { type Allocator, type AllocatorOptions, createAllocatorOn } from './allocator.js';

export type { AllocatedInput, AllocateInput, Allocator, AllocatorExplainInput, AllocatorOptions, DeviceReference } from './allocator.js';
export type * from './api/kinds.js';
export type { AbortSignalLike } from './base/abort-signal.js';
export { ERROR_CODES, type ErrorCodeInfo } from './base/error-codes.js';
export { AllocationError, type AllocationErrorCode, type ErrorPlace } from './base/errors.js';
export type { Json, JsonObject } from './base/json.js';
export type {
  Certificate,
  CountProof,
  DevicesProof,
  Limit,
  Name,
  Proof,
  Thing,
  ValuesProof,
} from './certificate/certificate.js';
export type { ClaimInput, ClaimName, PreparedClaims } from './cluster/claims.js';
export type { Cluster, ClusterAllocateInput, FilterInput } from './cluster/cluster.js';
export type { ExplainInput, PodExplainInput } from './cluster/explain-inputs.js';
export type { CompleteFilter, FilterResult, InterruptedFilter } from './cluster/filter-result.js';
export type {
  CompletePodFilter,
  InterruptedPodFilter,
  PodFilterResult,
  PodOutcome,
  RejectedOutcome,
} from './cluster/pods/pod-filter-result.js';
export type { PodAllocateInput, PodFilterInput } from './cluster/pods/pod-inputs.js';
export type { PreparedPod } from './cluster/pods/prepared-pod.js';
export type {
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
  NodeSelectorJson,
  NodeSelectorRequirementJson,
  TolerationJson,
} from './decode/allocation-result.js';
export type { InterruptedSelector } from './encode/interrupted-selector.js';
export type { AsyncLimits, InterruptedBy, Limits } from './evaluate/limits.js';
export type { Outcome } from './evaluate/outcome.js';
export type {
  Clause,
  Conflict,
  ConflictMember,
  DeviceHolder,
  DeviceName,
  Explanation,
  ExplanationKind,
  FalseClause,
  JsonPatchOperation,
  Loss,
  LossCode,
  NodeExplanation,
  NodeGroup,
  ObjectPatch,
  PickExplanation,
  RequestExplanation,
  SelectorPlace,
  Suggestion,
  UnavailableClaim,
} from './explain/explanation.js';
export { type ExplanationTextOptions, explanationText } from './explain/text/explanation-text.js';
export type { Rejection, RejectionCode } from './filters/filter.js';
export type { SubrequestChoice } from './schedule/score.js';

/**
 * Makes an allocator: loads and instantiates the solver, resolves the gates. Rejects with {@link AllocationError}
 * `unknown-kubernetes-version`, `unknown-feature-gate`, `locked-feature-gate` or `feature-gate-needs`.
 * @example
 * ```ts
 * import { createAllocator } from 'dra-allocator';
 *
 * const allocator = await createAllocator({ kubernetesVersion: '1.37', featureGates: { DRAConsumableCapacity: false } });
 * console.log(allocator.toJSON().features['consumableCapacity']); // false
 * ```
 */
export function createAllocator(options: AllocatorOptions = {}): Promise<Allocator> {
  return createAllocatorOn(platform, options);
}
