// Converts NodeAllocationStates and v1alpha2 ResourceSlices to the devices of each node and their holders.

import { isJsonObject } from '../../core/api/decoder.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { labelProblems } from '../../core/base/name-rules.js';
import { type ApiObject, groupOf } from '../api/objects.js';
import type { ClassicSlice, NamedAttribute } from '../api/structured.js';
import { FAKE_DRIVER } from '../fake-driver.js';
import type { Note } from './notes.js';
import { attributeName } from './selector.js';

/** The maximum number of devices of a slice, of attributes and capacities of a device, and of characters of a text attribute. */
const MOST_DEVICES = 128;
const MOST_ATTRIBUTES = 32;
const LONGEST_TEXT = 64;

/** The largest integer of an attribute. */
const LARGEST_INT = 2n ** 63n - 1n;

/** The prefix of the API group of driver states. */
const STATE_PREFIX = 'nas.';

/** A device as an allocation names it. */
export interface DeviceName {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

/** The devices that a node's state allocates to a claim. */
export interface HeldDevices {
  readonly node: string;
  readonly devices: readonly { readonly uuid: string; readonly name: DeviceName | undefined }[];
  /** Devices as pods see them after preparation. */
  readonly prepared: readonly Json[];
}

/** The devices of all nodes. */
export interface Pools {
  /** By the uid of a claim. */
  readonly held: ReadonlyMap<string, HeldDevices>;
  /** The number of v1alpha2 slices of each driver on a node, by `driver/node`. */
  readonly slicesOf: ReadonlyMap<string, number>;
  /** The drivers with devices on some node. */
  readonly drivers: ReadonlySet<string>;
}

/** Returns whether an object is the state of a driver on a node. */
export function isState({ apiVersion, kind }: ApiObject): boolean {
  return kind === 'NodeAllocationState' && groupOf(apiVersion).startsWith(STATE_PREFIX);
}

/** Returns whether an object is a slice of structured parameters. */
export function isClassicSlice({ apiVersion, kind }: ApiObject): boolean {
  return kind === 'ResourceSlice' && apiVersion === 'resource.k8s.io/v1alpha2';
}

/** Indexes the devices of nodes by the claims that hold them. */
export function poolsOf(objects: readonly ApiObject[]): Pools {
  const held = new Map<string, HeldDevices>();
  const slicesOf = new Map<string, number>();
  const drivers = new Set<string>();
  for (const object of objects) {
    if (isState(object)) {
      drivers.add(driverOf(object));
      for (const [uid, devices] of heldIn(object)) held.set(uid, devices);
    }
    if (!isClassicSlice(object)) continue;
    const { driverName, nodeName = '' } = object as ClassicSlice;
    const key = `${driverName}/${nodeName}`;
    drivers.add(driverName);
    slicesOf.set(key, (slicesOf.get(key) ?? 0) + 1);
  }
  return { held, slicesOf, drivers };
}

function* heldIn(state: ApiObject): Generator<[string, HeldDevices]> {
  const node = state.metadata.name;
  const names = new Map(devicesIn(state).map(({ uuid, name }) => [uuid, { driver: driverOf(state), pool: node, device: name }]));
  const prepared = new Map(entriesOf(specOf(state, 'preparedDevices', 'preparedClaims')));
  for (const [uid, entry] of entriesOf(specOf(state, 'allocatedClaims'))) {
    const devices = listedIn(entry).map((device) => ({ uuid: textOf(device, 'uuid'), name: names.get(textOf(device, 'uuid')) }));
    yield [uid, { node, devices, prepared: listedIn(prepared.get(uid)) }];
  }
}

function driverOf({ apiVersion }: ApiObject): string {
  return groupOf(apiVersion).slice(STATE_PREFIX.length);
}

function specOf(state: ApiObject, ...names: readonly string[]): Json | undefined {
  const { spec } = state as ApiObject & { spec?: Json };
  if (!isJsonObject(spec)) return undefined;
  return names.map((name) => spec[name]).find((value) => value !== undefined);
}

function entriesOf(value: Json | undefined): readonly [string, Json][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** Returns the devices of an entry, of any type: `{gpu: {devices: [...]}}`. */
function listedIn(entry: Json | undefined): readonly JsonObject[] {
  return entriesOf(entry).flatMap(([, typed]) => {
    const devices = isJsonObject(typed) ? typed['devices'] : undefined;
    return Array.isArray(devices) ? devices.filter(isJsonObject) : [];
  });
}

function textOf(value: Json | undefined, field: string): string {
  const text = isJsonObject(value) ? value[field] : undefined;
  return typeof text === 'string' ? text : '';
}

interface StateDevice {
  readonly uuid: string;
  readonly name: string;
  readonly fields: JsonObject;
}

/** Returns the devices of a state that have a uuid, with v1 names from their type and index. */
function devicesIn(state: ApiObject, note?: Note): readonly StateDevice[] {
  const listed = specOf(state, 'allocatableDevice', 'allocatableDevices');
  return (Array.isArray(listed) ? listed : []).flatMap((entry: Json, index) => {
    const [[type, fields] = ['', null]] = entriesOf(entry);
    const uuid = textOf(fields, 'uuid');
    if (uuid === '' || !isJsonObject(fields)) {
      note?.('device', `spec.allocatableDevices[${index}]`, 'this device has no uuid and is left out');
      return [];
    }
    const name = `${type.toLowerCase()}-${index}`;
    return [{ uuid, name: labelProblems(name).length === 0 ? name : `device-${index}`, fields }];
  });
}

/** Returns slices with the devices of a node; empty if the driver reports that the node is not ready. */
export function slicesOfState(state: ApiObject, hasClaim: (uid: string) => boolean, note: Note): readonly JsonObject[] {
  const node = state.metadata.name;
  const { status } = state as ApiObject & { status?: Json };
  if (status !== undefined && status !== 'Ready') {
    note(
      'node-not-ready',
      'status',
      `the driver allocates no devices of ${node} while its status is ${JSON.stringify(status)}: they are left out`,
    );
    return [];
  }
  for (const [uid] of entriesOf(specOf(state, 'allocatedClaims')))
    if (!hasClaim(uid)) note('holder', 'spec.allocatedClaims', `claim ${uid} is not in the input: its devices count as free`);
  const driver = driverOf(state);
  const devices = devicesIn(state, note).map(({ name, fields }) => ({ name, ...contentOf(fieldsOf(fields, driver), note) }));
  return chunked(devices).map((chunk, index, all) => sliceOf({ driver, node, index, count: all.length, devices: chunk }));
}

/** Returns the v1 slices for one of v1alpha2. All slices of a driver on a node form one pool. */
export function slicesOfSlice(source: ClassicSlice, { slicesOf }: Pools, note: Note): readonly JsonObject[] {
  const { driverName: driver, nodeName: node = '', namedResources, metadata } = source;
  if (node === '') {
    note('device', 'nodeName', 'the scheduler of 1.30 ignored slices without a node: this slice is left out');
    return [];
  }
  const devices = (namedResources?.instances ?? []).map(({ name, attributes = [] }) => {
    if (deviceLabel(name) !== name)
      note('name', 'namedResources.instances', `${name} becomes ${deviceLabel(name)}: a device name has no dots`);
    return { name: deviceLabel(name), ...contentOf(attributes.map(attributeOf), note) };
  });
  const count = slicesOf.get(`${driver}/${node}`) ?? 1;
  if (devices.length > MOST_DEVICES)
    note(
      'device',
      'namedResources.instances',
      `more than ${MOST_DEVICES} devices, the limit of a slice: the driver must publish several slices`,
    );
  return [sliceOf({ driver, node, index: 0, count, devices: devices.slice(0, MOST_DEVICES), name: metadata.name })];
}

/** Returns the name of a named resource as a device name. */
export function deviceLabel(name: string): string {
  return name.replaceAll('.', '-').slice(0, 63).replace(/-+$/, '');
}

function chunked<T>(items: readonly T[]): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += MOST_DEVICES) chunks.push(items.slice(start, start + MOST_DEVICES));
  return chunks.length === 0 ? [[]] : chunks;
}

