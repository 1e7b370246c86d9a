// Answers attempts from the resident cluster. The evaluator that searches node by node answers the other calls, and the nodes that are left to the host.

import type { Node } from '../../../core/api/node.js';
import type { AllocatedDevice } from '../../../core/api/resource-claim.js';
import type { ResourceSlice } from '../../../core/api/resource-slice.js';
import { compareBytes } from '../../../core/base/byte-order.js';
import { type Checkpoint, workText } from '../../../core/base/checkpoint.js';
import { copyOfError, hasNoRoom } from '../../../core/base/errors.js';
import type { NodeView } from '../../encode/node-view.js';
import type { ResidentMemory } from '../../kernel/resident.js';
import type { Attempt } from '../attempt.js';
import type { ClusterObserver, LiveCluster } from '../cluster-view.js';
import type { Findings } from '../findings.js';
import { ForkedEvaluator } from '../forked/forked-evaluator.js';
import { checkpointInOneGo } from '../limits.js';
import { NodeChanges, nodesWithDevices } from '../node-changes.js';
import type { ListedNodes, NodeEvaluator, NodeSearcher } from '../node-evaluator.js';
import { outcomeOrThrow } from '../node-result.js';
import type { Outcome } from '../outcome.js';
import { RestOfNodes } from '../rest-of-nodes.js';
import type { Runtime } from '../runtime.js';
import { HostResults, resultToRecord } from './host-results.js';
import { type CachedNodeData, lookUp, newPass, type Reached, solveNodes } from './node-lookup.js';
import type { NodeFingerprint } from './nodes/node-fingerprints.js';
import { RequestedNodes } from './nodes/requested-nodes.js';
import { type BoundQuery, outcomeInOneGo, type Pass, PassFindings } from './pass-findings.js';
import { ResidentCluster } from './resident-cluster.js';
import { SlicedPass } from './sliced-pass.js';

/** Below this share of nodes, the nodes are few. */
const FEW = 0.1;

/** A cluster with more nodes has separate memory from the beginning. */
const MOST_SMALL = 256;

const NONE_UNSOLVED = new Uint8Array(0);

/** Answers attempts from the solver's memory, which it keeps up to date with a cluster. */
export class ResidentEvaluator implements NodeEvaluator, ClusterObserver {
  readonly #cluster: LiveCluster;
  readonly #runtime: Runtime;
  readonly #searcher: NodeSearcher;
  #resident: ResidentCluster | undefined;
  /** The changes since the first fork. */
  #changes: NodeChanges | undefined;

  /** `searcher`: answers where this evaluator cannot. */
  constructor(cluster: LiveCluster, runtime: Runtime, searcher: NodeSearcher) {
    this.#cluster = cluster;
    this.#runtime = runtime;
    this.#searcher = searcher;
    cluster.observe(this);
  }

  get isFollowing(): boolean {
    return this.#resident !== undefined || this.#changes !== undefined;
  }

