// Counts the evictions that the PodDisruptionBudgets of a cluster allow now.

import { parsingLabelSelector } from '../core/api/label-selector.js';
import type { OwnerReference } from '../core/api/meta.js';
import type { PodController } from '../core/api/pod-controllers.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { entryIn } from '../core/base/entry-in.js';
import type { Incremental } from '../core/base/incremental.js';
import {
  type CountedBudget,
  countPods,
  type GuardedPod,
  isPodReady,
  reportedCount,
  type Scale,
  type ScaleOf,
  scaleError,
} from '../scheduler/pods/disruptions.js';
import { controllerOf } from '../scheduler/pods/ownership.js';
import { claimKey } from './claims.js';
import type { ReadObjects } from './pod-objects.js';

/**
 * Returns the budgets of a cluster in order, each with its count: from its status, or counted from the pods that it selects. Pods that were
 * bound here count as ready.
 */
export function* countedBudgets(objects: ReadObjects, checkpoint: Checkpoint): Incremental<readonly CountedBudget[]> {
  const counted: CountedBudget[] = [];
  const uncounted = new Map<string, Uncounted[]>();
  for (const budget of objects.all('PodDisruptionBudget').values()) {
    const { matches: selects } = yield* parsingLabelSelector(budget.spec.selector, checkpoint);
    const position = counted.length;
    const count = reportedCount(budget) ?? countPods(budget, [], UNKNOWN);
    counted.push({ budget, selects, count });
    if (reportedCount(budget) === undefined)
      entryIn(uncounted, budget.metadata.namespace, () => []).push({ budget, selects, position, pods: [] });
    if (checkpoint.due()) yield;
  }
  if (uncounted.size === 0) return counted;
  for (const { pod, bound } of objects.all('Pod').values()) {
    const { namespace, labels } = pod.metadata;
    for (const { selects, pods } of uncounted.get(namespace) ?? []) {
      if (selects(labels)) pods.push({ pod, isReady: bound !== undefined || isPodReady(pod) });
    }
    if (checkpoint.due()) yield;
  }
  const scaleOf: ScaleOf = (controller, { metadata }) => storedScale(objects, metadata.namespace, controller);
  for (const { budget, selects, position, pods } of [...uncounted.values()].flat())
    counted[position] = { budget, selects, count: countPods(budget, pods, scaleOf) };
  return counted;
}

type Uncounted = Pick<CountedBudget, 'budget' | 'selects'> & { readonly position: number; readonly pods: GuardedPod[] };

const UNKNOWN: ScaleOf = () => undefined;

/** Returns the scale of a controller of pods. The pods of a ReplicaSet of a Deployment count for the Deployment. */
export function storedScale(objects: ReadObjects, namespace: string, controller: OwnerReference): Scale | string | undefined {
  const { kind } = controller;
  if (kind === 'ReplicationController' || kind === 'StatefulSet') return scaleIn(objects, kind, namespace, controller);
  if (kind !== 'ReplicaSet') return scaleError(controller);
  const set = storedIn(objects, kind, namespace, controller);
  const above = set === undefined ? undefined : controllerOf(set);
  if (above?.kind !== 'Deployment') return scaleIn(objects, kind, namespace, controller);
  return scaleIn(objects, 'Deployment', namespace, above) ?? scaleIn(objects, kind, namespace, controller);
}

type ScaledKind = 'ReplicationController' | 'ReplicaSet' | 'StatefulSet' | 'Deployment';

function scaleIn(objects: ReadObjects, kind: ScaledKind, namespace: string, reference: OwnerReference): Scale | undefined {
  const stored = storedIn(objects, kind, namespace, reference);
  return stored === undefined ? undefined : { key: `${kind}/${namespace}/${reference.name}`, replicas: stored.spec.replicas };
}

/** Returns the object of a reference. An object with another uid is a later one with the same name. */
function storedIn(
  objects: ReadObjects,
  kind: ScaledKind,
  namespace: string,
  { name, uid }: OwnerReference,
): (Pick<PodController, 'metadata'> & { readonly spec: { readonly replicas: number } }) | undefined {
  const stored = objects.get(kind, claimKey({ metadata: { namespace, name } }));
  return stored === undefined || stored.metadata.uid === '' || uid === '' || stored.metadata.uid === uid ? stored : undefined;
}
