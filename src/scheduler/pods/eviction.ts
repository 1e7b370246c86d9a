// Decides whether a pod can be evicted, as the API server does. Source: EvictionREST.Create and checkAndDecrement of
// pkg/registry/core/pod/storage/eviction.go of Kubernetes 1.37.1.

import type { CountedBudget, GuardedPod } from './disruptions.js';

/** The answer of the API server. */
export type EvictionAnswer =
  /** `spent`: the budget that now allows one eviction less. */
  | { readonly isAllowed: true; readonly spent?: CountedBudget }
  /** `code`: 429 if the eviction may succeed later. */
  | { readonly isAllowed: false; readonly code: 429 | 500; readonly message: string };

const ALLOWED = { isAllowed: true } as const;

/** Returns the answer for a pod. `budgets`: the budgets that select it. */
export function answerEviction(guarded: GuardedPod, budgets: readonly CountedBudget[]): EvictionAnswer {
  const [budget, ...others] = budgets;
  if (budget === undefined || needsNoBudget(guarded)) return ALLOWED;
  if (others.length > 0)
    return {
      isAllowed: false,
      code: 500,
      message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    };
  const { unhealthyPodEvictionPolicy } = budget.budget.spec;
  const { currentHealthy, desiredHealthy, disruptionsAllowed } = budget.count;
  const isSpare = unhealthyPodEvictionPolicy === 'AlwaysAllow' || (currentHealthy >= desiredHealthy && desiredHealthy > 0);
  if (!guarded.isReady && isSpare) return ALLOWED;
  if (disruptionsAllowed > 0) return { isAllowed: true, spent: budget };
  return { isAllowed: false, code: 429, message: whyNot(budget) };
}

/** Returns whether a pod has not started or has already stopped. */
function needsNoBudget({ pod: { metadata, status }, isReady }: GuardedPod): boolean {
  if (metadata.deletionTimestamp !== undefined || status.phase === 'Succeeded' || status.phase === 'Failed') return true;
  return status.phase === 'Pending' && !isReady;
}

function whyNot({ budget, count: { failure, currentHealthy, desiredHealthy } }: CountedBudget): string {
  const start = `The disruption budget ${budget.metadata.name}`;
  if (failure !== undefined) return `${start} does not allow evicting pods currently because it failed sync: ${failure}`;
  if (currentHealthy <= desiredHealthy) return `${start} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  return `${start} does not allow evicting pods currently`;
}
