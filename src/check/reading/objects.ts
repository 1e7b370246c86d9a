// The input of `allocate`, decoded, and what is allocated already: devices in use, shares of devices, and what these consume.

import { type DeviceInUse, decodeAllocationInput } from '../../api/allocation-input.js';
import type { DeviceClass } from '../../api/device-class.js';
import { isAboutDevice } from '../../api/device-taint-rule.js';
import type { Node } from '../../api/node.js';
import type { AllocatedDevice, ResourceClaim } from '../../api/resource-claim.js';
import type { ResourceSlice } from '../../api/resource-slice.js';
import { entryIn } from '../../base/entry-in.js';
import type { JsonObject } from '../../base/json.js';
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

/** Reads the input of `allocate`. Throws for what cannot be decoded. */
export function readObjects(input: JsonObject, features: Features): Objects {
  const { node, claims, deviceClasses, resourceSlices, deviceTaintRules, allocated } = decodeAllocationInput(input, features);
  // A claim counts once, however often it is given, and one that has its devices by the word of another object of its name is not allocated anew.
  const holding = [...allocated.claims, ...claims].filter(({ status }) => status.allocation !== undefined);
  const holders = new Map(holding.map((claim) => [identityOf(claim), claim]));
  const held = [...holders.values()]
    .flatMap(({ status }) => status.allocation?.results ?? [])
    .filter(({ adminAccess }) => adminAccess !== true);
  const isShare = ({ shareID }: AllocatedDevice): boolean => shareID !== undefined && features.consumableCapacity;
  const consumed = new Map<string, Map<string, bigint>>();
  for (const share of [...held.filter(isShare), ...allocated.shares]) {
    const sums = entryIn(consumed, keyOf(share), () => new Map<string, bigint>());
    for (const [name, { nano }] of share.consumedCapacity ?? []) sums.set(name, (sums.get(name) ?? 0n) + nano);
  }
  const rules = features.deviceTaintRules ? deviceTaintRules : [];
  const tainted = ({ metadata, spec }: ResourceSlice): ResourceSlice => {
    const taintsOf = (name: string) => rules.filter((rule) => isAboutDevice(rule, spec, name)).map((rule) => rule.spec.taint);
    const devices = spec.devices.map((device) => ({ ...device, taints: [...device.taints, ...taintsOf(device.name)] }));
    return { metadata, spec: { ...spec, devices } };
  };
  return {
    ...{ node, shared: consumed, consumed },
    claims: claims.map((claim) => holders.get(identityOf(claim)) ?? claim),
    classes: new Map(deviceClasses.map((one) => [one.metadata.name, one])),
    slices: resourceSlices.map(tainted),
    occupied: new Set([...held.filter((one) => !isShare(one)), ...allocated.devices].map(keyOf)),
  };
}

/** A claim without a name and a uid is itself alone. */
function identityOf(claim: ResourceClaim): unknown {
  const { namespace, name, uid } = claim.metadata;
  return name !== '' ? nameKey(namespace || 'default', name) : uid || claim;
}

function keyOf({ driver, pool, device }: DeviceInUse): string {
  return nameKey(driver, pool, device);
}
