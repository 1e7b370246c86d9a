// The values that constraints compare, each a text with its type. Source: docs/spec/reference-1.37.md 1.21 to 1.23, docs/attribute-semantics.md.

import type { AttributeSemantics } from '../../api/attribute-semantics.js';
import type { DeviceAttribute } from '../../api/resource-slice.js';

type Types = readonly (keyof DeviceAttribute)[];
const SCALARS: Types = ['string', 'int', 'bool', 'version'];
const WITH_LISTS: Types = ['ints', 'bools', 'strings', 'versions', 'int', 'bool', 'string', 'version'];
/** Sets of values that are compared with sets, at most: a device with more goes with all. */
const MOST_SETS = 4_096;

/** Reads an attribute of a device as a constraint does; undefined: in a way that this does not know. Without values the device is refused. */
export function valuesIn(
  attribute: DeviceAttribute,
  device: string,
  semantics: AttributeSemantics,
  hasLists: boolean,
): readonly string[] | undefined {
  const read = (type: keyof DeviceAttribute) => [attribute[type] ?? []].flat().map((value) => `${type.replace(/s$/, '')} ${value}`);
  const type = (hasLists ? WITH_LISTS : SCALARS).find((one) => read(one).length > 0);
  // While lists are no values, one can be the first of its constraint alone: it is like no other.
  if (type === undefined) return hasLists ? [] : [semantics.mode === 'NonEmptyIntersection' ? `list of ${device}` : 'list'];
  const { mode, coerceScalarToList, listMode, minSize } = semantics;
  const [items, set] = [read(type), [...new Set(read(type))].sort()];
  const isWhole = mode === 'Identical' || mode === 'AllDistinct';
  if (SCALARS.includes(type) && !coerceScalarToList) return isWhole ? items : [];
  if (isWhole) return [`list ${JSON.stringify(listMode === 'Set' ? set : items)}`];
  if (minSize === 1) return set;
  // Devices have so many values in common where they have one set of so many in common.
  const isLarge = set.length ** Math.min(minSize, set.length - minSize) > MOST_SETS;
  return isLarge ? undefined : setsOf(set, minSize).map((one) => JSON.stringify(one));
}

function setsOf(values: readonly string[], size: number): readonly (readonly string[])[] {
  if (size === 0) return [[]];
  return values.flatMap((value, at) => setsOf(values.slice(at + 1), size - 1).map((rest) => [value, ...rest]));
}
