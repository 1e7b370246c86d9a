// Numbers the nodes of a cluster, and stores the view of each in the solver's memory: runs of devices in its search order.

import type { Node } from '../../../../core/api/node.js';
import { answerWithoutParsing, canSkipOperations, includesNode, mayExclude } from '../../../../core/api/node-match.js';
import type { ResourceSlice } from '../../../../core/api/resource-slice.js';
import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import { AllocationError } from '../../../../core/base/errors.js';
import type { Incremental } from '../../../../core/base/incremental.js';
import { LargeMap, numberOfText } from '../../../../core/base/large-map.js';
import { bytesOfText } from '../../../../core/base/lru-cache.js';
import type { Features } from '../../../../core/features/features.js';
import type { AllocatedView } from '../../../encode/allocated-state.js';
import * as P from '../../../kernel/pass-layout.js';
import type { ResidentMemory } from '../../../kernel/resident.js';
import { gatherPools } from '../../../pools/gather.js';
import { listedDevices, listingDevices, type Pool } from '../../../pools/pool.js';
import type { Slices } from '../../../pools/slice-index.js';
import { ResidentColumn } from '../devices/columns.js';
import type { Block, DeviceTable } from '../devices/device-table.js';

/** A node with more devices is searched separately, because a pass must gather the data of each node quickly. */
const MOST_DEVICES = 4096;

/** Nodes by ordinal. The ordinal of a name never changes. */
export class NodeTable {
  readonly #devices: DeviceTable;
  readonly #memory: ResidentMemory;
  readonly #features: Features;
  readonly #allocated: AllocatedView;
  readonly #ordinals = new LargeMap<string, number>(numberOfText);
  readonly #names: string[] = [];
  readonly #removedOrdinals = new Set<number>();
  #removedBytes = 0;
  readonly #freeRuns = new Map<number, number[]>();
  readonly #nodes: ResidentColumn;
  readonly #runs: ResidentColumn;
  #runsEnd = 0;
  #mostDevices = 0;
  #flagged = 0;
  #all: readonly number[] = [];

  constructor(devices: DeviceTable, memory: ResidentMemory, features: Features, allocated: AllocatedView) {
    this.#devices = devices;
    this.#memory = memory;
    this.#features = features;
    this.#allocated = allocated;
    this.#nodes = new ResidentColumn(memory, P.PASS_NODE_SIZE);
    this.#runs = new ResidentColumn(memory, P.PASS_RUN_SIZE);
  }

  /** All ordinals are below this one. */
  get count(): number {
    return this.#names.length;
  }

  /** All ordinals in order. The same list until a node is added. */
  get ordinals(): readonly number[] {
    if (this.#all.length !== this.count) {
      const all: number[] = [];
      while (all.length < this.count) all.push(all.length);
      this.#all = all;
    }
    return this.#all;
  }

  areAll(ordinals: readonly number[]): boolean {
    return ordinals === this.#all && ordinals.length === this.count;
  }

  /** The greatest number of devices of any node so far. */
  get mostDevices(): number {
    return this.#mostDevices;
  }

  /** True if no node has flags. */
  get areAllSimple(): boolean {
    return this.#flagged === 0;
  }

