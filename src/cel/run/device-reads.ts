// Wraps a device to record the keys that an evaluation reads.

import { CelMap, type Value } from '../values/values.js';
import { type CelDevice, deviceValue } from './device.js';

/** Names with their domains, as `domain/name`, in the order of the first read. */
export interface LookedUp {
  readonly attributes: readonly string[];
  readonly capacity: readonly string[];
}

/** Returns the value of `device` and a function that returns the names read so far. Throws CelRuntimeError as deviceValue does. */
export function watchedDevice(device: CelDevice): { readonly value: CelMap; readonly read: () => LookedUp } {
  const attributes = new Set<string>();
  const capacity = new Set<string>();
  const value = new WatchedMap(deviceValue(device), (field, part) => {
    if (field === 'attributes') return watchDomains(part, attributes);
    return field === 'capacity' ? watchDomains(part, capacity) : part;
  });
  return { value, read: () => ({ attributes: [...attributes], capacity: [...capacity] }) };
}

function watchDomains(domains: Value, names: Set<string>): Value {
  if (!(domains instanceof CelMap)) return domains;
  return new WatchedMap(domains, (domain, inner) => {
    if (!(inner instanceof CelMap)) return inner;
    const note = (name: Value): void => void names.add(`${String(domain)}/${String(name)}`);
    return new WatchedMap(inner, (_name, value) => value, note);
  });
}

/** A map that reports requested keys and transforms the returned values. */
class WatchedMap extends CelMap {
  readonly #map: CelMap;
  readonly #change: (key: Value, value: Value) => Value;
  readonly #note: (key: Value) => void;

  constructor(map: CelMap, change: (key: Value, value: Value) => Value, note: (key: Value) => void = () => undefined) {
    super([], map.ofDevice);
    this.#map = map;
    this.#change = change;
    this.#note = note;
  }

  override get size(): number {
    return this.#map.size;
  }

  override get isTotal(): boolean {
    return this.#map.isTotal;
  }

  override find(key: Value): Value | undefined {
    this.#note(key);
    const value = this.#map.find(key);
    return value === undefined ? undefined : this.#change(key, value);
  }

  override has(key: Value): boolean {
    this.#note(key);
    return this.#map.has(key);
  }

  override keys(): Value[] {
    const keys = this.#map.keys();
    for (const key of keys) this.#note(key);
    return keys;
  }

  override entries(): { readonly key: Value; readonly value: Value }[] {
    return Array.from(this.#map.entries(), ({ key, value }) => {
      this.#note(key);
      return { key, value: this.#change(key, value) };
    });
  }
}
