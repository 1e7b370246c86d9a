// Extracts the data of slices and devices that rules over the whole input
// need. It stores little, since there may be a hundred thousand devices.

import type { CelDevice } from '../../cel/engine.js';
import type { DeviceAttribute, DeviceCapacity, DeviceTaint } from '../../core/api/resource-slice.js';
import { entryIn } from '../../core/base/entry-in.js';
import { isQuantity, parseQuantity, type Quantity } from '../../core/quantity/quantity.js';
import type { Decoded } from '../tree/decoded.js';
import type { Field } from '../tree/field.js';
import type { WorldObject } from './subject.js';

/** Amounts by counter name. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** A named set of counters: declared by a slice, or consumed by a device. */
export interface Counters {
  readonly set: string;
  readonly amounts: Amounts;
}

/** A device of a slice. */
export interface WorldDevice extends CelDevice {
  readonly slice: WorldSlice;
  /** The index in the slice. */
  readonly index: number;
  readonly name: string;
  readonly taints: readonly DeviceTaint[];
  /** The node to which the device itself is local, with perDeviceNodeSelection. */
  readonly nodeName: string | undefined;
  readonly consumes: readonly Counters[];
  /** True if the device represents node resources, which the scheduler accounts for. */
  readonly isNodeAllocatable: boolean;
}

/** Returns the node to which a slice or device is local; undefined if none exists. */
export function nodeNameOf({ slice, nodeName }: Pick<WorldDevice, 'slice' | 'nodeName'>): string | undefined {
  return slice.nodeName ?? nodeName;
}

/** A ResourceSlice. */
export interface WorldSlice {
  readonly object: WorldObject;
  readonly driver: string;
  readonly pool: string;
  readonly generation: bigint;
  readonly sliceCount: bigint;
  /** A text that identifies the nodes that see the slice: equal texts mean equal nodes. Undefined if each device specifies its nodes. */
  readonly reach: string | undefined;
  readonly nodeName: string | undefined;
  readonly devices: readonly WorldDevice[];
  readonly counterSets: readonly Counters[];
}

/** The field, and its name before 1.37. */
const NODE_ALLOCATABLE = ['nodeAllocatableResources', 'nodeAllocatableResourceMappings'] as const;

const NO_TAINTS: readonly DeviceTaint[] = [];
const NO_COUNTERS: readonly Counters[] = [];

/** Builds slices from decoded objects. Values that many devices share, such as a product name, are stored once. */
export class SliceReader {
  readonly #attributes = new Map<string, DeviceAttribute>();
  readonly #capacities = new Map<string, DeviceCapacity>();

  read(root: Field, object: WorldObject): WorldSlice {
    const spec = root.child('spec');
    const driver = spec.child('driver').text;
    const devices: WorldDevice[] = [];
    const slice: WorldSlice = {
      object,
      driver,
      pool: spec.child('pool', 'name').text,
      generation: spec.child('pool', 'generation').integer,
      sliceCount: spec.child('pool', 'resourceSliceCount').integer,
      reach: reachOf(spec),
      nodeName: spec.child('nodeName').text || undefined,
      devices,
      counterSets: this.#counters(spec.child('sharedCounters'), 'name'),
    };
    for (const device of spec.child('devices').items) devices.push(this.#device(device, slice, devices.length));
    return slice;
  }

  #device(device: Field, slice: WorldSlice, index: number): WorldDevice {
    const attributes = new Map<string, DeviceAttribute>();
    for (const [name, value] of device.child('attributes').map) attributes.set(name, this.#attribute(value));
    const capacity = new Map<string, DeviceCapacity>();
    for (const entry of device.child('capacity').entries) {
      const amount = this.#capacity(entry.child('value').text);
      if (amount !== undefined) capacity.set(String(entry.step), amount);
    }
    const taints = device.child('taints').items;
    return {
      slice,
      index,
      driver: slice.driver,
      name: device.child('name').text,
      attributes,
      capacity,
      allowMultipleAllocations: device.child('allowMultipleAllocations').flag,
      taints: taints.length === 0 ? NO_TAINTS : taints.map(taintOf),
      nodeName: device.child('nodeName').text || undefined,
      consumes: this.#counters(device.child('consumesCounters'), 'counterSet'),
      isNodeAllocatable: NODE_ALLOCATABLE.some((name) => device.child(name).size > 0),
    };
  }

  #attribute(value: Decoded): DeviceAttribute {
    const fields = Object.entries(value as object) as [string, Decoded][];
    const [field] = fields;
    if (fields.length !== 1 || field === undefined || Array.isArray(field[1])) return Object.fromEntries(fields);
    return entryIn(this.#attributes, `${field[0]} ${String(field[1])}`, () => Object.fromEntries(fields));
  }

  #capacity(text: string): DeviceCapacity | undefined {
    const cachedCapacity = this.#capacities.get(text);
    if (cachedCapacity !== undefined || !isQuantity(text)) return cachedCapacity;
    const made: DeviceCapacity = { value: parseQuantity(text) };
    this.#capacities.set(text, made);
    return made;
  }

  #counters(list: Field, name: 'name' | 'counterSet'): readonly Counters[] {
    if (list.size === 0) return NO_COUNTERS;
    return list.items.map((item) => {
      const amounts = new Map<string, Quantity>();
      for (const counter of item.child('counters').entries) {
        const amount = this.#capacity(counter.child('value').text);
        if (amount !== undefined) amounts.set(String(counter.step), amount.value);
      }
      return { set: item.child(name).text, amounts };
    });
  }
}

/** Returns a decoded taint in the form that the allocator uses. */
export function taintOf(taint: Field): DeviceTaint {
  return { key: taint.child('key').text, value: taint.child('value').text, effect: taint.child('effect').text };
}

function reachOf(spec: Field): string | undefined {
  if (spec.child('nodeName').text !== '') return `node ${spec.child('nodeName').text}`;
  if (spec.child('allNodes').flag) return 'all';
  const selector = spec.child('nodeSelector');
  return selector.isSet ? `selector ${textOfDecoded(selector.value)}` : undefined;
}

function textOfDecoded(value: Decoded | undefined): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
}

/** Returns the field of a device in its slice: `spec.devices[3]`. */
export function deviceField(root: Field, device: WorldDevice): Field {
  return root.child('spec', 'devices').index(device.index);
}

/** Returns the name of a device in messages: `driver/pool/device`. */
export function nameOfDevice({ slice, name }: WorldDevice): string {
  return `${slice.driver}/${slice.pool}/${name}`;
}