function sliceOf({
  driver,
  node,
  index,
  count,
  devices,
  name = `${node}-${driver}`,
}: {
  readonly driver: string;
  readonly node: string;
  readonly index: number;
  readonly count: number;
  readonly devices: readonly JsonObject[];
  readonly name?: string;
}): JsonObject {
  const pool = { name: node, generation: 1, resourceSliceCount: count };
  const metadata = { name: index === 0 ? name : `${name}-${index}` };
  return { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata, spec: { driver, nodeName: node, pool, devices } };
}

/** An attribute or a capacity of a device; `value` is undefined if v1 has no equivalent. */
interface DeviceField {
  readonly name: string;
  readonly part: 'attributes' | 'capacity';
  readonly value: JsonObject | undefined;
}

/** Returns the fields of a device in a state. The fake driver names its model `name`, while selectors use `model`. */
function fieldsOf(fields: JsonObject, driver: string): readonly DeviceField[] {
  return Object.entries(fields).map(([name, value]) => {
    const isBytes = isInteger(value) && /.Bytes$/.test(name);
    if (isBytes) return { name: name.slice(0, -'Bytes'.length), part: 'capacity', value: { value: String(value) } };
    return { name: driver === FAKE_DRIVER && name === 'name' ? 'model' : name, part: 'attributes', value: attributeValue(value) };
  });
}

