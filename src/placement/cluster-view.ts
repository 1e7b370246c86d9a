// Tries edits of a pod, and of other objects, with the rules that depend on volumes and on the pods of all nodes.

import type { Pod } from '../core/api/pod.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { ClusterView, EditedCluster } from '../explain/suggest/pod-trial.js';
import { type ClusterContext, ClusterRules } from '../scheduler/cluster/cluster-rules.js';
import { PASSED, type Rejection } from '../scheduler/filters/filter.js';
import { keyOfRelations } from '../scheduler/filters/pod-relations.js';
import { editedStorage } from '../scheduler/volumes/edited-storage.js';
import { prepareVolumes } from '../scheduler/volumes/prepare-volumes.js';

/** The most nodes that are counted for pods with different relations. Later edits of relations are not tried. */
const MOST_COUNTED = 100_000;

/** The reason against an edit that is not tried. */
const NOT_TRIED: readonly Rejection[] = [{ code: 'topology-spread', message: 'not tried' }];

/** The nodes, and whether any rule applies to a pod. */
interface ViewedNodes extends Pick<ClusterView, 'infos' | 'infoOf'> {
  readonly hasRules: (pod: Pod) => boolean;
}

/** Returns the view of a cluster that does not change while the view is used. */
export function clusterView(
  contextOf: (pod: Pod) => ClusterContext,
  namespaces: ClusterView['namespaces'],
  storage: ClusterView['storage'],
  { infos, infoOf, hasRules }: ViewedNodes,
): ClusterView {
  const byRelations = new Map<ReturnType<typeof keyOfRelations>, ClusterRules>();
  let left = MOST_COUNTED;
  const rulesFor = function* (pod: Pod, checkpoint: Checkpoint): Incremental<ClusterRules | undefined> {
    const relations = keyOfRelations(pod);
    const known = byRelations.get(relations);
    if (known !== undefined || left <= 0) return known;
    left -= infos.length;
    const rules = yield* ClusterRules.of(pod, contextOf(pod), checkpoint);
    yield* rules.follow(infos, checkpoint);
    byRelations.set(relations, rules);
    return rules;
  };
  const testing = function* (pod: Pod, after: EditedCluster, checkpoint: Checkpoint): Incremental<readonly Rejection[]> {
    if (!hasRules(pod)) return PASSED;
    const rules = yield* rulesFor(pod, checkpoint);
    if (rules === undefined) return NOT_TRIED;
    const { info, others, storage: edits } = after;
    if (edits === undefined || pod.spec.volumes.length === 0) return yield* rules.reasonsInPlace(info, others, checkpoint);
    const volumes = yield* prepareVolumes(pod, editedStorage(storage, edits), contextOf(pod), checkpoint);
    return yield* rules.withVolumes(volumes).reasonsInPlace(info, others, checkpoint);
  };
  return { infos, infoOf, namespaces, storage, testing };
}
