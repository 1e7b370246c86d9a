// One interface has two implementations: one-node/ searches each node; resident/ keeps the cluster in the memory of the solver, and leaves to the other
// one what it has no answer for. Who asks knows the memory of neither.

import type { Node } from '../../core/api/node.js';
import type { Attempt } from './attempt.js';
import type { LiveCluster } from './cluster-view.js';
import type { Findings } from './findings.js';
import type { NodeResult, PendingResult } from './node-result.js';
import type { Outcome } from './outcome.js';

/** Nodes that are listed when they are requested. */
export interface ListedNodes {
  readonly nodes: readonly Node[];
  /** True for a node that is known not to be among them, by its name and its place in the order of the names of all nodes. */
  lacks?(place: number, name: string): boolean;
}

/** Answers attempts. Asynchronous forms yield to the event loop, and answer for the state as it was at the call. */
export interface NodeEvaluator {
  /** Makes the evaluator of a cluster that begins as the one of this evaluator, before anything changes there. */
  fork(cluster: LiveCluster): NodeEvaluator;
  /** Tries claims on a node, of the cluster or made up by the caller. Throws the error of the node. */
  allocate(attempt: Attempt, node: Node): Outcome;
  allocateAsync(attempt: Attempt, node: Node): Promise<Outcome>;
  /** Tries claims on nodes of the cluster, which are in order and each once; undefined: on all. */
  filter(attempt: Attempt, named: readonly Node[] | undefined): Findings;
  /**
   * Filters like `filter` where most nodes are named, whose list is requested if need be. The findings may be of others too, where that is found sooner: then
   * each of the nodes has devices or has none, and nothing else became of any. What they say of others may be of before these changed.
   */
  filterMost(attempt: Attempt, named: ListedNodes): Findings;
  /** Filters like `filter`. Changes are followed from the call on, not from when the nodes are listed. */
  filterAsync(attempt: Attempt, named: Promise<readonly Node[]> | undefined): Promise<Findings>;
}

/** Searches single nodes as well, for evaluators that leave some to it. */
export interface NodeSearcher extends NodeEvaluator {
  search(attempt: Attempt, node: Node): NodeResult;
  searchAsync(attempt: Attempt, node: Node): Promise<PendingResult>;
}
