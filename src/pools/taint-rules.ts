// DeviceTaintRules: taints that an administrator adds to devices. Source: docs/spec/reference-1.37.md 1.29, resourceslice/tracker.

import type { DeviceTaintRule } from '../api/device-taint-rule.js';
import type { Device, DeviceTaint, ResourceSlice } from '../api/resource-slice.js';
import type { Checkpoint } from '../checkpoint.js';

/** The slice with the taints of the rules after those of its devices; the slice itself when no rule concerns a device of it. */
export function withTaints(slice: ResourceSlice, rules: readonly DeviceTaintRule[], checkpoint: Checkpoint): ResourceSlice {
  if (rules.length === 0) return slice;
  const { driver, pool } = slice.spec;
  const concerned = checkpoint.filter(rules, ({ spec: { deviceSelector } }) => {
    // No selector matches nothing, an empty one everything.
    if (deviceSelector === undefined) return false;
    return (deviceSelector.driver ?? driver) === driver && (deviceSelector.pool ?? pool.name) === pool.name;
  });
  if (concerned.length === 0) return slice;
  const devices = checkpoint.map(slice.spec.devices, (device) => taint(device, concerned, checkpoint));
  const isTainted = checkpoint.some(devices, (device, index) => device !== slice.spec.devices[index]);
  return isTainted ? { ...slice, spec: { ...slice.spec, devices } } : slice;
}

/** The device with the taints of the rules that concern it; the device itself when none does. */
function taint(device: Device, rules: readonly DeviceTaintRule[], checkpoint: Checkpoint): Device {
  const own = checkpoint.filter(rules, ({ spec: { deviceSelector } }) => (deviceSelector?.device ?? device.name) === device.name);
  return own.length === 0 ? device : { ...device, taints: [...device.taints, ...own.map((rule) => rule.spec.taint)] };
}

/** Whether two versions of a slice, with and without the taints of some rules, have the same taints. */
export function hasSameTaints(left: ResourceSlice, right: ResourceSlice): boolean {
  if (left === right) return true;
  const others = right.spec.devices;
  return left.spec.devices.every(({ taints }, index) => {
    const those = others[index]?.taints ?? [];
    return (
      taints === those || (taints.length === those.length && taints.every((taint, place) => isSame(taint, those[place] as DeviceTaint)))
    );
  });
}

function isSame(left: DeviceTaint, right: DeviceTaint): boolean {
  return left.key === right.key && left.value === right.value && left.effect === right.effect && left.timeAdded === right.timeAdded;
}
