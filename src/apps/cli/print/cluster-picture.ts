// The facts that a picture of a cluster is drawn of: its devices by node and pool, who has them, and the values of their attributes.

import { deviceId } from '../../../allocator/pools/pool.js';
import type { ResourceSlice } from '../../../core/api/resource-slice.js';
import type { DeviceName } from '../../../explain/explanation.js';
import type { InventoryPool } from '../inventory/inventory.js';

/** The facts of a picture. */
export interface ClusterPicture {
  readonly pools: readonly InventoryPool[];
  /** The values of an attribute that a device has, as texts. */
  readonly valuesOf: (device: DeviceName, attribute: string) => readonly string[];
}

/** Draws on an inventory, and on the slices for what it does not tell. */
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

/** The places of devices, those of the newest generation of a pool last, so that they count. */
function placesOf(slices: readonly ResourceSlice[]): ReadonlyMap<string, { readonly slice: ResourceSlice; readonly at: number }> {
  const byGeneration = [...slices].sort((left, right) => Number(left.spec.pool.generation - right.spec.pool.generation));
  return new Map(
    byGeneration.flatMap((slice) =>
      slice.spec.devices.map(({ name }, at) => [deviceId(slice.spec.driver, slice.spec.pool.name, name), { slice, at }] as const),
    ),
  );
}
