// Objects come to be in a namespace also where they name none: in that of whoever creates them.

import type { ObjectMeta } from './meta.js';
import type { ObjectSet } from './objects.js';

/** The objects with those of namespaces in this one where they name none. Lists keep their order. */
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
  };
}
