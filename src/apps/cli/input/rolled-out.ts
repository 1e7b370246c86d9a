// The objects of an input after the rollouts that it implies.

import { objectName } from '../../../core/api/meta.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import { count } from '../../../core/base/words.js';
import { type ReplacedPod, rolloutsIn } from '../../../scheduler/pods/rollouts.js';
import type { Diagnostic } from './content-error.js';

/** Returns the objects without the pending pods that Deployments replace, and these pods. */
export function rolledOut(set: ObjectSet): { readonly objects: ObjectSet; readonly replaced: readonly ReplacedPod[] } {
  const { replaced, claims, changed } = rolloutsIn(set);
  if (changed.size === 0) return { objects: set, replaced };
  const pods = new Set<object>(replaced.map(({ pod }) => pod));
  const remainingIndices = <K extends 'pods' | 'resourceClaims'>(list: K, removedObjects: ReadonlySet<object>): readonly number[] =>
    [...set[list].keys()].filter((index) => !removedObjects.has(set[list][index] as object));
  const [podIndices, claimIndices] = [remainingIndices('pods', pods), remainingIndices('resourceClaims', claims)];
  const chosen = <T>(list: readonly T[], indices: readonly number[]): readonly T[] => indices.map((index) => list[index] as T);
  const objects = {
    ...set,
    pods: chosen(set.pods, podIndices),
    resourceClaims: chosen(set.resourceClaims, claimIndices),
    workloads: set.workloads.map((workload) => changed.get(workload) ?? workload),
    places: {
      ...set.places,
      pods: chosen(set.places.pods, podIndices),
      resourceClaims: chosen(set.places.resourceClaims, claimIndices),
    },
  };
  return { objects, replaced };
}

/** Returns a note for each Deployment that replaces pending pods. */
export function aboutReplaced(replaced: readonly ReplacedPod[]): readonly Diagnostic[] {
  const counts = new Map<ReplacedPod['owner'], number>();
  for (const { owner } of replaced) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return Array.from(counts, ([{ kind, metadata }, pods]): Diagnostic => {
    const [were, them] = pods === 1 ? ['was', 'it'] : ['were', 'them'];
    const message = `${kind} ${objectName(metadata)}: ${count(pods, 'pending pod')} ${were} created from an older template: pods of the new template will replace ${them}`;
    return { message, severity: 'note' };
  });
}
