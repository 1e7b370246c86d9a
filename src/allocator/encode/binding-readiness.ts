// Checks whether an allocated claim can be bound, from the device conditions that drivers report. If a device failed or the claim timed out, the scheduler
// deallocates the claim. Source: docs/spec/reference-1.37.md 2.10; Filter, isClaimReadyForBinding and isClaimTimeout of the scheduler's DynamicResources
// plugin, 1.37.

import { objectName } from '../../core/api/meta.js';
import type { Allocation, ResourceClaim } from '../../core/api/resource-claim.js';
import { wrongArgument } from '../../core/base/arguments.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { deviceKey } from '../pools/pool.js';

/** The time that the scheduler waits for binding conditions by default. */
const BINDING_TIMEOUT_MILLISECONDS = 600_000;

const READY = { kind: 'ready' } as const;

/**
 * - `ready`: all conditions are met. Includes claims without binding conditions or devices.
 * - `waiting`: some conditions are not met yet. A pod may still be scheduled to the devices.
 * - `timed-out`: the conditions were not met within 600 seconds of the allocation.
 * - `failed`: a failure condition is met. The driver reports the reason and the message.
 */
export type BindingReadiness =
  | { readonly kind: 'ready' | 'waiting' }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };

/**
 * Checks a claim at a time, in milliseconds since 1970. Devices are checked in the order of the allocation: an unmet condition
 * hides the failure of a later device. Throws `invalid-object` if the time matters and `status.allocation.allocationTimestamp`
 * is invalid.
 */
export function* bindingReadiness({ metadata, status }: ResourceClaim, now: number, checkpoint: Checkpoint): Incremental<BindingReadiness> {
  const results = status.allocation?.results ?? [];
  checkpoint.step(results.length / ITEMS_A_UNIT);
  const bound = results.filter(({ bindingConditions }) => bindingConditions.length > 0);
  if (bound.length === 0) return READY;
  const reported = yield* conditionsByDevice(status.devices ?? [], checkpoint);
  for (const { driver, pool, device, bindingConditions, bindingFailureConditions } of bound) {
    checkpoint.step(bindingConditions.length + bindingFailureConditions.length);
    const conditions = reported.get(deviceKey(driver, pool, device)) ?? new Map<string, JsonObject>();
    const failure = bindingFailureConditions.map((type) => conditions.get(type)).find(isTrue);
    if (failure !== undefined) return { kind: 'failed', reason: textOf(failure['reason']), message: textOf(failure['message']) };
    if (!bindingConditions.every((type) => isTrue(conditions.get(type)))) {
      const since = allocatedAt(status.allocation, objectName(metadata));
      return { kind: since !== undefined && since + BINDING_TIMEOUT_MILLISECONDS < now ? 'timed-out' : 'waiting' };
    }
    if (checkpoint.due()) yield;
  }
  return READY;
}

/** Returns a time in milliseconds since 1970, or undefined for the current time. Throws `invalid-input`. */
export function timeOf(now: Date | undefined): number | undefined {
  if (now === undefined) return undefined;
  const time = now instanceof Date ? now.getTime() : Number.NaN;
  if (Number.isNaN(time)) throw wrongArgument('now', 'a Date', now);
  return time;
}

/**
 * Returns the reported conditions by device and type. Share IDs are ignored. If a device has two reports, the first one counts,
 * as in the reference.
 */
function* conditionsByDevice(
  reports: readonly JsonObject[],
  checkpoint: Checkpoint,
): Incremental<ReadonlyMap<string, ReadonlyMap<string, JsonObject>>> {
  const found = new Map<string, Map<string, JsonObject>>();
  for (const { driver, pool, device, conditions } of reports) {
    const key = deviceKey(textOf(driver), textOf(pool), textOf(device));
    if (!found.has(key)) {
      const types = new Map<string, JsonObject>();
      found.set(key, types);
      for (const condition of (conditions ?? []) as readonly JsonObject[]) {
        const type = textOf(condition?.['type']);
        if (!types.has(type)) types.set(type, condition);
        if (checkpoint.due()) yield;
      }
    }
    if (checkpoint.due()) yield;
  }
  return found;
}

function isTrue(condition: JsonObject | undefined): boolean {
  return condition?.['status'] === 'True';
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Returns the time of the allocation, or undefined if the scheduler did not record it. */
function allocatedAt(allocation: Allocation | undefined, claim: string): number | undefined {
  const timestamp = allocation?.source['allocationTimestamp'];
  if (timestamp === undefined || timestamp === null) return undefined;
  const time = typeof timestamp === 'string' && RFC_3339.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const path = 'status.allocation.allocationTimestamp';
  throw new AllocationError('invalid-object', `claim ${claim}: ${path}: expected a time such as 2026-01-02T15:04:05Z`, { claim, path });
}
