// Keeps a cluster in the solver's memory: devices, nodes and allocations as numbers and bits, updated incrementally. Also caches queries.

import type { Node } from '../../../core/api/node.js';
import type { AllocatedDevice, ResourceClaim } from '../../../core/api/resource-claim.js';
import type { ResourceSlice } from '../../../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../../../core/base/checkpoint.js';
import { AllocationError } from '../../../core/base/errors.js';
import { inOneGo } from '../../../core/base/incremental.js';
import { Journal } from '../../../core/base/journal.js';
import { bytesOfText, LruCache } from '../../../core/base/lru-cache.js';
import type { Features } from '../../../core/features/features.js';
import type { AllocatedView } from '../../encode/allocated-state.js';
import { planClaims } from '../../encode/plan.js';
import type { ClaimPlan } from '../../encode/slot-plan.js';
import { Examiner } from '../../encode/stages.js';
import type { ResidentMemory } from '../../kernel/resident.js';
import { claimOfSignature } from '../claims-signature.js';
import type { ClusterSource } from '../cluster-view.js';
import type { Runtime } from '../runtime.js';
import { type Block, DeviceTable, numberIn } from './devices/device-table.js';
import { EquivalenceClasses } from './devices/equivalence-classes.js';
import { Occupancy } from './devices/occupancy.js';
import { NodeFingerprints } from './nodes/node-fingerprints.js';
import { IncrementalOrder, type NodeOrder } from './nodes/node-order.js';
import { NodeTable } from './nodes/node-table.js';
import { NO_ORDINAL, type RequestedNodes } from './nodes/requested-nodes.js';
import { StaleNodes } from './nodes/stale-nodes.js';
import { Watchers } from './nodes/watchers.js';
import { searchesEachNode } from './query/host-search.js';
import { Query, type QuerySources } from './query/query.js';
import { QueryTables } from './query/query-tables.js';

/** A query with answers for many nodes is large, so the cache has a limit in bytes. It drops the least recently used queries. */
const QUERY_CACHE_BOUNDS = { entries: 64, bytes: 128 << 20, weigh: ({ bytes }: Query) => bytes } as const;
/** The memory of a query, in copies of its signature: it holds the requests of its claims, and keys derived from them. */
const COPIES_OF_TEXT = 4;
/** The most names of removed nodes, for any number of nodes. They cost time too: when any node may have changed, removed nodes are solved again. */
const SPARE_NAMES = 1024;
const SPARE_BYTES_OF_NAMES = 8 << 20;
const JOURNAL_ENTRIES_FOR_EACH_NODE = 4;
const LEAST_JOURNAL = 1024;

/** A cluster in the solver's memory. */
export class ResidentCluster {
  readonly #source: ClusterSource;
  readonly #features: Features;
  readonly #memory: ResidentMemory;
  readonly #journal = new Journal();
  readonly devices: DeviceTable;
  readonly #nodes: NodeTable;
  readonly #occupancy: Occupancy;
  readonly #classes: EquivalenceClasses;
  readonly #examiner: Examiner;
  readonly #querySources: QuerySources;
  readonly #queries = new LruCache<Query>(QUERY_CACHE_BOUNDS, (query) => query.end());
  /** The last query, by its text. Comparing a text with the same string is fast, comparing it with an equal string is not. */
  #lastQuery: { readonly signature: string; readonly query: Query } | undefined;
  readonly #tables: QueryTables;
  readonly #stale: StaleNodes;
  readonly #order: IncrementalOrder;
  readonly #fingerprints: NodeFingerprints;
  /** Notifies running calls of changes. */
  readonly watchers: Watchers;

