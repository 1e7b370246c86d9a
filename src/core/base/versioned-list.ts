// A list that never changes, for those who keep it as it was while others go on. The latest of those that are made one of the other has the items; each one
// before it knows what it had at the one place at which the next has something else, and gets items of its own when it is read (H. G. Baker, Shallow binding
// makes functional arrays fast, 1991). So another item costs what it takes to write it down, however long the list is.

/** The share of items, and the least number of them, after which a list gets items of its own: one that is stored keeps those that are made of it until then. */
const MOST_CHANGES = 1 / 8;
const LEAST_CHANGES = 16;

/** Items by place. */
export class VersionedList<T> {
  readonly length: number;
  /** Undefined: another list was made of this one since. */
  #items: T[] | undefined;
  /** The number of lists before it that have their items from it. */
  readonly #changes: number;
  /** The list that was made of this one, with another item than `#item` at `#place`. */
  #next: VersionedList<T> | undefined;
  #place = -1;
  #item: T | undefined;

  private constructor(items: T[], changes: number) {
    this.length = items.length;
    this.#items = items;
    this.#changes = changes;
  }

  /** A list of some items. */
  static of<T>(items: readonly T[]): VersionedList<T> {
    return new VersionedList(items.slice(), 0);
  }

  /** The item at a place. Requires: there is one. */
  at(place: number): T {
    return this.#read()[place] as T;
  }

  /** The list with another item at a place, which it has. */
  with(place: number, item: T): VersionedList<T> {
    const items = this.#items;
    if (items === undefined || this.#next !== undefined || this.#changes >= LEAST_CHANGES + MOST_CHANGES * this.length) {
      const other = this.toArray();
      other[place] = item;
      return new VersionedList(other, 0);
    }
    const next = new VersionedList(items, this.#changes + 1);
    this.#items = undefined;
    this.#next = next;
    this.#place = place;
    this.#item = items[place];
    items[place] = item;
    return next;
  }

  /**
   * Visits the places at which another list of as many items, such as one that this was made of, has other items, with the items of that list. Where one
   * was changed several times, it may come several times, first with that item.
   */
  forEachChange(before: VersionedList<T>, visit: (place: number, old: T) => void): void {
    if (before.#leadsTo(this)) {
      for (let at = before; at !== this; at = at.#next as VersionedList<T>) visit(at.#place, at.#item as T);
      return;
    }
    const [items, old] = [this.#read(), before.#read()];
    for (let place = 0; place < items.length; place++) if (items[place] !== old[place]) visit(place, old[place] as T);
  }

  /** A list of the caller's own. */
  toArray(): T[] {
    return this.#read().slice();
  }

  #leadsTo(other: VersionedList<T>): boolean {
    let at: VersionedList<T> | undefined = this;
    while (at !== undefined && at !== other) at = at.#next;
    return at === other;
  }

  #read(): readonly T[] {
    this.#items ??= this.#restored();
    return this.#items;
  }

  /** The items that it had, from those of a later list. */
  #restored(): T[] {
    const passed: VersionedList<T>[] = [];
    let at: VersionedList<T> = this;
    for (; at.#items === undefined; at = at.#next as VersionedList<T>) passed.push(at);
    const items = at.#items.slice();
    for (const one of passed.reverse()) items[one.#place] = one.#item as T;
    return items;
  }
}
