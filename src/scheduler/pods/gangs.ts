// The pods of a PodGroup, which the scheduler considers together. Sources: the plugin GangScheduling and schedule_one_podgroup.go of
// kube-scheduler 1.37.1.

import type { Pod, PodSpec } from '../../core/api/pod.js';
import type { PodGroup } from '../../core/api/pod-group.js';
import { DEFAULT_SCHEDULER } from '../../core/api/scheduler-configuration.js';
import type { Priorities } from './priorities.js';

/** The number of pods that must have a node before any pod of the group keeps one. */
export function minCountOf({ spec }: PodGroup): number {
  return spec.schedulingPolicy.gang?.minCount ?? 1;
}

/** Returns why no pod of a missing PodGroup enters the scheduler's queue. `gang`: its key. */
export function whyMissing(gang: string): string {
  return `waiting for PodGroup ${gang}, which does not exist`;
}

/** Returns why no pod of a gang enters the scheduler's queue; undefined if enough pods exist. `pods`: all pods of the group, with or without a node. */
export function whyNotQueued(group: PodGroup, pods: number): string | undefined {
  const { gang } = group.spec.schedulingPolicy;
  if (gang === undefined || pods >= gang.minCount) return undefined;
  return 'waiting for minCount pods from a gang to appear in scheduling queue';
}

/** Returns why a group can no longer reach its `minCount`; undefined if it may. */
export function whyInfeasible(group: PodGroup, scheduled: number, remaining: number): string | undefined {
  const minCount = minCountOf(group);
  if (scheduled + remaining >= minCount) return undefined;
  return `minCount (${minCount}) cannot be satisfied: ${scheduled} scheduled, ${remaining} remaining`;
}

/** Returns the error for pods that differ where the pods of a group must agree, in the scheduler's words; undefined if they agree. */
export function disagreementOf(group: PodGroup, pods: readonly Pod[], priorities: Priorities): string | undefined {
  const [first] = pods;
  if (first === undefined) return undefined;
  const schedulerName = schedulerOf(first.spec);
  const policy = policyOf(first.spec);
  const priority = priorities.of(group.spec);
  for (const { spec } of pods) {
    if (schedulerOf(spec) !== schedulerName) {
      const got = `got: ${JSON.stringify(schedulerOf(spec))} and ${JSON.stringify(schedulerName)}`;
      return `all pods in a single pod group should have the same .spec.schedulerName set, ${got}`;
    }
    const ofPod = priorities.of(spec);
    if (ofPod !== priority) {
      return `all pods in a single pod group should have the same priority as the pod group's priority, got ${ofPod} and ${priority}`;
    }
    if (policyOf(spec) !== policy) {
      return `all pods in a single pod group should have the same preemption policy, got ${policyOf(spec)} and ${policy}`;
    }
  }
  return undefined;
}

function schedulerOf({ schedulerName }: PodSpec): string {
  return schedulerName || DEFAULT_SCHEDULER;
}

function policyOf({ preemptionPolicy }: PodSpec): string {
  return preemptionPolicy || 'PreemptLowerPriority';
}
