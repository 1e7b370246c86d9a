// Finds the nodes for which a DaemonSet makes a pod. Ignores checks that only the scheduler does, such as sufficient resources.
// Source: nodeShouldRunDaemonPod of pkg/controller/daemon of Kubernetes 1.37.1.

import type { Node } from '../../core/api/node.js';
import type { Pod } from '../../core/api/pod.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import { inOneGo } from '../../core/base/incremental.js';
import { ExtendedResourceClasses } from '../pods/extended-resources.js';
import { DEFAULT_PROFILE } from '../profile/scheduler-profile.js';
import type { FilterFeatures } from './filter-features.js';
import { nodeAffinity } from './node-affinity.js';
import { nodeInfo } from './node-info.js';
import { taintToleration } from './taint-toleration.js';

/** Returns a test of the nodes on which a DaemonSet runs its pod. `pod`: with the tolerations that the controller adds. */
export function daemonNodes(pod: Pod, features: FilterFeatures): (node: Node) => boolean {
  const context = { features, classes: new ExtendedResourceClasses([]), profile: DEFAULT_PROFILE };
  const filters = [nodeAffinity, taintToleration];
  const tests = filters.flatMap((filter) => inOneGo(filter.preparing(pod, context, UNLIMITED))?.test ?? []);
  return (node) => {
    const info = inOneGo(nodeInfo(node, [], UNLIMITED));
    return tests.every((test) => test(info, UNLIMITED).length === 0);
  };
}
