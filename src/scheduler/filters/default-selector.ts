// Selects the pods that belong together with a pod: pods of the services that select it, and pods of its controller. Source:
// DefaultSelector in pkg/scheduler/framework/plugins/helper/spread.go of Kubernetes 1.37.1.

import {
  havingLabels,
  type LabelPredicate,
  type LabelSelector,
  matchingEach,
  parsingLabelSelector,
  SELECTS_NONE,
} from '../../core/api/label-selector.js';
import type { Pod } from '../../core/api/pod.js';
import type { PodController, ReplicationController } from '../../core/api/pod-controllers.js';
import type { Service } from '../../core/api/service.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { controllerOf } from '../pods/ownership.js';

/** The objects of a cluster that select pods. */
export interface PodOwners {
  servicesIn(namespace: string): Iterable<Service>;
  replicationController(namespace: string, name: string): ReplicationController | undefined;
  replicaSet(namespace: string, name: string): PodController | undefined;
  statefulSet(namespace: string, name: string): PodController | undefined;
}

/** The lists of such objects. */
export interface OwnerLists {
  readonly services: readonly Service[];
  readonly replicationControllers: readonly ReplicationController[];
  readonly replicaSets: readonly PodController[];
  readonly statefulSets: readonly PodController[];
}

/** Returns the owners in lists. Requires: few queries, since each searches a list. */
export function ownersIn({ services, replicationControllers, replicaSets, statefulSets }: OwnerLists): PodOwners {
  const find = <T extends PodController | ReplicationController>(list: readonly T[], namespace: string, name: string): T | undefined =>
    list.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  return {
    servicesIn: (namespace) => services.filter(({ metadata }) => metadata.namespace === namespace),
    replicationController: (namespace, name) => find(replicationControllers, namespace, name),
    replicaSet: (namespace, name) => find(replicaSets, namespace, name),
    statefulSet: (namespace, name) => find(statefulSets, namespace, name),
  };
}

/** Returns the selector. It has no requirements if no service selects the pod and the pod has no such controller. */
export function* defaultSelector(pod: Pod, owners: PodOwners, checkpoint: Checkpoint): Incremental<LabelPredicate> {
  const { namespace, labels } = pod.metadata;
  const required = new Map<string, string>();
  for (const { spec } of owners.servicesIn(namespace)) {
    const { selector } = spec;
    if (havingLabels(selector)(labels)) for (const [key, value] of selector) required.set(key, value);
    if (checkpoint.due()) yield;
  }
  const { apiVersion, kind, name, selector: known } = controllerOf(pod) ?? NO_CONTROLLER;
  switch (`${apiVersion} ${kind}`) {
    case 'v1 ReplicationController':
      for (const [key, value] of owners.replicationController(namespace, name)?.spec.selector ?? []) required.set(key, value);
      return havingLabels(required);
    case 'apps/v1 ReplicaSet':
      return yield* matchingBoth(required, known ?? owners.replicaSet(namespace, name)?.spec.selector, checkpoint);
    case 'apps/v1 StatefulSet':
      return yield* matchingBoth(required, known ?? owners.statefulSet(namespace, name)?.spec.selector, checkpoint);
    default:
      return havingLabels(required);
  }
}

const NO_CONTROLLER = { apiVersion: '', kind: '', name: '', selector: undefined };

/** If the selector of the controller is absent or has an error, it is ignored. */
function* matchingBoth(
  required: ReadonlyMap<string, string>,
  ofController: LabelSelector | undefined,
  checkpoint: Checkpoint,
): Incremental<LabelPredicate> {
  const { matches: selector } = yield* parsingLabelSelector(ofController, checkpoint);
  return selector === SELECTS_NONE ? havingLabels(required) : matchingEach([havingLabels(required), selector]);
}
