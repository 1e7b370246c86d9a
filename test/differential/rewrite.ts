// Rewrites the input equivalently: taints as DeviceTaintRules, objects in the shapes of older versions.

import type { AllocateInput } from '../../src/index.js';
import type { Case } from '../support/cases.js';
import { deviceTaintRule } from '../support/objects.js';
import type { Fields } from './generate/setting.js';

interface SliceWithDevices extends Fields {
  readonly spec: Fields & { readonly driver: string; readonly pool: { readonly name: string }; readonly devices?: readonly Device[] };
}

interface Device extends Fields {
  readonly name: string;
  readonly taints?: readonly object[];
}

/** The last taint of each device as a rule, and a rule for no device. Undefined: there are no taints. */
export function taintsAsRules(input: Case): { readonly slices: readonly object[]; readonly rules: readonly object[] } | undefined {
  const all = (input.slices ?? []) as readonly SliceWithDevices[];
  const ids = all.flatMap(({ spec }) => (spec.devices ?? []).map(({ name }) => idOf(spec, name)));
  if (!all.some(({ spec }) => spec.devices?.some(({ taints = [] }) => taints.length > 0))) return undefined;
  const rules: object[] = [deviceTaintRule('for-none', { taint: { key: 'none', effect: 'NoSchedule' } })];
  const move = (spec: SliceWithDevices['spec'], device: Device): Device => {
    const taint = device.taints?.at(-1);
    // Rules select by name: they apply to every device with the name.
    const shared = ids.filter((id) => id === idOf(spec, device.name)).length > 1;
    if (taint === undefined || shared) return device;
    const deviceSelector = { driver: spec.driver, pool: spec.pool.name, device: device.name };
    rules.push(deviceTaintRule(`rule-${rules.length}`, { deviceSelector, taint }));
    return { ...device, taints: device.taints?.slice(0, -1) ?? [] };
  };
  const slices = all.map((slice) => {
    const { devices } = slice.spec;
    return devices === undefined
      ? slice
      : { ...slice, spec: { ...slice.spec, devices: devices.map((device) => move(slice.spec, device)) } };
  });
  return { slices, rules };
}

function idOf({ driver, pool }: SliceWithDevices['spec'], device: string): string {
  return JSON.stringify([driver, pool.name, device]);
}

interface ClaimWithRequests extends Fields {
  readonly spec: { readonly devices?: { readonly requests?: readonly (Fields & { readonly exactly?: Fields })[] } } & Fields;
}

/** The input with objects of resource.k8s.io/v1beta1: requests and devices have one level less or more. */
export function asVersion1Beta1(input: AllocateInput): AllocateInput {
  const apiVersion = 'resource.k8s.io/v1beta1';
  const claims = (input.claims as readonly ClaimWithRequests[]).map((claim) => {
    const { devices } = claim.spec;
    if (devices?.requests === undefined) return { ...claim, apiVersion };
    const requests = devices.requests.map(({ exactly, ...request }) => ({ ...request, ...exactly }));
    return { ...claim, apiVersion, spec: { ...claim.spec, devices: { ...devices, requests } } };
  });
  const resourceSlices = (input.resourceSlices as readonly SliceWithDevices[]).map((slice) => {
    const devices = slice.spec.devices?.map(({ name, ...basic }) => ({ name, basic }));
    return { ...slice, apiVersion, spec: { ...slice.spec, ...(devices === undefined ? {} : { devices }) } };
  });
  const deviceClasses = input.deviceClasses.map((deviceClass) => ({ ...deviceClass, apiVersion }));
  const held = input.allocated?.claims?.map((claim) => ({ ...claim, apiVersion: 'resource.k8s.io/v1beta2' })) ?? [];
  return { ...input, claims, resourceSlices, deviceClasses, allocated: { ...input.allocated, claims: held } };
}
