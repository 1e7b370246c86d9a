// Reads the values that constraints compare, each a text with its type. Source: docs/spec/reference-1.37.md 1.21 to 1.23,
// docs/reference/attribute-semantics.md.

import type { AttributeSemantics } from '../../../core/api/attribute-semantics.js';
import type { DeviceAttribute } from '../../../core/api/resource-slice.js';
import type { Work } from '../work.js';

type Types = readonly (keyof DeviceAttribute)[];
const SCALARS: Types = ['string', 'int', 'bool', 'version'];
const WITH_LISTS: Types = ['ints', 'bools', 'strings', 'versions', 'int', 'bool', 'string', 'version'];
/** The most sets of values of one device, and the most values in all of its sets. A device with more is assumed to match every device. */
const MOST_SETS = 4_096;
const MOST_VALUES_OF_SETS = 16_384;
/** The steps for a value. */
const VALUE_STEPS = 50;

/** Reads an attribute of a device as a constraint does; undefined if this code cannot decide. Without values the device is rejected. */
export function valuesIn(
  attribute: DeviceAttribute,
  device: string,
  semantics: AttributeSemantics,
  hasLists: boolean,
  work: Work,
): readonly string[] | undefined {
  const read = (type: keyof DeviceAttribute): readonly string[] =>
    [attribute[type] ?? []].flat().map((value) => {
      const text = `${type.replace(/s$/, '')} ${value}`;
      work.spend(VALUE_STEPS + 4 * text.length);
      return text;
    });
  const type = (hasLists ? WITH_LISTS : SCALARS).find((one) => read(one).length > 0);
  // While list attributes are off, a list can only be the first value of its constraint, because it equals no other value.
  if (type === undefined) return hasLists ? [] : [semantics.mode === 'NonEmptyIntersection' ? `list of ${device}` : 'list'];
  const { mode, coerceScalarToList, listMode, minSize } = semantics;
  const [items, set] = [read(type), [...new Set(read(type))].sort()];
  const isWhole = mode === 'Identical' || mode === 'AllDistinct';
  if (SCALARS.includes(type) && !coerceScalarToList) return isWhole ? items : [];
  if (isWhole) return [`list ${JSON.stringify(listMode === 'Set' ? set : items)}`];
  if (minSize === 1) return set;
  // Devices have this many values in common if they share a set of this size.
  return setsOf(set, minSize, work);
}

/** Returns all sets of this size, each as a text; undefined if there are too many. */
function setsOf(values: readonly string[], size: number, work: Work): readonly string[] | undefined {
  if (numberOfSets(values.length, size) > Math.min(MOST_SETS, MOST_VALUES_OF_SETS / size)) return undefined;
  const sets: string[] = [];
  const chosen: string[] = [];
  const extend = (from: number): void => {
    if (chosen.length === size) {
      work.spend(chosen.reduce((sum, value) => sum + VALUE_STEPS + value.length, 0));
      sets.push(JSON.stringify(chosen));
    }
    // Stops when too few other values are left.
    for (let at = from; at <= values.length - (size - chosen.length) && chosen.length < size; at++) {
      chosen.push(values[at] as string);
      extend(at + 1);
      chosen.pop();
    }
  };
  extend(0);
  return sets;
}

/** Returns the number of sets of `size` from `count` items, up to the comparison limit. */
function numberOfSets(count: number, size: number): number {
  if (size > count) return 0;
  let sets = 1;
  for (let place = 1; place <= Math.min(size, count - size) && sets <= MOST_SETS; place++) sets = (sets * (count - place + 1)) / place;
  return sets;
}