function attributeValue(value: Json): JsonObject | undefined {
  if (typeof value === 'string') return value.length <= LONGEST_TEXT ? { string: value } : undefined;
  if (typeof value === 'boolean') return { bool: value };
  return isInteger(value) ? { int: value } : undefined;
}

function isInteger(value: Json): boolean {
  if (typeof value === 'bigint') return value <= LARGEST_INT && value >= -LARGEST_INT;
  return Number.isSafeInteger(value);
}

function attributeOf({ name, quantity, bool, int, string, version }: NamedAttribute): DeviceField {
  if (quantity !== undefined) return { name, part: 'capacity', value: { value: quantity } };
  const text = string ?? version ?? '';
  if (text.length > LONGEST_TEXT) return { name, part: 'attributes', value: undefined };
  const value = {
    ...(bool === undefined ? {} : { bool }),
    ...(int === undefined ? {} : { int }),
    ...(string === undefined ? {} : { string }),
  };
  const whole = version === undefined ? value : { ...value, version };
  return { name, part: 'attributes', value: Object.keys(whole).length === 1 ? whole : undefined };
}

function contentOf(fields: readonly DeviceField[], note: Note): JsonObject {
  const parts = { attributes: new Map<string, JsonObject>(), capacity: new Map<string, JsonObject>() };
  for (const { name, part, value } of fields) {
    const targetName = attributeName(name);
    const isFull = parts.attributes.size + parts.capacity.size >= MOST_ATTRIBUTES;
    if (value === undefined || isFull || targetName === '' || parts[part].has(targetName)) {
      const why = `a list, an object, a string of more than ${LONGEST_TEXT} characters, or beyond the limit of ${MOST_ATTRIBUTES} attributes`;
      note('device', '', `attribute ${JSON.stringify(name)} has no counterpart: it is ${why}`);
      continue;
    }
    if (targetName !== name)
      note('name', '', `attribute ${JSON.stringify(name)} becomes ${JSON.stringify(targetName)}: an attribute name must be a C identifier`);
    parts[part].set(targetName, value);
  }
  return Object.fromEntries(Object.entries(parts).flatMap(([part, map]) => (map.size === 0 ? [] : [[part, Object.fromEntries(map)]])));
}
