// Finds devices of the input that a device plugin of their node also offers.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Json } from '../../core/base/json.js';
import { type LocalDevices, type OfferedTwice, offeredTwice } from '../../scheduler/pods/device-plugins.js';
import type { WorldClass } from './claims.js';
import { nodeNameOf, type WorldDevice, type WorldSlice } from './devices.js';
import type { Matcher } from './matches.js';
import { nodeOf } from './pool-verdicts.js';

/** The objects of the input that show which devices are offered twice. */
interface PluginInput {
  readonly nodes: ReadonlyMap<string, Json>;
  readonly classes: ReadonlyMap<string, WorldClass>;
  readonly devices: readonly WorldDevice[];
  readonly matcher: Matcher;
}

/** Returns the devices offered twice, by the first slice with devices of the driver on the node. */
export function pluginDevices(
  { nodes, classes, devices, matcher }: PluginInput,
  checkpoint: Checkpoint,
): ReadonlyMap<WorldSlice, readonly OfferedTwice[]> {
  const byNode = new Map<string, WorldDevice[]>();
  for (const device of devices) {
    const node = nodeNameOf(device);
    if (node !== undefined) entryIn(byNode, node, (): WorldDevice[] => []).push(device);
  }
  const driversOf = new Map<string, ReadonlyMap<string, string>>();
  const local: LocalDevices = {
    driversOn: (node) => new Set((byNode.get(node) ?? []).map(({ driver }) => driver)),
    driverOf: ({ name }, node) => entryIn(driversOf, name, () => driverByNode(matcher.ofClass(name)?.devices ?? [])).get(node),
  };
  const withDevices = [...nodes].flatMap(([name, value]) => (byNode.has(name) ? nodeOf(value) : []));
  const named = Array.from(classes, ([name, { extendedResourceName }]) => ({ name, extendedResourceName }));
  const found = new Map<WorldSlice, OfferedTwice[]>();
  for (const each of offeredTwice(withDevices, named, local, checkpoint)) {
    const slice = byNode.get(each.node)?.find(({ driver }) => driver === each.driver)?.slice;
    if (slice !== undefined) entryIn(found, slice, (): OfferedTwice[] => []).push(each);
  }
  return found;
}

/** Returns the driver of the first local device of each node. */
function driverByNode(devices: readonly WorldDevice[]): ReadonlyMap<string, string> {
  const drivers = new Map<string, string>();
  for (const device of devices) {
    const node = nodeNameOf(device);
    if (node !== undefined) entryIn(drivers, node, () => device.driver);
  }
  return drivers;
}
