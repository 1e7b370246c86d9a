// A device as the value of the variable `device`. Source: k8s.io/dynamic-resource-allocation cel/compile.go, DeviceMatches.

import type { DeviceAttribute, DeviceCapacity } from '../api/resource-slice.js';
import { CelRuntimeError } from './errors.js';
import { Semver, SemverError } from './semver.js';
import { CelMap, inInt64, type Value } from './values.js';

/** What a selector sees of a device. The maps must not change once they were handed in. */
export interface CelDevice {
  readonly driver: string;
  readonly attributes: ReadonlyMap<string, DeviceAttribute>;
  readonly capacity: ReadonlyMap<string, DeviceCapacity>;
  readonly allowMultipleAllocations?: boolean;
}

const EMPTY = new CelMap([], true);

/** The maps of a device never change, so their values are made once, for each driver whose domain names without one belong to. */
const converted = new WeakMap<CelDevice['attributes'], { readonly driver: string; readonly value: CelMap | CelRuntimeError }>();
const convertedCapacity = new WeakMap<CelDevice['capacity'], { readonly driver: string; readonly value: CelMap }>();

/** What Go calls the lists of devices. */
const listTypes = new WeakMap<readonly Value[], string>();

/** The Go type of a list that is an attribute of some device, undefined for all others. */
export function deviceListType(list: readonly Value[]): string | undefined {
  return listTypes.get(list);
}

/**
 * The value of `device`. Throws CelRuntimeError when an attribute has no value or a version that does not parse, whether
 * the selector looks at it or not (reference-1.37 1.4).
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

function attributesOf(device: CelDevice): CelMap {
  let known = converted.get(device.attributes);
  if (known === undefined || known.driver !== device.driver) {
    known = { driver: device.driver, value: convertAttributes(device) };
    converted.set(device.attributes, known);
  }
  if (known.value instanceof CelRuntimeError) throw known.value;
  return known.value;
}

function convertAttributes(device: CelDevice): CelMap | CelRuntimeError {
  const values: [string, Value][] = [];
  for (const [name, attribute] of device.attributes) {
    const value = attributeValue(attribute);
    if (value instanceof Error) return new CelRuntimeError(`attribute ${name}: ${value.message}`);
    values.push([name, value]);
  }
  return byDomain(values, device.driver);
}

function capacityOf(device: CelDevice): CelMap {
  let known = convertedCapacity.get(device.capacity);
  if (known === undefined || known.driver !== device.driver) {
    known = {
      driver: device.driver,
      value: byDomain(
        [...device.capacity].map(([name, { value }]) => [name, value]),
        device.driver,
      ),
    };
    convertedCapacity.set(device.capacity, known);
  }
  return known.value;
}

/** Names without a domain belong to the driver's; a name that is there with and without it counts with it (decided, the reference is random). */
function byDomain(values: readonly (readonly [string, Value])[], driver: string): CelMap {
  const domains = new Map<string, [string, Value][]>();
  const qualifiedLast = [...values.filter(([name]) => !name.includes('/')), ...values.filter(([name]) => name.includes('/'))];
  for (const [name, value] of qualifiedLast) {
    const slash = name.indexOf('/');
    const domain = slash === -1 ? driver : name.slice(0, slash);
    const entry: [string, Value] = [name.slice(slash + 1), value];
    const others = domains.get(domain);
    if (others === undefined) domains.set(domain, [entry]);
    else others.push(entry);
  }
  return new CelMap(
    Array.from(domains, ([domain, entries]): [Value, Value] => [domain, new CelMap(entries, true)]),
    true,
    EMPTY,
  );
}

/** The one value of an attribute; where several fields are set, lists go first (getAttributeValue). */
function attributeValue(attribute: DeviceAttribute): Value | Error {
  const { ints, bools, strings, versions, int, bool, string, version } = attribute;
  if (ints !== undefined) return ints.every(inInt64) ? listOfType('[]int64', ints) : new Error('integer overflow');
  if (bools !== undefined) return listOfType('[]bool', bools);
  if (strings !== undefined) return listOfType('[]string', strings);
  if (versions !== undefined) return listOfType('[]cel.Semver', parseVersions(versions));
  if (int !== undefined) return inInt64(int) ? int : new Error('integer overflow');
  if (bool !== undefined) return bool;
  if (string !== undefined) return string;
  if (version === undefined) return new Error('unsupported attribute value');
  const parsed = parseVersions([version]);
  return parsed instanceof Error ? parsed : (parsed[0] as Semver);
}

function listOfType(type: string, list: readonly Value[] | Error): readonly Value[] | Error {
  if (!(list instanceof Error)) listTypes.set(list, type);
  return list;
}

function parseVersions(versions: readonly string[]): Semver[] | Error {
  try {
    return versions.map((version) => new Semver(version));
  } catch (error) {
    if (error instanceof SemverError) return new Error(`parse semantic version: ${error.message}`);
    throw error;
  }
}
