// Formats values of attributes and capacities for messages.

import type { DeviceAttribute } from '../../core/api/resource-slice.js';
import { shorten, some } from '../../core/base/words.js';
import type { WorldDevice } from './devices.js';
import type { Expression } from './expressions.js';

/** Further values are not listed. */
const MAX_VALUES = 4;
const MAX_LENGTH = 40;

/** Returns the text `the one device` or `all 8 devices`. */
export function allOf(devices: number): string {
  return devices === 1 ? 'the one device' : `all ${devices} devices`;
}

/**
 * Returns the devices' values of the first attribute or capacity that an
 * expression reads: ` (model is "A100", "H100")`; empty if it reads none.
 */
export function valuesOf({ mentions }: Expression, devices: readonly WorldDevice[]): string {
  const [mention] = mentions;
  if (mention === undefined) return '';
  const { map, domain, name } = mention;
  const values = new Set<string>();
  for (const device of devices) {
    const entries = device[map] as ReadonlyMap<string, DeviceAttribute | { readonly value: { toString(): string } }>;
    const value = entries.get(`${domain}/${name}`) ?? (domain === device.driver ? entries.get(name) : undefined);
    if (value !== undefined) values.add(shownValue(value));
    if (values.size > MAX_VALUES) break;
  }
  return values.size === 0 ? '' : ` (${name} is ${some([...values], MAX_VALUES)})`;
}

function shownValue(value: object): string {
  const [[type, inner] = ['', '']] = Object.entries(value) as [string, unknown][];
  return shorten(type === 'string' ? JSON.stringify(inner) : String(inner), MAX_LENGTH);
}
