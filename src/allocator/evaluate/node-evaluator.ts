// Defines the interface of evaluators. one-node/ searches each node; resident/ keeps the cluster in the solver's memory, and leaves other nodes to one-node/.
// Callers are independent of both.

import type { Node } from '../../core/api/node.js';
import type { Attempt } from './attempt.js';
import type { LiveCluster } from './cluster-view.js';
import type { Findings } from './findings.js';
import type { NodeResult, PendingResult } from './node-result.js';
import type { Outcome } from './outcome.js';

/** Nodes whose list is built on demand. */
export interface ListedNodes {
  readonly nodes: readonly Node[];
  /** Returns true if a node is not among the nodes, given its name and its place in the order of all names. */
  lacks?(place: number, name: string): boolean;
}

/** Answers attempts. Asynchronous methods yield to the event loop, and answer for the state at the start of the call. */
export interface NodeEvaluator {
  /** Creates the evaluator of a cluster that begins equal to this evaluator's cluster. Requires: it has not changed since. */
  fork(cluster: LiveCluster): NodeEvaluator;
  /** Tries claims on a node, of the cluster or from the caller. Throws the error of the node. */
  allocate(attempt: Attempt, node: Node): Outcome;
  allocateAsync(attempt: Attempt, node: Node): Promise<Outcome>;
  /** Tries claims on nodes of the cluster, in order and without duplicates, or on all nodes if undefined. */
  filter(attempt: Attempt, named: readonly Node[] | undefined): Findings;
  /**
   * Filters like `filter` if most nodes are named. The list of nodes is built only if needed. If that is faster, the findings
   * cover more nodes; then every named node is either feasible or infeasible. Findings about other nodes may be outdated.
   */
  filterMost(attempt: Attempt, named: ListedNodes): Findings;
  /** Filters like `filter`. The answer is for the state at the start of the call, not for the time when the nodes are listed. */
  filterAsync(attempt: Attempt, named: Promise<readonly Node[]> | undefined): Promise<Findings>;
}

/** Searches single nodes, also on behalf of other evaluators. */
export interface NodeSearcher extends NodeEvaluator {
  search(attempt: Attempt, node: Node): NodeResult;
  searchAsync(attempt: Attempt, node: Node): Promise<PendingResult>;
}
