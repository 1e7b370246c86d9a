// The input of `allocate`, decoded, and what is allocated already: devices in use, shares of devices, and what these consume.

import { DecodeContext } from '../../api/context.js';
import { decodeResourceClaim } from '../../api/decode-resource-claim.js';
import { map } from '../../api/decoder.js';
import { type DeviceClass, decodeDeviceClass } from '../../api/device-class.js';
import { type DeviceTaintRule, decodeDeviceTaintRule } from '../../api/device-taint-rule.js';
import { decodeNode, type Node } from '../../api/node.js';
import type { AllocatedDevice, ResourceClaim } from '../../api/resource-claim.js';
import { decodeResourceSlice, type ResourceSlice } from '../../api/resource-slice.js';
import { quantity } from '../../api/values.js';
import type { Checkpoint } from '../../base/checkpoint.js';
import type { Json, JsonObject } from '../../base/json.js';
import type { Features } from '../../features/features.js';
import type { Quantity } from '../../quantity/quantity.js';

/** The objects that a certificate is about. */
export interface Objects {
  readonly node: Node;
  /** The claims to allocate. One that is known to have its devices has them. */
  readonly claims: readonly ResourceClaim[];
  readonly classes: Pick<ReadonlyMap<string, DeviceClass>, 'get'>;
  readonly slices: readonly ResourceSlice[];
  readonly rules: readonly DeviceTaintRule[];
  readonly allocated: Allocated;
}

/** The devices that are allocated, by the `nameKey` of a device. */
export interface Allocated {
  readonly occupied: Pick<ReadonlySet<string>, 'has'>;
  readonly shared: Pick<ReadonlySet<string>, 'has'>;
  /** In billionths, by the name of the capacity. */
  readonly consumed: Pick<ReadonlyMap<string, ReadonlyMap<string, bigint>>, 'get'>;
}

/** One text for the parts of a name. */
export function nameKey(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}

/** Decodes the input of `allocate`. Throws AllocationError for what cannot be decoded. */
export function readObjects(input: JsonObject, features: Features, checkpoint: Checkpoint): Objects {
  const allocated = (input['allocated'] ?? {}) as JsonObject;
  const decoded = <T>(from: JsonObject, field: string, decode: (value: Json, context: DecodeContext) => T): readonly T[] =>
    checkpoint.map(listOf(from, field), (value, index) =>
      decode(value, new DecodeContext([field, index], undefined, checkpoint, features)),
    );
  const asked = decoded(input, 'claims', decodeResourceClaim);
  const stored = decoded(allocated, 'claims', decodeResourceClaim);
  const classes = decoded(input, 'deviceClasses', decodeDeviceClass);
  const held = checkpoint.keep(() => holdersOf(stored));
  return {
    node: checkpoint.keep(() => decodeNode(input['node'] as Json, new DecodeContext(['node'], undefined, checkpoint))),
    // A claim that has its devices already, by its own word or by that of another object of its name, is not allocated anew.
    claims: asked.map((claim) => (claim.status.allocation === undefined ? (held.get(identityOf(claim) ?? '') ?? claim) : claim)),
    classes: new Map(classes.map((deviceClass) => [deviceClass.metadata.name, deviceClass])),
    slices: decoded(input, 'resourceSlices', decodeResourceSlice),
    rules: features.deviceTaintRules ? decoded(input, 'deviceTaintRules', decodeDeviceTaintRule) : [],
    allocated: checkpoint.keep(() => allocatedBy([...asked, ...stored], allocated, features)),
  };
}

/** A list of the input; claims may come as an object that has them in its JSON. */
function listOf(input: JsonObject, field: string): readonly Json[] {
  const given = input[field] as (Json & { toJSON?: () => Json }) | undefined;
  const list = given === undefined || given === null ? [] : Array.isArray(given) ? given : given.toJSON?.();
  if (!Array.isArray(list)) throw new TypeError(`${field} is no list`);
  return list;
}

function identityOf({ metadata: { namespace, name, uid } }: ResourceClaim): string | undefined {
  return name !== '' ? nameKey(namespace || 'default', name) : uid === '' ? undefined : uid;
}

function holdersOf(claims: readonly ResourceClaim[]): ReadonlyMap<string, ResourceClaim> {
  const holders = claims.filter(({ status }) => status.allocation !== undefined).map((claim) => [identityOf(claim) ?? '', claim] as const);
  return new Map(holders.filter(([identity]) => identity !== ''));
}

/** Each claim counts once, however often it is given; what is said of devices without a claim counts besides. */
function allocatedBy(claims: readonly ResourceClaim[], more: JsonObject, features: Features): Allocated {
  const [occupied, shared, consumed] = [new Set<string>(), new Set<string>(), new Map<string, Map<string, bigint>>()];
  const share = (key: string, amounts: ReadonlyMap<string, Quantity> = new Map()): void => {
    shared.add(key);
    const sums = consumed.get(key) ?? new Map<string, bigint>();
    for (const [name, { nano }] of amounts) sums.set(name, (sums.get(name) ?? 0n) + nano);
    consumed.set(key, sums);
  };
  const seen = new Set<string>();
  for (const claim of claims) {
    const identity = identityOf(claim);
    if (claim.status.allocation === undefined || (identity !== undefined && seen.has(identity))) continue;
    if (identity !== undefined) seen.add(identity);
    for (const { driver, pool, device, adminAccess, shareID, consumedCapacity } of claim.status.allocation.results) {
      if (adminAccess === true) continue;
      if (shareID === undefined || !features.consumableCapacity) occupied.add(nameKey(driver, pool, device));
      else share(nameKey(driver, pool, device), consumedCapacity);
    }
  }
  const keyOf = (given: Json): string => {
    const { driver, pool, device } = given as unknown as AllocatedDevice;
    return nameKey(driver, pool, device);
  };
  for (const given of listOf(more, 'devices')) occupied.add(keyOf(given));
  for (const given of listOf(more, 'sharedDevices')) share(keyOf(given));
  for (const given of listOf(more, 'consumedCapacity'))
    share(keyOf(given), map(quantity).decode((given as JsonObject)['capacity'], new DecodeContext(['allocated', 'consumedCapacity'])));
  return { occupied, shared, consumed };
}
