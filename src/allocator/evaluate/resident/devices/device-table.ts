// Numbers the devices of a cluster; devices of one slice are consecutive. Numbers are never reused, so that an answer can be decoded after its slice was
// removed. A table with too many removed devices is replaced.

import type { NodeSelector } from '../../../../core/api/meta.js';
import type { ResourceSlice } from '../../../../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../../../../core/base/checkpoint.js';
import { AllocationError } from '../../../../core/base/errors.js';
import { type Incremental, ITEMS_A_UNIT } from '../../../../core/base/incremental.js';
import { LargeMap, numberOfText } from '../../../../core/base/large-map.js';
import { bytesOfValue } from '../../../../core/base/value-bytes.js';
import type { Features } from '../../../../core/features/features.js';
import { deviceName, listDevices, listedDevices, listingDevices, type PoolDevice, type SliceDevice } from '../../../pools/pool.js';
import { NumberList } from './number-list.js';

/** The devices of a slice, by number. */
export interface Block {
  readonly slice: ResourceSlice;
  readonly first: number;
  readonly count: number;
  /**
   * True if nodes that can access the slice must be searched separately. Its devices consume counters or are shareable, or
   * results with them may be errors.
   */
  readonly needsNode: boolean;
  /**
   * The ordinals of the nodes whose results depend on the slice although it belongs to another node. `many` if there are too
   * many to list.
   */
  viewers: Set<number> | 'many' | undefined;
}

/** The most viewers of a block that are listed one by one. */
const MOST_VIEWERS = 1024;

/** The number of unused numbers that is accepted for any size of the table. Each number costs about 600 bytes. */
const SPARE = 8192;
/** The bytes of removed slices that may remain, in total and for each number. This is twice the size of devices with much data. */
const SPARE_BYTES = 32 << 20;
const SPARE_BYTES_OF_NUMBER = 4096;

/** Counting the bytes of a large slice is slow (milliseconds), so larger slices count as SPARE_BYTES. Only a few such slices can remain. */
const MOST_COUNTED_BYTES = 2 << 20;

/** Devices by number. */
export class DeviceTable {
  readonly #features: Features;
  readonly #blocks = new LargeMap<ResourceSlice, Block>(({ metadata }) => numberOfText(metadata.name));
  /** All blocks ever created, and the index of each device's block. */
  readonly #inOrder: Block[] = [];
  readonly #blockOf = new NumberList();
  #size = 0;
  #removedCount = 0;
  #removedBytes = 0;

  constructor(features: Features) {
    this.#features = features;
  }

  /** All numbers are below this one. */
  get size(): number {
    return this.#size;
  }

  /** The number of devices whose slices exist. */
  get count(): number {
    return this.#size - this.#removedCount;
  }

  /** True if a new table would be much smaller. */
  get isWasteful(): boolean {
    return (
      (this.#removedCount > SPARE && this.#removedCount * 2 > this.#size) ||
      this.#removedBytes > SPARE_BYTES + this.#size * SPARE_BYTES_OF_NUMBER
    );
  }

  /** Returns the device of a number. */
  device(number: number): PoolDevice {
    const { slice, first } = this.#blockWith(number);
    return listDevices(slice)[number - first] as PoolDevice;
  }

  /** Like `device`, in increments, because listing the devices of a large slice needs much time. */
  *findingDevice(number: number, checkpoint: Checkpoint): Incremental<PoolDevice> {
    const { slice, first } = this.#blockWith(number);
    const devices = listedDevices(slice) ?? (yield* listingDevices(slice, checkpoint));
    return devices[number - first] as PoolDevice;
  }

  /** Returns the device of a number for a single use, without caching it. */
  glance(number: number): SliceDevice {
    const { slice, first } = this.#blockWith(number);
    return { slice, device: slice.spec.devices[number - first] as SliceDevice['device'] };
  }

  /** Returns whether the device of a number was removed. The same slice may exist again with other numbers. */
  isGone(number: number): boolean {
    const block = this.#blockWith(number);
    return this.#blocks.get(block.slice) !== block;
  }

  #blockWith(number: number): Block {
    return this.#inOrder[this.#blockOf.get(number)] as Block;
  }

