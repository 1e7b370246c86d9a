// Edits that add the devices that requests describe, if no pool has suitable devices: with the names and values in their selectors,
// constraints and capacities.

import { driversIn } from '../../../cel/reads/drivers.js';
import { type LiteralPart, type NamePart, selectorPartsOf } from '../../../cel/rewrite/selector-parts.js';
import type { DeviceSelector } from '../../../core/api/resource-claim.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { jsonInteger } from '../../../core/base/integers.js';
import type { Json } from '../../../core/base/json.js';
import { firstOf } from '../../../core/base/lists.js';
import { mapping } from '../../../core/base/lists-in-increments.js';
import { toPlainJson } from '../../../core/base/plain-json.js';
import type { Edit } from '../edit.js';
import { jsonOf } from '../json-of.js';
import { MOST_PLACES, type Question, type SelectionPlace, selectionsOf } from '../question.js';
import { MOST } from './bounds.js';
import { type NewSlice, newSlice, publishing, sliceNamesOf } from './new-slices.js';
import { driversOn, ladderOf, neededDevices } from './pools.js';

/** Returns edits that add the requested devices: for each request, up to as many as claims may request. */
export function* requestedDeviceEdits(question: Question): Incremental<readonly (readonly Edit[])[]> {
  const driversThere = driversOn(question);
  const requestedDevices = new Map<string, RequestedDevice>();
  const places = selectionsOf(question).slice(0, MOST.requests);
  for (const one of yield* mapping(places, (place) => requestedDeviceFor(place, question, driversThere), question.checkpoint)) {
    if (one === undefined) continue;
    const key = JSON.stringify(toPlainJson([one.driver, one.attributes, one.capacity, one.distinct]));
    if (!requestedDevices.has(key)) requestedDevices.set(key, one);
  }
  const most = Math.min(Math.floor(MOST.addedDevices / Math.max(1, requestedDevices.size)), yield* neededDevices(question));
  const names = yield* sliceNamesOf(question);
  return [...requestedDevices.values()].map((one, rank) =>
    added(one, newSlice(question, names, one.driver, `devices-${rank}`), { rank, most }, question),
  );
}

/** A device that a request describes. */
interface RequestedDevice {
  readonly place: SelectionPlace;
  readonly driver: string;
  readonly attributes: ReadonlyMap<string, Json>;
  readonly capacity: ReadonlyMap<string, Json>;
  /** Attributes with a different value for each device. */
  readonly distinct: readonly string[];
}

/** Returns the device that a request describes; undefined if the request names a driver without a pool on the node. */
function requestedDeviceFor(place: SelectionPlace, { input }: Question, driversThere: ReadonlySet<string>): RequestedDevice | undefined {
  const { selection } = place;
  const ofClass = input.deviceClasses.get(selection.deviceClassName)?.spec.selectors ?? [];
  const selectors = [ofClass, selection.selectors].flatMap((list) => list.slice(0, MOST.selectors));
  const expressions = selectors.map(({ cel }: DeviceSelector) => cel?.expression ?? '');
  const parts = expressions.map((expression) => ({ expression, ...selectorPartsOf(expression) }));
  const names = parts.flatMap((part) => part.names);
  const driver = driverFor(expressions, names, driversThere);
  if (driver === undefined) return undefined;
  const nameOf = (domain: string, name: string): string => (domain === driver ? name : `${domain}/${name}`);
  const attributes = new Map<string, Json>();
  const capacity = new Map<string, Json>();
  // Uses the first value that a name is compared with, because `compareTo(quantity("1Gi")) >= 0` also has a later number.
  for (const { expression, literals } of parts) {
    for (const literal of literals) {
      const { map, domain, name } = literal.read;
      if (!isName(domain, name)) continue;
      if (map === 'capacity') setFirst(capacity, nameOf(domain, name), { value: String(literal.value) });
      else setFirst(attributes, nameOf(domain, name), attributeOf(literal, expression));
    }
  }
  for (const { map, domain, name } of names) {
    if (!isName(domain, name)) continue;
    if (map === 'capacity') setFirst(capacity, nameOf(domain, name), { value: '1' });
    else setFirst(attributes, nameOf(domain, name), { bool: true });
  }
  for (const [name, amount] of firstOf(selection.capacity?.requests ?? [], MOST.capacitiesOfRequest))
    capacity.set(name, { value: amount.toString() });
  return { place, driver, attributes, capacity, distinct: [...constrained(place, driver, attributes)] };
}

