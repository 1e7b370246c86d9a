// Numbers for the nodes of a cluster, and what each sees, in the memory of the solver: runs of devices in its search order.

import type { Node } from '../api/node.js';
import type { ResourceSlice } from '../api/resource-slice.js';
import { UNLIMITED } from '../checkpoint.js';
import type { AllocatedView } from '../encode/allocated-state.js';
import { AllocationError } from '../errors.js';
import type { Features } from '../features/features.js';
import * as P from '../kernel/pass-layout.js';
import type { ResidentMemory } from '../kernel/resident.js';
import { LargeMap, numberOfText } from '../large-map.js';
import { bytesOfText } from '../lru-cache.js';
import { gatherPools } from '../pools/gather.js';
import { canSkipOperations, choiceIncludes, mayExclude } from '../pools/node-match.js';
import { listDevices, type Pool } from '../pools/pool.js';
import type { Slices } from '../pools/slice-index.js';
import { ResidentColumn } from './columns.js';
import type { DeviceTable } from './device-table.js';

/** With more devices a node is searched by itself: what is brought together for each node must be little. */
const MOST_DEVICES = 4096;

/** Nodes by ordinal. An ordinal stays with a name for good. */
export class NodeTable {
  readonly #devices: DeviceTable;
  readonly #memory: ResidentMemory;
  readonly #features: Features;
  readonly #allocated: AllocatedView;
  readonly #ordinals = new LargeMap<string, number>(numberOfText);
  readonly #names: string[] = [];
  readonly #gone = new Set<number>();
  #goneBytes = 0;
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

  /** Ordinals are below this. */
  get count(): number {
    return this.#names.length;
  }

  /** All ordinals in order: the same list until another node comes. */
  get ordinals(): readonly number[] {
    if (this.#all.length !== this.count) {
      const all: number[] = [];
      while (all.length < this.count) all.push(all.length);
      this.#all = all;
    }
    return this.#all;
  }

  /** Whether a list is that of all ordinals. */
  areAll(ordinals: readonly number[]): boolean {
    return ordinals === this.#all && ordinals.length === this.count;
  }

  /** The greatest number of devices that a node had so far. */
  get mostDevices(): number {
    return this.#mostDevices;
  }

  /** Whether there is nothing about any node but its devices. */
  get areAllSimple(): boolean {
    return this.#flagged === 0;
  }

  /** Where nodes and runs lie. */
  get addresses(): { readonly nodes: number; readonly runs: number } {
    return { nodes: this.#nodes.address, runs: this.#runs.address };
  }

  ordinalOf(name: string): number | undefined {
    return this.#ordinals.get(name);
  }

  nameOf(ordinal: number): string {
    return this.#names[ordinal] as string;
  }

  /** Looks at the cluster from a node, and notes what it sees. Gives its ordinal. */
  put(node: Node, slices: Slices): number {
    const ordinal = this.#numberFor(node.metadata.name);
    if (this.#gone.delete(ordinal)) this.#goneBytes -= bytesOfText(node.metadata.name);
    this.#write(ordinal, this.#look(node, ordinal, slices));
    return ordinal;
  }

  /** A node that is gone sees nothing. Gives its ordinal, if it has one. */
  leave(name: string): number | undefined {
    const ordinal = this.#ordinals.get(name);
    if (ordinal === undefined || this.#gone.has(ordinal)) return undefined;
    this.#gone.add(ordinal);
    this.#goneBytes += bytesOfText(name);
    this.#write(ordinal, NOTHING);
    return ordinal;
  }

  /** Bytes of the names of nodes that are gone. */
  get goneBytes(): number {
    return this.#goneBytes;
  }

  /** Whether the node of an ordinal is gone. */
  isGone(ordinal: number): boolean {
    return this.#gone.has(ordinal);
  }

  #write(ordinal: number, { runs, deviceCount, flags }: Seen): void {
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

  /** The runs of a node as first device and number of devices, and what keeps it from being searched with others. */
  #look(node: Node, ordinal: number, slices: Slices): Seen {
    try {
      const pools = gatherPools(slices, node, this.#features, UNLIMITED);
      this.#noteSlices(pools, node, ordinal);
      if (pools.some(({ slices: own }) => own.some((slice) => this.#needsNode(slice)))) return ELSEWHERE;
      let flags = pools.some(({ problem }) => problem?.kind === 'invalid') ? P.PASS_NODE_INVALID_POOLS : 0;
      const runs = new Runs();
      for (const slice of pools.flatMap((pool) => pool.slices)) {
        const { first, count } = this.#devices.blockOf(slice);
        const { perDeviceNodeSelection, skipNodeOperations, devices } = slice.spec;
        const isUsable = skipNodeOperations.length === 0 || canSkipOperations(node);
        if (mayExclude(slice, node)) flags |= P.PASS_NODE_PARTIAL;
        if (perDeviceNodeSelection !== true) runs.add(first, isUsable ? count : 0);
        // A selector that does not parse is an error also where the device cannot be used.
        else devices.forEach((device, index) => runs.add(first + index, choiceIncludes(device, node, '', UNLIMITED) && isUsable ? 1 : 0));
      }
      return runs.deviceCount > MOST_DEVICES ? ELSEWHERE : { runs: runs.all, deviceCount: runs.deviceCount, flags };
    } catch (error) {
      // It is found again, with its words, when the node is searched by itself.
      if (error instanceof AllocationError) return ELSEWHERE;
      throw error;
    }
  }

  /** Notes on which slices the answer of a node depends. */
  #noteSlices(pools: readonly Pool[], node: Node, ordinal: number): void {
    const note = (slice: ResourceSlice): void => {
      const block = this.#devices.blockOf(slice);
      if (slice.spec.nodeName !== node.metadata.name) this.#devices.addViewer(block, ordinal);
    };
    for (const { slices, otherSlices, counterSets } of pools) {
      slices.forEach(note);
      // Their devices take from the counters of those here.
      if (counterSets.size > 0) otherSlices.forEach(note);
    }
  }

  /** Whether devices of a slice keep nodes from being searched with others. */
  #needsNode(slice: ResourceSlice): boolean {
    return this.#devices.blockOf(slice).needsNode || this.#lends(slice);
  }

  /** Whether shares consume something of a dedicated device, which was shared in an earlier version of its slice. */
  #lends(slice: ResourceSlice): boolean {
    const allocated = this.#allocated;
    return allocated.consumes && listDevices(slice).some(({ key }) => allocated.consumedOf(key).size > 0);
  }

  /** Writes the runs of a node where there is room for them. */
  #place(ordinal: number, runs: readonly number[]): number {
    const count = runs.length / 2;
    const at = this.#nodes.address + ordinal * P.PASS_NODE_SIZE;
    const old = this.#memory.u32[(at + P.PASS_NODE_FIRST_RUN) / 4] as number;
    const oldCount = this.#memory.u32[(at + P.PASS_NODE_RUN_COUNT) / 4] as number;
    let first = old;
    if (oldCount !== count) {
      // When there is no memory for it, the node keeps what it has.
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

/** Devices in search order, as runs of numbers that follow each other: first, count, first, count, ... */
class Runs {
  readonly all: number[] = [];
  deviceCount = 0;

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
  readonly runs: readonly number[];
  readonly deviceCount: number;
  readonly flags: number;
}

/** Of a node that is gone. */
const NOTHING: Seen = { runs: [], deviceCount: 0, flags: 0 };
/** Of a node that is searched by itself. */
const ELSEWHERE: Seen = { runs: [], deviceCount: 0, flags: P.PASS_NODE_ELSEWHERE };
