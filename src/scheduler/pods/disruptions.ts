// Counts the evictions that a PodDisruptionBudget allows, as the disruption controller does. Source: trySync of
// pkg/controller/disruption/disruption.go of Kubernetes 1.37.1, and GetScaledValueFromIntOrPercent of k8s.io/apimachinery v0.37.1.

import type { LabelPredicate } from '../../core/api/label-selector.js';
import type { OwnerReference } from '../../core/api/meta.js';
import type { Pod } from '../../core/api/pod.js';
import type { PodDisruptionBudget } from '../../core/api/pod-disruption-budget.js';
import { controllerOf } from './ownership.js';

/** A pod that a budget selects. */
export interface GuardedPod {
  readonly pod: Pod;
  readonly isReady: boolean;
}

/** A controller of pods, by a unique key, with its number of pods. */
export interface Scale {
  readonly key: string;
  readonly replicas: number;
}

/**
 * Returns the scale of a controller. Undefined if the input does not have the controller: its existing pods then count. Returns an error for a
 * kind without a number of pods, such as a Job.
 */
export type ScaleOf = (controller: OwnerReference, pod: Pod) => Scale | string | undefined;

/** The pods of a budget, as in its status. */
export interface BudgetCount {
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  /** The names of pods whose eviction is not finished. */
  readonly disruptedPods: ReadonlySet<string>;
  /** The reason why the disruption controller cannot count the pods. It then allows no evictions. */
  readonly failure?: string;
}

/** A budget with its compiled selector and its current count. */
export interface CountedBudget {
  readonly budget: PodDisruptionBudget;
  readonly selects: LabelPredicate;
  readonly count: BudgetCount;
}

/**
 * Returns the count in the status of a budget. Undefined if the disruption controller has not counted yet, or before the last change of the
 * budget.
 */
export function reportedCount({ metadata, status }: PodDisruptionBudget): BudgetCount | undefined {
  const { disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods, conditions } = status;
  if (disruptionsAllowed === undefined || status.observedGeneration < metadata.generation) return undefined;
  const failed = conditions.find(({ type, reason }) => type === 'DisruptionAllowed' && reason === 'SyncFailed');
  const count = { disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods };
  const disruptedPods = new Set(status.disruptedPods.keys());
  return { ...count, disruptedPods, ...(failed === undefined ? {} : { failure: failed.message }) };
}

/** Counts the pods of a budget. `pods`: the pods that it selects. */
export function countPods({ spec, status }: PodDisruptionBudget, pods: readonly GuardedPod[], scaleOf: ScaleOf): BudgetCount {
  const disruptedPods = new Set<string>();
  let currentHealthy = 0;
  for (const { pod, isReady } of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp !== undefined) continue;
    if (status.disruptedPods.has(name)) disruptedPods.add(name);
    else if (isReady) currentHealthy++;
  }
  const expected = expectedCount(spec, pods, scaleOf);
  if (typeof expected === 'string')
    return { disruptionsAllowed: 0, currentHealthy, desiredHealthy: 0, expectedPods: 0, disruptedPods, failure: expected };
  const { expectedPods, desiredHealthy } = expected;
  const disruptionsAllowed = expectedPods <= 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  return { disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods, disruptedPods };
}

type Expected = Pick<BudgetCount, 'expectedPods' | 'desiredHealthy'>;

function expectedCount(
  { minAvailable, maxUnavailable }: PodDisruptionBudget['spec'],
  pods: readonly GuardedPod[],
  scaleOf: ScaleOf,
): Expected | string {
  if (maxUnavailable === undefined && minAvailable === undefined) return { expectedPods: 0, desiredHealthy: 0 };
  if (maxUnavailable === undefined && typeof minAvailable === 'number') return { expectedPods: pods.length, desiredHealthy: minAvailable };
  const expectedPods = expectedScale(pods, scaleOf);
  if (typeof expectedPods === 'string') return expectedPods;
  const amount = maxUnavailable ?? minAvailable ?? 0;
  const scaled = scaledValue(amount, expectedPods);
  if (scaled === undefined) return 'invalid value for IntOrString: invalid type: string is not a percentage';
  return { expectedPods, desiredHealthy: maxUnavailable === undefined ? scaled : Math.max(0, expectedPods - scaled) };
}

/** Returns the sum of the scales of the controllers of the pods. Pods without a controller do not count. */
function expectedScale(pods: readonly GuardedPod[], scaleOf: ScaleOf): number | string {
  const scales = new Map<string, number>();
  for (const { pod } of pods) {
    const controller = controllerOf(pod);
    if (controller === undefined) continue;
    const scale = scaleOf(controller, pod);
    if (typeof scale === 'string') return scale;
    if (scale !== undefined) scales.set(scale.key, scale.replicas);
    else {
      const key = `${controller.kind}/${controller.name}/${controller.uid}`;
      scales.set(key, (scales.get(key) ?? 0) + 1);
    }
  }
  let sum = 0;
  for (const scale of scales.values()) sum += scale;
  return sum;
}

/** Returns a number, or a percentage of `total`, rounded up. Undefined for text that is no percentage. */
function scaledValue(amount: number | string, total: number): number | undefined {
  if (typeof amount === 'number') return amount;
  const [, percent] = /^([+-]?[0-9]+)%$/.exec(amount) ?? [];
  // The sum has no negative zero.
  return percent === undefined ? undefined : Math.ceil((Number(percent) * total) / 100) + 0;
}

/** The kinds of Kubernetes that make pods without a number of replicas, by their plural names. */
const WITHOUT_SCALE: ReadonlyMap<string, string> = new Map([
  ['DaemonSet', 'daemonsets.apps'],
  ['Job', 'jobs.batch'],
  ['Node', 'nodes'],
]);

/** Returns the error of the disruption controller for the pods of a kind without a number of replicas; undefined for other kinds. */
export function scaleError({ kind }: OwnerReference): string | undefined {
  const plural = WITHOUT_SCALE.get(kind);
  return plural === undefined ? undefined : `${plural} does not implement the scale subresource`;
}

/**
 * Returns whether a pod is ready. A pod on a node without any condition counts as ready: its manifest was written by hand, since a kubelet
 * reports conditions.
 */
export function isPodReady({ spec, status }: Pod): boolean {
  const { phase, conditions } = status;
  if (conditions.length === 0) return spec.nodeName !== '' && (phase === '' || phase === 'Running');
  return conditions.some(({ type, status: value }) => type === 'Ready' && value === 'True');
}
