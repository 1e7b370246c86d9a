// The groups of claims that commands place one after the other.

import type { Node } from '../../../core/api/node.js';
import type { Pod } from '../../../core/api/pod.js';
import type { Workload } from '../../../core/api/workload.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { Features } from '../../../core/features/features.js';
import { daemonNodes } from '../../../scheduler/filters/daemon-nodes.js';
import { type ClaimGroup, claimGroups } from '../../../scheduler/pods/claims.js';
import { QuotaLedger } from '../../../scheduler/pods/quota.js';
import type { Snapshot } from '../input/snapshot.js';
import { namedPods } from '../object-names.js';
import type { Settings } from '../options.js';

/**
 * The groups in the order in which they are placed. `names`: what is requested, whatever it needs. `notMade` is notified of pods without claims of an owner that are left
 * out.
 */
export function groupsOf(
  snapshot: Snapshot,
  nodes: readonly Node[],
  features: Features,
  { podOrder, devicesOnly, node }: Pick<Settings, 'podOrder' | 'devicesOnly' | 'node'>,
  names: readonly string[],
  notMade: (workload: Workload, pods: number) => void = () => undefined,
): Iterable<ClaimGroup> {
  // Others are not considered where somebody asks for some pods or for one node; and where no node tells its room, there is enough.
  const takesPodsWithoutClaims =
    !devicesOnly && node === undefined && names.length === 0 && nodes.some(({ status }) => status.allocatable !== undefined);
  const input = inputOf(snapshot, nodes, features, names);
  const options = { podOrder, takesPluginPods: !devicesOnly, takesPodsWithoutClaims, notMade };
  return claimGroups({ ...input, ...options }, (object) => snapshot.order(object));
}

/** The groups of a command that asks about each by itself. `names`: as for `groupsOf`. */
export function groupsApart(snapshot: Snapshot, nodes: readonly Node[], features: Features, names: Iterable<string>): Iterable<ClaimGroup> {
  const input = inputOf(snapshot, nodes, features, names);
  return claimGroups({ ...input, asksEachAlone: true, takesPluginPods: true }, (object) => snapshot.order(object));
}

function inputOf({ objects }: Snapshot, nodes: readonly Node[], features: Features, names: Iterable<string>) {
  return {
    ...objects,
    nodes,
    features,
    quotas: inOneGo(QuotaLedger.of(objects, features.extendedResource)),
    daemonNodes: (pod: Pod) => daemonNodes(pod, features),
    ...namedPods(names, objects),
  };
}
