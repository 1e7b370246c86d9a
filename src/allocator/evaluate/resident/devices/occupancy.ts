// Stores which devices of a cluster are in use, one bit per device, in the solver's memory.

import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import type { AllocatedView } from '../../../encode/allocated-state.js';
import type { ResidentMemory } from '../../../kernel/resident.js';
import { deviceKey } from '../../../pools/pool.js';
import { Progress, ResidentColumn } from './columns.js';
import type { Block, DeviceTable } from './device-table.js';

/** The devices in use. */
export class Occupancy {
  readonly #devices: DeviceTable;
  readonly #memory: ResidentMemory;
  readonly #allocated: AllocatedView;
  readonly #bits: ResidentColumn;
  readonly #progress = new Progress();
  /** The number of existing devices in use. */
  #count = 0;
  /** Copies that have not ended. They must be notified of removed devices, or they would count them as in use. */
  readonly #copies = new Set<Occupancy>();
  #original: Occupancy | undefined;

  constructor(devices: DeviceTable, memory: ResidentMemory, allocated: AllocatedView) {
    this.#devices = devices;
    this.#memory = memory;
    this.#allocated = allocated;
    this.#bits = new ResidentColumn(memory, 1 / 8);
  }

  /** Returns a copy of the current devices in use. Devices that are not loaded yet are read from the view. Throws `out-of-memory`. */
  copy(allocated: AllocatedView): Occupancy {
    const copy = new Occupancy(this.#devices, this.#memory, allocated);
    copy.#bits.grow(this.#progress.done);
    const { u8 } = this.#memory;
    const bytes = Math.ceil(this.#progress.done / 8);
    u8.copyWithin(copy.#bits.address, this.#bits.address, this.#bits.address + bytes);
    copy.#progress.skip(this.#progress.done);
    copy.#count = this.#count;
    copy.#original = this;
    this.#copies.add(copy);
    return copy;
  }

  /** Frees its memory. */
  end(): void {
    if (this.#original !== undefined) this.#original.#copies.delete(this);
    this.#bits.end();
  }

  /** The address of the bits. */
  get address(): number {
    return this.#bits.address;
  }

  /** True if every device is in use. Requires: `follow`. */
  get isFull(): boolean {
    return this.#count === this.#devices.count;
  }

  /** Sets whether a device is in use. Ignored for devices that are not loaded yet, which `follow` reads. */
  set(number: number, isOccupied: boolean): void {
    if (number >= this.#progress.done || this.#has(number) === isOccupied) return;
    const { u32 } = this.#memory;
    const word = this.#word(number);
    u32[word] = (u32[word] as number) ^ (1 << (number & 31));
    this.#count += isOccupied ? 1 : -1;
  }

  /** Clears devices that were removed. */
  leave(block: Block): void {
    const { first, count } = block;
    for (let number = first; number < first + count; number++) this.set(number, false);
    for (const copy of this.#copies) copy.leave(block);
  }

  /** Loads the new devices. */
  follow(checkpoint: Checkpoint): void {
    const { size } = this.#devices;
    if (this.#progress.done === size) return;
    this.#bits.grow(size);
    const { isEmpty } = this.#allocated;
    if (isEmpty) this.#progress.skip(size);
    else this.#progress.followEach(size, checkpoint, (number) => this.#take(number));
  }

  #take(number: number): void {
    const { u32 } = this.#memory;
    const { slice, device } = this.#devices.glance(number);
    const isOccupied = this.#allocated.has(deviceKey(slice.spec.driver, slice.spec.pool.name, device.name));
    // Another device may have the name of a removed device.
    if (!isOccupied || this.#devices.isGone(number)) return;
    const word = this.#word(number);
    u32[word] = (u32[word] as number) | (1 << (number & 31));
    this.#count++;
  }

  #has(number: number): boolean {
    return (((this.#memory.u32[this.#word(number)] as number) >>> (number & 31)) & 1) === 1;
  }

  #word(number: number): number {
    return this.#bits.address / 4 + (number >>> 5);
  }
}
