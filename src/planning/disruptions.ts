// Counts the evictions that PodDisruptionBudgets allow at a time of a simulation.

import { claimKey } from '../cluster/claims.js';
import { storedScale } from '../cluster/disruption-budgets.js';
import type { PodObjects } from '../cluster/pod-objects.js';
import { type LabelPredicate, parsingLabelSelector } from '../core/api/label-selector.js';
import type { PodDisruptionBudget } from '../core/api/pod-disruption-budget.js';
import { entryIn } from '../core/base/entry-in.js';
import type { Program } from '../core/base/program.js';
import {
  type BudgetCount,
  type CountedBudget,
  countPods,
  type GuardedPod,
  isPodReady,
  reportedCount,
  type ScaleOf,
  scaleError,
} from '../scheduler/pods/disruptions.js';
import { controllerOf } from '../scheduler/pods/ownership.js';
import type { Clock } from './clock.js';
import type { SimulatedPod } from './model.js';
import type { Pods } from './pods.js';

/** A budget with its current count, and the pods that it selects. */
export interface SimulatedBudget extends CountedBudget {
  count: BudgetCount;
  readonly pods: readonly SimulatedPod[];
}

/** Returns a pod with its readiness: a pod that the simulation placed is ready at once. */
export function guardedPod(pod: SimulatedPod): GuardedPod {
  return { pod: pod.pod, isReady: pod.placedAt !== undefined || (pod.node !== undefined && isPodReady(pod.pod)) };
}

export class Disruptions {
  readonly #pods: Pick<Pods, 'values'>;
  readonly #objects: PodObjects;
  /** The counts of budgets with a status at the start: as reported, and as counted from the pods. */
  readonly #atStart = new Map<string, { readonly reported: BudgetCount; readonly counted: BudgetCount }>();

  constructor(pods: Pick<Pods, 'values'>, objects: PodObjects) {
    this.#pods = pods;
    this.#objects = objects;
  }

  get hasAny(): boolean {
    return this.#objects.all('PodDisruptionBudget').size > 0;
  }

  /** Stores the counts at the start, which later counts change. */
  *begin(clock: Clock): Program<void> {
    if (!this.hasAny) return;
    for (const { budget, pods } of yield* this.#selected(clock)) {
      const reported = reportedCount(budget);
      if (reported !== undefined) this.#atStart.set(claimKey(budget), { reported, counted: countNow(budget, pods, this.#objects) });
    }
  }

  /** Returns the budgets with their current counts. */
  *current(clock: Clock): Program<readonly SimulatedBudget[]> {
    if (!this.hasAny) return [];
    const current: SimulatedBudget[] = [];
    for (const one of yield* this.#selected(clock)) {
      const counted = countNow(one.budget, one.pods, this.#objects);
      const atStart = this.#atStart.get(claimKey(one.budget));
      current.push({ ...one, count: atStart === undefined ? counted : changedCount(atStart.reported, atStart.counted, counted) });
    }
    return current;
  }

  *#selected(clock: Clock): Program<readonly Omit<SimulatedBudget, 'count'>[]> {
    const all: { readonly budget: PodDisruptionBudget; readonly selects: LabelPredicate; readonly pods: SimulatedPod[] }[] = [];
    const byNamespace = new Map<string, typeof all>();
    for (const budget of this.#objects.all('PodDisruptionBudget').values()) {
      const { matches: selects } = yield* clock.work((checkpoint) => parsingLabelSelector(budget.spec.selector, checkpoint));
      const one = { budget, selects, pods: [] };
      all.push(one);
      entryIn(byNamespace, budget.metadata.namespace, () => []).push(one);
    }
    for (const pod of this.#pods.values()) {
      yield* clock.check();
      const { namespace, labels } = pod.pod.metadata;
      for (const { selects, pods } of byNamespace.get(namespace) ?? []) if (selects(labels)) pods.push(pod);
    }
    return all;
  }
}

function countNow(budget: PodDisruptionBudget, pods: readonly SimulatedPod[], objects: PodObjects): BudgetCount {
  const simulated = new Map(pods.map((pod) => [pod.pod, pod]));
  const scaleOf: ScaleOf = (controller, pod) => {
    const owned = simulated.get(pod)?.owned;
    if (owned === undefined) return storedScale(objects, pod.metadata.namespace, controller);
    const { owner, set, scaledTo } = owned;
    const replicas = scaledTo ?? set.replicas;
    return scaleError(controller) ?? (replicas === undefined ? undefined : { key: `${owner.key}/${set.name}`, replicas });
  };
  return countPods(budget, pods.map(guardedPod), scaleOf);
}

/** Returns the reported count with the changes since the start. */
function changedCount(reported: BudgetCount, before: BudgetCount, now: BudgetCount): BudgetCount {
  const changeOf = (name: 'currentHealthy' | 'desiredHealthy' | 'expectedPods'): number => now[name] - before[name];
  const currentHealthy = reported.currentHealthy + changeOf('currentHealthy');
  const desiredHealthy = Math.max(0, reported.desiredHealthy + changeOf('desiredHealthy'));
  const expectedPods = Math.max(0, reported.expectedPods + changeOf('expectedPods'));
  // Pods that are missing at the start must become ready before a budget allows an eviction.
  const spare =
    reported.disruptionsAllowed > 0 ? reported.disruptionsAllowed : Math.min(0, reported.currentHealthy - reported.desiredHealthy);
  const disruptionsAllowed = Math.max(0, spare + changeOf('currentHealthy') - changeOf('desiredHealthy'));
  return { ...reported, disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods };
}

/** Returns whether drains leave a pod on its node: `kubectl drain --ignore-daemonsets` ignores pods of DaemonSets and static pods. */
export function staysOnDrain({ pod, owned }: SimulatedPod): boolean {
  const kind = controllerOf(pod)?.kind;
  return kind === 'DaemonSet' || kind === 'Node' || (owned !== undefined && owned.set.replicas === undefined);
}
