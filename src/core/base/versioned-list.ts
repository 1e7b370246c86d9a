// An immutable list for readers of an old version while newer versions are made. Only the latest version has the items. Each
// older version stores its difference from the next one, so a change costs the same for any length. Reading an older version
// copies the items (H. G. Baker, Shallow binding makes functional arrays fast, 1991).

/**
 * The share of items, and the minimum number, after which a list copies its items. Until then, a stored list keeps the lists
 * that derive from it in memory.
 */
const MOST_CHANGES = 1 / 8;
const LEAST_CHANGES = 16;

/** Items by place. */
export class VersionedList<T> {
  readonly length: number;
  /** Undefined after another list was derived from this one. */
  #items: T[] | undefined;
  /** The number of older lists that have their items from this one. */
  readonly #changes: number;
  /** The list that was derived from this one. At `#place`, this list has `#item` instead. */
  #next: VersionedList<T> | undefined;
  #place = -1;
  #item: T | undefined;

  private constructor(items: T[], changes: number) {
    this.length = items.length;
    this.#items = items;
    this.#changes = changes;
  }

  /** Returns a list of some items. */
  static of<T>(items: readonly T[]): VersionedList<T> {
    return new VersionedList(items.slice(), 0);
  }

  /** Returns the item at a place. Requires: the place exists. */
  at(place: number): T {
    return this.#read()[place] as T;
  }

  /** Returns the list with another item at an existing place. */
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
   * Visits the places at which `before`, a list of equal length, has another item, and passes that item. A place that changed several times may be visited
   * several times; the first visit has the item of `before`.
   */
  forEachChange(before: VersionedList<T>, visit: (place: number, old: T) => void): void {
    if (before.#leadsTo(this)) {
      for (let at = before; at !== this; at = at.#next as VersionedList<T>) visit(at.#place, at.#item as T);
      return;
    }
    const [items, old] = [this.#read(), before.#read()];
    for (let place = 0; place < items.length; place++) if (items[place] !== old[place]) visit(place, old[place] as T);
  }

  /** Returns a new list of the items. */
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

  /** Returns the items of this version, restored from a later list. */
  #restored(): T[] {
    const passed: VersionedList<T>[] = [];
    let at: VersionedList<T> = this;
    for (; at.#items === undefined; at = at.#next as VersionedList<T>) passed.push(at);
    const items = at.#items.slice();
    for (const one of passed.reverse()) items[one.#place] = one.#item as T;
    return items;
  }
}
