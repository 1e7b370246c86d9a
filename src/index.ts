/**
 * The library's public entry. Importing it has no side effects.
 * @module dra-allocator
 */

import { platform } from '#platform';
import type { Allocator, AllocatorOptions } from './library/allocator.js';
import { createAllocatorOn } from './library/create-allocator.js';

export type {
  Certificate,
  CountProof,
  DevicesProof,
  Limit,
  Name,
  Proof,
  Thing,
  ValuesProof,
} from './allocator/certificate.js';
export type {
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
  NodeSelectorJson,
  NodeSelectorRequirementJson,
  TolerationJson,
} from './allocator/decode/allocation-result.js';
export type { InterruptedSelector } from './allocator/encode/interrupted-selector.js';
export type { AsyncLimits, InterruptedBy, Limits } from './allocator/evaluate/limits.js';
export type { Outcome } from './allocator/evaluate/outcome.js';
export type { SubrequestChoice } from './allocator/score.js';
export type { ClaimInput, ClaimName, PreparedClaims } from './cluster/claims.js';
export type { CompleteFilter, FilterResult, InterruptedFilter } from './cluster/filter-result.js';
export type * from './core/api/kinds.js';
export type { AbortSignalLike } from './core/base/abort-signal.js';
export { ERROR_CODES, type ErrorCodeInfo } from './core/base/error-codes.js';
export { AllocationError, type AllocationErrorCode, type ErrorPlace } from './core/base/errors.js';
export type { Json, JsonObject } from './core/base/json.js';
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
export type { AllocatedInput, DeviceReference } from './library/allocated-input.js';
export type {
  AllocateInput,
  Allocator,
  AllocatorExplainInput,
  AllocatorOptions,
} from './library/allocator.js';
export type { ClusterAllocateInput, FilterInput } from './library/claim-inputs.js';
export type { Cluster } from './library/cluster.js';
export type { ExplainInput, PodExplainInput } from './library/explain-inputs.js';
export type {
  CompletePodFilter,
  InterruptedPodFilter,
  PodFilterResult,
  PodOutcome,
  RejectedOutcome,
} from './placement/pod-filter-result.js';
export type { PodAllocateInput, PodFilterInput } from './placement/pod-inputs.js';
export type { PreparedPod } from './placement/prepared-pod.js';
export type { Rejection, RejectionCode } from './scheduler/filters/filter.js';

/**
 * Returns an allocator: loads and instantiates the solver, and resolves the gates. Rejects with {@link AllocationError}
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
