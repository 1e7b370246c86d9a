// Reads the devices of test vectors from vectors.json, in which integers are strings.

import { readFileSync } from 'node:fs';
import type { CelDevice } from '../../src/cel/engine.js';
import type { DeviceAttribute } from '../../src/core/api/resource-slice.js';
import { parseQuantity } from '../../src/core/quantity/quantity.js';

/** A DeviceAttribute in JSON. */
export type AttributeData = Omit<DeviceAttribute, 'int' | 'ints'> & { readonly int?: string; readonly ints?: readonly string[] };

/** A device in JSON. */
export interface DeviceData {
  readonly driver: string;
  readonly allowMultipleAllocations?: boolean;
  readonly attributes: Readonly<Record<string, AttributeData>>;
  readonly capacity: Readonly<Record<string, string>>;
}

/** Returns the content of a JSON file of this folder. */
export function readVectors<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as T;
}

/** Returns an attribute with its integers. */
export function toAttribute({ int, ints, ...rest }: AttributeData): DeviceAttribute {
  return { ...rest, ...(int === undefined ? {} : { int: BigInt(int) }), ...(ints === undefined ? {} : { ints: ints.map(BigInt) }) };
}

/** Returns a device as selectors see it. */
export function toDevice({ driver, allowMultipleAllocations, attributes, capacity }: DeviceData): CelDevice {
  return {
    driver,
    ...(allowMultipleAllocations === undefined ? {} : { allowMultipleAllocations }),
    attributes: new Map(Object.entries(attributes).map(([name, data]) => [name, toAttribute(data)])),
    capacity: new Map(Object.entries(capacity).map(([name, value]) => [name, { value: parseQuantity(value) }])),
  };
}
