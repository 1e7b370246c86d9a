// Columns: what is known of each device of a cluster, one number for each. Devices are only ever added to the table, so that a column knows
// those before a certain one, and takes up the others when it is used. What a checkpoint interrupts goes on from there the next time.

import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import { LargeMap, numberOfText } from '../../../../core/base/large-map.js';
import { bytesOfText } from '../../../../core/base/lru-cache.js';
import { ownText } from '../../../../core/base/own-text.js';
import { LIST_COUNT, LIST_ITEMS } from '../../../kernel/layout.js';
import { VALUE_FIRST, VALUE_LIST_BIT, VALUE_MISSING, VALUE_OTHER } from '../../../kernel/pass-layout.js';
import type { ResidentMemory } from '../../../kernel/resident.js';
import type { SliceDevice } from '../../../pools/pool.js';
import type { DeviceTable } from './device-table.js';

/** Also the least room for answers, which are read in whole pages (PAGE in answers.ts). */
const SMALLEST = 256;
/** A number that stands for a text takes about this much. */
const NUMBER_BYTES = 64;

/** Values that the devices of a node can have of an attribute with lists; a node with more is searched by itself. */
export const MOST_VALUES = 4096;

/** Gives the values of a device; undefined: it lacks the attribute; `many`: more than MOST_VALUES, or enormous ones, which are not compared. */
export type ValuesOf = (device: SliceDevice) => readonly string[] | 'many' | undefined;

/** Room for at least `size` numbers, with some to spare. */
function roomFor(size: number): number {
  return Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(size)));
}

/** Counts the devices up to which something that is derived from them has come. */
export class Progress {
  #done = 0;

  get done(): number {
    return this.#done;
  }

  /** Takes what comes before `end` for done. */
  skip(end: number): void {
    this.#done = end;
  }

  /** Does what is left up to `end`, device by device: what takes longer for one than for another announces it to the checkpoint. */
  followEach(end: number, checkpoint: Checkpoint, take: (number: number) => void): void {
    while (this.#done < end) {
      take(this.#done);
      this.#done++;
      checkpoint.stepOrPause();
    }
  }

  /** Does what is left up to `end` in portions, of devices that take the same time and not much. */
  follow(end: number, checkpoint: Checkpoint, portion: number, take: (first: number, end: number) => void): void {
    while (this.#done < end) {
      checkpoint.pause();
      const next = Math.min(end, this.#done + portion);
      take(this.#done, next);
      this.#done = next;
    }
  }
}

/** A piece of the solver's memory with something for each device, or for each value. */
export class ResidentColumn {
  readonly #memory: ResidentMemory;
  readonly #unit: number;
  #address = 0;
  #room = 0;

  /** `unit`: bytes for each, down to an eighth. */
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

  /** Makes room for at least `size`. */
  grow(size: number): void {
    if (size <= this.#room && this.#room > 0) return;
    const room = roomFor(size);
    const bytes = room * this.#unit;
    this.#address = this.#room === 0 ? this.#memory.take(bytes) : this.#memory.resize(this.#address, this.bytes, bytes);
    this.#room = room;
  }

  /** Gives back what it took. */
  end(): void {
    if (this.#room > 0) this.#memory.give(this.#address, this.bytes);
    this.#room = 0;
  }
}

/** The values that devices have of an attribute, for constraints, in the memory of the solver. */
export class ValueColumn {
  readonly #table: DeviceTable;
  readonly #memory: ResidentMemory;
  readonly #valuesOf: ValuesOf;
  readonly #progress = new Progress();
  readonly #numbers = new LargeMap<string, number>(numberOfText);
  readonly #values: ResidentColumn;
  readonly #firsts: ResidentColumn;
  /** Lists, each the number of its values and then these, and where each lies by its content. */
  readonly #lists: ResidentColumn;
  readonly #known = new LargeMap<string, number>(numberOfText);
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

  /** The addresses of the values, a number for each device; of room for a number for each value; and of the lists (0: there are none). */
  get addresses(): { readonly values: number; readonly firsts: number; readonly lists: number } {
    return { values: this.#values.address, firsts: this.#firsts.address, lists: this.#lists.address };
  }

  /** Bytes that it takes, with the texts of values. */
  get bytes(): number {
    const { bytes } = this.#lists;
    const count = this.#numbers.size + this.#known.size;
    return this.#values.bytes + this.#firsts.bytes + bytes + count * NUMBER_BYTES + bytesOfText({ length: this.#characters });
  }

  /** True when some device has a list. */
  get hasLists(): boolean {
    return this.#listsEnd > 0;
  }

  /** Brings the column up to date. */
  follow(checkpoint: Checkpoint): void {
    this.#values.grow(this.#table.size);
    this.#progress.followEach(this.#table.size, checkpoint, (number) => {
      const values = this.#valuesOf(this.#table.glance(number));
      checkpoint.step(values?.length);
      // A list may need more memory.
      const value = this.#numberOf(values);
      this.#memory.u32[this.#values.address / 4 + number] = value;
    });
    this.#firsts.grow(this.#numbers.size + VALUE_FIRST);
  }

  /** Gives back what it took. */
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
      this.#numbers.set(ownText(value), number);
      this.#characters += value.length;
    }
    return number;
  }

  #listOf(values: readonly string[]): number {
    const numbers = [...new Set(values)].map((value) => this.#numberOfValue(value));
    if (numbers.length === 1) return numbers[0] as number;
    const key = numbers.join();
    let place = this.#known.get(key);
    if (place === undefined) {
      place = this.#listsEnd;
      this.#listsEnd += LIST_ITEMS / 4 + numbers.length;
      this.#lists.grow(this.#listsEnd);
      const list = this.#lists.address + place * 4;
      this.#memory.u32[(list + LIST_COUNT) / 4] = numbers.length;
      this.#memory.u32.set(numbers, (list + LIST_ITEMS) / 4);
      this.#known.set(key, place);
      this.#characters += key.length;
    }
    return place | VALUE_LIST_BIT;
  }
}
