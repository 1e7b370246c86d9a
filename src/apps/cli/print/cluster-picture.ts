// The data for pictures of a cluster: devices by node and pool, their claims, and the values of their attributes.

import { deviceId } from '../../../allocator/pools/pool.js';
import type { ResourceSlice } from '../../../core/api/resource-slice.js';
import type { DeviceName } from '../../../explain/explanation.js';
import type { InventoryPool } from '../inventory/inventory.js';

/** The data of a picture. */
export interface ClusterPicture {
  readonly pools: readonly InventoryPool[];
  /** Returns the values of a device's attribute as texts. */
  readonly valuesOf: (device: DeviceName, attribute: string) => readonly string[];
}

/** Returns the data from an inventory, and from slices for attribute values. */
export function clusterPicture(pools: readonly InventoryPool[], slices: readonly ResourceSlice[]): ClusterPicture {
  let byId: ReadonlyMap<string, { readonly slice: ResourceSlice; readonly at: number }> | undefined;
  const valuesOf = ({ driver, pool, device }: DeviceName, attribute: string): readonly string[] => {
    byId ??= placesOf(slices);
    const place = byId.get(deviceId(driver, pool, device));
    const attributes = place?.slice.spec.devices[place.at]?.attributes;
    const bare = attribute.startsWith(`${driver}/`) ? attribute.slice(driver.length + 1) : attribute;
    const found = attributes?.get(attribute) ?? attributes?.get(bare);
    return found === undefined
      ? []
      : Object.values(found)
          .flatMap((value) => (Array.isArray(value) ? value : [value]))
          .map(String);
  };
  return { pools, valuesOf };
}

/** Returns the positions of devices. The newest generation of a pool comes last and therefore takes precedence. */
function placesOf(slices: readonly ResourceSlice[]): ReadonlyMap<string, { readonly slice: ResourceSlice; readonly at: number }> {
  const byGeneration = [...slices].sort((left, right) => Number(left.spec.pool.generation - right.spec.pool.generation));
  return new Map(
    byGeneration.flatMap((slice) =>
      slice.spec.devices.map(({ name }, at) => [deviceId(slice.spec.driver, slice.spec.pool.name, name), { slice, at }] as const),
    ),
  );
}
