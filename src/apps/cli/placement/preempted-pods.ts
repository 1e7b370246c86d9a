// The pods that a run removes for pods of higher priority.

import { claimKey } from '../../../cluster/claims.js';
import type { ClusterState } from '../../../cluster/cluster-state.js';
import { objectName } from '../../../core/api/meta.js';
import type { JsonObject } from '../../../core/base/json.js';
import { inList } from '../../../core/base/words.js';
import { claimKeysOf } from '../../../placement/pod-binding.js';
import { putDeleted } from '../../../placement/pod-deletion.js';
import type { Nomination, PreemptionResult } from '../../../placement/preemption.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import type { RejectedPod, Unallocatable } from './group-result.js';

/** A pod, and the pods that are removed for it. */
export interface PreemptedFor {
  readonly group: ClaimGroup;
  readonly nomination: Nomination;
}

/** Deletes the victims of a nomination. Claims that no other pod on a node uses are deallocated. */
export function removeVictims({ victims }: Nomination, state: ClusterState): void {
  const gone = new Set(victims.map(({ pod }) => claimKey(pod)));
  const used = new Set<string>();
  for (const { pod } of state.objects.pods.all('Pod').values())
    if (pod.spec.nodeName !== '' && !gone.has(claimKey(pod))) for (const claim of claimKeysOf(pod)) used.add(claim);
  for (const { pod } of victims) putDeleted(pod, (claim) => used.has(claim), state);
}

/** Returns `kube-scheduler evicts pod ns/a (priority 1) on node n1 for it`. */
export function nominationInWords({ node, victims }: Nomination): string {
  const names = victims.map(({ pod, priority, violates }) => {
    const budget = violates === undefined ? '' : `, although PodDisruptionBudget ${violates} forbids it`;
    return `${objectName(pod.metadata)} (priority ${priority}${budget})`;
  });
  return `kube-scheduler evicts ${victims.length === 1 ? 'pod' : 'pods'} ${inList(names)} on node ${node} for it`;
}

/** Returns why the eviction of pods does not help a pod. */
function preemptionInWords({ rejections }: Pick<RejectedPod, 'rejections'>): string {
  const lacksDevices = [...rejections.values()].some((reasons) => reasons.some(({ code }) => code === 'devices'));
  const why = lacksDevices ? ': kube-scheduler does not count on the devices of evicted pods' : '';
  return `the eviction of pods with lower priority does not help${why}`;
}

/** Adds the scheduler's message about the removal of pods to a rejection. */
export function withPreemption(rejection: Unallocatable, preemption: PreemptionResult | undefined): Unallocatable {
  const { pod } = rejection;
  if (pod === undefined || preemption?.kind !== 'none' || preemption.message === undefined) return rejection;
  return { ...rejection, pod: { ...pod, message: `${pod.message} ${preemption.message}`, preemption: preemptionInWords(pod) } };
}

/** Returns a nomination as data. */
export function nominationJson({ node, victims }: Nomination): JsonObject {
  return {
    nominatedNode: node,
    victims: victims.map(({ pod: { metadata }, priority, violates }): JsonObject => {
      const { namespace, name } = metadata;
      return { namespace, name, priority, ...(violates === undefined ? {} : { violates }) };
    }),
  };
}
