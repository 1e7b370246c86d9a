// The nodes that a DaemonSet makes a pod for. Source: nodeShouldRunDaemonPod of pkg/controller/daemon of Kubernetes 1.37.1: what keeps the scheduler from
// a node later, such as too little room, does not keep the controller from making the pod.

import type { Node } from '../../core/api/node.js';
import type { Pod } from '../../core/api/pod.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import { inOneGo } from '../../core/base/incremental.js';
import { ExtendedResourceClasses } from '../pods/extended-resources.js';
import type { FilterFeatures } from './filter-features.js';
import { nodeAffinity } from './node-affinity.js';
import { nodeInfo } from './node-info.js';
import { taintToleration } from './taint-toleration.js';

/** Tells for a pod of a DaemonSet, with the tolerations that its controller adds, on which nodes it shall run. */
export function daemonNodes(pod: Pod, features: FilterFeatures): (node: Node) => boolean {
  const context = { features, classes: new ExtendedResourceClasses([]) };
  const filters = [nodeAffinity.preparing(pod, context, UNLIMITED), taintToleration.preparing(pod, context, UNLIMITED)];
  const tests = filters.flatMap((preparing) => inOneGo(preparing)?.test ?? []);
  return (node) => {
    const info = inOneGo(nodeInfo(node, [], UNLIMITED));
    return tests.every((test) => test(info, UNLIMITED).length === 0);
  };
}