/** Returns the driver that selectors require, or an existing driver if they require none. */
function driverFor(expressions: readonly string[], names: readonly NamePart[], driversThere: ReadonlySet<string>): string | undefined {
  const [driver] = expressions.flatMap(driversIn);
  if (driver !== undefined) return driversThere.has(driver) ? driver : undefined;
  return names.find(({ domain }) => driversThere.has(domain))?.domain ?? [...driversThere][0];
}

function setFirst(values: Map<string, Json>, name: string, value: Json): void {
  if (!values.has(name)) values.set(name, value);
}

function isName(domain: string, name: string): boolean {
  return /^[a-z0-9](?:[-.a-z0-9]*[a-z0-9])?$/.test(domain) && /^[A-Za-z_]\w*$/.test(name);
}

function attributeOf({ value, start }: LiteralPart, expression: string): Json {
  if (typeof value === 'bigint') return { int: jsonInteger(value) };
  if (typeof value === 'boolean') return { bool: value };
  return /semver\(\s*$/.test(expression.slice(0, start)) ? { version: value } : { string: value };
}

/** Sets the attribute values that constraints require, and yields the names that must differ. */
function* constrained({ devices, request }: SelectionPlace, driver: string, attributes: Map<string, Json>): Generator<string> {
  const isAbout = (name: string): boolean => name === request.name || name.startsWith(`${request.name}/`);
  for (const { requests: of, matchAttribute, distinctAttribute } of devices.constraints.slice(0, MOST_PLACES)) {
    if (of.length > 0 && !of.slice(0, MOST_PLACES).some(isAbout)) continue;
    const matched = nameFor(driver, matchAttribute);
    if (matched !== undefined) setFirst(attributes, matched, { int: 0 });
    const distinct = nameFor(driver, distinctAttribute);
    if (distinct !== undefined && !attributes.has(distinct)) yield distinct;
  }
}

/** Returns the name of a constraint's attribute on devices of a driver; undefined if it is invalid. */
function nameFor(driver: string, attribute = ''): string | undefined {
  const slash = attribute.indexOf('/');
  const [domain, name] = [attribute.slice(0, Math.max(0, slash)), attribute.slice(slash + 1)];
  if (!isName(domain, name)) return undefined;
  return domain === driver ? name : attribute;
}

/** The rank of a kind of device, and the maximum number of new devices. */
interface Numbers {
  readonly rank: number;
  readonly most: number;
}

function added(
  { place, driver, attributes, capacity, distinct }: RequestedDevice,
  made: NewSlice,
  { rank, most }: Numbers,
  { input }: Question,
): readonly Edit[] {
  const { name: node } = input.view.node.metadata;
  const changes = Array.from({ length: most }, (_, number) => {
    const distinctNames = distinct.map((name) => [name, { int: number }] as const);
    const all = new Map([...attributes, ...distinctNames]);
    const device = { name: `device-${number}`, ...(all.size > 0 && { attributes: all }), ...(capacity.size > 0 && { capacity }) };
    return publishing(made, jsonOf(device));
  });
  return ladderOf(changes, rank, (devices) => {
    const what = devices === 1 ? 'a device' : `${devices} devices`;
    return `add ${what} for ${place.name} to node ${node} (for example of driver ${driver})`;
  });
}
