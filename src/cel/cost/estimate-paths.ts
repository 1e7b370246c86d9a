// Estimates sizes of parts of a device by their paths from the variable `device` and the limits of the API.
// Source: k8s.io/dynamic-resource-allocation cel/compile.go, newCompiler and sizeEstimator.

import type { CelDevice } from '../run/device.js';
import type { Size } from './estimate-amounts.js';

/** A declared part of a device. `size` is its maximum number of characters or entries; 0 if it has none. */
interface Part {
  readonly size: bigint;
  readonly key?: Part;
  readonly items?: Part;
  readonly fields?: ReadonlyMap<string, Part>;
}

/** The maximum of characters of a string or version, which exceeds the 48 values of a list. */
const ATTRIBUTE: Part = { size: 64n };
const DOMAIN: Part = { size: 63n };
const NAME: Part = { size: 32n };

const mapOf = (key: Part, items: Part): Part => ({ size: 32n, key, items });

const DEVICE_PARTS: Readonly<Record<keyof CelDevice, Part>> = {
  driver: { size: 63n },
  attributes: mapOf(DOMAIN, mapOf(NAME, ATTRIBUTE)),
  capacity: mapOf(DOMAIN, mapOf(NAME, { size: 0n })),
  allowMultipleAllocations: { size: 1n },
};

const DEVICE: Part = { size: 0n, fields: new Map(Object.entries(DEVICE_PARTS)) };

/** Returns the size at a path; undefined if the path does not lead to a part of a device. */
export function sizeAt(path: Path | undefined): Size | undefined {
  const [variable, ...names] = path?.names ?? [];
  if (variable !== 'device') return undefined;
  let part: Part | undefined = DEVICE;
  for (const name of names) {
    part = partOf(part, name);
    if (part === undefined) return undefined;
  }
  return { min: 0n, max: part.size };
}

function partOf(part: Part, name: string): Part | undefined {
  if (name === '@items' || name === '@values') return part.items;
  if (name === '@keys') return part.key;
  // Every name in a map of attributes leads to an attribute.
  return part.fields?.get(name) ?? (part.items === ATTRIBUTE ? ATTRIBUTE : undefined);
}

/**
 * The path to a value: a variable, then names of fields, `@keys`, `@values`, `@items` or `@indices`. The reference extends
 * paths in Go slices in place. Two extensions of a path can share an element, and the later extension overwrites it. Some
 * estimates depend on that, so this class reproduces it, including the growth of Go slices.
 */
export class Path {
  readonly #elements: string[];
  readonly #length: number;
  readonly #room: number;

  private constructor(elements: string[], length: number, room: number) {
    this.#elements = elements;
    this.#length = length;
    this.#room = room;
  }

  /** Returns the path to a variable. */
  static of(variable: string): Path {
    return new Path([variable], 1, 1);
  }

  /** Returns the path `base` extended by a name, or only the name if there is no base. */
  static extend(base: Path | undefined, name: string): Path {
    if (base === undefined) return Path.of(name);
    const fits = base.#length < base.#room;
    const elements = fits ? base.#elements : base.#elements.slice(0, base.#length);
    elements[base.#length] = name;
    return new Path(elements, base.#length + 1, fits ? base.#room : base.#room * 2);
  }

  /** Returns the path extended by a name, without shared elements. */
  copyWith(name: string): Path {
    const elements = [...this.names, name];
    return new Path(elements, elements.length, elements.length);
  }

  /** The current elements of the path. */
  get names(): readonly string[] {
    return this.#elements.slice(0, this.#length);
  }
}
