// What of a device an expression depends on, as a text: devices with the same text have the same result.

import type { DeviceAttribute, DeviceCapacity } from '../api/resource-slice.js';
import { packed } from '../key-text.js';
import { type CelDevice, conversionError } from './device.js';
import type { ReadNames, Reads } from './reads.js';

/** Longer texts are not worth remembering. */
const MAX_LENGTH = 2_048;

/** The text of what these reads see of a device; undefined when it is too long. */
export function tupleOf(device: CelDevice, reads: Reads): string | undefined {
  const error = conversionError(device);
  // Nothing is evaluated then.
  if (error !== undefined) return `error ${error.message}`;
  const { driver, attributes, capacity } = device;
  let text = `${device.allowMultipleAllocations === true}${packed(driver)}`;
  text += namesText(reads.attributes, attributes, driver, attributeText);
  text += namesText(reads.capacity, capacity, driver, capacityText);
  for (const domain of reads.attributeDomains) text += hasDomain(attributes, domain, driver);
  for (const domain of reads.capacityDomains) text += hasDomain(capacity, domain, driver);
  return text.length > MAX_LENGTH ? undefined : text;
}

type Entries<T> = ReadonlyMap<string, T>;

/** Texts of the values that are read. Values that are not there have one, too. */
function namesText<T>(names: ReadNames, entries: Entries<T>, driver: string, textOf: (value: T) => string): string {
  let text = '|';
  if (names === 'all') {
    // Their order matters to a loop over them.
    for (const [name, value] of entries) text += packed(name) + textOf(value);
    return text;
  }
  for (const [domain, ids] of names) {
    if (ids === 'all') {
      for (const [name, value] of entries) if (domainOf(name, driver) === domain) text += packed(name) + textOf(value);
      text += '|';
      continue;
    }
    for (const id of ids) {
      const value = find(entries, domain, id, driver);
      text += value === undefined ? '-' : textOf(value);
    }
  }
  return text;
}

/** What a name of this domain means: with the domain written out, or without when it is the driver's. */
function find<T>(entries: Entries<T>, domain: string, id: string, driver: string): T | undefined {
  const qualified = domain.includes('/') ? undefined : entries.get(`${domain}/${id}`);
  return qualified ?? (domain === driver && !id.includes('/') ? entries.get(id) : undefined);
}

function domainOf(name: string, driver: string): string {
  const slash = name.indexOf('/');
  return slash === -1 ? driver : name.slice(0, slash);
}

function hasDomain(entries: Entries<unknown>, domain: string, driver: string): string {
  for (const name of entries.keys()) if (domainOf(name, driver) === domain) return '+';
  return '-';
}

/** The number as it is held: whether it is an integer can depend on that. Printing it would take longer. */
function capacityText({ value: { amount } }: DeviceCapacity): string {
  return `q${amount.unscaled}e${amount.scale}${amount.small};`;
}

function attributeText({ int, bool, string, version, ints, bools, strings, versions }: DeviceAttribute): string {
  let text = '';
  if (string !== undefined) text += `s${packed(string)}`;
  if (int !== undefined) text += `i${int};`;
  if (bool !== undefined) text += `b${bool}`;
  if (version !== undefined) text += `v${packed(version)}`;
  if (ints !== undefined) text += `I${ints.length}:${ints.join()};`;
  if (bools !== undefined) text += `B${bools.length}:${bools.join()};`;
  if (strings !== undefined) text += `S${strings.length}:${strings.map(packed).join('')}`;
  if (versions !== undefined) text += `V${versions.length}:${versions.map(packed).join('')}`;
  return text;
}
