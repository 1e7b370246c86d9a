// Finds devices that a node offers twice, by a device plugin and by DRA. The scheduler accounts for the two separately, so two pods can be
// allocated one device.

import type { Node } from '../../core/api/node.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { shorten, some } from '../../core/base/words.js';
import { CLASS_PREFIX, isExtendedResource } from './extended-resources.js';

/** A class with the extended resource that it names. */
export interface NamedClass {
  readonly name: string;
  readonly extendedResourceName: string | undefined;
}

/** The devices of slices that are local to a node. */
export interface LocalDevices {
  /** Returns the drivers that publish devices on a node. */
  driversOn(node: string): Iterable<string>;
  /** Returns the driver of a device of a class on a node; undefined if there is no such device. */
  driverOf(deviceClass: NamedClass, node: string): string | undefined;
}

/** A resource that a node offers twice. */
export interface OfferedTwice {
  readonly node: string;
  /** The driver whose devices the device plugin offers as well. */
  readonly driver: string;
  /** The resource of the device plugin with its amount, and its relation to the devices of the driver. */
  readonly what: string;
}

/** The most node names listed; the others are counted. */
const MOST_NODES = 4;

/** Longer names are cut. */
const MOST_SHOWN = 80;

/**
 * Returns the resources that nodes offer by both a device plugin and DRA: a class of local devices names the resource, or the driver and the
 * resource have similar names.
 */
export function offeredTwice(
  nodes: readonly Node[],
  classes: readonly NamedClass[],
  devices: LocalDevices,
  checkpoint: Checkpoint,
): readonly OfferedTwice[] {
  const byResource = new Map<string, NamedClass[]>();
  for (const one of classes) {
    for (const resource of [CLASS_PREFIX + one.name, one.extendedResourceName ?? ''])
      entryIn(byResource, resource, (): NamedClass[] => []).push(one);
  }
  return nodes.flatMap(({ metadata: { name: node }, status: { allocatable = new Map() } }) =>
    [...allocatable].flatMap(([resource, amount]): readonly OfferedTwice[] => {
      checkpoint.step();
      if (amount.sign() <= 0 || !isExtendedResource(resource)) return [];
      const by = offeredBy(resource, byResource.get(resource), devices, node);
      if (by === undefined) return [];
      return [{ node, driver: by.driver, what: `${shorten(resource, MOST_SHOWN)} (${amount} allocatable), ${by.why}` }];
    }),
  );
}

/**
 * Returns the driver on a node that also offers a resource, with the reason. The reason is a class that names the resource, or
 * else the name of a driver.
 */
function offeredBy(
  resource: string,
  classes: readonly NamedClass[] | undefined,
  devices: LocalDevices,
  node: string,
): { readonly driver: string; readonly why: string } | undefined {
  for (const one of classes ?? []) {
    const driver = devices.driverOf(one, node);
    if (driver !== undefined) return { driver, why: `the resource of DeviceClass ${shorten(one.name, MOST_SHOWN)}` };
  }
  if (classes !== undefined) return undefined;
  for (const driver of devices.driversOn(node)) {
    if (isNamedLike(driver, resource)) return { driver, why: `named like driver ${shorten(driver, MOST_SHOWN)}` };
  }
  return undefined;
}

/** Returns whether names match as vendors choose them: `gpu.nvidia.com` and `nvidia.com/gpu`, `gpu.intel.com` and `gpu.intel.com/i915`. */
function isNamedLike(driver: string, resource: string): boolean {
  const [domain = '', name = ''] = resource.split('/');
  return driver === domain || driver === `${name}.${domain}`;
}

/** Returns a sentence for each kind of finding: the nodes that share it, the consequence, and the remedy. */
export function offeredTwiceTexts(found: readonly OfferedTwice[]): readonly string[] {
  const nodesOf = new Map<string, { readonly driver: string; readonly nodes: string[] }>();
  for (const { node, driver, what } of found) {
    entryIn(nodesOf, what, () => ({ driver, nodes: [] })).nodes.push(node);
  }
  return Array.from(nodesOf, ([what, { driver, nodes }]) => {
    const shown = `${nodes.length === 1 ? 'node' : 'nodes'} ${some(nodes, MOST_NODES)}`;
    return (
      `${shown}: a device plugin offers ${what}, and driver ${shorten(driver, MOST_SHOWN)} also publishes the devices in ResourceSlices: ` +
      'kube-scheduler counts the two separately and can allocate one device to two pods: run the device plugin or the DRA driver there, not both'
    );
  });
}
