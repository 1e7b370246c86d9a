// The finished parts of work in slices, in the order of its calls, so that the next slice does not do it again (see checkpoint.ts).

import { AllocationError } from './errors.js';

/** Calls that keep one result, and those that go over sets and maps, in the place of a number of items. */
export const ONE_RESULT = -1;
export const ANY_ITEMS = -2;

/** One call, and how far it came. */
export interface LogEntry {
  readonly place: number;
  /** The number of items that the call goes over, or one of those above. */
  readonly items: number;
  isDone: boolean;
  /** The place of the next item, of a call that goes over items. */
  next: number;
  value: unknown;
}

/** The items that are left of a set or map, and the one that is being visited. */
export interface Rest<T> {
  readonly items: Iterator<T>;
  current: IteratorResult<T>;
}

/** The finished work. */
export class ReplayLog {
  readonly #entries: LogEntry[] = [];
  #place = 0;

  /** A slice begins: the calls come again in their order. */
  rewind(): void {
    this.#place = 0;
  }

  /**
   * The entry of the next call. Throws `internal` where another call stands in its place: what one slice learned, such as from a cache, made the next one
   * leave out a call or add one, which would get the results of others.
   */
  enter(items: number): LogEntry {
    const place = this.#place++;
    this.#entries[place] ??= { place, items, isDone: false, next: 0, value: undefined };
    const entry = this.#entries[place];
    if (entry.items !== items) throw new AllocationError('internal', 'the calls of a slice are not those of the slice before');
    return entry;
  }

  /** Forgets what was remembered within an entry. */
  backTo({ place }: LogEntry): void {
    this.#entries.length = place + 1;
    this.#place = place + 1;
  }
}

/** Begins to visit a set or map. */
export function begunOf<T>(items: Iterable<T>): Rest<T> {
  const rest = items[Symbol.iterator]();
  return { items: rest, current: rest.next() };
}
