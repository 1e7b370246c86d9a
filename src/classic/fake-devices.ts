// NodeAllocationStates and claims of the fake driver as the allocator takes them.

import { DecodeContext } from '../core/api/context.js';
import { list, map, object, string } from '../core/api/decoder.js';
import type { DeviceClassJson, ResourceSliceJson } from '../core/api/kinds.js';
import type { Json, JsonObject } from '../core/base/json.js';
import { type ApiObject, deepFreeze } from './api/objects.js';
import type { ClaimAllocation } from './driver.js';
import type { FakeClaimParameters } from './fake-parameters.js';

/** The devices of a claim. */
export interface AllocatedDevices {
  readonly fake: { readonly devices: readonly { readonly uuid: string; readonly split?: number }[] };
}

/** The devices of a node, and which of them claims have. */
export interface NodeAllocationState extends ApiObject {
  readonly spec: {
    readonly allocatableDevice?: readonly { readonly fake: { readonly uuid: string; readonly name: string } }[];
    /** By the uid of a claim. */
    readonly allocatedClaims?: Readonly<Record<string, AllocatedDevices>>;
    /** By the uid of a claim: what its pods see. */
    readonly preparedDevices?: Readonly<
      Record<string, { readonly fake: { readonly devices: readonly { readonly uuid: string; readonly parentUUID?: string }[] } }>
    >;
  };
  readonly status?: string;
}

const owners = map(object({ fake: object({ devices: list(object({ uuid: string }, { lenient: true })) }) }, { lenient: true }));
const stateSpec = object({
  allocatableDevice: list(object({ fake: object({ uuid: string, name: string }) })),
  allocatedClaims: owners,
  preparedDevices: owners,
});
const checked = new WeakSet<object>();

/** The object itself. Throws AllocationError for one of another shape. */
export function checkedState(given: ApiObject): NodeAllocationState {
  const state = given as NodeAllocationState;
  const { spec = {} } = state;
  if (!checked.has(spec)) {
    stateSpec.decode(spec as unknown as Json, new DecodeContext(['spec']));
    checked.add(spec);
  }
  return state.spec === undefined ? { ...state, spec } : state;
}

/** The class that all claims name. */
export const DEVICE_CLASS = 'classic';

/** A class of all devices of a driver. */
export function deviceClass(driver: string): DeviceClassJson {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'DeviceClass',
    metadata: { name: DEVICE_CLASS },
    spec: { selectors: [{ cel: { expression: `device.driver == ${JSON.stringify(driver)}` } }] },
  } as DeviceClassJson;
}

const slices = new WeakMap<object, ResourceSliceJson>();

/** A slice with the devices of a node, in their order: the first one has the name `device-0`. */
export function resourceSlice({ metadata: { name }, spec }: NodeAllocationState, driver: string): ResourceSliceJson {
  const list = spec.allocatableDevice ?? [];
  const known = slices.get(list);
  if (known?.spec?.nodeName === name && known.spec.driver === driver) return known;
  const slice = {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name: `${name}-fakes` },
    spec: {
      driver,
      nodeName: name,
      pool: { name, generation: 1, resourceSliceCount: 1 },
      devices: list.map(({ fake }, index) => ({
        name: `device-${index}`,
        attributes: { uuid: { string: fake.uuid }, model: { string: fake.name } },
      })),
    },
  } as ResourceSliceJson;
  // The allocator decodes frozen objects once.
  slices.set(list, deepFreeze(slice));
  return slice;
}

/** Devices by their UUIDs, as the allocator names them. */
export function devicesOf({ metadata: { name }, spec }: NodeAllocationState, driver: string, uuids: readonly string[]) {
  const places = new Map(spec.allocatableDevice?.map(({ fake }, index) => [fake.uuid, index]));
  return uuids.flatMap((uuid) => {
    const place = places.get(uuid);
    return place === undefined ? [] : [{ driver, pool: name, device: `device-${place}` }];
  });
}

/** A claim of v1 for so many devices. */
export function claimOf({ claim, claimParameters }: ClaimAllocation): JsonObject {
  const { count, selectors, constraints } = claimParameters as FakeClaimParameters;
  const { name, namespace = '', uid = '' } = claim.metadata;
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name, namespace, uid },
    spec: { devices: { requests: [{ name: 'fakes', exactly: { deviceClassName: DEVICE_CLASS, count, selectors } }], constraints } },
  };
}
