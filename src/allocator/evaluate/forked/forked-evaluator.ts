// Evaluates a fork of a cluster: the origin evaluates nodes that changed in neither cluster, and the other nodes are searched
// one by one. So a fork costs nothing until it changes, and little as long as few nodes differ.

import type { Node } from '../../../core/api/node.js';
import type { AllocatedDevice } from '../../../core/api/resource-claim.js';
import type { ResourceSlice } from '../../../core/api/resource-slice.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { Attempt } from '../attempt.js';
import type { ClusterObserver, LiveCluster } from '../cluster-view.js';
import type { Findings } from '../findings.js';
import { type ConcernedNodes, type NodeChanges, nodesWithDevices } from '../node-changes.js';
import type { ListedNodes, NodeEvaluator, NodeSearcher } from '../node-evaluator.js';
import { inOrder, nodesInOrder } from '../ordered-nodes.js';
import type { Outcome } from '../outcome.js';
import type { Runtime } from '../runtime.js';
import { CombinedFindings } from './combined-findings.js';

/** The evaluator of the origin, with its changes since the fork. */
export interface Origin {
  readonly evaluator: NodeEvaluator;
  readonly changes: NodeChanges;
  /** The position in the changes up to which they are applied. */
  readonly place: number;
}

/** The parts that an evaluator needs to continue without its origin. */
export interface ForkParts {
  readonly runtime: Runtime;
  readonly searcher: NodeSearcher;
  /** Creates an evaluator without an origin. */
  readonly newEvaluator: (cluster: LiveCluster) => NodeEvaluator;
}

/** Answers attempts on a fork. */
export class ForkedEvaluator implements NodeEvaluator, ClusterObserver {
  readonly #cluster: LiveCluster;
  readonly #parts: ForkParts;
  /** Undefined once the fork no longer uses the origin: after a change that may affect every node, or too many searches. */
  #origin: Origin | undefined;
  /** The nodes that may differ from the origin's. */
  readonly #differing: Set<string>;
  /** The number of searches of single nodes so far. Above the number of nodes, a resident cluster costs less. */
  #searches = 0;
  /** Replaces this evaluator once the origin is gone. */
  #successor: NodeEvaluator | undefined;

  constructor(cluster: LiveCluster, parts: ForkParts, origin: Origin, differing: Iterable<string> = []) {
    this.#cluster = cluster;
    this.#parts = parts;
    this.#origin = origin;
    this.#differing = new Set(differing);
    cluster.observe(this);
  }

  get isFollowing(): boolean {
    return this.#origin !== undefined;
  }

  nodeChanged(name: string): void {
    this.#differing.add(name);
  }

  slicesChanged(_gone: readonly ResourceSlice[], concerned: ReadonlySet<string> | undefined): void {
    this.#note(concerned);
  }

  classesChanged(): void {
    this.#note(undefined);
  }

  useChanged(results: readonly AllocatedDevice[]): void {
    this.#note(nodesWithDevices(results, this.#cluster.objects.slices));
  }

  objectsReplaced(): void {
    this.#note(undefined);
  }

  #note(concerned: ConcernedNodes): void {
    if (concerned === undefined) this.#origin = undefined;
    else for (const name of concerned) this.#differing.add(name);
  }

  fork(cluster: LiveCluster): NodeEvaluator {
    const origin = this.#follow();
    return origin === undefined ? this.#succeeded().fork(cluster) : new ForkedEvaluator(cluster, this.#parts, origin, this.#differing);
  }

  /** Applies the changes of the origin. Returns undefined if this evaluator continues without the origin. */
  #follow(): Origin | undefined {
    const origin = this.#origin;
    if (origin === undefined) return undefined;
    const { changes, place } = origin;
    this.#note(changes.since(place));
    if (this.#searches > this.#cluster.nodeList.length) this.#origin = undefined;
    if (this.#origin !== undefined && place < changes.end) this.#origin = { ...origin, place: changes.end };
    return this.#origin;
  }

  /** Returns the evaluator that replaces this one and is notified of changes from now on. */
  #succeeded(): NodeEvaluator {
    this.#successor ??= this.#parts.newEvaluator(this.#cluster);
    return this.#successor;
  }

  /** Returns the evaluator that answers for a node, or undefined if this one searches it. */
  #ownerOf(node: Node): NodeEvaluator | undefined {
    const origin = this.#follow();
    if (origin === undefined) return this.#succeeded();
    const { name } = node.metadata;
    // Nodes from the caller are not part of the origin.
    if (!this.#differing.has(name) && this.#cluster.node(name) === node) return origin.evaluator;
    this.#searches++;
    return undefined;
  }

  allocate(attempt: Attempt, node: Node): Outcome {
    return (this.#ownerOf(node) ?? this.#parts.searcher).allocate(attempt, node);
  }

  allocateAsync(attempt: Attempt, node: Node): Promise<Outcome> {
    return (this.#ownerOf(node) ?? this.#parts.searcher).allocateAsync(attempt, node);
  }

  filter(attempt: Attempt, named: readonly Node[] | undefined): Findings {
    const origin = this.#follow();
    if (origin === undefined) return this.#succeeded().filter(attempt, named);
    const differing = this.#differing;
    if (differing.size === 0) return origin.evaluator.filter(attempt, named);
    const list = (): readonly Node[] => without(named ?? inOneGo(inOrder(this.#cluster.nodeList, UNLIMITED)), differing);
    const common: ListedNodes = {
      get nodes() {
        return list();
      },
    };
    const ofOrigin = named === undefined ? origin.evaluator.filterMost(attempt, common) : origin.evaluator.filter(attempt, common.nodes);
    const differingNodes = named === undefined ? this.#differingNodes() : named.filter(({ metadata }) => differing.has(metadata.name));
    this.#searches += differingNodes.length;
    return new CombinedFindings(ofOrigin, this.#parts.searcher.filter(attempt, differingNodes), new Set(differing));
  }

  #differingNodes(): readonly Node[] {
    const nodes = Array.from(this.#differing, (name) => this.#cluster.node(name));
    const existingNodes = nodes.filter((node) => node !== undefined);
    return inOneGo(inOrder(existingNodes, UNLIMITED));
  }

  filterMost(attempt: Attempt, named: ListedNodes): Findings {
    const origin = this.#follow();
    if (origin === undefined) return this.#succeeded().filterMost(attempt, named);
    return this.#differing.size === 0 ? origin.evaluator.filterMost(attempt, named) : this.filter(attempt, named.nodes);
  }

  async filterAsync(attempt: Attempt, named: Promise<readonly Node[]> | undefined): Promise<Findings> {
    const origin = this.#follow();
    if (origin === undefined) return this.#succeeded().filterAsync(attempt, named);
    if (this.#differing.size === 0) return origin.evaluator.filterAsync(attempt, named);
    // The fork may change while this call yields. The answer is for the state at the start of the call.
    const differing = new Set(this.#differing);
    const listed = named ?? nodesInOrder(attempt.state.nodeList, this.#parts.runtime.yieldNow);
    const ofOrigin = await origin.evaluator.filterAsync(
      attempt,
      listed.then((nodes) => without(nodes, differing)),
    );
    const differingNodes = (await listed).filter(({ metadata }) => differing.has(metadata.name));
    this.#searches += differingNodes.length;
    return new CombinedFindings(ofOrigin, await this.#parts.searcher.filterAsync(attempt, Promise.resolve(differingNodes)), differing);
  }
}

function without(nodes: readonly Node[], left: ReadonlySet<string>): readonly Node[] {
  return nodes.filter(({ metadata }) => !left.has(metadata.name));
}
