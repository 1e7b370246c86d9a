// A map that can change while readers see an earlier state of it.

import { LayeredMap } from './layered-map.js';

/**
 * Values by key, with views of earlier states. Each view stores the old values of later changes, so a view is free, and changes are cheap
 * while views are few.
 */
export class ViewableMap<V> {
  readonly #values: LayeredMap<V>;
  readonly #views = new Set<Map<string, V | undefined>>();

  constructor(values = new LayeredMap<V>()) {
    this.#values = values;
  }

  /** Returns a map that begins with the same values. */
  fork(): ViewableMap<V> {
    return new ViewableMap(this.#values.fork());
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  values(): IterableIterator<V> {
    return this.#values.values();
  }

  /** Sets a value, or removes it if undefined. */
  set(key: string, value: V | undefined): void {
    if (this.#views.size > 0) this.#keepIn(key);
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
  }

  /** Stores the value before a change in all views that do not have a value for the key. */
  #keepIn(key: string): void {
    for (const view of this.#views) if (!view.has(key)) view.set(key, this.#values.get(key));
  }

  /** Returns the current values until the view is ended. They must not be changed. */
  view(): { readonly values: Pick<ViewableMap<V>, 'get' | 'size'>; readonly end: () => void } {
    const before = new Map<string, V | undefined>();
    this.#views.add(before);
    const live = this.#values;
    return {
      // The size is fixed, because a reader that works in slices must see the same size in each slice.
      values: { get: (key) => (before.has(key) ? before.get(key) : live.get(key)), size: live.size },
      end: () => this.#views.delete(before),
    };
  }
}
