// Rejections by claims before any node is considered. Source: PreEnqueue, PreFilter and validateDeviceClass of plugin dynamicresources of
// Kubernetes 1.37.2.

import type { DeviceClass } from '../core/api/device-class.js';
import { alternativesOf } from '../core/api/device-request.js';
import { objectName } from '../core/api/meta.js';
import type { DeviceRequest, ResourceClaim } from '../core/api/resource-claim.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import type { AllocationErrorCode } from '../core/base/errors.js';
import type { Incremental } from '../core/base/incremental.js';
import type { Features } from '../core/features/features.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { FoundClaims } from '../scheduler/pods/claim-finder.js';

/** A request that prevents the scheduler from considering any node. */
export interface RejectedRequest {
  readonly claim: ResourceClaim;
  /** The name of the request, or `request/subrequest`. */
  readonly request: string;
  /** The error of an allocation that ignores the rejection. */
  readonly code: Extract<AllocationErrorCode, 'unknown-device-class' | 'prioritized-list-disabled'>;
  /** The message of the scheduler. */
  readonly message: string;
}

/** The parts of a cluster that decide whether a request is rejected. */
export interface RequestContext {
  readonly deviceClasses: { get(name: string): DeviceClass | undefined };
  readonly features: Pick<Features, 'prioritizedList'>;
}

/** Returns the first request of the pending claims that prevents the scheduler from considering any node. */
export function* rejectedRequest(
  claims: readonly ResourceClaim[],
  context: RequestContext,
  checkpoint: Checkpoint = UNLIMITED,
): Incremental<RejectedRequest | undefined> {
  for (const claim of claims) {
    if (checkpoint.due()) yield;
    if (claim.status.allocation !== undefined) continue;
    for (const { requests } of alternativesOf(claim.spec)) {
      for (const request of requests) {
        const rejected = rejectionOf(claim, request, context);
        if (rejected !== undefined) return rejected;
        if (checkpoint.due()) yield;
      }
    }
  }
  return undefined;
}

function rejectionOf(
  claim: ResourceClaim,
  { name, exactly, firstAvailable }: DeviceRequest,
  { deviceClasses, features }: RequestContext,
): RejectedRequest | undefined {
  if (exactly === undefined && firstAvailable.length > 0 && !features.prioritizedList) {
    const title = `resource claim ${objectName(claim.metadata)}, request ${name}`;
    const message = `${title}: has subrequests, but the DRAPrioritizedList feature is disabled`;
    return { claim, request: name, code: 'prioritized-list-disabled', message };
  }
  const selections =
    exactly === undefined ? firstAvailable.map((each) => ({ ...each, name: `${name}/${each.name}` })) : [{ ...exactly, name }];
  // The first failing request decides. A request without a class is an error of the scheduler.
  const failed = selections.find(({ deviceClassName }) => deviceClassName === '' || deviceClasses.get(deviceClassName) === undefined);
  if (failed === undefined || failed.deviceClassName === '') return undefined;
  const message = `request ${failed.name}: device class ${failed.deviceClassName} does not exist`;
  return { claim, request: failed.name, code: 'unknown-device-class', message };
}

/** Returns the reason why no node is considered for a pod with these claims. `rejected`: the result of `rejectedRequest`. */
export function claimsRefusal({ problem }: FoundClaims, rejected: RejectedRequest | undefined): Rejection | undefined {
  if (problem !== undefined) {
    const { message, hint } = problem;
    return { code: 'claims', message, ...(hint === undefined ? {} : { detail: hint }), keepsFromQueue: true };
  }
  return rejected && { code: 'claims', message: rejected.message, detail: `claim ${objectName(rejected.claim.metadata)}` };
}
