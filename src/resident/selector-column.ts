// What a selector says of each device of a cluster. It is evaluated once for each combination of the numbers that devices have in the columns
// that it depends on.

import type { SelectorCache } from '../cel/cache.js';
import { CelCompileError, CelRuntimeError, type Selector } from '../cel/engine.js';
import { type Facet, facetsOf } from '../cel/facets.js';
import type { Checkpoint } from '../encode/checkpoint.js';
import { celDeviceOf } from '../encode/derived-values.js';
import type { PoolDevice } from '../pools/pool.js';
import { type FacetColumn, followDevices, grown } from './columns.js';
import type { DeviceTable, Follower } from './device-table.js';

/** What a selector can say. */
export const Says = { yes: 0, no: 1, error: 2 } as const;

/** Combinations that are told apart; with more, the selector itself remembers what it can. */
const MOST_COMBINATIONS = 1 << 20;
const UNKNOWN = 255;

/** What one selector says, by device. */
export class SelectorColumn {
  readonly #table: DeviceTable;
  readonly #selector: Selector | CelCompileError;
  readonly #columns: readonly FacetColumn[] | undefined;
  readonly #follower: Follower = { position: 0 };
  #says = new Uint8Array(0);
  /** For each column how many numbers there is room for, a power of two; and what the selector says of each combination. */
  #rooms: readonly number[] = [];
  #known = new Uint8Array(0);

  constructor(table: DeviceTable, selectors: SelectorCache, expression: string, columnOf: (facet: Facet) => FacetColumn) {
    this.#table = table;
    this.#selector = selectors.get(expression);
    const facets = this.#selector instanceof CelCompileError ? undefined : facetsOf(this.#selector.reads);
    this.#columns = facets?.map(columnOf);
  }

  /** By device one of `Says`, up to date. */
  says(checkpoint: Checkpoint): Uint8Array {
    if (this.#table.next(this.#follower) === undefined) return this.#says;
    this.#says = grown(this.#says, this.#table);
    const says = this.#says;
    const columns = this.#combinable(checkpoint);
    if (columns === undefined) {
      followDevices(this.#table, this.#follower, checkpoint, (number) => {
        says[number] = this.#evaluate(this.#table.device(number));
      });
      return says;
    }
    const rooms = this.#rooms;
    const known = this.#known;
    followDevices(this.#table, this.#follower, checkpoint, (number) => {
      let combination = 0;
      for (let index = 0; index < columns.length; index++) {
        combination = combination * (rooms[index] as number) + ((columns[index] as Uint32Array)[number] as number);
      }
      let answer = known[combination] as number;
      if (answer === UNKNOWN) {
        answer = this.#evaluate(this.#table.device(number));
        known[combination] = answer;
      }
      says[number] = answer;
    });
    return says;
  }

  /** The numbers in each column, where there are few enough combinations of them. */
  #combinable(checkpoint: Checkpoint): readonly Uint32Array[] | undefined {
    if (this.#columns === undefined) return undefined;
    const ids: Uint32Array[] = [];
    for (const column of this.#columns) {
      const of = column.ids(checkpoint);
      if (of === undefined) return undefined;
      ids.push(of);
    }
    const rooms = this.#columns.map(({ count }) => 2 ** Math.ceil(Math.log2(Math.max(1, count))));
    const combinations = rooms.reduce((product, room) => product * room, 1);
    if (combinations > MOST_COMBINATIONS) return undefined;
    if (rooms.some((room, index) => room !== this.#rooms[index])) {
      this.#rooms = rooms;
      this.#known = new Uint8Array(combinations).fill(UNKNOWN);
    }
    return ids;
  }

  #evaluate(device: PoolDevice): number {
    if (this.#selector instanceof CelCompileError) return Says.error;
    try {
      return this.#selector.evaluate(celDeviceOf(device)) ? Says.yes : Says.no;
    } catch (error) {
      if (error instanceof CelRuntimeError) return Says.error;
      throw error;
    }
  }
}
