// Creates evaluators. Only this file imports both implementations; callers use the interface.

import type { LiveCluster } from './cluster-view.js';
import type { NodeEvaluator } from './node-evaluator.js';
import { OneNodeEvaluator } from './one-node/one-node-evaluator.js';
import { ResidentEvaluator } from './resident/resident-evaluator.js';
import type { Runtime } from './runtime.js';

export { allocateOnNode, allocateOnNodeAsync } from './one-node/allocation.js';

/** Returns the evaluator of a persistent cluster. If the kernel has no resident memory, every node is searched separately. */
export function evaluatorFor(cluster: LiveCluster, runtime: Runtime): NodeEvaluator {
  const oneNode = new OneNodeEvaluator(runtime);
  return runtime.kernel.resident === undefined ? oneNode : new ResidentEvaluator(cluster, runtime, oneNode);
}
