// The factory alone knows both implementations: the facade and the cluster know it and the interface.

import type { LiveCluster } from './cluster-view.js';
import type { NodeEvaluator } from './node-evaluator.js';
import { OneNodeEvaluator } from './one-node/one-node-evaluator.js';
import { ResidentEvaluator } from './resident/resident-evaluator.js';
import type { Runtime } from './runtime.js';

export { allocateOnNode, allocateOnNodeAsync } from './one-node/allocation.js';

/** Makes the evaluator of a cluster that stays. A solver that can keep no cluster in its memory searches every node. */
export function evaluatorFor(cluster: LiveCluster, runtime: Runtime): NodeEvaluator {
  const oneNode = new OneNodeEvaluator(runtime);
  return runtime.kernel.resident === undefined ? oneNode : new ResidentEvaluator(cluster, runtime, oneNode);
}
