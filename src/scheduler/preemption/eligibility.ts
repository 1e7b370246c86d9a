// Decides whether pods may be removed for a pod at all. Source: PodEligibleToPreemptOthers of plugin defaultpreemption of Kubernetes 1.37.1.

import type { Pod } from '../../core/api/pod.js';
import type { Rejection } from '../filters/filter.js';
import type { NodeInfo } from '../filters/node-info.js';
import type { Priorities } from '../pods/priorities.js';
import { areResolvable } from './resolvable.js';

/** The node for which a pod is nominated. */
export interface NominatedNode {
  readonly info: NodeInfo;
  /** Why the filters reject it. */
  readonly rejections: readonly Rejection[];
}

/** Returns why no pods are removed for a pod, in the scheduler's words. `nominated`: absent if the pod is nominated for no existing node. */
export function whyNotEligible({ spec }: Pod, priorities: Priorities, nominated?: NominatedNode): string | undefined {
  if (priorities.policyOf(spec) === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  if (nominated === undefined || !areResolvable(nominated.rejections)) return undefined;
  const priority = priorities.of(spec);
  const waits = nominated.info.podInfos.some(({ pod }) => priorities.of(pod.spec) < priority && isBeingPreempted(pod));
  return waits ? 'not eligible due to a terminating pod on the nominated node.' : undefined;
}

/** Returns whether a pod is being deleted because the scheduler preempted it. */
function isBeingPreempted({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp === undefined) return false;
  const target = status.conditions.find(({ type }) => type === 'DisruptionTarget');
  return target?.status === 'True' && target.reason === 'PreemptionByScheduler';
}