  get addresses(): { readonly nodes: number; readonly runs: number } {
    return { nodes: this.#nodes.address, runs: this.#runs.address };
  }

  ordinalOf(name: string): number | undefined {
    return this.#ordinals.get(name);
  }

  nameOf(ordinal: number): string {
    return this.#names[ordinal] as string;
  }

  /** Finds the slices that a node sees, and stores its runs. Returns the ordinal of the node. */
  *put(node: Node, slices: Slices, checkpoint: Checkpoint): Incremental<number> {
    const shared: Block[] = [];
    const seen = yield* this.#look(node, slices, shared, checkpoint);
    const ordinal = this.#numberFor(node.metadata.name);
    if (this.#removedOrdinals.delete(ordinal)) this.#removedBytes -= bytesOfText(node.metadata.name);
    for (const block of shared) this.#devices.addViewer(block, ordinal);
    this.#write(ordinal, seen);
    return ordinal;
  }

  /** Clears a removed node. Returns its ordinal if it has one. */
  leave(name: string): number | undefined {
    const ordinal = this.#ordinals.get(name);
    if (ordinal === undefined || this.#removedOrdinals.has(ordinal)) return undefined;
    this.#removedOrdinals.add(ordinal);
    this.#removedBytes += bytesOfText(name);
    this.#write(ordinal, NOTHING);
    return ordinal;
  }

  /** The bytes of the names of removed nodes. */
  get removedBytes(): number {
    return this.#removedBytes;
  }

  /** Returns whether the node of an ordinal was removed. */
  isGone(ordinal: number): boolean {
    return this.#removedOrdinals.has(ordinal);
  }

  #write(ordinal: number, { all: runs, deviceCount, flags }: Seen): void {
    const first = this.#place(ordinal, runs);
    const at = this.#nodes.address + ordinal * P.PASS_NODE_SIZE;
    const { u32 } = this.#memory;
    this.#flagged += (flags === 0 ? 0 : 1) - (u32[(at + P.PASS_NODE_FLAGS) / 4] === 0 ? 0 : 1);
    u32[(at + P.PASS_NODE_FIRST_RUN) / 4] = first;
    u32[(at + P.PASS_NODE_RUN_COUNT) / 4] = runs.length / 2;
    u32[(at + P.PASS_NODE_DEVICE_COUNT) / 4] = deviceCount;
    u32[(at + P.PASS_NODE_FLAGS) / 4] = flags;
    this.#mostDevices = Math.max(this.#mostDevices, deviceCount);
  }

  #numberFor(name: string): number {
    let ordinal = this.#ordinals.get(name);
    if (ordinal === undefined) {
      ordinal = this.#names.length;
      this.#nodes.grow(ordinal + 1);
      this.#ordinals.set(name, ordinal);
      this.#names.push(name);
    }
    return ordinal;
  }

  /**
   * Returns the runs of a node, and the flags that exclude it from a pass. Adds to `shared` the blocks of other slices on which
   * the result of the node depends.
   */
  *#look(node: Node, slices: Slices, shared: Block[], checkpoint: Checkpoint): Incremental<Seen> {
    try {
      const pools = yield* gatherPools(slices, node, this.#features, checkpoint);
      yield* this.#collectShared(pools, node, shared, checkpoint);
      for (const pool of pools) {
        for (const slice of pool.slices) {
          if (this.#devices.blockOf(slice).needsNode) return NEEDS_HOST;
          if (this.#allocated.consumes && (yield* this.#lends(slice, checkpoint))) return NEEDS_HOST;
          if (checkpoint.due()) yield;
        }
      }
      const runs = yield* this.#runsOf(pools, node, checkpoint);
      return runs.deviceCount > MOST_DEVICES ? NEEDS_HOST : runs;
    } catch (error) {
      // The search of the node finds this error again, with its message.
      if (error instanceof AllocationError) return NEEDS_HOST;
      throw error;
    }
  }

  /** Collects the blocks of other slices on which the answer of a node depends. */
  *#collectShared(pools: readonly Pool[], node: Node, shared: Block[], checkpoint: Checkpoint): Incremental<void> {
    for (const { slices, otherSlices, counterSets } of pools) {
      // Devices in the other slices of the pool consume the same counters.
      for (const all of counterSets.size > 0 ? [slices, otherSlices] : [slices]) {
        for (const slice of all) {
          const block = this.#devices.findBlock(slice) ?? (yield* this.#devices.numbering(slice, checkpoint));
          if (slice.spec.nodeName !== node.metadata.name) shared.push(block);
          if (checkpoint.due()) yield;
        }
      }
      if (checkpoint.due()) yield;
    }
  }

  *#runsOf(pools: readonly Pool[], node: Node, checkpoint: Checkpoint): Incremental<Runs> {
    const runs = new Runs();
    for (const { problem, slices } of pools) {
      if (problem?.kind === 'invalid') runs.flags |= P.PASS_NODE_INVALID_POOLS;
      for (const slice of slices) {
        if (mayExclude(slice, node)) runs.flags |= P.PASS_NODE_PARTIAL;
        if (slice.spec.perDeviceNodeSelection === true) yield* this.#addEachDevice(runs, slice, node, checkpoint);
        else this.#addAll(runs, slice, node);
        if (checkpoint.due()) yield;
      }
      if (checkpoint.due()) yield;
    }
    return runs;
  }

  #addAll(runs: Runs, slice: ResourceSlice, node: Node): void {
    const { first, count } = this.#devices.blockOf(slice);
    runs.add(first, isUsable(slice, node) ? count : 0);
  }

