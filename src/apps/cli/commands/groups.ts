// The groups of claims that commands place in order.

import type { Node } from '../../../core/api/node.js';
import type { Pod } from '../../../core/api/pod.js';
import type { Workload } from '../../../core/api/workload.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { Features } from '../../../core/features/features.js';
import { daemonNodes } from '../../../scheduler/filters/daemon-nodes.js';
import { assignedPods, type ClaimGroup, claimGroups } from '../../../scheduler/pods/claims.js';
import { QuotaLedger } from '../../../scheduler/pods/quota.js';
import type { Snapshot } from '../input/snapshot.js';
import type { PlacementCluster } from '../library.js';
import { nodesOf } from '../nodes.js';
import { namedPods } from '../object-names.js';
import type { Settings } from '../options.js';

/**
 * Returns the groups in placement order. `names`: the requested groups, even if they need no devices. `notMade` is called for an owner
 * whose pods without claims are left out.
 */
export function groupsOf(
  snapshot: Snapshot,
  nodes: readonly Node[],
  features: Features,
  { podOrder, devicesOnly, node }: Pick<Settings, 'podOrder' | 'devicesOnly' | 'node'>,
  names: readonly string[],
  notMade: (workload: Workload, pods: number) => void = () => undefined,
): Iterable<ClaimGroup> {
  // Pods without claims do not matter if the user names pods or one node, or if no node reports its resources.
  const takesPodsWithoutClaims =
    !devicesOnly && node === undefined && names.length === 0 && nodes.some(({ status }) => status.allocatable !== undefined);
  const input = inputOf(snapshot, nodes, features, names);
  const options = { podOrder, takesPluginPods: !devicesOnly, takesPodsWithoutClaims, notMade };
  return claimGroups({ ...input, ...options }, (object) => snapshot.order(object));
}

/** A group, or the pods of a PodGroup that a scheduler places together. */
export interface PlacedTogether {
  /** The key of the PodGroup. */
  readonly gang: string | undefined;
  readonly groups: readonly ClaimGroup[];
}

/**
 * Yields groups in their order, with all pods of a PodGroup in place of the first of them. After the first gang, any later
 * group may be one of its pods.
 */
export function* withGangs(groups: Iterable<ClaimGroup>, gangOf: (group: ClaimGroup) => string | undefined): Generator<PlacedTogether> {
  const members = new Map<string, ClaimGroup[]>();
  // From the first gang on, any later group may be one of its pods.
  const later: PlacedTogether[] = [];
  for (const group of groups) {
    const gang = gangOf(group);
    if (gang !== undefined) {
      entryIn(members, gang, () => {
        const pods: ClaimGroup[] = [];
        later.push({ gang, groups: pods });
        return pods;
      }).push(group);
    } else if (members.size > 0) later.push({ gang, groups: [group] });
    else yield { gang, groups: [group] };
  }
  yield* later;
}

/** Returns the groups for a command that considers each group alone. `names`: as for `groupsOf`. */
export function groupsApart(snapshot: Snapshot, nodes: readonly Node[], features: Features, names: Iterable<string>): Iterable<ClaimGroup> {
  const input = inputOf(snapshot, nodes, features, names);
  return claimGroups({ ...input, asksEachAlone: true, takesPluginPods: true }, (object) => snapshot.order(object));
}

/** Applies the objects to a cluster, with the pods that owners make with a node. `nodes`: the nodes that the command considers. */
export function applyObjects({ parts }: PlacementCluster, snapshot: Snapshot, nodes: readonly Node[], features: Features): void {
  const { objects } = snapshot;
  const assigned = assignedPods(inputOf(snapshot, nodes, features, []));
  parts.cluster.apply({ ...objects, nodes, ...(assigned.length === 0 ? {} : { pods: [...objects.pods, ...assigned] }) });
}

function inputOf({ objects }: Snapshot, nodes: readonly Node[], features: Features, names: Iterable<string>) {
  const allNodes = new Set(nodesOf(objects).nodes.map(({ metadata }) => metadata.name));
  return {
    ...objects,
    nodes,
    isNode: (name: string) => allNodes.has(name),
    features,
    quotas: inOneGo(QuotaLedger.of(objects, features.extendedResource)),
    daemonNodes: (pod: Pod) => daemonNodes(pod, features),
    ...namedPods(names, objects),
  };
}
