// Numbers for the devices of a cluster: those of one slice follow each other. A number stands for one device for good, so that an answer
// can be decoded after its slice is gone; what has too many numbers of devices that are gone starts anew.

import type { NodeSelector } from '../../../../core/api/meta.js';
import type { ResourceSlice } from '../../../../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../../../../core/base/checkpoint.js';
import { AllocationError } from '../../../../core/base/errors.js';
import { ITEMS_A_UNIT } from '../../../../core/base/incremental.js';
import { LargeMap, numberOfText } from '../../../../core/base/large-map.js';
import { bytesOfValue } from '../../../../core/base/value-bytes.js';
import type { Features } from '../../../../core/features/features.js';
import { deviceName, listDevices, type PoolDevice, type SliceDevice } from '../../../pools/pool.js';
import { NumberList } from './number-list.js';

/** The devices of a slice, by their numbers. */
export interface Block {
  readonly slice: ResourceSlice;
  readonly first: number;
  readonly count: number;
  /** True when a node that sees it is searched by itself: devices use up more than themselves, can be shared, or results with them be errors. */
  readonly needsNode: boolean;
  /** The nodes whose answers depend on it although it is not their own, by ordinal; `many`: more than are told apart. */
  viewers: Set<number> | 'many' | undefined;
}

/** Nodes of a slice that are told apart. */
const MOST_VIEWERS = 1024;

/** Numbers that may be wasted whatever the size of the table. Each costs some 600 bytes. */
const SPARE = 8192;
/** Bytes of slices that are gone, whatever the size of the table, and for each of its numbers: twice those of devices that say much. */
const SPARE_BYTES = 32 << 20;
const SPARE_BYTES_OF_NUMBER = 4096;

/** A slice of more bytes counts still may be spared, so that no more than a few are stored: to count them takes milliseconds. */
const MOST_COUNTED_BYTES = 2 << 20;

/** Devices by number. */
export class DeviceTable {
  readonly #features: Features;
  readonly #blocks = new LargeMap<ResourceSlice, Block>(({ metadata }) => numberOfText(metadata.name));
  /** All blocks that ever were, and by device the place of its own. */
  readonly #inOrder: Block[] = [];
  readonly #blockOf = new NumberList();
  #size = 0;
  #gone = 0;
  #goneBytes = 0;

  constructor(features: Features) {
    this.#features = features;
  }

  /** Numbers are below this. */
  get size(): number {
    return this.#size;
  }

  /** The number of devices whose slices are there. */
  get count(): number {
    return this.#size - this.#gone;
  }

  /** True when a new table would be much smaller. */
  get isWasteful(): boolean {
    return (this.#gone > SPARE && this.#gone * 2 > this.#size) || this.#goneBytes > SPARE_BYTES + this.#size * SPARE_BYTES_OF_NUMBER;
  }

  /** The device of a number. */
  device(number: number): PoolDevice {
    const { slice, first } = this.#blockWith(number);
    return listDevices(slice)[number - first] as PoolDevice;
  }

  /** Gives the device of a number to be considered once: nothing stays of it. */
  glance(number: number): SliceDevice {
    const { slice, first } = this.#blockWith(number);
    return { slice, device: slice.spec.devices[number - first] as SliceDevice['device'] };
  }

  /** Returns whether the device of a number is gone. Its slice may have come again, with other numbers. */
  isGone(number: number): boolean {
    const block = this.#blockWith(number);
    return this.#blocks.get(block.slice) !== block;
  }

  #blockWith(number: number): Block {
    return this.#inOrder[this.#blockOf.get(number)] as Block;
  }

  /** The block of a slice; undefined: it has no numbers. */
  knownBlockOf(slice: ResourceSlice): Block | undefined {
    return this.#blocks.get(slice);
  }

  /** The number of a device that some node sees. */
  numberOf(target: PoolDevice): number {
    const block = this.knownBlockOf(target.slice);
    const number = block && numberIn(block, target.device.name);
    if (number === undefined) throw new AllocationError('internal', `device ${deviceName(target)} has no number`);
    return number;
  }

  /** The block of a slice, which gets its numbers when it is requested first. */
  blockOf(slice: ResourceSlice, checkpoint = UNLIMITED): Block {
    return this.#blocks.get(slice) ?? this.#newBlock(slice, checkpoint);
  }

  #newBlock(slice: ResourceSlice, checkpoint: Checkpoint): Block {
    const first = this.#size;
    const count = slice.spec.devices.length;
    checkpoint.step(count / ITEMS_A_UNIT);
    const needs = needsNode(slice, this.#features);
    const block: Block = { slice, first, count, needsNode: needs, viewers: undefined };
    const place = this.#inOrder.push(block) - 1;
    while (this.#size < first + count) this.#blockOf.set(this.#size++, place);
    this.#blocks.set(slice, block);
    return block;
  }

  /** Notes that the answer of a node depends on a block that is not its own: it sees it, or only shares its counters. */
  addViewer(block: Block, ordinal: number): void {
    const { viewers } = block;
    if (viewers === 'many') return;
    if (viewers === undefined) block.viewers = new Set([ordinal]);
    else if (viewers.add(ordinal).size > MOST_VIEWERS) block.viewers = 'many';
  }

  /** Forgets a slice that no node sees any more. Gives its block, if it had numbers. */
  remove(slice: ResourceSlice): Block | undefined {
    const block = this.#blocks.get(slice);
    if (block === undefined) return undefined;
    this.#gone += block.count;
    const bytes = bytesOfValue(slice, MOST_COUNTED_BYTES);
    this.#goneBytes += bytes > MOST_COUNTED_BYTES ? SPARE_BYTES : bytes;
    this.#blocks.delete(slice);
    return block;
  }
}

/** The number of a device of a name; undefined: there is none. */
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

/** Returns whether a selector has several terms, which results cannot repeat. */
export function hasTerms(selector: NodeSelector | undefined): boolean {
  return selector !== undefined && selector.nodeSelectorTerms.length > 1;
}
