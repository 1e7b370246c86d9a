// Converts a device to the value of the variable `device`. Source: k8s.io/dynamic-resource-allocation cel/compile.go, DeviceMatches.

import type { DeviceAttribute, DeviceCapacity } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { copyText } from '../../core/base/copy-text.js';
import type { Incremental } from '../../core/base/incremental.js';
import { inInt64 } from '../../core/base/integers.js';
import { CelRuntimeError } from '../errors.js';
import { Semver, SemverError } from '../values/semver.js';
import { CelMap, type Value } from '../values/values.js';

/** The view of a device that a selector has. The maps must not change after they are passed. */
export interface CelDevice {
  readonly driver: string;
  readonly attributes: ReadonlyMap<string, DeviceAttribute>;
  readonly capacity: ReadonlyMap<string, DeviceCapacity>;
  readonly allowMultipleAllocations?: boolean;
}

const EMPTY = new CelMap([], true);

/**
 * The maps of a device never change, so their values are cached. They are cached per driver, because names without a domain
 * belong to the driver's domain.
 */
const converted = new WeakMap<CelDevice['attributes'], { readonly driver: string; readonly value: CelMap | CelRuntimeError }>();
const convertedCapacity = new WeakMap<CelDevice['capacity'], { readonly driver: string; readonly value: CelMap }>();

/** The Go type names of lists on devices. */
const listTypes = new WeakMap<readonly Value[], string>();

/** Returns the Go type of a list that is a device attribute; undefined for all other lists. */
export function deviceListType(list: readonly Value[]): string | undefined {
  return listTypes.get(list);
}

/**
 * Returns the value of `device`. Throws CelRuntimeError if an attribute has no value or an
 * invalid version, even if the selector does not read it (docs/spec/reference-1.37.md 1.4).
 */
export function deviceValue(device: CelDevice): CelMap {
  return new CelMap(
    [
      ['driver', device.driver],
      ['attributes', attributesOf(device)],
      ['capacity', capacityOf(device)],
      ['allowMultipleAllocations', device.allowMultipleAllocations === true],
    ],
    true,
  );
}

/**
 * Returns the error that {@link deviceValue} would throw, or undefined, in less
 * time than the conversion. `long` means that the check would take longer.
 */
export function conversionError(device: CelDevice): CelRuntimeError | 'long' | undefined {
  for (const attribute of device.attributes.values()) {
    if (attribute.versions !== undefined && isUnread(attribute.versions)) return 'long';
    if (!(attributeValue(attribute) instanceof Error)) continue;
    try {
      deviceValue(device);
    } catch (error) {
      if (error instanceof CelRuntimeError) return error;
      throw error;
    }
  }
  return undefined;
}

function attributesOf(device: CelDevice): CelMap {
  let cachedEntry = converted.get(device.attributes);
  if (cachedEntry === undefined || cachedEntry.driver !== device.driver) {
    cachedEntry = { driver: device.driver, value: convertAttributes(device) };
    converted.set(device.attributes, cachedEntry);
  }
  if (cachedEntry.value instanceof CelRuntimeError) throw cachedEntry.value;
  return cachedEntry.value;
}

function convertAttributes({ attributes, driver }: CelDevice): CelMap | CelRuntimeError {
  let problem: CelRuntimeError | undefined;
  const value = byDomain(attributes, driver, (attribute, name) => {
    const converted = attributeValue(attribute);
    if (converted instanceof Error) {
      problem ??= new CelRuntimeError(`attribute ${name}: ${converted.message}`);
      return null;
    }
    if (Array.isArray(converted)) listTypes.set(converted as readonly Value[], goTypeOfList(attribute));
    return converted;
  });
  return problem ?? value;
}

function capacityOf(device: CelDevice): CelMap {
  let cachedEntry = convertedCapacity.get(device.capacity);
  if (cachedEntry === undefined || cachedEntry.driver !== device.driver) {
    cachedEntry = { driver: device.driver, value: byDomain(device.capacity, device.driver, ({ value }) => value) };
    convertedCapacity.set(device.capacity, cachedEntry);
  }
  return cachedEntry.value;
}

/**
 * Groups entries by domain. Names without a domain belong to the driver's. If a name exists with and without the domain, the
 * name with the domain is used. This is a decision: the reference is random.
 */
