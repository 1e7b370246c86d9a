// Says which change lets the eviction of a pod succeed.

import type { PodDisruptionBudget } from '../core/api/pod-disruption-budget.js';
import { count, some } from '../core/base/words.js';
import { guardedPod, type SimulatedBudget } from './disruptions.js';
import type { SimulatedPod } from './model.js';

const MOST_NAMES = 3;

/** Returns the change. `budgets`: the budgets of the pod, at least one. */
export function whatUnblocks(pod: SimulatedPod, budgets: readonly SimulatedBudget[]): string {
  const [one, ...others] = budgets as [SimulatedBudget];
  if (others.length > 0) return `delete ${some(others.map(nameOf), MOST_NAMES)}: a pod can have one budget`;
  const { budget, count: counted, pods } = one;
  if (counted.failure !== undefined) return `set spec.minAvailable of ${nameOf(one)} to a number of pods`;
  const least = leastReplicas(budget.spec);
  if (least === undefined) return `set spec.maxUnavailable of ${nameOf(one)} to 1: it allows no eviction`;
  if (counted.expectedPods <= counted.desiredHealthy) return `${moreReplicas(pods, least)}, or change ${nameOf(one)}`;
  if (!guardedPod(pod).isReady) return `set spec.unhealthyPodEvictionPolicy of ${nameOf(one)} to AlwaysAllow: the pod is not ready`;
  const pending = pods.filter(({ node }) => node === undefined).map(({ name }) => name);
  if (pending.length > 0) return `make room for ${some(pending, MOST_NAMES)}`;
  const unready = pods.filter((each) => !guardedPod(each).isReady).map(({ name }) => name);
  return unready.length > 0 ? `make ${some(unready, MOST_NAMES)} ready` : `change ${nameOf(one)}`;
}

function nameOf({ budget: { metadata } }: SimulatedBudget): string {
  return `PodDisruptionBudget ${metadata.name}`;
}

function moreReplicas(pods: readonly SimulatedPod[], least: number): string {
  const owners = new Set(pods.map(({ owned }) => owned?.owner.workload));
  const [owner] = owners;
  const replicas = Math.max(pods.length + 1, least);
  if (owners.size !== 1 || owner === undefined) return `add ${count(replicas - pods.length, 'replica')}`;
  return `scale ${owner.kind} ${owner.metadata.name} to ${count(replicas, 'replica')}`;
}

/** Returns the least number of ready pods with which a budget allows an eviction; undefined if no number is enough. */
function leastReplicas({ minAvailable, maxUnavailable }: PodDisruptionBudget['spec']): number | undefined {
  const amount = maxUnavailable ?? minAvailable ?? 0;
  const number = typeof amount === 'number' ? amount : Number(amount.replace('%', ''));
  if (maxUnavailable !== undefined) return number > 0 ? 1 : undefined;
  if (typeof amount === 'number') return number + 1;
  return number >= 100 ? undefined : Math.ceil(100 / (100 - number));
}
