// The list libraries: that of Kubernetes (isSorted, sum, max, min, indexOf, includes) and that of cel-go, version 3.

import type { Frame } from '../frame.js';
import { compare, equal, Failure, inInt64, inUint64, isComparable, NO_SUCH_OVERLOAD, Uint, type Value } from '../values.js';
import { type Declaration, declare, fail } from './declaration.js';

type List = readonly Value[];

const MAX_RANGE = 10_000_000n;

function isSorted(list: List): Value {
  for (const [at, item] of list.entries()) {
    if (!isComparable(item)) return NO_SUCH_OVERLOAD;
    const order = at === 0 ? 0 : compare(list[at - 1] as Value, item);
    if (!(order instanceof Failure) && order > 0) return false;
  }
  return true;
}

/** The greatest (`wanted` 1) or least (-1) item, the first of equals. */
function extreme(name: string, list: List, wanted: 1 | -1): Value {
  let best = list[0];
  if (best === undefined) return fail(`${name} called on empty list`);
  for (const item of list) {
    if (!isComparable(item)) return NO_SUCH_OVERLOAD;
    const order = compare(item, best);
    if (order === wanted) best = item;
  }
  return best;
}

function sumInts(list: List): Value {
  let sum = 0n;
  for (const item of list) {
    if (typeof item !== 'bigint') return NO_SUCH_OVERLOAD;
    sum += item;
    if (!inInt64(sum)) return fail('integer overflow');
  }
  return sum;
}

function sumUints(list: List): Value {
  let sum = 0n;
  for (const item of list) {
    if (!(item instanceof Uint)) return NO_SUCH_OVERLOAD;
    sum += item.value;
    if (!inUint64(sum)) return fail('unsigned integer overflow');
  }
  return new Uint(sum);
}

function sumDoubles(list: List): Value {
  let sum = 0;
  for (const item of list) {
    if (typeof item !== 'number') return NO_SUCH_OVERLOAD;
    sum += item;
  }
  return sum;
}

const indexOf = (frame: Frame, list: List, item: Value): Value => BigInt(list.findIndex((other) => equal(other, item, frame) === true));
const lastIndexOf = (frame: Frame, list: List, item: Value): Value =>
  BigInt(list.findLastIndex((other) => equal(other, item, frame) === true));

/** A list includes what one of its items equals; anything else what it equals itself. */
function includes(frame: Frame, target: Value, item: Value): Value {
  return Array.isArray(target) ? target.some((other) => equal(other, item, frame) === true) : equal(target, item, frame) === true;
}

function slice(frame: Frame, list: List, start: bigint, end: bigint): Value {
  if (start < 0n || end < 0n) return fail(`cannot slice(${start}, ${end}), negative indexes not supported`);
  if (start > end) return fail(`cannot slice(${start}, ${end}), start index must be less than or equal to end index`);
  if (BigInt(list.length) < end) return fail(`cannot slice(${start}, ${end}), list is length ${list.length}`);
  frame.work(list.length);
  return list.slice(Number(start), Number(end));
}

/** Nesting is no deeper than the expression itself, so the recursion ends. */
function flatten(frame: Frame, list: List, depth: bigint): Value[] {
  const flat: Value[] = [];
  for (const item of list) {
    const items = Array.isArray(item) && depth > 0n ? flatten(frame, item, depth - 1n) : [item as Value];
    frame.work(items.length + 1);
    for (const part of items) flat.push(part);
  }
  return flat;
}

function range(frame: Frame, size: bigint): Value {
  if (size < 0n) return fail(`lists.range: size must be non-negative, got ${size}`);
  if (size > MAX_RANGE) return fail(`lists.range: size ${size} exceeds maximum allowed (${MAX_RANGE})`);
  frame.work(Number(size));
  return Array.from({ length: Number(size) }, (_, at) => BigInt(at));
}

function distinct(frame: Frame, list: List): Value {
  const unique: Value[] = [];
  for (const item of list) if (!unique.some((other) => equal(item, other, frame) === true)) unique.push(item);
  return unique;
}

const SUMMABLE: readonly (readonly [string, (list: List) => Value])[] = [
  ['int', sumInts],
  ['uint', sumUints],
  ['double', sumDoubles],
];

const COMPARABLE: readonly Declaration[] = ['int', 'uint', 'double', 'bool', 'string', 'bytes'].flatMap((type) => [
  declare<[List]>(`list_${type}_is_sorted_bool`, `list(${type}).isSorted() bool`, (_, list) => isSorted(list)),
  declare<[List]>(`list_${type}_max_${type}`, `list(${type}).max() ${type}`, (_, list) => extreme('max', list, 1)),
  declare<[List]>(`list_${type}_min_${type}`, `list(${type}).min() ${type}`, (_, list) => extreme('min', list, -1)),
]);

export const LISTS: readonly Declaration[] = [
  ...COMPARABLE,
  ...SUMMABLE.map(([type, sum]) => declare<[List]>(`list_${type}_sum_${type}`, `list(${type}).sum() ${type}`, (_, list) => sum(list))),
  declare('list_a_index_of_int', 'list(A).indexOf(A) int', indexOf),
  declare('list_a_last_index_of_int', 'list(A).lastIndexOf(A) int', lastIndexOf),
  declare('list_includes_dyn_dyn', 'dyn.includes(dyn) bool', includes),
  // KEP-5491 as drawn calls it `include`, which Kubernetes does not know.
  declare('list_includes_dyn_dyn', 'dyn.include(dyn) bool', includes),
  declare('list_slice', 'list(T).slice(int, int) list(T)', slice),
  {
    ...declare<[List]>('list_flatten', 'list(list(T)).flatten() list(T)', (frame, list) => flatten(frame, list, 1n)),
    accepts: 'list(dyn)',
  },
  declare<[List, bigint]>('list_flatten_int', 'list(dyn).flatten(int) list(dyn)', (frame, list, depth) =>
    depth < 0n ? fail('level must be non-negative') : flatten(frame, list, depth),
  ),
  declare('lists_range', 'lists.range(int) list(int)', range),
  declare<[List]>('list_reverse', 'list(T).reverse() list(T)', (frame, list) => {
    frame.work(list.length);
    return list.toReversed();
  }),
  declare('list_distinct', 'list(T).distinct() list(T)', distinct),
];