  /** Returns the block of a slice, or undefined if it has no numbers. */
  findBlock(slice: ResourceSlice): Block | undefined {
    return this.#blocks.get(slice);
  }

  /** Returns the number of a device that some node can access. */
  numberOf(target: PoolDevice): number {
    const block = this.findBlock(target.slice);
    const number = block && numberIn(block, target.device.name);
    if (number === undefined) throw new AllocationError('internal', `device ${deviceName(target)} has no number`);
    return number;
  }

  /** Returns the block of a slice, and numbers its devices at the first call. */
  blockOf(slice: ResourceSlice, checkpoint = UNLIMITED): Block {
    const block = this.#blocks.get(slice);
    if (block !== undefined) return block;
    checkpoint.step(slice.spec.devices.length / ITEMS_A_UNIT);
    return this.#newBlock(slice, needsNode(slice, this.#features));
  }

  /** Like `blockOf`, in increments. */
  *numbering(slice: ResourceSlice, checkpoint: Checkpoint): Incremental<Block> {
    const needs = needsNode(slice, this.#features);
    if (checkpoint.due(slice.spec.devices.length / ITEMS_A_UNIT)) yield;
    // Another call may have numbered the devices while this one yielded.
    return this.#blocks.get(slice) ?? this.#newBlock(slice, needs);
  }

  #newBlock(slice: ResourceSlice, needs: boolean): Block {
    const first = this.#size;
    const count = slice.spec.devices.length;
    const block: Block = { slice, first, count, needsNode: needs, viewers: undefined };
    const place = this.#inOrder.push(block) - 1;
    while (this.#size < first + count) this.#blockOf.set(this.#size++, place);
    this.#blocks.set(slice, block);
    return block;
  }

  /**
   * Records that the result of a node depends on a block of another slice. The node can access its devices, or only shares its
   * counters.
   */
  addViewer(block: Block, ordinal: number): void {
    const { viewers } = block;
    if (viewers === 'many') return;
    if (viewers === undefined) block.viewers = new Set([ordinal]);
    else if (viewers.add(ordinal).size > MOST_VIEWERS) block.viewers = 'many';
  }

  /** Removes a slice that no node sees any more. Returns its block if it had numbers. */
  remove(slice: ResourceSlice): Block | undefined {
    const block = this.#blocks.get(slice);
    if (block === undefined) return undefined;
    this.#removedCount += block.count;
    const bytes = bytesOfValue(slice, MOST_COUNTED_BYTES);
    this.#removedBytes += bytes > MOST_COUNTED_BYTES ? SPARE_BYTES : bytes;
    this.#blocks.delete(slice);
    return block;
  }
}

/** Returns the number of a device by name, or undefined. */
export function numberIn({ slice, first }: Block, name: string): number | undefined {
  const { devices } = slice.spec;
  for (let index = 0; index < devices.length; index++) if (devices[index]?.name === name) return first + index;
  return undefined;
}

function needsNode({ spec }: ResourceSlice, features: Features): boolean {
  const { consumableCapacity, partitionableDevices } = features;
  if (hasTerms(spec.nodeSelector)) return true;
  return spec.devices.some(({ allowMultipleAllocations, consumesCounters, nodeSelector }) => {
    if (consumableCapacity && allowMultipleAllocations === true) return true;
    return (partitionableDevices && consumesCounters.length > 0) || hasTerms(nodeSelector);
  });
}

/** Returns whether a selector has several terms. Results cannot contain such selectors. */
export function hasTerms(selector: NodeSelector | undefined): boolean {
  return selector !== undefined && selector.nodeSelectorTerms.length > 1;
}
