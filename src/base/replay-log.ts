// The finished parts of work in slices, in the order of its calls, so that the next slice does not do it again (see checkpoint.ts).

/** One call, and how far it came. */
export interface LogEntry {
  readonly place: number;
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

  /** The entry of the next call. */
  enter(): LogEntry {
    const place = this.#place++;
    this.#entries[place] ??= { place, isDone: false, next: 0, value: undefined };
    return this.#entries[place];
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
