// Places the pending pods of a PodGroup one after the other. All stay pending if fewer than `minCount` pods of the group would have a node.
// Sources: podGroupSchedulingDefaultAlgorithm, submitPodGroupAlgorithmResult and runPreEnqueuePlugins of kube-scheduler 1.37.1.

import type { ClusterState } from '../cluster/cluster-state.js';
import { objectName } from '../core/api/meta.js';
import type { Pod } from '../core/api/pod.js';
import type { PodGroup } from '../core/api/pod-group.js';
import type { Program } from '../core/base/program.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import { Agreement, whyAllFail, whyInfeasible, whyNotQueued } from '../scheduler/pods/gangs.js';
import { isPodDone } from '../scheduler/pods/owners.js';
import type { Priorities } from '../scheduler/pods/priorities.js';

/**
 * The outcome for a pod. `held`: the scheduler does not queue the pod, and so no pod of the group. `error`: the attempt ends for the whole
 * group. `interrupted`: a limit of this program ended the attempt.
 */
export interface MemberOutcome {
  readonly kind: 'bound' | 'rejected' | 'held' | 'error' | 'interrupted';
  readonly message: string;
}

/** The calls that place single pods. `M`: a pending pod. `R`: the result for a pod. */
export interface GangCalls<M, R> {
  readonly podOf: (member: M) => Pod;
  /** Searches a node for a pod and binds the pod there. */
  readonly place: (member: M) => Program<R>;
  readonly outcomeOf: (result: R) => MemberOutcome;
  /** Unbinds a pod. */
  readonly unbind: (member: M) => void;
  /** Yields when it is time, and ends the call at its limits. */
  readonly check: () => Program<void>;
}

/** The results for the pods of a group. */
export interface GangAttempt<M, R> {
  /** Why all pending pods of the group stay pending. Undefined if the pods that were bound stay bound. */
  readonly refusal: string | undefined;
  /** The results of the pods in the order of the search. If all stay pending, only the results of pods with another reason. */
  readonly results: ReadonlyMap<M, R>;
}

/** Returns the kind of the outcome for a pod that these reasons reject. */
export function outcomeOfRejections(rejections: ReadonlyMap<string, readonly Rejection[]>): 'rejected' | 'held' | 'error' {
  // A reason of these two kinds is the same on every node.
  for (const [first] of rejections.values()) {
    if (first?.keepsFromQueue === true) return 'held';
    return first?.isError === true ? 'error' : 'rejected';
  }
  return 'rejected';
}

/** Returns the pods of a group that have a node and have not ended. */
export function* scheduledPodsOf(group: string, { objects: { pods } }: ClusterState, check: () => Program<void>): Program<readonly Pod[]> {
  const scheduled: Pod[] = [];
  for (const key of [...(pods.podsByGroup.get(group)?.keys ?? [])]) {
    yield* check();
    const pod = pods.get('Pod', key)?.pod;
    if (pod !== undefined && pod.spec.nodeName !== '' && !isPodDone(pod)) scheduled.push(pod);
  }
  return scheduled;
}

/** Places the pending pods of a group. `scheduled`: its pods that have a node. */
export function* attemptGang<M, R>(
  group: PodGroup,
  pending: readonly M[],
  scheduled: readonly Pod[],
  priorities: Priorities,
  calls: GangCalls<M, R>,
): Program<GangAttempt<M, R>> {
  const gated = pending.find((member) => calls.podOf(member).spec.schedulingGates.length > 0);
  const early = gated === undefined ? yield* whyNotTried(group, pending, scheduled, priorities, calls) : undefined;
  if (early !== undefined) return { refusal: early, results: new Map() };
  const results = new Map<M, R>();
  const ownResults = new Map<M, R>();
  const bound: M[] = [];
  let keeps = false;
  try {
    for (const [at, member] of (gated === undefined ? pending : [gated]).entries()) {
      const result = yield* calls.place(member);
      results.set(member, result);
      const { kind, message } = calls.outcomeOf(result);
      if (kind === 'bound') bound.push(member);
      else if (kind === 'rejected') ownResults.set(member, result);
      else return { refusal: whyAllFail(kind, objectName(calls.podOf(member).metadata), message), results: new Map([[member, result]]) };
      const refusal = whyInfeasible(group, scheduled.length + bound.length, pending.length - at - 1);
      if (refusal !== undefined) return { refusal, results: ownResults };
    }
    keeps = true;
    return { refusal: undefined, results };
  } finally {
    if (!keeps) for (const member of bound.reverse()) calls.unbind(member);
  }
}

/** Returns why the scheduler tries no pod of a group; undefined if it does. */
function* whyNotTried<M, R>(
  group: PodGroup,
  pending: readonly M[],
  scheduled: readonly Pod[],
  priorities: Priorities,
  { podOf, check }: GangCalls<M, R>,
): Program<string | undefined> {
  const notQueued = whyNotQueued(group, pending.length + scheduled.length);
  if (notQueued !== undefined) return notQueued;
  const agreement = new Agreement(group, priorities);
  for (const member of pending) {
    yield* check();
    const disagreement = agreement.problemOf(podOf(member));
    if (disagreement !== undefined) return disagreement;
  }
  for (const pod of scheduled) {
    yield* check();
    const disagreement = agreement.problemOf(pod);
    if (disagreement !== undefined) return disagreement;
  }
  return whyInfeasible(group, scheduled.length, pending.length);
}