  *#addEachDevice(runs: Runs, slice: ResourceSlice, node: Node, checkpoint: Checkpoint): Incremental<void> {
    const { first } = this.#devices.blockOf(slice);
    const mayUse = isUsable(slice, node);
    for (const [index, device] of slice.spec.devices.entries()) {
      // A selector that cannot be parsed is an error even if the device cannot be used.
      const isIncluded = answerWithoutParsing(device, node, checkpoint) ?? (yield* includesNode(device, node, '', checkpoint));
      runs.add(first + index, isIncluded && mayUse ? 1 : 0);
      if (checkpoint.due()) yield;
    }
  }

  /** Returns whether shares consume a dedicated device, which was shareable in an earlier version of its slice. */
  *#lends(slice: ResourceSlice, checkpoint: Checkpoint): Incremental<boolean> {
    for (const { key } of listedDevices(slice) ?? (yield* listingDevices(slice, checkpoint))) {
      if (this.#allocated.consumedOf(key).size > 0) return true;
      if (checkpoint.due()) yield;
    }
    return false;
  }

  /** Writes the runs of a node to free space. */
  #place(ordinal: number, runs: readonly number[]): number {
    const count = runs.length / 2;
    const at = this.#nodes.address + ordinal * P.PASS_NODE_SIZE;
    const old = this.#memory.u32[(at + P.PASS_NODE_FIRST_RUN) / 4] as number;
    const oldCount = this.#memory.u32[(at + P.PASS_NODE_RUN_COUNT) / 4] as number;
    let first = old;
    if (oldCount !== count) {
      // Without memory for the new runs, the node keeps its old runs.
      first = count === 0 ? 0 : (this.#freeRuns.get(count)?.pop() ?? this.#newRuns(count));
      const free = this.#freeRuns.get(oldCount);
      if (free !== undefined) free.push(old);
      else if (oldCount > 0) this.#freeRuns.set(oldCount, [old]);
    }
    const { u32 } = this.#memory;
    for (let run = 0; run < count; run++) {
      const record = (this.#runs.address + (first + run) * P.PASS_RUN_SIZE) / 4;
      u32[record + P.PASS_RUN_FIRST / 4] = runs[2 * run] as number;
      u32[record + P.PASS_RUN_COUNT / 4] = runs[2 * run + 1] as number;
    }
    return first;
  }

  #newRuns(count: number): number {
    const first = this.#runsEnd;
    this.#runs.grow(first + count);
    this.#runsEnd += count;
    return first;
  }
}

/** Devices in search order, as runs of consecutive numbers: first, count, first, count, ... */
class Runs implements Seen {
  readonly all: number[] = [];
  deviceCount = 0;
  flags = 0;

  add(first: number, count: number): void {
    if (count === 0) return;
    const { all } = this;
    const end = all.length;
    this.deviceCount += count;
    if (end > 0 && (all[end - 2] as number) + (all[end - 1] as number) === first) all[end - 1] = (all[end - 1] as number) + count;
    else all.push(first, count);
  }
}

interface Seen {
  /** See `Runs`. */
  readonly all: readonly number[];
  readonly deviceCount: number;
  readonly flags: number;
}

function isUsable({ spec }: ResourceSlice, node: Node): boolean {
  return spec.skipNodeOperations.length === 0 || canSkipOperations(node);
}

/** The view of a removed node. */
const NOTHING: Seen = { all: [], deviceCount: 0, flags: 0 };
/** The view of a node that is searched separately. */
const NEEDS_HOST: Seen = { all: [], deviceCount: 0, flags: P.PASS_NODE_NEEDS_HOST };
