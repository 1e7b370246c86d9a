// The pods that may be removed for another pod, and the order in which they may stay. Source: types.go and util.go of
// pkg/scheduler/framework/preemption of Kubernetes 1.37.1.

import type { LabelPredicate } from '../../core/api/label-selector.js';
import type { Pod } from '../../core/api/pod.js';
import { compareBytes } from '../../core/base/byte-order.js';
import type { PodInfo } from '../filters/node-info.js';

/** A pod that may be removed. */
export interface Victim {
  readonly info: PodInfo;
  readonly priority: number;
  /** The start of the pod in milliseconds; infinite if it has not started. */
  readonly start: number;
}

/** Returns a pod as a victim. */
export function victimOf(info: PodInfo, priority: number): Victim {
  const { startTime } = info.pod.status;
  return { info, priority, start: startTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(startTime) };
}

/** Orders more important victims first: higher priority, then the earlier start. The name decides between equal ones. */
export function compareVictims(left: Victim, right: Victim): number {
  if (left.priority !== right.priority) return right.priority - left.priority;
  if (left.start !== right.start) return left.start < right.start ? -1 : 1;
  return compareBytes(left.info.name, right.info.name);
}

/** A limit on the pods that may be removed, with the evictions that its status allows. */
export interface VictimBudget {
  readonly name: string;
  readonly namespace: string;
  /** Undefined if the selector of the budget is absent or empty: it then guards no pod from preemption. */
  readonly selects: LabelPredicate | undefined;
  readonly disruptionsAllowed: number;
  /** The names of pods whose eviction is counted already. */
  readonly disruptedPods: { has(name: string): boolean };
}

/** Victims, split by the budgets that their removal violates. */
export interface GuardedVictims {
  readonly violating: readonly Victim[];
  readonly others: readonly Victim[];
  /** The violated budget of each violating victim. */
  readonly budgetOf: ReadonlyMap<Victim, VictimBudget>;
}

/** Splits victims, the most important first. Each victim uses up its budgets for the later victims. */
export function splitByBudgets(victims: readonly Victim[], budgets: readonly VictimBudget[]): GuardedVictims {
  const left = budgets.map(({ disruptionsAllowed }) => disruptionsAllowed);
  const budgetOf = new Map<Victim, VictimBudget>();
  const [violating, others]: [Victim[], Victim[]] = [[], []];
  for (const victim of victims) {
    const violated = violatedBudget(victim.info.pod, budgets, left);
    if (violated === undefined) others.push(victim);
    else {
      violating.push(victim);
      budgetOf.set(victim, violated);
    }
  }
  return { violating, others, budgetOf };
}

function violatedBudget({ metadata }: Pod, budgets: readonly VictimBudget[], left: number[]): VictimBudget | undefined {
  if (metadata.labels.size === 0) return undefined;
  for (const [place, budget] of budgets.entries()) {
    if (budget.namespace !== metadata.namespace || budget.selects?.(metadata.labels) !== true) continue;
    if (budget.disruptedPods.has(metadata.name)) continue;
    const after = (left[place] as number) - 1;
    left[place] = after;
    if (after < 0) return budget;
  }
  return undefined;
}
