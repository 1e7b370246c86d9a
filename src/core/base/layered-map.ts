// A map that forks in constant time: both maps share the current layers, and each writes into a separate layer, as in a log-structured merge tree.

/** The values of a layer by key. Undefined marks a removed key, even if older layers have the key. */
type Layer<V> = Map<string, V | undefined>;

/** Values by key; values are never undefined. The order of keys is unspecified. */
export class LayeredMap<V> {
  /** Immutable layers, the newest first. Other maps may share them. */
  #shared: readonly Layer<V>[] = [];
  #localLayer: Layer<V> = new Map();
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
    const localEntry = this.#localLayer.get(key);
    if (localEntry !== undefined || this.#shared.length === 0) return localEntry;
    return this.#localLayer.has(key) ? undefined : this.#sharedValue(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** Returns whether only this map has the value of a key, so that the value may be changed in place. */
  isLocal(key: string): boolean {
    return this.#localLayer.get(key) !== undefined;
  }

  set(key: string, value: V): void {
    if (!this.has(key)) this.#size++;
    this.#localLayer.set(key, value);
  }

  delete(key: string): boolean {
    if (!this.has(key)) return false;
    this.#size--;
    if (this.#sharedValue(key) === undefined) this.#localLayer.delete(key);
    else this.#localLayer.set(key, undefined);
    return true;
  }

  /** Returns a map with the same values that changes independently. Costs no time for values that the previous fork already shared. */
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
    return this.#onlyLayer?.entries() ?? entriesOf([this.#localLayer, ...this.#shared]);
  }

  [Symbol.iterator](): IterableIterator<[string, V]> {
    return this.entries();
  }

  /** The layer with all entries of the map; undefined if several layers have them. The oldest layer has no removed keys. */
  get #onlyLayer(): Map<string, V> | undefined {
    if (this.#shared.length === 0) return this.#localLayer as Map<string, V>;
    return this.#shared.length === 1 && this.#localLayer.size === 0 ? (this.#shared[0] as Map<string, V>) : undefined;
  }

  #sharedValue(key: string): V | undefined {
    for (const layer of this.#shared) {
      const value = layer.get(key);
      if (value !== undefined || layer.has(key)) return value;
    }
    return undefined;
  }

  /** Makes the local layer shared. A newer layer that is not much smaller than the next is merged into it, so layers stay few and merging stays cheap. */
  #share(): void {
    if (this.#localLayer.size === 0) return;
    let newest = this.#localLayer;
    let older = this.#shared;
    while (older[0] !== undefined && newest.size * GROWTH >= older[0].size) {
      newest = merged(older[0], newest, older.length === 1);
      older = older.slice(1);
    }
    this.#shared = newest.size === 0 ? older : [newest, ...older];
    this.#localLayer = new Map();
  }
}

/** The least ratio between the sizes of an older layer and the next newer one. */
const GROWTH = 4;

/** Merges two layers. `isLast`: no older layer exists, so removed keys are dropped. */
function merged<V>(older: Layer<V>, newer: Layer<V>, isLast: boolean): Layer<V> {
  const both = new Map(older);
  for (const [key, value] of newer) {
    if (value === undefined && isLast) both.delete(key);
    else both.set(key, value);
  }
  return both;
}

/** Returns the entries of all layers; newer layers override older ones. */
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
