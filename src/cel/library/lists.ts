// Implements the list library of Kubernetes: isSorted, sum, max, min, indexOf, includes. Source: k8s.io/apiserver pkg/cel/library/lists.go.

import { inInt64, inUint64 } from '../../core/base/integers.js';
import type { Frame } from '../run/frame.js';
import { compare, equal, isComparable } from '../values/compare.js';
import { Duration } from '../values/duration.js';
import { Failure, NO_SUCH_OVERLOAD, Uint, type Value } from '../values/values.js';
import { type Declaration, declare, fail, since } from './declaration.js';
import { duration, int, uint } from './operators.js';

type List = readonly Value[];

function isSorted(frame: Frame, list: List): Value {
  for (const [at, item] of list.entries()) {
    if (!isComparable(item)) return NO_SUCH_OVERLOAD;
    const order = at === 0 ? 0 : compare(list[at - 1] as Value, item, frame);
    if (!(order instanceof Failure) && order > 0) return false;
  }
  return true;
}

/** Returns the greatest (`direction` 1) or least (-1) item; the first one of equal items. */
function extreme(frame: Frame, name: string, list: List, direction: 1 | -1): Value {
  let best = list[0];
  if (best === undefined) return fail(`${name} called on empty list`);
  for (const item of list) {
    if (!isComparable(item)) return NO_SUCH_OVERLOAD;
    const order = compare(item, best, frame);
    if (order === direction) best = item;
  }
  return best;
}

const indexOf = (frame: Frame, list: List, item: Value): Value => BigInt(list.findIndex((other) => equal(other, item, frame) === true));
const lastIndexOf = (frame: Frame, list: List, item: Value): Value =>
  BigInt(list.findLastIndex((other) => equal(other, item, frame) === true));

/** A list includes each value that equals one of its items. Any other value includes only values that equal it. */
function includes(frame: Frame, target: Value, item: Value): Value {
  return Array.isArray(target) ? target.some((other) => equal(other, item, frame) === true) : equal(target, item, frame) === true;
}

/**
 * Returns a function that adds up the items of a type while `fits` accepts the sum. `made` converts the sum to a value, or
 * returns an overflow.
 */
const sumOf =
  (amountOf: (item: Value) => bigint | undefined, fits: (sum: bigint) => boolean, made: (sum: bigint) => Value) =>
  (list: List): Value => {
    let sum = 0n;
    for (const item of list) {
      const amount = amountOf(item);
      if (amount === undefined) return NO_SUCH_OVERLOAD;
      sum += amount;
      if (!fits(sum)) break;
    }
    return made(sum);
  };

function sumDoubles(list: List): Value {
  let sum = 0;
  for (const item of list) {
    if (typeof item !== 'number') return NO_SUCH_OVERLOAD;
    sum += item;
  }
  return sum;
}

/** The work of adding an item. */
const ADDED = 1;
const summing = (list: List): number => list.length * ADDED;

const SUMMABLE: readonly (readonly [string, (list: List) => Value])[] = [
  ['int', sumOf((item) => (typeof item === 'bigint' ? item : undefined), inInt64, int)],
  ['uint', sumOf((item) => (item instanceof Uint ? item.value : undefined), inUint64, uint)],
  ['double', sumDoubles],
  ['duration', sumOf((item) => (item instanceof Duration ? item.nanos : undefined), inInt64, duration)],
];

/** The types with an order. */
export const COMPARABLE_TYPES = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];

const COMPARABLE: readonly Declaration[] = COMPARABLE_TYPES.flatMap((type) => [
  declare<[List]>(`list_${type}_is_sorted_bool`, `list(${type}).isSorted() bool`, 'metered', isSorted),
  declare<[List]>(`list_${type}_max_${type}`, `list(${type}).max() ${type}`, 'metered', (frame, list) => extreme(frame, 'max', list, 1)),
  declare<[List]>(`list_${type}_min_${type}`, `list(${type}).min() ${type}`, 'metered', (frame, list) => extreme(frame, 'min', list, -1)),
]);

export const LISTS: readonly Declaration[] = [
  ...COMPARABLE,
  ...SUMMABLE.map(([type, sum]) =>
    declare<[List]>(`list_${type}_sum_${type}`, `list(${type}).sum() ${type}`, summing, (_, list) => sum(list)),
  ),
  declare('list_a_index_of_int', 'list(A).indexOf(A) int', 'metered', indexOf),
  declare('list_a_last_index_of_int', 'list(A).lastIndexOf(A) int', 'metered', lastIndexOf),
  ...since(37, [declare('list_includes_dyn_dyn', 'dyn.includes(dyn) bool', 'metered', includes)]),
];
