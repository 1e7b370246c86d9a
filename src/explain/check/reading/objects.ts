// Decodes the input of `allocate`, and the existing allocations: devices in use, shares of devices, and their consumption.

import { type DeviceInUse, decodeAllocationInput } from '../../../core/api/allocation-input.js';
import type { DeviceClass } from '../../../core/api/device-class.js';
import type { DeviceTaintRule } from '../../../core/api/device-taint-rule.js';
import type { Node } from '../../../core/api/node.js';
import type { AllocatedDevice, ResourceClaim } from '../../../core/api/resource-claim.js';
import type { DeviceTaint, ResourceSlice } from '../../../core/api/resource-slice.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { JsonObject } from '../../../core/base/json.js';
import type { Features } from '../../../core/features/features.js';
import { Refused } from '../count.js';
import { nameKey } from '../problem.js';
import type { Work } from '../work.js';
import { nanoOf } from './amounts.js';
import { countValues } from './size.js';

/** The objects that a certificate is about. Devices are identified by their `nameKey`. */
export interface Objects {
  readonly node: Node;
  /** The claims to allocate, each with the allocation that any object of the input has for it. */
  readonly claims: readonly ResourceClaim[];
  readonly classes: Pick<ReadonlyMap<string, DeviceClass>, 'get'>;
  /** Includes the taints of rules. */
  readonly slices: readonly ResourceSlice[];
  readonly occupied: Pick<ReadonlySet<string>, 'has'>;
  readonly shared: Pick<ReadonlySet<string>, 'has'>;
  /** In billionths, by the name of the capacity. */
  readonly consumed: Pick<ReadonlyMap<string, ReadonlyMap<string, bigint>>, 'get'>;
}

/** The steps for a name by which rules select a device, and for a taint. */
const KEY_STEPS = 50;
const TAINT_STEPS = 30;

/** Decodes the input of `allocate`. Throws for invalid input, TooMuchWork, and the errors of the checkpoint. */
export function readObjects(input: JsonObject, features: Features, work: Work): Objects {
  if (typeof input !== 'object' || input === null) throw new Refused('the input of the allocation is not an object');
  inOneGo(countValues(input, work));
  const { node, claims, deviceClasses, resourceSlices, deviceTaintRules, allocated } = decodeAllocationInput(
    input,
    features,
    work.checkpoint,
  );
  // A repeated claim counts once. If another object with the name of a claim has an allocation, the claim is not allocated
  // again.
  const holding = [...allocated.claims, ...claims].filter(({ status }) => status.allocation !== undefined);
  const holders = new Map(holding.map((claim) => [identityOf(claim), claim]));
  const held = [...holders.values()]
    .flatMap(({ status }) => status.allocation?.results ?? [])
    .filter(({ adminAccess }) => adminAccess !== true);
  const isShare = ({ shareID }: AllocatedDevice): boolean => shareID !== undefined && features.consumableCapacity;
  const consumed = new Map<string, Map<string, bigint>>();
  for (const share of [...held.filter(isShare), ...allocated.shares]) {
    const sums = entryIn(consumed, keyOf(share), () => new Map<string, bigint>());
    for (const [name, amount] of share.consumedCapacity ?? []) sums.set(name, (sums.get(name) ?? 0n) + nanoOf(amount, work));
  }
  const taintsOf = taintsByRules(features.deviceTaintRules ? deviceTaintRules : [], work);
  const tainted = ({ metadata, spec }: ResourceSlice): ResourceSlice => {
    const devices = spec.devices.map((device) => ({ ...device, taints: [...device.taints, ...taintsOf(spec, device.name)] }));
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

/** Returns a function that finds the taints of rules on a device, indexed by the names that rules may use for it. */
function taintsByRules(
  rules: readonly DeviceTaintRule[],
  work: Work,
): (spec: ResourceSlice['spec'], device: string) => readonly DeviceTaint[] {
  if (rules.length === 0) return () => [];
  const taints = new Map<string, DeviceTaint[]>();
  const keyOf = (...names: readonly (string | undefined)[]): string => JSON.stringify(names);
  for (const { spec } of rules) {
    const { deviceSelector: selector } = spec;
    if (selector !== undefined)
      entryIn(taints, keyOf(selector.driver, selector.pool, selector.device), (): DeviceTaint[] => []).push(spec.taint);
  }
  return ({ driver, pool }, device) => {
    const keys = [driver, undefined].flatMap((one) =>
      [pool.name, undefined].flatMap((two) => [device, undefined].map((three) => keyOf(one, two, three))),
    );
    const found = keys.flatMap((key) => taints.get(key) ?? []);
    work.spend(KEY_STEPS * keys.length + TAINT_STEPS * found.length);
    return found;
  };
}

/** A claim without name and uid equals only itself. */
function identityOf(claim: ResourceClaim): unknown {
  const { namespace, name, uid } = claim.metadata;
  return name !== '' ? nameKey(namespace || 'default', name) : uid || claim;
}

function keyOf({ driver, pool, device }: DeviceInUse): string {
  return nameKey(driver, pool, device);
}
