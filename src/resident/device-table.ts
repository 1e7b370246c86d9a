// Numbers for the devices of a cluster: those of one slice follow each other. A number stands for one device for good, so that an answer
// can be put in words after its slice is gone; what has too many numbers of devices that are gone starts anew.

import type { NodeSelector } from '../api/meta.js';
import type { ResourceSlice } from '../api/resource-slice.js';
import { AllocationError } from '../errors.js';
import type { Features } from '../features/features.js';
import { deviceName, listDevices, type PoolDevice } from '../pools/pool.js';

/** The devices of a slice, by their numbers. */
export interface Block {
  readonly slice: ResourceSlice;
  readonly first: number;
  readonly count: number;
  /** Whether a node that sees it is searched by itself: devices use up more than themselves, can be shared, or results with them be errors. */
  readonly needsNode: boolean;
}

const NOBODY: ReadonlySet<number> = new Set();

/** Nodes of a slice that are told apart. */
const MOST_VIEWERS = 1024;

/** Numbers that may be wasted whatever the size of the table. Each costs some 600 bytes. */
const SPARE = 8192;

/** Devices by number. */
export class DeviceTable {
  readonly #features: Features;
  readonly #blocks = new Map<ResourceSlice, Block>();
  readonly #viewers = new Map<ResourceSlice, Set<number> | 'many'>();
  /** By key the numbers that a device has: slices of several generations or nodes may have one of the same name. */
  readonly #numbers = new Map<string, number | readonly number[]>();
  readonly #devices: PoolDevice[] = [];
  #gone = 0;

  constructor(features: Features) {
    this.#features = features;
  }

  /** Numbers are below this. */
  get size(): number {
    return this.#devices.length;
  }

  /** Whether a new table would be much smaller. */
  get isWasteful(): boolean {
    return this.#gone > SPARE && this.#gone * 2 > this.#devices.length;
  }

  /** The device of a number. */
  device(number: number): PoolDevice {
    return this.#devices[number] as PoolDevice;
  }

  /** The numbers that a device has now, by its key. */
  numbersOf(key: string): readonly number[] {
    const found = this.#numbers.get(key);
    return found === undefined ? NONE : typeof found === 'number' ? [found] : found;
  }

  /** The number of a device that some node sees. */
  numberOf(target: PoolDevice): number {
    const number = this.numbersOf(target.key).find((candidate) => this.device(candidate) === target);
    if (number === undefined) throw new AllocationError('internal', `device ${deviceName(target)} has no number`);
    return number;
  }

  /** The block of a slice, which gets its numbers when it is asked for first. */
  blockOf(slice: ResourceSlice): Block {
    const known = this.#blocks.get(slice);
    if (known !== undefined) return known;
    const devices = listDevices(slice);
    const first = this.#devices.length;
    const block: Block = { slice, first, count: devices.length, needsNode: needsNode(slice, this.#features) };
    for (const device of devices) {
      const number = this.#devices.push(device) - 1;
      const others = this.numbersOf(device.key);
      this.#numbers.set(device.key, others.length === 0 ? number : [...others, number]);
    }
    this.#blocks.set(slice, block);
    return block;
  }

  /** Notes that the answer of a node depends on a slice that is not its own: it sees it, or only shares its counters. */
  addViewer(slice: ResourceSlice, ordinal: number): void {
    const viewers = this.#viewers.get(slice);
    if (viewers === 'many') return;
    if (viewers === undefined) this.#viewers.set(slice, new Set([ordinal]));
    else if (viewers.add(ordinal).size > MOST_VIEWERS) this.#viewers.set(slice, 'many');
  }

  /** The nodes that were noted for a slice, by ordinal; `many`: more than are told apart. */
  viewersOf(slice: ResourceSlice): ReadonlySet<number> | 'many' {
    return this.#viewers.get(slice) ?? NOBODY;
  }

  /** Forgets a slice that no node sees any more. */
  remove(slice: ResourceSlice): void {
    const block = this.#blocks.get(slice);
    if (block === undefined) return;
    this.#blocks.delete(slice);
    this.#viewers.delete(slice);
    this.#gone += block.count;
    for (let number = block.first; number < block.first + block.count; number++) {
      const { key } = this.device(number);
      const others = this.numbersOf(key).filter((other) => other !== number);
      if (others.length === 0) this.#numbers.delete(key);
      else this.#numbers.set(key, others);
    }
  }
}

const NONE: readonly number[] = [];

function needsNode({ spec }: ResourceSlice, { consumableCapacity, partitionableDevices }: Features): boolean {
  if (hasTerms(spec.nodeSelector)) return true;
  return spec.devices.some(({ allowMultipleAllocations, consumesCounters, nodeSelector }) => {
    if (consumableCapacity && allowMultipleAllocations === true) return true;
    return (partitionableDevices && consumesCounters.length > 0) || hasTerms(nodeSelector);
  });
}

/** Whether results cannot repeat a selector. */
function hasTerms(selector: NodeSelector | undefined): boolean {
  return selector !== undefined && selector.nodeSelectorTerms.length > 1;
}