  constructor(
    source: ClusterSource,
    { features, selectors, kernel }: Pick<Runtime, 'features' | 'selectors' | 'kernel'>,
    memory: ResidentMemory,
  ) {
    this.#source = source;
    this.#features = features;
    this.#memory = memory;
    this.devices = new DeviceTable(features);
    this.#nodes = new NodeTable(this.devices, memory, features, source.allocated);
    this.#occupancy = new Occupancy(this.devices, memory, source.allocated);
    this.#classes = new EquivalenceClasses(this.devices, memory);
    this.#examiner = new Examiner([], undefined, features, selectors);
    this.#tables = new QueryTables({ table: this.devices, memory, features, selectors, classes: this.#classes, examiner: this.#examiner });
    this.#stale = new StaleNodes(source.nodes);
    this.#querySources = {
      memory,
      nodes: this.#nodes,
      journal: this.#journal,
      stale: this.#stale,
      plainSteps: kernel.plainSteps ?? Number.POSITIVE_INFINITY,
      occupancy: this.#occupancy,
      features,
      stageTables: this.#tables.stagesFor(''),
      valueColumns: this.#tables.columns,
    };
    this.#fingerprints = new NodeFingerprints(this.devices, source.allocated);
    this.watchers = new Watchers(source);
    this.#order = new IncrementalOrder(source.nodes, (name) => this.ordinalOf(name));
  }

  /** True if a new resident cluster would need much less memory. */
  get isWasteful(): boolean {
    const { count, removedBytes } = this.#nodes;
    return this.devices.isWasteful || count > 2 * this.#source.nodes.size + SPARE_NAMES || removedBytes > SPARE_BYTES_OF_NAMES;
  }

  /** True if it has become too large for shared memory. */
  get isTooLargeToShare(): boolean {
    return this.#memory.isTooLargeToShare;
  }

  /** The bytes in the solver's memory. */
  get bytes(): number {
    return this.#memory.bytes;
  }

  /** Ends the notifications, because another resident cluster replaces this one. */
  retire(): void {
    this.watchers.announce(undefined);
  }

  /** Handles an added, removed or changed node. */
  nodeChanged(name: string): void {
    this.watchers.announce([name]);
    const before = this.#nodes.ordinalOf(name);
    const wasThere = before !== undefined && !this.#nodes.isGone(before);
    const isThere = this.#source.nodes.has(name);
    if (isThere !== wasThere) this.#order.move(name);
    if (isThere) {
      this.#stale.add(name, before);
      return;
    }
    this.#stale.leave(name);
    const ordinal = this.#nodes.leave(name);
    if (ordinal !== undefined) this.#note(ordinal);
  }

  #note(ordinal: number): void {
    this.#journal.note(ordinal);
    this.#fingerprints.changed(ordinal);
  }

  /** Handles removed and added slices. `concerned`: the affected nodes; undefined: any node may be affected. */
  slicesChanged(removedSlices: readonly ResourceSlice[], concerned: ReadonlySet<string> | undefined): void {
    this.watchers.announce(concerned);
    for (const slice of removedSlices) {
      const block = this.devices.remove(slice);
      if (block !== undefined) this.#occupancy.leave(block);
    }
    if (concerned === undefined) this.#stale.addAll();
    else for (const name of concerned) this.#lookAgain(name);
  }

  #lookAgain(name: string): void {
    if (this.#source.nodes.has(name)) this.#stale.add(name, this.#nodes.ordinalOf(name));
  }

  classesChanged(): void {
    this.#queries.clear();
    this.#tables.clearSpare();
  }

  /** Handles results of an allocation that were added or removed. `keys`: their `deviceKey`s. */
  useChanged(results: readonly AllocatedDevice[], keys: readonly string[]): void {
    this.watchers.announceUse(results);
    // Usually there is one block, because most claims are for one node.
    let first: Block | undefined;
    let others: Set<Block> | undefined;
    for (let index = 0; index < results.length; index++) {
      const { driver, pool, device, shareID } = results[index] as AllocatedDevice;
      const isOccupied = this.#source.allocated.has(keys[index] as string);
      for (const slice of this.#source.slices.withDevice(driver, pool, device)) {
        const block = this.#use(slice, device, isOccupied);
        if (block === undefined) continue;
        first ??= block;
        if (block !== first) others = (others ?? new Set()).add(block);
        // A device that was shareable before can still have shares. They decide whether a pass can solve its nodes.
        if (shareID !== undefined && !block.needsNode) this.#viewersLookAgain(block);
      }
    }
    if (first !== undefined) this.#noteViewers(first);
    for (const block of others ?? []) this.#noteViewers(block);
    this.#trimJournal();
  }

  /** Sets whether a device of a slice is in use. Returns its block, or undefined if it has no number. */
  #use(slice: ResourceSlice, device: string, isOccupied: boolean): Block | undefined {
    const block = this.devices.findBlock(slice);
    const number = block && numberIn(block, device);
    if (number === undefined) return undefined;
    this.#occupancy.set(number, isOccupied);
    return block;
  }

  #viewersLookAgain({ slice, viewers }: Block): void {
    if (viewers === 'many') {
      this.#stale.addAll();
      return;
    }
    this.#lookAgain(slice.spec.nodeName ?? '');
    for (const ordinal of viewers ?? []) this.#lookAgain(this.#nodes.nameOf(ordinal));
  }

  #trimJournal(): void {
    this.#journal.trim(Math.max(LEAST_JOURNAL, JOURNAL_ENTRIES_FOR_EACH_NODE * this.#nodes.count));
  }

  /** Records a change of the nodes that see a block. */
  #noteViewers({ slice, viewers }: Block): void {
    if (viewers === 'many') {
      this.#journal.noteAll();
      this.#fingerprints.allChanged();
      return;
    }
    const nodeOrdinal = this.#nodes.ordinalOf(slice.spec.nodeName ?? '');
    if (nodeOrdinal !== undefined) this.#note(nodeOrdinal);
    for (const ordinal of viewers ?? []) this.#note(ordinal);
  }

  /** Applies the changes of all nodes, or of `requestedNodes`. Afterwards their answers are for the current cluster. An interrupted update continues the next time. */
  follow(checkpoint: Checkpoint, requestedNodes?: RequestedNodes): void {
    if (requestedNodes === undefined) this.#updateAll(checkpoint);
    else if (!(this.#stale.isEmpty && requestedNodes.takeBefore(this))) this.#updateNodes(requestedNodes, checkpoint);
    this.#occupancy.follow(checkpoint);
    if (requestedNodes === undefined) this.#order.follow(checkpoint);
  }

  #updateAll(checkpoint: Checkpoint): void {
    if (this.#stale.isEmpty) return;
    let steps = 0;
    for (const name of this.#stale.names()) {
      steps += this.#look(name, checkpoint) ? STEPS_OF_LOOK : 1;
      if (steps < STEPS_BETWEEN_CHECKPOINTS) continue;
      steps = 0;
      checkpoint.pause();
    }
    this.#trimJournal();
  }

  #updateNodes(requestedNodes: RequestedNodes, checkpoint: Checkpoint): void {
    const { nodes, names, ordinals } = requestedNodes;
    for (let steps = 0; names.length < nodes.length; ) {
      const { name } = (nodes[names.length] as Node).metadata;
      const isLeftOut = requestedNodes.leavesOut(name);
      steps += !isLeftOut && !this.#stale.isEmpty && this.#look(name, checkpoint) ? STEPS_OF_LOOK : 1;
      names.push(name);
      ordinals.push(isLeftOut ? NO_ORDINAL : this.ordinalOf(name));
      if (steps < STEPS_BETWEEN_CHECKPOINTS) continue;
      steps = 0;
      checkpoint.pause();
    }
    requestedNodes.remember(this);
    this.#trimJournal();
  }

  /** Processes a node if it is stale. Returns whether it was. */
  #look(name: string, checkpoint: Checkpoint): boolean {
    const node = this.#source.nodes.get(name);
    if (node === undefined || !this.#stale.has(this.#nodes.ordinalOf(name))) {
      this.#stale.leave(name);
      return false;
    }
    const ordinal = this.#stale.look(name, checkpoint, (taskCheckpoint) => this.#nodes.put(node, this.#source.slices, taskCheckpoint));
    this.#note(ordinal);
    // This comes last, so that the node stays stale if `put` throws.
    this.#stale.seen(name, ordinal);
    return true;
  }

  /** The fingerprints for comparing nodes. Requires: `follow`, and that the views are of the current cluster. */
  get fingerprints(): NodeFingerprints {
    return this.#fingerprints;
  }

  /** Returns fingerprints with the shares of another view of the allocations. */
  fingerprintsAsOf(allocated: AllocatedView): NodeFingerprints {
    return new NodeFingerprints(this.devices, allocated);
  }

  /** Returns whether an order is the current order of all nodes. */
  isOrder(order: NodeOrder): boolean {
    return order === this.order;
  }

  /** The nodes by name. Requires: `follow` for all nodes. */
  get order(): NodeOrder {
    return this.#order.order;
  }

  /** Returns the ordinal of a node, or NO_ORDINAL if it was never processed. */
  processedOrdinalOf(name: string): number {
    return this.#nodes.ordinalOf(name) ?? NO_ORDINAL;
  }

  /** Returns the ordinal of an existing node. Requires: `follow`. */
  ordinalOf(name: string): number {
    return this.#nodes.ordinalOf(name) as number;
  }

  /** Returns the name of the node of an ordinal, even if the node was removed. */
  nameOf(ordinal: number): string {
    return this.#nodes.nameOf(ordinal);
  }

  /** Returns the node-independent plans of claims, or undefined if planning fails. */
  plan(claims: readonly ResourceClaim[]): readonly ClaimPlan[] | undefined {
    const { deviceClasses } = this.#source;
    try {
      return inOneGo(
        planClaims(claims, {
          features: this.#features,
          deviceClasses,
          pools: [],
          devices: [],
          examiner: this.#examiner,
          checkpoint: UNLIMITED,
        }),
      );
    } catch (error) {
      if (error instanceof AllocationError) return undefined;
      throw error;
    }
  }

  /**
   * Returns the query of a signature, or undefined if planning its claims fails. `work`: the limit on the work of selectors, from `workText`. Requires: the
   * claims are not allocated.
   */
  query(signature: string, claims: readonly ResourceClaim[], work = ''): Query | undefined {
    const last = this.#lastQuery;
    if (last !== undefined && last.signature === signature && last.query.work === work && !last.query.isEnded) return last.query;
    const query = this.#queries.get(work + signature) ?? this.#newQuery(signature, claims, work);
    if (query !== undefined) this.#lastQuery = { signature, query };
    return query;
  }

  #newQuery(signature: string, claims: readonly ResourceClaim[], work: string): Query | undefined {
    const plans = this.plan(claims.map(claimOfSignature));
    if (plans === undefined) return undefined;
    const textBytes = COPIES_OF_TEXT * bytesOfText(signature);
    const sources = work === '' ? this.#querySources : { ...this.#querySources, stageTables: this.#tables.stagesFor(work) };
    const query = new Query(sources, plans, { searchesEachNode: searchesEachNode(plans), textBytes, work });
    this.#queries.set(work + signature, query);
    return query;
  }

  /**
   * Returns a copy of a query for a single call, which must end it. The copy reads the devices in use from `occupancy`, which does not change. Its answers are
   * for the nodes at its first use.
   */
  separateQuery({ plans, searchesEachNode, work }: Query, occupancy: Occupancy): Query {
    const stageTables = this.#tables.stagesFor(work);
    const sources = { ...this.#querySources, stageTables, occupancy, journal: new Journal(), stale: { isEmpty: false } };
    return new Query(sources, plans, { searchesEachNode, textBytes: 0, work });
  }

  /** Returns a copy of the devices in use, which the caller must end. Reads devices that are not loaded yet from `allocated`. Throws `out-of-memory`. */
  useAsOf(allocated: AllocatedView): Occupancy {
    return this.#occupancy.copy(allocated);
  }

  /** Returns, by ordinal, 1 for each node without a current answer of a query; undefined if it has no answers. */
  unsolvedOf(query: Query): Uint8Array | undefined {
    if (query.isInfeasible) return undefined;
    query.noteChanges();
    const unsolved = new Uint8Array(this.#nodes.count);
    unsolved.set(query.unsolved().subarray(0, unsolved.length));
    for (let ordinal = 0; ordinal < unsolved.length && !this.#stale.isEmpty; ordinal++) {
      if (this.#stale.has(ordinal)) unsolved[ordinal] = 1;
    }
    return unsolved;
  }
}

/** Processing a node takes as long as skipping this many nodes that are not stale. */
const STEPS_OF_LOOK = 32;
const STEPS_BETWEEN_CHECKPOINTS = 64;
