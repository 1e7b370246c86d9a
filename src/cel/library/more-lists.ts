// Implements cel-go's list library, version 3: slice, flatten, sort, sortBy, distinct, reverse, lists.range. Source: cel-go ext/lists.go.

import type { Frame } from '../run/frame.js';
import { equal, isComparable } from '../values/compare.js';
import { ITEM_BYTES, OBJECT_BYTES } from '../values/memory.js';
import { intsTo, typeNameOf, type Value } from '../values/values.js';
import { type Declaration, declare, fail, since } from './declaration.js';
import { COMPARABLE_TYPES } from './lists.js';
import { sortedOrder } from './sort-order.js';
import { COPIED, copyOf } from './work.js';

type List = readonly Value[];

const MAX_RANGE = 1_000_000n;
/** The work of checking the type of a key, numbering it and placing its item, in steps. */
const PREPARED = 3;

function slice(frame: Frame, list: List, start: bigint, end: bigint): Value {
  if (start < 0n || end < 0n) return fail(`cannot slice(${start}, ${end}), negative indexes not supported`);
  if (start > end) return fail(`cannot slice(${start}, ${end}), start index must be less than or equal to end index`);
  if (BigInt(list.length) < end) return fail(`cannot slice(${start}, ${end}), list is length ${list.length}`);
  frame.make(Number(end - start) * COPIED, Number(end - start) * ITEM_BYTES);
  return list.slice(Number(start), Number(end));
}

/** The nesting is at most as deep as the expression, so the recursion ends. */
function flatten(frame: Frame, list: List, depth: bigint): Value[] {
  const flat: Value[] = [];
  for (const item of list) {
    const items = Array.isArray(item) && depth > 0n ? flatten(frame, item, depth - 1n) : [item as Value];
    frame.make(items.length + 3, items.length * ITEM_BYTES);
    for (const part of items) flat.push(part);
  }
  return flat;
}

function flattenTo(frame: Frame, list: List, depth: bigint): Value {
  return depth < 0n ? fail('level must be non-negative') : flatten(frame, list, depth);
}

/** The reference does not guard these calls by type and has special messages. */
function notFlat(value: Value, ...rest: readonly Value[]): Value {
  return fail(`no such overload: ${typeNameOf(value)}.flatten(${rest.map(typeNameOf).join(', ')})`);
}

function range(frame: Frame, size: bigint): Value {
  if (size < 0n) return fail(`lists.range: size must be non-negative, got ${size}`);
  if (size > MAX_RANGE) return fail(`lists.range: size ${size} exceeds maximum allowed (${MAX_RANGE})`);
  return intsTo(Number(size), frame);
}

function distinct(frame: Frame, list: List): Value {
  const unique: Value[] = [];
  frame.make(list.length, list.length * ITEM_BYTES);
  for (const item of list) if (!unique.some((other) => equal(item, other, frame) === true)) unique.push(item);
  return unique;
}

/** Returns the items in the order of their keys, which must have one type. */
function sortBy(frame: Frame, list: List, keys: List): Value {
  if (list.length !== keys.length) {
    const sizes = `${list.length} and ${keys.length} elements respectively`;
    return fail(`@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${sizes}`);
  }
  const [first] = keys;
  if (first === undefined) return list;
  if (!isComparable(first)) return fail('list elements must be comparable');
  const type = typeNameOf(first);
  frame.make(keys.length * PREPARED, keys.length * (ITEM_BYTES + OBJECT_BYTES));
  // A single key is always valid.
  if (keys.length > 1 && keys.some((key) => typeNameOf(key) !== type)) return fail('list elements must have the same type');
  return sortedOrder(frame, keys).map((at) => list[at] as Value);
}

const SORTING: readonly Declaration[] = COMPARABLE_TYPES.flatMap((type) => {
  const name = type === 'duration' ? 'google.protobuf.Duration' : type === 'timestamp' ? 'google.protobuf.Timestamp' : type;
  return [
    declare<[List]>(`list_${name}_sort`, `list(${type}).sort() list(${type})`, 'metered', (frame, list) => sortBy(frame, list, list), {
      accepts: 'list(dyn)',
    }),
    declare<[List, List]>(`list_${name}_sortByAssociatedKeys`, `list(T).@sortByAssociatedKeys(list(${type})) list(T)`, 'metered', sortBy, {
      accepts: 'list(dyn), list(dyn)',
    }),
  ];
});

export const MORE_LISTS: readonly Declaration[] = since(34, [
  declare<[List, bigint, bigint]>('list_slice', 'list(T).slice(int, int) list(T)', 'metered', slice),
  declare<[Value]>(
    'list_flatten',
    'list(list(T)).flatten() list(T)',
    'metered',
    (frame, list) => (Array.isArray(list) ? flatten(frame, list, 1n) : notFlat(list)),
    { accepts: 'dyn' },
  ),
  declare<[Value, Value]>(
    'list_flatten_int',
    'list(dyn).flatten(int) list(dyn)',
    'metered',
    (frame, list, depth) => (Array.isArray(list) && typeof depth === 'bigint' ? flattenTo(frame, list, depth) : notFlat(list, depth)),
    { accepts: 'dyn, dyn' },
  ),
  ...SORTING,
  declare<[bigint]>('lists_range', 'lists.range(int) list(int)', 'metered', range),
  declare<[List]>('list_reverse', 'list(T).reverse() list(T)', copyOf, (_, list) => list.toReversed()),
  declare<[List]>('list_distinct', 'list(T).distinct() list(T)', 'metered', distinct),
]);
