// Devices are told apart by parts, such as single attributes: those with equal parts, as far as these matter to a query, make an equivalence
// class, of which one device is examined.

import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import { lengthPrefixed } from '../../../../core/base/key-text.js';
import { LargeMap, numberOfText } from '../../../../core/base/large-map.js';
import { bytesOfText, LruCache } from '../../../../core/base/lru-cache.js';
import { ownText } from '../../../../core/base/own-text.js';
import type { ResidentMemory } from '../../../kernel/resident.js';
import type { SliceDevice } from '../../../pools/pool.js';
import { Progress, ResidentColumn } from './columns.js';
import type { DeviceTable } from './device-table.js';
import { NumberList } from './number-list.js';

/** A part of devices. */
export interface KeyPart {
  /** Parts of one key are the same. */
  readonly key: string;
  /** Gives the text of a device's part; undefined: too much to be compared. */
  of(device: SliceDevice): string | undefined;
}

/**
 * Bytes of texts count, and of what comes with each: numbers by device are as many for every part. A part with more texts by itself is too much to be
 * compared: to examine each device takes less.
 */
const PARTS_KEPT = { entries: 128, bytes: 64 << 20, weigh: ({ bytes }: PartColumn) => bytes } as const;
const CLASSES_KEPT = { entries: 64, bytes: 256 << 20, weigh: ({ bytes }: ClassColumn) => bytes } as const;
const MOST_BYTES_OF_PART = 32 << 20;
const NUMBER_BYTES = 64;
/** Characters of the names of the parts of a class column, together. */
const LONGEST_KEY = 1 << 16;
/** Classes are numbered pair by pair; a pair must fit into the integers of a number. */
const PAIR = 2 ** 26;

/** Characters of texts, or entries of devices, that are considered in about a microsecond. */
const SIZE_A_UNIT = 64;

const numberOfPair = (pair: number): number => (pair % PAIR) + Math.floor(pair / PAIR);

/** Numbers the texts that devices have in one part: equal texts have one number. */
class PartColumn {
  readonly #table: DeviceTable;
  readonly #part: KeyPart;
  readonly #progress = new Progress();
  readonly #texts = new LargeMap<string, number>(numberOfText);
  readonly #numbers = new NumberList();
  /** Neighbours mostly have the same text, which is compared sooner than looked up. */
  #last: { readonly text: string; readonly number: number } | undefined;
  #characters = 0;
  #isTooMuch = false;

  constructor(table: DeviceTable, part: KeyPart) {
    this.#table = table;
    this.#part = part;
  }

  /** Bytes of its texts. */
  get bytes(): number {
    return bytesOfText({ length: this.#characters }) + this.#texts.size * NUMBER_BYTES;
  }

  /** By device its number, up to date; undefined when some device has too much to be compared. */
  numbers(checkpoint: Checkpoint): NumberList | undefined {
    this.#progress.followEach(this.#table.size, checkpoint, (number) => {
      const target = this.#table.glance(number);
      const text = this.#part.of(target);
      const { attributes, capacity } = target.device;
      checkpoint.step(((text?.length ?? 0) + attributes.size + capacity.size) / SIZE_A_UNIT);
      if (text === undefined) this.#isTooMuch = true;
      else this.#numbers.set(number, this.#numberOf(text));
    });
    return this.#isTooMuch ? undefined : this.#numbers;
  }

  #numberOf(text: string): number {
    if (text === this.#last?.text) return this.#last.number;
    let number = this.#texts.get(text);
    if (number === undefined) {
      number = this.#texts.size;
      this.#texts.set(ownText(text), number);
      this.#characters += text.length;
      if (this.bytes > MOST_BYTES_OF_PART) this.#isTooMuch = true;
    }
    this.#last = { text, number };
    return number;
  }
}

