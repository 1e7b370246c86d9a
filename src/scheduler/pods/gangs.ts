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

/** Returns why all pods of a group stay pending because of one of them. Only the text for an error is the scheduler's. */
export function whyAllFail(kind: 'held' | 'error' | 'interrupted', pod: string, message: string): string {
  if (kind === 'error') return `failed to schedule other pod from a pod group: ${message}`;
  if (kind === 'held') return `pod ${pod} keeps the group from the scheduler's queue: ${message}`;
  return `the search for pod ${pod} was interrupted`;
}

/** Checks that the pods of a group agree where they must. */
export class Agreement {
  readonly #priorities: Priorities;
  readonly #priority: number;
  readonly #policyOfGroup: string | undefined;
  #schedulerName: string | undefined;
  #policy: string | undefined;

  constructor({ spec }: PodGroup, priorities: Priorities) {
    this.#priorities = priorities;
    this.#priority = priorities.of(spec);
    this.#policyOfGroup = spec.preemptionPolicy;
  }

  /** Returns the error for the next pod, in the scheduler's words; undefined if it agrees with the group and with the pods before it. */
  problemOf({ spec }: Pod): string | undefined {
    const schedulerName = schedulerOf(spec);
    this.#schedulerName ??= schedulerName;
    if (schedulerName !== this.#schedulerName) {
      const got = `got: ${JSON.stringify(schedulerName)} and ${JSON.stringify(this.#schedulerName)}`;
      return `all pods in a single pod group should have the same .spec.schedulerName set, ${got}`;
    }
    const priority = this.#priorities.of(spec);
    if (priority !== this.#priority) {
      return `all pods in a single pod group should have the same priority as the pod group's priority, got ${priority} and ${this.#priority}`;
    }
    const policy = this.#priorities.policyOf(spec);
    this.#policy ??= this.#policyOfGroup ?? policy;
    if (policy === this.#policy) return undefined;
    // A group has a policy only with the gate PodGroupPreemptionPolicy.
    const ofGroup = this.#policyOfGroup === undefined ? '' : " as the pod group's preemption policy";
    return `all pods in a single pod group should have the same preemption policy${ofGroup}, got ${policy} and ${this.#policy}`;
  }
}

function schedulerOf({ schedulerName }: PodSpec): string {
  return schedulerName || DEFAULT_SCHEDULER;
}
