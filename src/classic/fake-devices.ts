// Converts NodeAllocationStates and claims of the fake driver for the allocator.

import { DecodeContext } from '../core/api/context.js';
import { decoding, list, map, object, string } from '../core/api/decoder.js';
import type { DeviceClassJson, ResourceSliceJson } from '../core/api/kinds.js';
import type { Json, JsonObject } from '../core/base/json.js';
import { mapping } from '../core/base/lists-in-increments.js';
import { withPauses } from '../platform/pauses.js';
import { type ApiObject, deepFreeze } from './api/objects.js';
import type { ClaimAllocation } from './driver.js';
import type { FakeClaimParameters } from './fake-parameters.js';

/** The devices of a claim. */
export interface AllocatedDevices {
  readonly fake: { readonly devices: readonly { readonly uuid: string; readonly split?: number }[] };
}

/** The devices of a node, and the devices allocated to claims. */
export interface NodeAllocationState extends ApiObject {
  readonly spec: {
    readonly allocatableDevice?: readonly { readonly fake: { readonly uuid: string; readonly name: string } }[];
    /** By the uid of a claim. */
    readonly allocatedClaims?: Readonly<Record<string, AllocatedDevices>>;
    /** The devices that pods see, by the uid of the claim. */
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

/** Returns the object itself. Rejects with AllocationError if its form is invalid. */
export async function checkedState(inputObject: ApiObject): Promise<NodeAllocationState> {
  const state = inputObject as NodeAllocationState;
  const { spec = {} } = state;
  if (!checked.has(spec)) {
    await withPauses((checkpoint) => decoding(stateSpec, spec as unknown as Json, new DecodeContext(['spec'], undefined, checkpoint)));
    checked.add(spec);
  }
  return state.spec === undefined ? { ...state, spec } : state;
}

/** The class that all claims name. */
export const DEVICE_CLASS = 'classic';

/** Returns a class of all devices of a driver. */
export function deviceClass(driver: string): DeviceClassJson {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'DeviceClass',
    metadata: { name: DEVICE_CLASS },
    spec: { selectors: [{ cel: { expression: `device.driver == ${JSON.stringify(driver)}` } }] },
  } as DeviceClassJson;
}

/** The devices of a node in the form of the allocator. */
export interface NodeDevices {
  /** The devices in order: the first one is named `device-0`. */
  readonly slice: ResourceSliceJson;
  /** The index of each device in the slice, by UUID. */
  readonly places: ReadonlyMap<string, number>;
}

const devicesOfLists = new WeakMap<object, NodeDevices>();

/** Returns the devices of a node. Returns the same objects for the same device list, since the allocator decodes frozen objects once. */
export async function nodeDevices({ metadata: { name }, spec }: NodeAllocationState, driver: string): Promise<NodeDevices> {
  const list = spec.allocatableDevice ?? [];
  const cachedDevices = devicesOfLists.get(list);
  if (cachedDevices?.slice.spec?.nodeName === name && cachedDevices.slice.spec.driver === driver) return cachedDevices;
  const places = new Map<string, number>();
  const make = ({ fake: { uuid, name: model } }: (typeof list)[number], index: number) => {
    places.set(uuid, index);
    return deepFreeze({ name: `device-${index}`, attributes: { uuid: { string: uuid }, model: { string: model } } });
  };
  const devices = await withPauses((checkpoint) => mapping(list, make, checkpoint));
  const slice = deepFreeze({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name: `${name}-fakes` },
    spec: { driver, nodeName: name, pool: { name, generation: 1, resourceSliceCount: 1 }, devices: Object.freeze(devices) },
  } as ResourceSliceJson);
  const ofNode = { slice, places };
  devicesOfLists.set(list, ofNode);
  return ofNode;
}

/** Returns a v1 claim for the requested number of devices. */
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
