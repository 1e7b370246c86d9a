// The input of `allocate`, decoded, and what is allocated already: devices in use, shares of devices, and what these consume.

import { DecodeContext } from '../../api/context.js';
import { decodeResourceClaim } from '../../api/decode-resource-claim.js';
import { map } from '../../api/decoder.js';
import { type DeviceClass, decodeDeviceClass } from '../../api/device-class.js';
import { decodeDeviceTaintRule, isAboutDevice } from '../../api/device-taint-rule.js';
import { decodeNode, type Node } from '../../api/node.js';
import type { AllocatedDevice, ResourceClaim } from '../../api/resource-claim.js';
import { decodeResourceSlice, type ResourceSlice } from '../../api/resource-slice.js';
import { quantity } from '../../api/values.js';
import { UNLIMITED } from '../../base/checkpoint.js';
import type { Json, JsonObject } from '../../base/json.js';
import type { Features } from '../../features/features.js';
import { nameKey } from '../problem.js';

/** The objects that a certificate is about. Devices are named by their `nameKey`. */
export interface Objects {
  readonly node: Node;
  /** The claims to allocate. One that is known to have its devices has them. */
  readonly claims: readonly ResourceClaim[];
  readonly classes: Pick<ReadonlyMap<string, DeviceClass>, 'get'>;
  /** With the taints of rules. */
  readonly slices: readonly ResourceSlice[];
  readonly occupied: Pick<ReadonlySet<string>, 'has'>;
  readonly shared: Pick<ReadonlySet<string>, 'has'>;
  /** In billionths, by the name of the capacity. */
  readonly consumed: Pick<ReadonlyMap<string, ReadonlyMap<string, bigint>>, 'get'>;
}

type Device = Pick<AllocatedDevice, 'driver' | 'pool' | 'device' | 'consumedCapacity'>;

/** Decodes the input of `allocate`. Throws AllocationError for what cannot be decoded. */
export function readObjects(input: JsonObject, features: Features): Objects {
  const allocated = (input['allocated'] ?? {}) as JsonObject;
  const claims = listOf(input, 'claims', decodeResourceClaim, features);
  // A claim counts once, however often it is given, and one that has its devices by the word of another object of its name is not allocated anew.
  const holding = [...listOf(allocated, 'claims', decodeResourceClaim, features), ...claims].filter(
    ({ status }) => status.allocation !== undefined,
  );
  const holders = new Map(holding.map((claim) => [identityOf(claim), claim]));
  const held = [...holders.values()].flatMap(({ status }) => status.allocation?.results ?? []);
  const inUse = held.filter(({ adminAccess }) => adminAccess !== true);
  const isShare = ({ shareID }: AllocatedDevice): boolean => shareID !== undefined && features.consumableCapacity;
  const occupied = [...inUse.filter((one) => !isShare(one)), ...listOf(allocated, 'devices', asDevice, features)];
  const shares: Device[] = [
    ...inUse.filter(isShare),
    ...['sharedDevices', 'consumedCapacity'].flatMap((field) => listOf(allocated, field, asDevice, features)),
  ];
  const consumed = new Map<string, Map<string, bigint>>(shares.map((share) => [keyOf(share), new Map()]));
  for (const share of shares)
    for (const [name, { nano }] of share.consumedCapacity ?? [])
      consumed.get(keyOf(share))?.set(name, (consumed.get(keyOf(share))?.get(name) ?? 0n) + nano);
  const rules = features.deviceTaintRules ? listOf(input, 'deviceTaintRules', decodeDeviceTaintRule, features) : [];
  const tainted = ({ metadata, spec }: ResourceSlice): ResourceSlice => {
    const taintsOf = (name: string) => rules.filter((rule) => isAboutDevice(rule, spec, name)).map((rule) => rule.spec.taint);
    const devices = spec.devices.map((device) => ({ ...device, taints: [...device.taints, ...taintsOf(device.name)] }));
    return { metadata, spec: { ...spec, devices } };
  };
  return {
    node: decodeNode(input['node'] as Json, new DecodeContext(['node'])),
    claims: claims.map((claim) => holders.get(identityOf(claim)) ?? claim),
    classes: new Map(listOf(input, 'deviceClasses', decodeDeviceClass, features).map((one) => [one.metadata.name, one])),
    slices: listOf(input, 'resourceSlices', decodeResourceSlice, features).map(tainted),
    occupied: new Set(occupied.map(keyOf)),
    shared: consumed,
    consumed,
  };
}

/** A list of the input; claims may come as an object that has them in its JSON. */
function listOf<T>(input: JsonObject, field: string, decode: (value: Json, context: DecodeContext) => T, features: Features): readonly T[] {
  const given = (input[field] ?? []) as Json & { toJSON?: () => Json };
  const list = given.toJSON?.() ?? given;
  if (!Array.isArray(list)) throw new TypeError(`${field} is no list`);
  return list.map((value, index) => decode(value, new DecodeContext([field, index], undefined, UNLIMITED, features)));
}

function asDevice(given: Json, context: DecodeContext): Device {
  const { driver, pool, device, capacity } = given as JsonObject & Device;
  return { driver, pool, device, consumedCapacity: map(quantity).decode(capacity as Json, context) };
}

/** A claim without a name and a uid is itself alone. */
function identityOf(claim: ResourceClaim): unknown {
  const { namespace, name, uid } = claim.metadata;
  return name !== '' ? nameKey(namespace || 'default', name) : uid || claim;
}

function keyOf({ driver, pool, device }: Device): string {
  return nameKey(driver, pool, device);
}
