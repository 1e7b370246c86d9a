// Decodes the plain JSON input of `allocate`: the objects, and the devices in use.

import { type Checkpoint, UNLIMITED } from '../base/checkpoint.js';
import type { Json, JsonObject } from '../base/json.js';
import { DecodeContext } from './context.js';
import { decodeResourceClaim } from './decode-resource-claim.js';
import { list, map, object, string } from './decoder.js';
import { type DeviceClass, decodeDeviceClass } from './device-class.js';
import { type DeviceTaintRule, decodeDeviceTaintRule } from './device-taint-rule.js';
import type { LibraryGates } from './library-gates.js';
import { decodeNode, type Node } from './node.js';
import type { AllocatedDevice, ResourceClaim } from './resource-claim.js';
import { decodeResourceSlice, type ResourceSlice } from './resource-slice.js';
import { deviceName, quantity } from './values.js';

/** A device in use, or a share of one with its consumed capacity. */
export type DeviceInUse = Pick<AllocatedDevice, 'driver' | 'pool' | 'device' | 'consumedCapacity'>;

/** The objects of an input of `allocate`. */
export interface AllocationInputObjects {
  readonly node: Node;
  readonly claims: readonly ResourceClaim[];
  readonly deviceClasses: readonly DeviceClass[];
  readonly resourceSlices: readonly ResourceSlice[];
  readonly deviceTaintRules: readonly DeviceTaintRule[];
  readonly allocated: {
    readonly claims: readonly ResourceClaim[];
    readonly devices: readonly DeviceInUse[];
    readonly shares: readonly DeviceInUse[];
  };
}

const named = { driver: deviceName, pool: deviceName, device: deviceName } as const;
const devices = list(object(named));
const sharedDevices = list(object({ ...named, shareID: string }));
const consumedCapacity = list(object({ ...named, capacity: map(quantity) }));

/** Decodes the input of `allocate` in one go. Throws AllocationError for invalid values, TypeError for a field that is not a list, and CallEnded. */
export function decodeAllocationInput(
  input: JsonObject,
  libraryGates: LibraryGates,
  checkpoint: Checkpoint = UNLIMITED,
): AllocationInputObjects {
  const allocated = (input['allocated'] ?? {}) as JsonObject;
  const contextAt = (...path: readonly (string | number)[]): DecodeContext => new DecodeContext(path, undefined, checkpoint, libraryGates);
  const listOf = <T>(field: string, decode: (value: Json, context: DecodeContext) => T, from = input): readonly T[] => {
    const fieldValue = (from[field] ?? []) as Json & { toJSON?: () => Json };
    // A prepared list returns its claims from toJSON.
    const values = fieldValue.toJSON?.() ?? fieldValue;
    if (!Array.isArray(values)) throw new TypeError(`${field} is not a list`);
    return values.map((value, index) => decode(value, contextAt(field, index)));
  };
  const shared = sharedDevices.decode(allocated['sharedDevices'], contextAt('allocated', 'sharedDevices'));
  const consumed = consumedCapacity.decode(allocated['consumedCapacity'], contextAt('allocated', 'consumedCapacity'));
  return {
    node: decodeNode(input['node'] as Json, contextAt('node')),
    claims: listOf('claims', decodeResourceClaim),
    deviceClasses: listOf('deviceClasses', decodeDeviceClass),
    resourceSlices: listOf('resourceSlices', decodeResourceSlice),
    deviceTaintRules: listOf('deviceTaintRules', decodeDeviceTaintRule),
    allocated: {
      claims: listOf('claims', decodeResourceClaim, allocated),
      devices: devices.decode(allocated['devices'], contextAt('allocated', 'devices')),
      shares: [...shared, ...consumed.map(({ capacity, ...device }) => ({ ...device, consumedCapacity: capacity }))],
    },
  };
}
