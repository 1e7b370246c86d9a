// A map that changes while others check it as it was.

import { LayeredMap } from './layered-map.js';

/**
 * Values by key that can be considered as they were. Each view has the old values of what changed since it was taken, so that taking one costs
 * nothing, and changes cost little while there are few views.
 */
export class ViewableMap<V> {
  readonly #values: LayeredMap<V>;
  readonly #views = new Set<Map<string, V | undefined>>();

  constructor(values = new LayeredMap<V>()) {
    this.#values = values;
  }

  /** A map that begins with the same values. */
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

  /** Sets a value, or takes it out: undefined. */
  set(key: string, value: V | undefined): void {
    if (this.#views.size > 0) this.#keepIn(key);
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
  }

  /** The views keep the value that is about to change. */
  #keepIn(key: string): void {
    for (const view of this.#views) if (!view.has(key)) view.set(key, this.#values.get(key));
  }

  /** The values as they are now, until the view is ended. Nobody may set them. */
  view(): { readonly values: Pick<ViewableMap<V>, 'get' | 'size'>; readonly end: () => void } {
    const before = new Map<string, V | undefined>();
    this.#views.add(before);
    const live = this.#values;
    return {
      // The size is that of now: whoever checks a view in slices must see the same in each.
      values: { get: (key) => (before.has(key) ? before.get(key) : live.get(key)), size: live.size },
      end: () => this.#views.delete(before),
    };
  }
}
