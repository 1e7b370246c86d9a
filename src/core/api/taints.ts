// Taints and tolerations of devices. Source: docs/spec/allocation.md 3; ToleratesTaint of the reference, package resourceclaim.

import type { Checkpoint } from '../base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT, inOneGo } from '../base/incremental.js';
import type { DeviceToleration } from './resource-claim.js';
import type { DeviceTaint } from './resource-slice.js';

/** Returns the first taint that excludes a request; undefined if all are tolerated or without effect. */
export function excludingTaint(
  taints: readonly DeviceTaint[],
  tolerations: readonly DeviceToleration[],
  checkpoint: Checkpoint,
): DeviceTaint | undefined {
  return taints.length === 0 ? undefined : inOneGo(findingExcludingTaint(taints, tolerations, checkpoint));
}

/** Searches as `excludingTaint` does, in increments. */
export function* findingExcludingTaint(
  taints: readonly DeviceTaint[],
  tolerations: readonly DeviceToleration[],
  checkpoint: Checkpoint,
): Incremental<DeviceTaint | undefined> {
  for (const taint of taints) {
    checkpoint.step(tolerations.length / ITEMS_A_UNIT);
    if (hasEffect(taint) && !tolerations.some((toleration) => tolerates(toleration, taint))) return taint;
    if (checkpoint.due()) yield;
  }
  return undefined;
}

/** Unknown effects and None exclude no request. */
function hasEffect(taint: DeviceTaint): boolean {
  return taint.effect === 'NoSchedule' || taint.effect === 'NoExecute';
}

/** Returns whether a toleration tolerates a taint of a device. */
export function tolerates(toleration: DeviceToleration, taint: DeviceTaint): boolean {
  if (toleration.effect !== '' && toleration.effect !== taint.effect) return false;
  if (toleration.key !== '' && toleration.key !== taint.key) return false;
  if (toleration.operator === 'Exists') return true;
  return toleration.operator === 'Equal' && toleration.value === taint.value;
}
