// A map that can be forked at once: both maps share what there is, and each writes into a layer of its own, as in a log-structured merge tree.

/** The values that a layer has by key; undefined: it was taken out, whatever older layers have. */
type Layer<V> = Map<string, V | undefined>;

/** Values by key; none is undefined. Keys come in no order that anybody may rely on. */
export class LayeredMap<V> {
  /** Layers that nobody changes any more, the newest first; others may have them, too. */
  #shared: readonly Layer<V>[] = [];
  #own: Layer<V> = new Map();
  #size = 0;

  constructor(values?: Iterable<readonly [string, V]>) {
    for (const [key, value] of values ?? []) this.set(key, value);
  }

  get size(): number {
    return this.#size;
  }

  /** The number of layers that are shared. */
  get layers(): number {
    return this.#shared.length;
  }

  get(key: string): V | undefined {
    const own = this.#own.get(key);
    if (own !== undefined || this.#shared.length === 0) return own;
    return this.#own.has(key) ? undefined : this.#sharedValue(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** Returns whether this map alone has the value of a key, which may then be changed in place. */
  owns(key: string): boolean {
    return this.#own.get(key) !== undefined;
  }

  set(key: string, value: V): void {
    if (!this.has(key)) this.#size++;
    this.#own.set(key, value);
  }

  delete(key: string): boolean {
    if (!this.has(key)) return false;
    this.#size--;
    if (this.#sharedValue(key) === undefined) this.#own.delete(key);
    else this.#own.set(key, undefined);
    return true;
  }

  /** A map with the same values, from which on each changes by itself. Takes no time for values that were there at the fork before. */
  fork(): LayeredMap<V> {
    this.#share();
    const fork = new LayeredMap<V>();
    fork.#shared = this.#shared;
    fork.#size = this.#size;
    return fork;
  }

  keys(): IterableIterator<string> {
    return this.#onlyLayer?.keys() ?? keysOf(this.entries());
  }

  values(): IterableIterator<V> {
    return this.#onlyLayer?.values() ?? valuesOf(this.entries());
  }

  entries(): IterableIterator<[string, V]> {
    return this.#onlyLayer?.entries() ?? entriesOf([this.#own, ...this.#shared]);
  }

  [Symbol.iterator](): IterableIterator<[string, V]> {
    return this.entries();
  }

  /** The layer with all entries of the map, if one layer has them all. The oldest layer never removes entries. */
  get #onlyLayer(): Map<string, V> | undefined {
    if (this.#shared.length === 0) return this.#own as Map<string, V>;
    return this.#shared.length === 1 && this.#own.size === 0 ? (this.#shared[0] as Map<string, V>) : undefined;
  }

  #sharedValue(key: string): V | undefined {
    for (const layer of this.#shared) {
      const value = layer.get(key);
      if (value !== undefined || layer.has(key)) return value;
    }
    return undefined;
  }

  /** Shares the own layer. Layers are merged where a newer one is not much smaller, so that they are few, and what is merged was written often enough. */
  #share(): void {
    if (this.#own.size === 0) return;
    let newest = this.#own;
    let older = this.#shared;
    while (older[0] !== undefined && newest.size * GROWTH >= older[0].size) {
      newest = merged(older[0], newest, older.length === 1);
      older = older.slice(1);
    }
    this.#shared = newest.size === 0 ? older : [newest, ...older];
    this.#own = new Map();
  }
}

/** An older layer is at least as many times larger than the next one. */
const GROWTH = 4;

/** One layer that says what two said. `isLast`: there is none below, so that what was taken out is forgotten. */
function merged<V>(older: Layer<V>, newer: Layer<V>, isLast: boolean): Layer<V> {
  const both = new Map(older);
  for (const [key, value] of newer) {
    if (value === undefined && isLast) both.delete(key);
    else both.set(key, value);
  }
  return both;
}

/** The entries that layers have together, the newest first. */
function* entriesOf<V>(layers: readonly Layer<V>[]): IterableIterator<[string, V]> {
  for (let depth = layers.length - 1; depth >= 0; depth--) {
    const newer = layers.slice(0, depth);
    for (const [key, value] of layers[depth] as Layer<V>) {
      if (value !== undefined && !newer.some((layer) => layer.has(key))) yield [key, value];
    }
  }
}

function* keysOf(entries: Iterable<readonly [string, unknown]>): IterableIterator<string> {
  for (const [key] of entries) yield key;
}

function* valuesOf<V>(entries: Iterable<readonly [string, V]>): IterableIterator<V> {
  for (const [, value] of entries) yield value;
}
