// Computes the signature of a device for an expression: a text of all values that
// the expression reads. Devices with equal signatures have equal results.

import type { DeviceAttribute, DeviceCapacity } from '../../core/api/resource-slice.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { ended, irrelevant, listOf, signature, sparseSignature } from '../../core/base/signature.js';
import type { Amount } from '../../core/quantity/amount.js';
import { type CelDevice, conversionError } from '../run/device.js';
import type { ReadNames, Reads } from './reads.js';

/** Results for longer signatures are not cached. */
const MAX_LENGTH = 2_048;

/** Returns the signature of a device; undefined if it is too long. */
export type DeviceSignature = (device: CelDevice) => string | undefined;

/** Returns the function that computes signatures for these reads. */
export function deviceSignature(reads: Reads): DeviceSignature {
  const readText = readsSignature(reads);
  return (device) => {
    const head = headSignature(device);
    const rest = head === undefined ? undefined : readText(device);
    return head === undefined || rest === undefined || head.length + rest.length > MAX_LENGTH ? undefined : head + rest;
  };
}

const deviceText = signature<CelDevice>({
  driver: lengthPrefixed,
  attributes: irrelevant('the parts that are read have separate texts'),
  capacity: irrelevant('the parts that are read have separate texts'),
  // False equals absent.
  allowMultipleAllocations: (allows) => (allows ? '' : undefined),
});

/**
 * Returns the text of the reads common to all expressions: whether the device converts, its driver, and whether it can be
 * shared. The text has no length limit, because a device that does not convert also needs a text. Undefined if the conversion
 * takes long.
 */
export function headSignature(device: CelDevice): string | undefined {
  const error = conversionError(device);
  if (error === 'long') return undefined;
  // No expression is evaluated on a device that does not convert, so only its error matters.
  return error === undefined ? deviceText(device) : `error ${lengthPrefixed(error.message)}`;
}

/** Returns the function that computes the part of a signature after the head. */
export function readsSignature(reads: Reads): DeviceSignature {
  const ofAttributes = readersOf(reads.attributes, attributeText);
  const ofCapacity = readersOf(reads.capacity, capacityText);
  return ({ driver, attributes, capacity }) => {
    let text = '';
    for (const read of ofAttributes) {
      text += read(attributes, driver);
      if (text.length > MAX_LENGTH) return undefined;
    }
    for (const read of ofCapacity) {
      text += read(capacity, driver);
      if (text.length > MAX_LENGTH) return undefined;
    }
    for (const domain of reads.attributeDomains) text += hasDomain(attributes, domain, driver);
    for (const domain of reads.capacityDomains) text += hasDomain(capacity, domain, driver);
    return text.length > MAX_LENGTH ? undefined : text;
  };
}

type Entries<T> = ReadonlyMap<string, T>;

/** Returns the text of the values read from some entries. The end of each text is recognizable, so joined texts are unambiguous. */
type Reader<T> = (entries: Entries<T>, driver: string) => string;

function readersOf<T>(names: ReadNames, textOf: (value: T) => string): readonly Reader<T>[] {
  // A loop over the entries depends on their order.
  if (names === 'all') return [entriesReader(() => true, textOf)];
  const readers: Reader<T>[] = [];
  for (const [domain, ids] of names) {
    if (ids === 'all') readers.push(entriesReader((name, driver) => domainOf(name, driver) === domain, textOf));
    else for (const id of ids) readers.push(valueReader(domain, id, textOf));
  }
  return readers;
}

function entriesReader<T>(isRead: (name: string, driver: string) => boolean, textOf: (value: T) => string): Reader<T> {
  return (entries, driver) => {
    let text = '';
    for (const [name, value] of entries) {
      if (isRead(name, driver)) text += lengthPrefixed(name) + textOf(value);
      if (text.length > MAX_LENGTH) break;
    }
    return `${text}|`;
  };
}

/** An absent value also has a text. The name is found with its domain, and also without it if the domain is the driver's. */
function valueReader<T>(domain: string, id: string, textOf: (value: T) => string): Reader<T> {
  const qualified = domain.includes('/') ? undefined : `${domain}/${id}`;
  const isBare = !id.includes('/');
  return (entries, driver) => {
    let value = qualified === undefined ? undefined : entries.get(qualified);
    if (value === undefined && isBare && domain === driver) value = entries.get(id);
    return value === undefined ? '-' : textOf(value);
  };
}

function domainOf(name: string, driver: string): string {
  const slash = name.indexOf('/');
  return slash === -1 ? driver : name.slice(0, slash);
}

function hasDomain(entries: Entries<unknown>, domain: string, driver: string): string {
  for (const name of entries.keys()) if (domainOf(name, driver) === domain) return '+';
  return '-';
}

/** The number in its stored form, which can determine whether it is an integer. Printing it would take longer. */
const numberText = signature<Amount>({ unscaled: ended, scale: ended, small: ended });

const capacityText = signature<DeviceCapacity>({
  value: ({ amount }) => numberText(amount),
  requestPolicy: irrelevant('expressions see the value'),
});

const attributeText = sparseSignature<DeviceAttribute>({
  string: lengthPrefixed,
  int: ended,
  bool: ended,
  version: lengthPrefixed,
  ints: listOf(ended),
  bools: listOf(ended),
  strings: listOf(lengthPrefixed),
  versions: listOf(lengthPrefixed),
});
