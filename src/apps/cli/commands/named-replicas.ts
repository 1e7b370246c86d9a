// Adds groups for named pods and owners without pending pods. These are a running pod, an owner with all of its pods, and an
// owner whose pods need no devices.

import { objectName } from '../../../core/api/meta.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import { assignsPods, isAssigned, lacksClaims } from '../../../scheduler/pods/assigned-pods.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { makePod } from '../../../scheduler/pods/owners.js';
import { podNameOf } from '../../../scheduler/pods/pod-names.js';
import { GroupNames } from '../object-names.js';

/** Returns the groups. Named running pods lose their nodes. A named owner without a pending pod has one group for each set of pods. */
export function withNamedReplicas(
  groups: readonly ClaimGroup[],
  requestedNames: ReadonlySet<string>,
  { workloads }: Pick<ObjectSet, 'workloads'>,
): readonly ClaimGroup[] {
  if (requestedNames.size === 0) return groups;
  const names = new GroupNames(workloads);
  const waiting = groups.filter((group) => !runs(group));
  const sets = new Set(waiting.map(({ podSet }) => podSet));
  const owners = new Set(waiting.flatMap((group) => names.of(group).owners));
  const named = workloads.filter((workload) => {
    const name = `${workload.kind.toLowerCase()}/${objectName(workload.metadata)}`;
    // An owner that this owner controls may create the pending pods.
    return requestedNames.has(name) && (!owners.has(name) || workload.podSets.some((set) => sets.has(set)));
  });
  const ofOwners = named.flatMap((madeFor) =>
    madeFor.podSets
      .filter((set) => set.replicas !== undefined && !sets.has(set) && !assignsPods(set))
      .map((podSet): ClaimGroup => {
        const name = podNameOf(madeFor.metadata.name, podSet, 0);
        const pod = makePod(madeFor, podSet, name, podSet.template.spec);
        return { name: `pod ${objectName(pod.metadata)}`, pod, claims: [], madeFor, podSet };
      }),
  );
  return [...groups.map((group) => (runs(group) ? withoutNode(group, requestedNames) : group)), ...ofOwners];
}

/** Returns whether the scheduler gave the pod its node. */
function runs(group: ClaimGroup): boolean {
  return group.pod !== undefined && isAssigned(group.pod) && group.madeFor === undefined && !lacksClaims(group);
}

/** Returns the group of a running pod as pending, if an argument names the pod. */
function withoutNode(group: ClaimGroup, requestedNames: ReadonlySet<string>): ClaimGroup {
  const { node: _node, pod, ...rest } = group;
  const name = pod === undefined ? '' : objectName(pod.metadata);
  if (pod === undefined || !(requestedNames.has(name) || requestedNames.has(`pod/${name}`))) return group;
  return { ...rest, claims: [], pod: { ...pod, spec: { ...pod.spec, nodeName: '' } } };
}