function byDomain<T>(entries: ReadonlyMap<string, T>, driver: string, convert: (entry: T, name: string) => Value): CelMap {
  const domains = new CelMap([], true, EMPTY);
  const qualified: [string, string, Value][] = [];
  let driverMap: CelMap | undefined;
  for (const [name, entry] of entries) {
    const value = convert(entry, name);
    const slash = name.indexOf('/');
    if (slash !== -1) {
      qualified.push([name.slice(0, slash), name.slice(slash + 1), value]);
      continue;
    }
    driverMap ??= domainOf(domains, driver);
    driverMap.set(name, value);
  }
  for (const [domain, name, value] of qualified) domainOf(domains, domain).set(name, value);
  return domains;
}

/** Returns the map of a domain, creating it at the first use. */
function domainOf(domains: CelMap, domain: string): CelMap {
  if (domains.has(domain)) return domains.find(domain) as CelMap;
  const made = new CelMap([], true);
  domains.set(domain, made);
  return made;
}

/** Returns the value of an attribute. If several fields are set, lists take precedence (getAttributeValue). */
function attributeValue(attribute: DeviceAttribute): Value | Error {
  const { ints, bools, strings, versions, int, bool, string, version } = attribute;
  if (ints !== undefined) return ints.every(inInt64) ? ints : new Error('integer overflow');
  if (bools !== undefined) return bools;
  if (strings !== undefined) return strings;
  if (versions !== undefined) return parseVersions(versions);
  if (int !== undefined) return inInt64(int) ? int : new Error('integer overflow');
  if (bool !== undefined) return bool;
  if (string !== undefined) return string;
  if (version === undefined) return new Error('unsupported attribute value');
  const parsed = parseVersions([version]);
  return parsed instanceof Error ? parsed : (parsed[0] as Semver);
}

function goTypeOfList({ ints, bools, strings }: DeviceAttribute): string {
  return ints ? '[]int64' : bools ? '[]bool' : strings ? '[]string' : '[]cel.Semver';
}

/** The cache of parsed versions, because thousands of devices have the same few versions. */
const parsedVersions = new Map<string, Semver>();
const MAX_PARSED_VERSIONS = 1_000;
const LONGEST_PARSED_VERSION = 64;

/** Returns the parsed version. Throws SemverError. */
function parseVersion(text: string): Semver {
  const cachedVersion = parsedVersions.get(text);
  if (cachedVersion !== undefined) return cachedVersion;
  if (text.length > LONGEST_PARSED_VERSION) return new Semver(text);
  const copiedText = copyText(text);
  const version = new Semver(copiedText);
  if (parsedVersions.size >= MAX_PARSED_VERSIONS) parsedVersions.clear();
  parsedVersions.set(copiedText, version);
  return version;
}

/** Longer lists are parsed once, within the limits of a call. */
const FEW_VERSIONS = 64;

/** The parsed lists of versions. */
const readVersions = new WeakMap<readonly string[], Semver[] | Error>();

function isUnread(versions: readonly string[]): boolean {
  return versions.length > FEW_VERSIONS && !readVersions.has(versions);
}

/** Parses the long version lists among attributes, in increments. This must be complete before the attributes are used. */
export function* readLongVersions(attributes: CelDevice['attributes'], checkpoint: Checkpoint): Incremental<void> {
  for (const { versions } of attributes.values()) {
    if (versions !== undefined && isUnread(versions)) yield* readingVersions(versions, checkpoint);
    if (checkpoint.due()) yield;
  }
}

/** Returns whether `readLongVersions` has any list to parse. */
export function hasUnreadVersions(attributes: CelDevice['attributes']): boolean {
  for (const { versions } of attributes.values()) {
    if (versions !== undefined && isUnread(versions)) return true;
  }
  return false;
}

function* readingVersions(versions: readonly string[], checkpoint: Checkpoint): Incremental<void> {
  const read: Semver[] = [];
  for (const version of versions) {
    const parsed = orError(() => parseVersion(version));
    if (parsed instanceof Error) {
      readVersions.set(versions, parsed);
      return;
    }
    read.push(parsed);
    if (checkpoint.due()) yield;
  }
  readVersions.set(versions, read);
}

function parseVersions(versions: readonly string[]): Semver[] | Error {
  return readVersions.get(versions) ?? orError(() => versions.map(parseVersion));
}

function orError<T>(parse: () => T): T | Error {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SemverError) return new Error(`parse semantic version: ${error.message}`);
    throw error;
  }
}
