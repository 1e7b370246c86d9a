// Collects facts about attributes and capacities from slices: names by domain, types, and an example of each type.

import { addName, type DeviceNames } from '../../cel/help/device-names.js';
import type { ListKindOf } from '../../cel/rewrite/list-reads.js';
import type { DeviceAttribute } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { WorldSlice } from './devices.js';
import { NearestNames } from './nearest.js';
import type { WorkBounds } from './work-bounds.js';

/** The field of an attribute that holds its value: `string`, `ints`. */
export type AttributeType = keyof DeviceAttribute;

/** The names and types of attributes and capacities of all slices. */
export interface Facts {
  readonly drivers: ReadonlySet<string>;
  readonly names: DeviceNames;
  /** An example for each type of an attribute, by `domain/name`. */
  readonly types: ReadonlyMap<string, ReadonlyMap<AttributeType, DeviceAttribute>>;
  /** Identifies list attributes; undefined if no attribute is a list. */
  readonly listKindOf: ListKindOf | undefined;
  readonly nearest: NearestNames;
}

/** Returns the facts about slices. */
export function factsOf(slices: readonly WorldSlice[], bounds: WorkBounds, checkpoint: Checkpoint): Facts {
  const drivers = new Set<string>();
  const attributes = new Map<string, Set<string>>();
  const capacity = new Map<string, Set<string>>();
  const types = new Map<string, Map<AttributeType, DeviceAttribute>>();
  for (const { driver, devices } of slices) {
    drivers.add(driver);
    for (const device of devices) {
      checkpoint.step();
      for (const [name, attribute] of device.attributes) {
        addName(attributes, name, driver);
        const [type] = Object.keys(attribute) as AttributeType[];
        const qualified = name.includes('/') ? name : `${driver}/${name}`;
        const ofName = entryIn(types, qualified, () => new Map<AttributeType, DeviceAttribute>());
        if (type !== undefined && !ofName.has(type)) ofName.set(type, attribute);
      }
      for (const name of device.capacity.keys()) addName(capacity, name, driver);
    }
  }
  return { drivers, names: { attributes, capacity }, types, listKindOf: listKinds(types), nearest: new NearestNames(bounds) };
}

function listKinds(types: Facts['types']): ListKindOf | undefined {
  const hasLists = [...types.values()].some((ofName) => [...ofName.keys()].some(isListType));
  if (!hasLists) return undefined;
  return (domain, name) => {
    const ofName = [...(types.get(`${domain}/${name}`)?.keys() ?? [])];
    if (!ofName.some(isListType)) return undefined;
    return ofName.every(isListType) ? 'lists' : 'both';
  };
}

/** Returns whether a type is a list. */
export function isListType(type: AttributeType): boolean {
  return type === 'ints' || type === 'bools' || type === 'strings' || type === 'versions';
}
