// Provides columns: data of each device of a cluster, one number per device. Devices are only added to the table. So a column
// covers the first devices, and reads the others when it is used. An interrupted update continues the next time.

import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import { copyText } from '../../../../core/base/copy-text.js';
import { LargeMap, numberOfText } from '../../../../core/base/large-map.js';
import { bytesOfText } from '../../../../core/base/lru-cache.js';
import { LIST_COUNT, LIST_ITEMS } from '../../../kernel/layout.js';
import { VALUE_FIRST, VALUE_LIST_BIT, VALUE_MISSING, VALUE_OTHER } from '../../../kernel/pass-layout.js';
import type { ResidentMemory } from '../../../kernel/resident.js';
import type { SliceDevice } from '../../../pools/pool.js';
import type { DeviceTable } from './device-table.js';

/** This is also the smallest space for results, which are read in whole pages (PAGE in answers.ts). */
const SMALLEST = 256;
/** The approximate bytes of a number that stands for a text. */
const NUMBER_BYTES = 64;

/** The most values that the devices of a node can have of an attribute with lists. A node with more is searched separately. */
export const MOST_VALUES = 4096;

/**
 * Returns the values of a device, or undefined if it lacks the attribute. Returns `many` if it has more than MOST_VALUES, or
 * enormous values, which are not compared.
 */
export type ValuesOf = (device: SliceDevice) => readonly string[] | 'many' | undefined;

/** Returns a capacity of at least `size` numbers, with some reserve. */
function roomFor(size: number): number {
  return Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(size)));
}

/** Counts the devices that derived data covers. */
export class Progress {
  #done = 0;

  get done(): number {
    return this.#done;
  }

  /** Marks the devices before `end` as processed. */
  skip(end: number): void {
    this.#done = end;
  }

  /** Processes the remaining devices up to `end`, one by one. Extra work for a device is reported to the checkpoint. */
  followEach(end: number, checkpoint: Checkpoint, take: (number: number) => void): void {
    while (this.#done < end) {
      take(this.#done);
      this.#done++;
      checkpoint.stepOrPause();
    }
  }

  /** Processes the remaining devices up to `end` in batches. Each device needs about the same small amount of work. */
  follow(end: number, checkpoint: Checkpoint, portion: number, take: (first: number, end: number) => void): void {
    while (this.#done < end) {
      checkpoint.pause();
      const next = Math.min(end, this.#done + portion);
      take(this.#done, next);
      this.#done = next;
    }
  }
}

/** A piece of the solver's memory with data for each device or value. */
export class ResidentColumn {
  readonly #memory: ResidentMemory;
  readonly #unit: number;
  #address = 0;
  #room = 0;

  /** `unit`: the bytes for each device or value, at least an eighth of a byte. */
  constructor(memory: ResidentMemory, unit: number) {
    this.#memory = memory;
    this.#unit = unit;
  }

  get address(): number {
    return this.#address;
  }

  get bytes(): number {
    return this.#room * this.#unit;
  }

  /** Reserves space for at least `size`. */
  grow(size: number): void {
    if (size <= this.#room && this.#room > 0) return;
    const room = roomFor(size);
    const bytes = room * this.#unit;
    this.#address = this.#room === 0 ? this.#memory.take(bytes) : this.#memory.resize(this.#address, this.bytes, bytes);
    this.#room = room;
  }

  /** Frees its memory. */
  end(): void {
    if (this.#room > 0) this.#memory.give(this.#address, this.bytes);
    this.#room = 0;
  }
}

/** The values of an attribute of the devices, for constraints, in the solver's memory. */
export class ValueColumn {
  readonly #table: DeviceTable;
  readonly #memory: ResidentMemory;
  readonly #valuesOf: ValuesOf;
  readonly #progress = new Progress();
  readonly #numbers = new LargeMap<string, number>(numberOfText);
  readonly #values: ResidentColumn;
  readonly #firsts: ResidentColumn;
  /** The lists: for each, the number of its values, then the values. Also the location of each list, by its content. */
  readonly #lists: ResidentColumn;
  readonly #textNumbers = new LargeMap<string, number>(numberOfText);
  #listsEnd = 0;
  #characters = 0;

  constructor(table: DeviceTable, memory: ResidentMemory, valuesOf: ValuesOf) {
    this.#table = table;
    this.#memory = memory;
    this.#valuesOf = valuesOf;
    this.#values = new ResidentColumn(memory, 4);
    this.#firsts = new ResidentColumn(memory, 4);
    this.#lists = new ResidentColumn(memory, 4);
  }

  /** The addresses of the values (a number for each device), of space for a number for each value, and of the lists (0 if none exist). */
  get addresses(): { readonly values: number; readonly firsts: number; readonly lists: number } {
    return { values: this.#values.address, firsts: this.#firsts.address, lists: this.#lists.address };
  }

  /** The bytes of the column, including the texts of values. */
  get bytes(): number {
    const { bytes } = this.#lists;
    const count = this.#numbers.size + this.#textNumbers.size;
    return this.#values.bytes + this.#firsts.bytes + bytes + count * NUMBER_BYTES + bytesOfText({ length: this.#characters });
  }

  /** True if some device has a list. */
  get hasLists(): boolean {
    return this.#listsEnd > 0;
  }

  /** Brings the column up to date. */
  follow(checkpoint: Checkpoint): void {
    this.#values.grow(this.#table.size);
    this.#progress.followEach(this.#table.size, checkpoint, (number) => {
      const values = this.#valuesOf(this.#table.glance(number));
      checkpoint.step(values?.length);
      // Numbering a list may move the memory, so it comes before the address is read.
      const value = this.#numberOf(values);
      this.#memory.u32[this.#values.address / 4 + number] = value;
    });
    this.#firsts.grow(this.#numbers.size + VALUE_FIRST);
  }

  /** Frees its memory. */
  end(): void {
    for (const column of [this.#values, this.#firsts, this.#lists]) column.end();
  }

  #numberOf(values: ReturnType<ValuesOf>): number {
    if (values === undefined) return VALUE_MISSING;
    if (values === 'many' || values.length === 0) return VALUE_OTHER;
    return values.length === 1 ? this.#numberOfValue(values[0] as string) : this.#listOf(values);
  }

  #numberOfValue(value: string): number {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.#numbers.size + VALUE_FIRST;
      this.#numbers.set(copyText(value), number);
      this.#characters += value.length;
    }
    return number;
  }

  #listOf(values: readonly string[]): number {
    const numbers = [...new Set(values)].map((value) => this.#numberOfValue(value));
    if (numbers.length === 1) return numbers[0] as number;
    const key = numbers.join();
    let place = this.#textNumbers.get(key);
    if (place === undefined) {
      place = this.#listsEnd;
      this.#listsEnd += LIST_ITEMS / 4 + numbers.length;
      this.#lists.grow(this.#listsEnd);
      const list = this.#lists.address + place * 4;
      this.#memory.u32[(list + LIST_COUNT) / 4] = numbers.length;
      this.#memory.u32.set(numbers, (list + LIST_ITEMS) / 4);
      this.#textNumbers.set(key, place);
      this.#characters += key.length;
    }
    return place | VALUE_LIST_BIT;
  }
}
