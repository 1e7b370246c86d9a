// Applies DeviceTaintRules: taints that an administrator adds to devices. Source: docs/spec/reference-1.37.md 1.29, resourceslice/tracker.

import type { DeviceTaintRule } from '../../core/api/device-taint-rule.js';
import type { Device, DeviceTaint, ResourceSlice } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { Features } from '../../core/features/features.js';

/**
 * Returns the rules that taint devices: no rules while their gate is off. In releases in which a rule without a selector selects every device,
 * it has an empty selector in the result.
 */
export function activeRules(
  rules: readonly DeviceTaintRule[],
  { deviceTaintRules, behaviours }: Pick<Features, 'deviceTaintRules' | 'behaviours'>,
): readonly DeviceTaintRule[] {
  if (!deviceTaintRules) return [];
  return behaviours.missingSelectorSelectsAll ? rules.map(withSelector) : rules;
}

function withSelector(rule: DeviceTaintRule): DeviceTaintRule {
  return rule.spec.deviceSelector === undefined ? { ...rule, spec: { ...rule.spec, deviceSelector: {} } } : rule;
}

/** Returns the slice with the taints of the rules after the taints of its devices, or the same slice if no rule selects a device of it. */
export function* withTaints(slice: ResourceSlice, rules: readonly DeviceTaintRule[], checkpoint: Checkpoint): Incremental<ResourceSlice> {
  const { driver, pool } = slice.spec;
  const concerned: DeviceTaintRule[] = [];
  for (const rule of rules) {
    const { deviceSelector } = rule.spec;
    // A missing selector matches no device; an empty one matches every device.
    const isConcerned =
      deviceSelector !== undefined && (deviceSelector.driver ?? driver) === driver && (deviceSelector.pool ?? pool.name) === pool.name;
    if (isConcerned) concerned.push(rule);
    if (checkpoint.due()) yield;
  }
  if (concerned.length === 0) return slice;
  const rulesOf = yield* rulesByDevice(concerned, checkpoint);
  const devices: Device[] = [];
  let isTainted = false;
  for (const device of slice.spec.devices) {
    const tainted = taint(device, rulesOf(device.name));
    isTainted ||= tainted !== device;
    devices.push(tainted);
    if (checkpoint.due()) yield;
  }
  return isTainted ? { ...slice, spec: { ...slice.spec, devices } } : slice;
}

/** Returns a lookup for the rules that select a device, in order: rules for any device, and rules that name it. */
function* rulesByDevice(
  rules: readonly DeviceTaintRule[],
  checkpoint: Checkpoint,
): Incremental<(device: string) => readonly DeviceTaintRule[]> {
  const forAny: number[] = [];
  const named = new Map<string, number[]>();
  for (let place = 0; place < rules.length; place++) {
    const device = rules[place]?.spec.deviceSelector?.device;
    (device === undefined ? forAny : entryIn(named, device, (): number[] => [])).push(place);
    if (checkpoint.due()) yield;
  }
  return (device) => {
    const namedPlaces = named.get(device) ?? NONE;
    const places =
      forAny.length === 0
        ? namedPlaces
        : namedPlaces.length === 0
          ? forAny
          : [...forAny, ...namedPlaces].sort((left, right) => left - right);
    return places.map((place) => rules[place] as DeviceTaintRule);
  };
}

const NONE: readonly never[] = [];

/** Returns the device with the taints of its rules, or the same device if none exist. */
function taint(device: Device, rules: readonly DeviceTaintRule[]): Device {
  return rules.length === 0 ? device : { ...device, taints: [...device.taints, ...rules.map((rule) => rule.spec.taint)] };
}

/** Returns whether two versions of a slice, which differ only in the taints of rules, have the same taints. */
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
