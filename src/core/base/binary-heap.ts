// A priority queue, which returns the least of many items.

/** A queue from which the least item comes first. Items that compare as equal come in no particular order. */
export class BinaryHeap<T> {
  readonly #items: T[] = [];
  readonly #compare: (left: T, right: T) => number;

  constructor(compare: (left: T, right: T) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let place = items.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#compare(item, items[parent] as T) >= 0) break;
      items[place] = items[parent] as T;
      place = parent;
    }
    items[place] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (items.length === 0 || last === undefined) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.#compare(items[child + 1] as T, items[child] as T) < 0) child++;
      if (this.#compare(last, items[child] as T) <= 0) break;
      items[place] = items[child] as T;
      place = child;
    }
    items[place] = last;
    return first;
  }
}
