// Places the pending pods of a PodGroup one after the other. All stay pending if fewer than `minCount` pods of the group would have a node.
// Sources: podGroupSchedulingDefaultAlgorithm and submitPodGroupAlgorithmResult of kube-scheduler 1.37.1.

import type { ClusterState } from '../cluster/cluster-state.js';
import type { Pod } from '../core/api/pod.js';
import type { PodGroup } from '../core/api/pod-group.js';
import type { Program } from '../core/base/program.js';
import { disagreementOf, whyInfeasible, whyNotQueued } from '../scheduler/pods/gangs.js';
import { isPodDone } from '../scheduler/pods/owners.js';
import type { Priorities } from '../scheduler/pods/priorities.js';

/** The calls that place single pods. `M`: a pending pod. `R`: the result for a pod. */
export interface GangCalls<M, R> {
  readonly podOf: (member: M) => Pod;
  /** Searches a node for a pod and binds the pod there. */
  readonly place: (member: M) => Program<R>;
  /** Returns whether a result has bound its pod. An error ends the attempt for the whole group. */
  readonly kindOf: (result: R) => 'bound' | 'rejected' | 'error';
  /** Unbinds a pod. */
  readonly unbind: (member: M) => void;
}

/** The results for the pods of a group. */
export interface GangAttempt<M, R> {
  /** Why all pending pods of the group stay pending; undefined: pods that were bound stay bound. */
  readonly refusal: string | undefined;
  /** The results in the order of the search, which ends at the pod with which the group fails. */
  readonly results: ReadonlyMap<M, R>;
}

/** Returns the pods of a group that have a node and have not ended. */
export function scheduledPodsOf(group: string, { objects: { pods } }: ClusterState): readonly Pod[] {
  const keys = [...(pods.podsByGroup.get(group)?.keys ?? [])];
  return keys.flatMap((key) => {
    const pod = pods.get('Pod', key)?.pod;
    return pod === undefined || pod.spec.nodeName === '' || isPodDone(pod) ? [] : [pod];
  });
}

/** Places the pending pods of a group. `scheduled`: its pods that have a node. */
export function* attemptGang<M, R>(
  group: PodGroup,
  pending: readonly M[],
  scheduled: readonly Pod[],
  priorities: Priorities,
  calls: GangCalls<M, R>,
): Program<GangAttempt<M, R>> {
  const results = new Map<M, R>();
  const early =
    whyNotQueued(group, pending.length + scheduled.length) ??
    disagreementOf(group, [...pending.map(calls.podOf), ...scheduled], priorities) ??
    whyInfeasible(group, scheduled.length, pending.length);
  if (early !== undefined) return { refusal: early, results };
  const bound: M[] = [];
  let keeps = false;
  try {
    for (const [at, member] of pending.entries()) {
      const result = yield* calls.place(member);
      results.set(member, result);
      const kind = calls.kindOf(result);
      if (kind === 'bound') bound.push(member);
      const refusal =
        kind === 'error'
          ? 'failed to schedule other pod from a pod group'
          : whyInfeasible(group, scheduled.length + bound.length, pending.length - at - 1);
      if (refusal !== undefined) return { refusal, results };
    }
    keeps = true;
    return { refusal: undefined, results };
  } finally {
    if (!keeps) for (const member of bound.reverse()) calls.unbind(member);
  }
}
