// Partitions devices into equivalence classes by parts, such as single attributes: devices are equivalent if all parts relevant to a query are equal. Only one
// device of each class is examined.

import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import { copyText } from '../../../../core/base/copy-text.js';
import { lengthPrefixed } from '../../../../core/base/key-text.js';
import { LargeMap, numberOfText } from '../../../../core/base/large-map.js';
import { bytesOfText, LruCache } from '../../../../core/base/lru-cache.js';
import type { ResidentMemory } from '../../../kernel/resident.js';
import type { SliceDevice } from '../../../pools/pool.js';
import { Progress, ResidentColumn } from './columns.js';
import type { DeviceTable } from './device-table.js';
import { NumberList } from './number-list.js';

/** A part of devices. */
export interface KeyPart {
  /** Parts with equal keys are equal. */
  readonly key: string;
  /** Returns the text of that part of a device, or undefined if it is too large to compare. */
  of(device: SliceDevice): string | undefined;
}

/**
 * The limits count bytes of texts and their overhead, because every part has the same number of entries for devices. A part
 * with more texts is too large to compare: examining each device costs less then.
 */
const PART_CACHE_BOUNDS = { entries: 128, bytes: 64 << 20, weigh: ({ bytes }: PartColumn) => bytes } as const;
const CLASS_CACHE_BOUNDS = { entries: 64, bytes: 256 << 20, weigh: ({ bytes }: ClassColumn) => bytes } as const;
const MOST_BYTES_OF_PART = 32 << 20;
const NUMBER_BYTES = 64;
/** The most characters in the names of the parts of a class column. */
const LONGEST_KEY = 1 << 16;
/** Classes are numbered pair by pair. A pair must fit into a safe integer. */
const PAIR = 2 ** 26;

/** The characters of texts, or entries of devices, that are processed in about a microsecond. */
const SIZE_A_UNIT = 64;

const numberOfPair = (pair: number): number => (pair % PAIR) + Math.floor(pair / PAIR);

/** Numbers the texts of one part: equal texts have equal numbers. */
class PartColumn {
  readonly #table: DeviceTable;
  readonly #part: KeyPart;
  readonly #progress = new Progress();
  readonly #texts = new LargeMap<string, number>(numberOfText);
  readonly #numbers = new NumberList();
  /** The last text. Neighbors usually have equal texts, and comparing them is faster than a lookup. */
  #last: { readonly text: string; readonly number: number } | undefined;
  #characters = 0;
  #isTooMuch = false;

  constructor(table: DeviceTable, part: KeyPart) {
    this.#table = table;
    this.#part = part;
  }

  /** The bytes of its texts. */
  get bytes(): number {
    return bytesOfText({ length: this.#characters }) + this.#texts.size * NUMBER_BYTES;
  }

  /** Returns the number of each device, up to date, or undefined if some device is too large to compare. */
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
      this.#texts.set(copyText(text), number);
      this.#characters += text.length;
      if (this.bytes > MOST_BYTES_OF_PART) this.#isTooMuch = true;
    }
    this.#last = { text, number };
    return number;
  }
}

/** The equivalence classes by some parts: the class number of each device, in the solver's memory. */
export class ClassColumn {
  readonly #table: DeviceTable;
  readonly #memory: ResidentMemory;
  readonly #parts: readonly PartColumn[];
  readonly #progress = new Progress();
  /** For each part, the numbers of pairs. A pair consists of the class by the parts before it, and the number of the part's text. */
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

  /** The bytes of the pairs, and of the texts of its parts. */
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

  /** Brings the column up to date. Returns false if some device is too large to compare. */
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

  /** Frees its memory. */
  end(): void {
    this.#column.end();
  }

  /** Returns the class of a device. A new class is numbered when its first device is processed. */
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

/** The equivalence classes of a cluster's devices. */
export class EquivalenceClasses {
  readonly #table: DeviceTable;
  readonly #memory: ResidentMemory;
  readonly #parts = new LruCache<PartColumn>(PART_CACHE_BOUNDS);
  readonly #columns: LruCache<ClassColumn>;

  constructor(table: DeviceTable, memory: ResidentMemory) {
    this.#table = table;
    this.#memory = memory;
    this.#columns = new LruCache(CLASS_CACHE_BOUNDS, (column) => column.end());
  }

  /** Returns the classes by some parts, up to date and valid until the next call, or undefined if some device is too large to compare. */
  of(parts: readonly KeyPart[], checkpoint: Checkpoint): ClassColumn | undefined {
    const byKey = new Map(parts.map((part) => [part.key, part]));
    const keys = [...byKey.keys()].sort();
    const key = keys.map(lengthPrefixed).join('');
    if (key.length > LONGEST_KEY) return undefined;
    const column = this.#columns.getOr(key, () => {
      // Parts grow with the class columns that use them, so their sizes are computed again.
      this.#parts.weighAll();
      const columns = keys.map((key) => this.#parts.getOr(key, () => new PartColumn(this.#table, byKey.get(key) as KeyPart)));
      return new ClassColumn(this.#table, this.#memory, columns);
    });
    return column.follow(checkpoint) ? column : undefined;
  }
}
