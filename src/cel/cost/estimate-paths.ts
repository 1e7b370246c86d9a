// The sizes of a device that the estimate knows: paths from the variable `device` to a part of it, and the limits of the API for each.
// Source: k8s.io/dynamic-resource-allocation cel/compile.go, newCompiler and sizeEstimator.

import type { CelDevice } from '../run/device.js';
import type { Size } from './estimate-amounts.js';

/** A declared part of a device. `size` is the greatest number of characters or entries it may have, 0 for what has none. */
interface Part {
  readonly size: bigint;
  readonly key?: Part;
  readonly items?: Part;
  readonly fields?: ReadonlyMap<string, Part>;
}

/** Characters of a string or version, which are more than the 48 values of a list. */
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

/** The size of what a path leads to; undefined when it does not lead to a part of a device. */
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
  // Every name in a map of attributes is one of an attribute.
  return part.fields?.get(name) ?? (part.items === ATTRIBUTE ? ATTRIBUTE : undefined);
}

/**
 * The way to a value: a variable, then names of fields, `@keys`, `@values`, `@items` or `@indices`. The reference keeps paths in Go
 * slices and extends them in place: two extensions of one path can share an element, and the later one changes the
 * earlier. Some estimates come from that, so it is so here, too, with the growth of Go's slices.
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

  /** The path to a variable. */
  static of(variable: string): Path {
    return new Path([variable], 1, 1);
  }

  /** The path `base` and one name more; without a base, the name alone. */
  static extend(base: Path | undefined, name: string): Path {
    if (base === undefined) return Path.of(name);
    const fits = base.#length < base.#room;
    const elements = fits ? base.#elements : base.#elements.slice(0, base.#length);
    elements[base.#length] = name;
    return new Path(elements, base.#length + 1, fits ? base.#room : base.#room * 2);
  }

  /** The path and one name more, sharing nothing. */
  copyWith(name: string): Path {
    const elements = [...this.names, name];
    return new Path(elements, elements.length, elements.length);
  }

  /** The elements that the path has now. */
  get names(): readonly string[] {
    return this.#elements.slice(0, this.#length);
  }
}
