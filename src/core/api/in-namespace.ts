// Sets the namespace of objects that name none, as kubectl does when it creates them.

import type { ObjectMeta } from './meta.js';
import type { ObjectSet } from './objects.js';

/** Returns the objects of a set, with this namespace set on namespaced objects that name none. Lists keep their order. */
export function allInNamespace<T extends ObjectSet>(set: T, namespace: string): T {
  const named = <O extends { readonly metadata: ObjectMeta }>(object: O): O =>
    object.metadata.namespace === '' ? { ...object, metadata: { ...object.metadata, namespace } } : object;
  return {
    ...set,
    resourceClaims: set.resourceClaims.map(named),
    resourceClaimTemplates: set.resourceClaimTemplates.map(named),
    pods: set.pods.map(named),
    podGroups: set.podGroups.map(named),
    workloads: set.workloads.map(named),
    resourceQuotas: set.resourceQuotas.map(named),
    limitRanges: set.limitRanges.map(named),
    persistentVolumeClaims: set.persistentVolumeClaims.map(named),
    csiStorageCapacities: set.csiStorageCapacities.map(named),
    services: set.services.map(named),
    replicationControllers: set.replicationControllers.map(named),
    deployments: set.deployments.map(named),
    replicaSets: set.replicaSets.map(named),
    statefulSets: set.statefulSets.map(named),
    podDisruptionBudgets: set.podDisruptionBudgets.map(named),
  };
}
