// Columns: what is known of each device of a cluster, one number for each. They follow the table of devices, so that a slice that came is
// looked at once. What a checkpoint interrupts goes on from there the next time.

import type { Facet } from '../cel/facets.js';
import type { Checkpoint } from '../encode/checkpoint.js';
import { celDeviceOf } from '../encode/derived-values.js';
import { VALUE_FIRST, VALUE_LIST, VALUE_MISSING } from '../kernel/pass-layout.js';
import type { ResidentMemory } from '../kernel/resident.js';
import type { PoolDevice } from '../pools/pool.js';
import type { DeviceTable, Follower } from './device-table.js';

const SMALLEST = 1024;
const DEVICES_BETWEEN_CHECKPOINTS = 128;

/** Room for at least `size` numbers, with some to spare. */
export function roomFor(size: number): number {
  return Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(size)));
}

/** Brings a follower up to date: `look` sees each device that came, by its number. */
export function followDevices(table: DeviceTable, follower: Follower, checkpoint: Checkpoint, look: (number: number) => void): void {
  let looked = 0;
  for (let block = table.next(follower); block !== undefined; block = table.next(follower)) {
    looked += block.count;
    if (looked >= DEVICES_BETWEEN_CHECKPOINTS) {
      looked = 0;
      checkpoint();
    }
    const end = block.first + block.count;
    for (let number = block.first; number < end; number++) look(number);
    follower.position++;
  }
}

/** Numbers by device that grow with the table. */
export function grown<T extends Uint8Array | Uint32Array>(numbers: T, table: DeviceTable): T {
  if (numbers.length >= table.size && numbers.length > 0) return numbers;
  const larger = new (numbers.constructor as new (length: number) => T)(roomFor(table.size));
  larger.set(numbers);
  return larger;
}

/** What devices have in one part, as numbers: the same number, the same text. */
export class FacetColumn {
  readonly #table: DeviceTable;
  readonly #facet: Facet;
  readonly #follower: Follower = { position: 0 };
  readonly #texts = new Map<string, number>();
  #ids = new Uint32Array(0);
  #isTooLong = false;

  constructor(table: DeviceTable, facet: Facet) {
    this.#table = table;
    this.#facet = facet;
  }

  /** How many numbers there are: each is below this. */
  get count(): number {
    return this.#texts.size;
  }

  /** By device its number, up to date; undefined when some device has a text that is too long. */
  ids(checkpoint: Checkpoint): Uint32Array | undefined {
    this.#ids = grown(this.#ids, this.#table);
    followDevices(this.#table, this.#follower, checkpoint, (number) => {
      const text = this.#facet.of(celDeviceOf(this.#table.device(number)));
      if (text === undefined) this.#isTooLong = true;
      else this.#ids[number] = this.#numberOf(text);
    });
    return this.#isTooLong ? undefined : this.#ids;
  }

  #numberOf(text: string): number {
    let id = this.#texts.get(text);
    if (id === undefined) {
      id = this.#texts.size;
      this.#texts.set(text, id);
    }
    return id;
  }
}

/** A piece of the solver's memory with something for each device, or for each value. */
export class ResidentColumn {
  readonly #memory: ResidentMemory;
  readonly #unit: number;
  address = 0;
  #room = 0;

  /** `unit`: bytes for each, down to an eighth. */
  constructor(memory: ResidentMemory, unit: number) {
    this.#memory = memory;
    this.#unit = unit;
  }

  get bytes(): number {
    return this.#room * this.#unit;
  }

  /** Makes room for at least `size`. */
  grow(size: number): void {
    const room = roomFor(size);
    if (room <= this.#room) return;
    this.address =
      this.#room === 0 ? this.#memory.take(room * this.#unit) : this.#memory.resize(this.address, this.bytes, room * this.#unit);
    this.#room = room;
  }

  /** Gives back what it took. */
  end(): void {
    if (this.#room > 0) this.#memory.give(this.address, this.bytes);
    this.#room = 0;
  }
}

/** The values that devices have of an attribute, for constraints, in the memory of the solver. */
export class ValueColumn {
  readonly #table: DeviceTable;
  readonly #memory: ResidentMemory;
  readonly #valuesOf: (device: PoolDevice) => readonly string[] | undefined;
  readonly #follower: Follower = { position: 0 };
  readonly #numbers = new Map<string, number>();
  readonly #values: ResidentColumn;
  readonly #firsts: ResidentColumn;

  /** `valuesOf`: the values of a device, undefined where it lacks the attribute. */
  constructor(table: DeviceTable, memory: ResidentMemory, valuesOf: (device: PoolDevice) => readonly string[] | undefined) {
    this.#table = table;
    this.#memory = memory;
    this.#valuesOf = valuesOf;
    this.#values = new ResidentColumn(memory, 4);
    this.#firsts = new ResidentColumn(memory, 4);
  }

  /** Where the values lie, a number for each device, and room for a number for each value. */
  get addresses(): { readonly values: number; readonly firsts: number } {
    return { values: this.#values.address, firsts: this.#firsts.address };
  }

  /** Brings the column up to date. */
  follow(checkpoint: Checkpoint): void {
    this.#values.grow(this.#table.size);
    const { u32 } = this.#memory;
    const start = this.#values.address / 4;
    followDevices(this.#table, this.#follower, checkpoint, (number) => {
      u32[start + number] = this.#numberOf(this.#valuesOf(this.#table.device(number)));
    });
    this.#firsts.grow(this.#numbers.size + VALUE_FIRST);
  }

  /** Gives back what it took. */
  end(): void {
    this.#values.end();
    this.#firsts.end();
  }

  #numberOf(values: readonly string[] | undefined): number {
    if (values === undefined) return VALUE_MISSING;
    const [value] = values;
    if (value === undefined || values.length > 1) return VALUE_LIST;
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.#numbers.size + VALUE_FIRST;
      this.#numbers.set(value, number);
    }
    return number;
  }
}
