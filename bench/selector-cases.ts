// Selectors to be timed, with a device for each: from the plainest to one that loops over all attributes.

import type { CelDevice } from '../src/cel/engine.js';
import { parseQuantity } from '../src/core/quantity/quantity.js';

/** A selector and its device, also as JSON. */
export interface SelectorCase {
  readonly name: string;
  readonly expression: string;
  readonly json: object;
  /** The device, in new maps that no cache contains. */
  device(): CelDevice;
}

const DRIVER = 'gpu.example.com';
const ATTRIBUTES = `device.attributes["${DRIVER}"]`;
const CAPACITY = `device.capacity["${DRIVER}"]`;

const attributes = {
  model: { string: 'a100' },
  numa: { int: 1 },
  driverVersion: { version: '535.1.2' },
  architecture: { string: 'Ampere' },
  uuid: { string: 'GPU-5a6b4d34-8f0a-4c3e-9a43-6d9a9a1f0d11' },
  links: { strings: ['nic-0', 'nic-1', 'nic-2'] },
};

function device(): CelDevice {
  return {
    driver: DRIVER,
    attributes: new Map(Object.entries({ ...attributes, numa: { int: 1n } })),
    capacity: new Map([['memory', { value: MEMORY }]]),
  };
}

const MEMORY = parseQuantity('80Gi');

const json = { driver: DRIVER, attributes, capacity: { memory: { value: '80Gi' } } };

const selectorCase = (name: string, expression: string): SelectorCase => ({ name, expression, json, device });

/** All of them match. */
export const SELECTOR_CASES: readonly SelectorCase[] = [
  selectorCase('driver', `device.driver == "${DRIVER}"`),
  selectorCase(
    '3 attributes and a capacity',
    `${ATTRIBUTES}.model == "a100" && ${ATTRIBUTES}.numa >= 0 && ${ATTRIBUTES}.driverVersion.isGreaterThan(semver("1.0.0")) && ${CAPACITY}.memory.compareTo(quantity("20Gi")) > 0`,
  ),
  selectorCase(
    'a list and a regular expression',
    `${ATTRIBUTES}.links.exists(l, l.matches("^nic-[0-9]+$")) && ${ATTRIBUTES}.links.includes("nic-2")`,
  ),
  selectorCase('a loop over all attributes', `device.attributes.all(d, device.attributes[d].all(n, n.size() > 1))`),
];