  fork(cluster: LiveCluster): NodeEvaluator {
    this.#changes ??= new NodeChanges();
    const [runtime, searcher] = [this.#runtime, this.#searcher];
    const newEvaluator = (forkedCluster: LiveCluster): NodeEvaluator => new ResidentEvaluator(forkedCluster, runtime, searcher);
    const origin = { evaluator: this, changes: this.#changes, place: this.#changes.end };
    return new ForkedEvaluator(cluster, { runtime, searcher, newEvaluator }, origin);
  }

  nodeChanged(name: string): void {
    this.#changes?.note([name]);
    this.#resident?.nodeChanged(name);
  }

  slicesChanged(removedSlices: readonly ResourceSlice[], concerned: ReadonlySet<string> | undefined): void {
    this.#changes?.note(concerned);
    this.#resident?.slicesChanged(removedSlices, concerned);
  }

  classesChanged(): void {
    this.#changes?.note(undefined);
    this.#resident?.classesChanged();
  }

  useChanged(results: readonly AllocatedDevice[], keys: readonly string[]): void {
    this.#changes?.note(nodesWithDevices(results, this.#cluster.objects.slices));
    this.#resident?.useChanged(results, keys);
  }

  objectsReplaced(): void {
    this.#changes?.note(undefined);
    // Calls that yield continue with their resident cluster, whose objects do not change any more.
    this.#resident = undefined;
  }

  allocate(attempt: Attempt, node: Node): Outcome {
    // Nodes from the caller are not resident.
    const bound = this.#cluster.node(node.metadata.name) === node ? this.#ask(attempt) : undefined;
    if (bound === undefined) return this.#searcher.allocate(attempt, node);
    const { limits, deadline } = attempt;
    const checkpoint = checkpointInOneGo(limits, deadline);
    const reached = solveNodes(bound, checkpoint, new RequestedNodes([node]));
    if (reached === undefined || reached === 'nothing') return this.#searcher.allocate(attempt, node);
    if (reached !== 'answers') return { kind: 'interrupted', by: 'milliseconds', steps: 0 };
    const { resident, query } = bound;
    const { name } = node.metadata;
    const ordinal = resident.ordinalOf(name);
    const outcome = query.hostNodes.has(ordinal) ? this.#allocateByHost(bound, attempt, node, checkpoint) : undefined;
    return outcome ?? outcomeInOneGo(bound, query.answer(ordinal), name, limits, this.#runtime, checkpoint);
  }

  /**
   * Returns the outcome on a node that the host has to search, or undefined if the answers now have the result of an equivalent node. Throws the error of the
   * node.
   */
  #allocateByHost(bound: BoundQuery, attempt: Attempt, node: Node, checkpoint: Checkpoint): Outcome | undefined {
    const { version } = this.#cluster;
    const { error, equivalent, fingerprint } = this.#lookUp(bound, version, node, attempt, checkpoint);
    if (error !== undefined) throw copyOfError(error);
    if (equivalent !== undefined) {
      bound.query.record([equivalent]);
      return undefined;
    }
    const result = this.#searcher.search(attempt, node);
    // Other calls, including calls that create share IDs, may have changed the cluster in the meantime.
    const found = this.#isAsOf(version, bound) ? resultToRecord(bound, node.metadata.name, result, fingerprint) : undefined;
    if (found !== undefined) bound.query.record([found]);
    return outcomeOrThrow(result);
  }

  async allocateAsync(attempt: Attempt, node: Node): Promise<Outcome> {
    const pass = this.#cluster.node(node.metadata.name) === node ? this.#begin(attempt) : undefined;
    try {
      return (await pass?.allocate(node)) ?? (await this.#searcher.allocateAsync(attempt, node));
    } finally {
      pass?.end();
    }
  }

  filter(attempt: Attempt, named: readonly Node[] | undefined): Findings {
    const bound = this.#ask(attempt);
    if (bound === undefined) return this.#searcher.filter(attempt, named);
    const { limits, deadline } = attempt;
    const requestedNodes = named && new RequestedNodes(named);
    const reached = solveNodes(bound, checkpointInOneGo(limits, deadline), requestedNodes);
    // If the time is over before its nodes are processed, the cluster has no order of them.
    if (reached === undefined || reached === 'nothing') return this.#searcher.filter(attempt, named);
    const pass = this.#read(bound, requestedNodes, attempt, reached);
    return bound.query.hostNodes.size === 0 ? new PassFindings(pass) : this.#filterByHost(pass, attempt);
  }

  filterMost(attempt: Attempt, named: ListedNodes): Findings {
    const bound = this.#ask(attempt);
    const { limits, deadline } = attempt;
    const reached = bound && solveNodes(bound, checkpointInOneGo(limits, deadline), named);
    const isPlain = reached === 'answers' && bound?.query.hostNodes.size === 0;
    if (bound === undefined || !isPlain || (limits.steps ?? Number.POSITIVE_INFINITY) < bound.query.mostSteps) {
      return this.filter(attempt, named.nodes);
    }
    return new PassFindings(this.#read(bound, undefined, attempt, reached));
  }

  /** Searches the nodes of a pass that are left to the host. */
  #filterByHost(pass: Pass, attempt: Attempt): Findings {
    const { bound } = pass;
    const { version } = this.#cluster;
    const isAsOf = (): boolean => this.#isAsOf(version, bound);
    const results = new HostResults(pass, { isAsOf, isUnchanged: isAsOf });
    // A searched node is no longer left to the host, so the list is built first.
    const rest = [...this.#hostNodes(pass)];
    const checkpoint = checkpointInOneGo(attempt.limits, attempt.deadline);
    for (const [index, node] of rest.entries()) {
      if (checkpoint.endedBy !== undefined) return results.findings(new RestOfNodes(rest.slice(index), 'milliseconds'));
      const { name } = node.metadata;
      const { error, equivalent, fingerprint } = this.#lookUp(bound, version, node, attempt, checkpoint);
      if (equivalent !== undefined) results.addEquivalent(name, equivalent);
      else results.add(name, error ?? this.#searcher.search(attempt, node), fingerprint);
    }
    return results.findings();
  }

  async filterAsync(attempt: Attempt, named: Promise<readonly Node[]> | undefined): Promise<Findings> {
    const pass = this.#begin(attempt);
    try {
      return (await pass?.filter(await named)) ?? (await this.#searcher.filterAsync(attempt, named));
    } finally {
      pass?.end();
    }
  }

  /** Begins a pass that yields. Returns undefined if the resident cluster cannot answer. */
  #begin(attempt: Attempt): SlicedPass | undefined {
    const bound = this.#ask(attempt);
    return bound && new SlicedPass(bound, attempt, this.#runtime, this.#searcher);
  }

  /** Returns a pass with the current answers. */
  #read(bound: BoundQuery, requestedNodes: RequestedNodes | undefined, { limits }: Attempt, reached: Reached): Pass {
    const { resident, query } = bound;
    // Answers from before a change are invalid.
    if (reached !== 'answers') query.noteChanges();
    const unsolved = reached === 'answers' ? NONE_UNSOLVED : query.unsolved();
    const order = requestedNodes ?? resident.order;
    return newPass(bound, order, query.answers(), { unsolved, limits, decoding: this.#runtime });
  }

  /** Iterates over the nodes of a pass that the host has to search, in its order. */
  *#hostNodes({ bound: { query, resident }, order, unsolved }: Pass): Iterable<Node> {
    const { hostNodes } = query;
    // A few nodes are looked up individually, which is faster than iterating over all.
    const isFew = resident.isOrder(order) && hostNodes.size < FEW * order.names.length;
    const ordinals = isFew
      ? [...hostNodes].sort((left, right) => compareBytes(resident.nameOf(left), resident.nameOf(right)))
      : order.ordinals;
    for (const ordinal of ordinals) {
      const node = hostNodes.has(ordinal) && unsolved[ordinal] !== 1 ? this.#cluster.node(resident.nameOf(ordinal)) : undefined;
      if (node !== undefined) yield node;
    }
  }

  /** Returns the cached data of a node that the host has to search. Empty if the cluster changed since the version. */
  #lookUp(bound: BoundQuery, version: number, node: Node, { limits }: Attempt, checkpoint: Checkpoint): CachedNodeData {
    if (!this.#isAsOf(version, bound)) return {};
    const { fingerprints } = bound.resident;
    const fingerprintOf = (ordinal: number, view: NodeView): NodeFingerprint | undefined => fingerprints.of(ordinal, view);
    return lookUp(bound, node, { limits, checkpoint, state: this.#cluster, fingerprintOf });
  }

  /** Returns the query of an attempt, or undefined if the resident cluster cannot answer it, for example if claims are already allocated. */
  #ask(attempt: Attempt): BoundQuery | undefined {
    const resident = attempt.hasAllocated ? undefined : this.#residentNow();
    const signature = resident && attempt.signature;
    if (resident === undefined || signature === undefined) return undefined;
    const { claims } = attempt;
    const query = resident.query(signature, claims, workText(attempt.limits.selectorWork));
    return query && { resident, query, claims };
  }

  /** Returns the resident cluster, or undefined if there is no memory for it. */
  #residentNow(): ResidentCluster | undefined {
    const isTooLargeToShare = this.#resident?.isTooLargeToShare === true;
    if (isTooLargeToShare || this.#resident?.isWasteful === true) {
      this.#resident?.retire();
      this.#resident = undefined;
    }
    const isSmall = !isTooLargeToShare && this.#cluster.objects.nodes.size <= MOST_SMALL;
    const memory = this.#resident === undefined ? this.#newMemory(isSmall) : undefined;
    if (memory !== undefined) this.#resident = new ResidentCluster(this.#cluster.objects, this.#runtime, memory);
    return this.#resident;
  }

  #newMemory(isSmall: boolean): ResidentMemory | undefined {
    try {
      return this.#runtime.kernel.resident?.(isSmall);
    } catch (error) {
      // Every node can still be searched separately.
      if (hasNoRoom(error)) return undefined;
      throw error;
    }
  }

  /** Returns whether the cluster is unchanged since a version. Callers create share IDs, and may change the cluster when they do. */
  #isAsOf(version: number, { query }: BoundQuery): boolean {
    return this.#cluster.version === version && !query.isEnded;
  }
}