/** The equivalence classes by some parts: for each device the number of its class, in the memory of the solver. */
export class ClassColumn {
  readonly #table: DeviceTable;
  readonly #memory: ResidentMemory;
  readonly #parts: readonly PartColumn[];
  readonly #progress = new Progress();
  /** For each part the numbers of pairs: the class by the parts before it, and the number of the part's text. */
  readonly #pairs: readonly LargeMap<number, number>[];
  readonly #firsts: number[] = [];
  readonly #column: ResidentColumn;
  #isTooMuch = false;

  constructor(table: DeviceTable, memory: ResidentMemory, parts: readonly PartColumn[]) {
    this.#table = table;
    this.#memory = memory;
    this.#parts = parts;
    this.#pairs = parts.map(() => new LargeMap(numberOfPair));
    this.#column = new ResidentColumn(memory, 4);
  }

  /** Bytes of what its classes are told by, with the texts of its parts. */
  get bytes(): number {
    let bytes = 0;
    for (const part of this.#parts) bytes += part.bytes;
    for (const pairs of this.#pairs) bytes += pairs.size * NUMBER_BYTES;
    return bytes;
  }

  /** The address of the numbers. */
  get address(): number {
    return this.#column.address;
  }

  /** The first device of each class. */
  get firsts(): readonly number[] {
    return this.#firsts;
  }

  /** Brings the column up to date. False: some device has too much to be compared. */
  follow(checkpoint: Checkpoint): boolean {
    if (this.#isTooMuch) return false;
    if (this.#progress.done === this.#table.size && this.#column.bytes > 0) return true;
    const numbers: NumberList[] = [];
    for (const part of this.#parts) {
      const of = part.numbers(checkpoint);
      if (of === undefined) {
        this.#isTooMuch = true;
        return false;
      }
      numbers.push(of);
    }
    this.#column.grow(this.#table.size);
    const { u32 } = this.#memory;
    const start = this.#column.address / 4;
    this.#progress.followEach(this.#table.size, checkpoint, (number) => {
      u32[start + number] = this.#classOf(numbers, number);
    });
    return true;
  }

  /** Gives back what it took. */
  end(): void {
    this.#column.end();
  }

  /** Gives the class of a device, which gets a number when it is seen first. */
  #classOf(numbers: readonly NumberList[], number: number): number {
    let equivalenceClass = 0;
    const last = numbers.length - 1;
    for (let index = 0; index <= last; index++) {
      const pairs = this.#pairs[index] as LargeMap<number, number>;
      const pair = equivalenceClass * PAIR + (numbers[index] as NumberList).get(number);
      let next = pairs.get(pair);
      if (next === undefined) {
        next = pairs.size;
        pairs.set(pair, next);
        if (index === last) this.#firsts.push(number);
      }
      equivalenceClass = next;
    }
    return equivalenceClass;
  }
}

/** The equivalence classes of a cluster's devices, by the parts that tell them apart. */
export class EquivalenceClasses {
  readonly #table: DeviceTable;
  readonly #memory: ResidentMemory;
  readonly #parts = new LruCache<PartColumn>(PARTS_KEPT);
  readonly #columns: LruCache<ClassColumn>;

  constructor(table: DeviceTable, memory: ResidentMemory) {
    this.#table = table;
    this.#memory = memory;
    this.#columns = new LruCache(CLASSES_KEPT, (column) => column.end());
  }

  /** Gives the classes by some parts, up to date and valid until others are requested; undefined: some device has too much to be compared. */
  of(parts: readonly KeyPart[], checkpoint: Checkpoint): ClassColumn | undefined {
    const byKey = new Map(parts.map((part) => [part.key, part]));
    const keys = [...byKey.keys()].sort();
    const key = keys.map(lengthPrefixed).join('');
    if (key.length > LONGEST_KEY) return undefined;
    const column = this.#columns.getOr(key, () => {
      // Parts grow with the columns of classes that use them, so they are weighed again.
      this.#parts.weighAll();
      const columns = keys.map((key) => this.#parts.getOr(key, () => new PartColumn(this.#table, byKey.get(key) as KeyPart)));
      return new ClassColumn(this.#table, this.#memory, columns);
    });
    return column.follow(checkpoint) ? column : undefined;
  }
}
