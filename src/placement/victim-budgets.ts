// Reads the PodDisruptionBudgets of a cluster as preemption does: with the allowed evictions of their status, if they have one.

import { countedBudgets } from '../cluster/disruption-budgets.js';
import type { ReadObjects } from '../cluster/pod-objects.js';
import { requirementsIn } from '../core/api/label-selector.js';
import { objectName } from '../core/api/meta.js';
import { compareBytes } from '../core/base/byte-order.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { sorting } from '../core/base/sorting.js';
import type { VictimBudget } from '../scheduler/preemption/victims.js';

/** Returns the budgets by name. */
export function* victimBudgets(objects: ReadObjects, checkpoint: Checkpoint): Incremental<readonly VictimBudget[]> {
  const budgets: VictimBudget[] = [];
  for (const { budget, selects, count } of yield* countedBudgets(objects, checkpoint)) {
    const { metadata, spec, status } = budget;
    budgets.push({
      name: objectName(metadata),
      namespace: metadata.namespace,
      selects: requirementsIn(spec.selector) === 0 ? undefined : selects,
      disruptionsAllowed: status.disruptionsAllowed ?? count.disruptionsAllowed,
      disruptedPods: status.disruptedPods,
    });
    if (checkpoint.due()) yield;
  }
  return yield* sorting(budgets, (left, right) => compareBytes(left.name, right.name), checkpoint);
}
