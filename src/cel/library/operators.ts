// Implements operators. The planner evaluates equality, membership, indexing, `&&`, `||` and `?:` itself. Their declarations
// are only for the checker.

import { inInt64, inUint64 } from '../../core/base/integers.js';
import type { Frame } from '../run/frame.js';
import { compare } from '../values/compare.js';
import { Duration } from '../values/duration.js';
import { ITEM_BYTES, OBJECT_BYTES } from '../values/memory.js';
import { nanosBetween, type Timestamp } from '../values/timestamp.js';
import { concatenate, type Failure, Uint, type Value } from '../values/values.js';
import { CONSTANT, type Declaration, declare, declareOnly, fail } from './declaration.js';
import { TIMESTAMP_OVERFLOW } from './times.js';
import { copyOf, JOINED } from './work.js';

const OVERFLOW = fail('integer overflow');
const UNSIGNED_OVERFLOW = fail('unsigned integer overflow');

/** Returns an integer as a value of the type, or the overflow error. */
export const int = (value: bigint): Value => (inInt64(value) ? value : OVERFLOW);
export const uint = (value: bigint): Value => (inUint64(value) ? new Uint(value) : UNSIGNED_OVERFLOW);

/** Durations are nanoseconds in an int, so they overflow like one. */
export const duration = (nanos: bigint): Value => (inInt64(nanos) ? new Duration(nanos) : OVERFLOW);
const shifted = (timestamp: Timestamp, nanos: bigint): Value => timestamp.plus(nanos) ?? TIMESTAMP_OVERFLOW;

/** The reference adds the negative duration, which does not exist for the smallest one. */
const shiftedBack = (timestamp: Timestamp, nanos: bigint): Value => (inInt64(-nanos) ? shifted(timestamp, -nanos) : OVERFLOW);

type Bytes = Uint8Array;
type List = readonly Value[];

function addBytes(_: Frame, a: Bytes, b: Bytes): Value {
  const sum = new Uint8Array(a.length + b.length);
  sum.set(a);
  sum.set(b, a.length);
  return sum;
}

function addLists(frame: Frame, a: List, b: List): Value {
  const grows = frame.isGrowing(a);
  frame.make((grows ? 0 : copyOf(a)) + copyOf(b), (grows ? 0 : a.length * ITEM_BYTES) + b.length * (ITEM_BYTES + OBJECT_BYTES));
  if (!grows) return concatenate(a, b);
  for (const item of b.slice()) (a as Value[]).push(item);
  return a;
}

const divide = (a: bigint, b: bigint): bigint | Failure => (b === 0n ? fail('division by zero') : a / b);
const remainder = (a: bigint, b: bigint): bigint | Failure => (b === 0n ? fail('modulus by zero') : a % b);
const unsigned = (value: bigint | Failure): Value => (typeof value === 'bigint' ? new Uint(value) : value);

const joining = (a: string | Bytes, b: string | Bytes): number => (a.length + b.length) * JOINED;

/** The work of arithmetic on times and on unsigned numbers, in steps (see Frame.work). */
const TIME_WORK = 6;
const UINT_WORK = 2;

const ARITHMETIC: readonly Declaration[] = [
  declare('add_bytes', '_+_(bytes, bytes) bytes', joining, addBytes),
  declare<[number, number]>('add_double', '_+_(double, double) double', CONSTANT, (_, a, b) => a + b),
  declare<[Duration, Duration]>('add_duration_duration', '_+_(duration, duration) duration', TIME_WORK, (_, a, b) =>
    duration(a.nanos + b.nanos),
  ),
  declare<[Duration, Timestamp]>('add_duration_timestamp', '_+_(duration, timestamp) timestamp', TIME_WORK, (_, a, b) =>
    shifted(b, a.nanos),
  ),
  declare<[Timestamp, Duration]>('add_timestamp_duration', '_+_(timestamp, duration) timestamp', TIME_WORK, (_, a, b) =>
    shifted(a, b.nanos),
  ),
  declare<[bigint, bigint]>('add_int64', '_+_(int, int) int', CONSTANT, (_, a, b) => int(a + b)),
  declare<[List, List]>('add_list', '_+_(list(A), list(A)) list(A)', 'metered', addLists),
  declare<[string, string]>('add_string', '_+_(string, string) string', joining, (_, a, b) => a + b),
  declare<[Uint, Uint]>('add_uint64', '_+_(uint, uint) uint', UINT_WORK, (_, a, b) => uint(a.value + b.value)),
  declare<[number, number]>('subtract_double', '_-_(double, double) double', CONSTANT, (_, a, b) => a - b),
  declare<[Duration, Duration]>('subtract_duration_duration', '_-_(duration, duration) duration', TIME_WORK, (_, a, b) =>
    duration(a.nanos - b.nanos),
  ),
  declare<[bigint, bigint]>('subtract_int64', '_-_(int, int) int', CONSTANT, (_, a, b) => int(a - b)),
  declare<[Timestamp, Duration]>('subtract_timestamp_duration', '_-_(timestamp, duration) timestamp', TIME_WORK, (_, a, b) =>
    shiftedBack(a, b.nanos),
  ),
  declare<[Timestamp, Timestamp]>('subtract_timestamp_timestamp', '_-_(timestamp, timestamp) duration', TIME_WORK, (_, a, b) =>
    duration(nanosBetween(a, b)),
  ),
  declare<[Uint, Uint]>('subtract_uint64', '_-_(uint, uint) uint', UINT_WORK, (_, a, b) => uint(a.value - b.value)),
  declare<[number, number]>('multiply_double', '_*_(double, double) double', CONSTANT, (_, a, b) => a * b),
  declare<[bigint, bigint]>('multiply_int64', '_*_(int, int) int', CONSTANT, (_, a, b) => int(a * b)),
  declare<[Uint, Uint]>('multiply_uint64', '_*_(uint, uint) uint', UINT_WORK, (_, a, b) => uint(a.value * b.value)),
  declare<[number, number]>('divide_double', '_/_(double, double) double', CONSTANT, (_, a, b) => a / b),
  declare<[bigint, bigint]>('divide_int64', '_/_(int, int) int', CONSTANT, (_, a, b) => {
    const quotient = divide(a, b);
    return typeof quotient === 'bigint' ? int(quotient) : quotient;
  }),
  declare<[Uint, Uint]>('divide_uint64', '_/_(uint, uint) uint', UINT_WORK, (_, a, b) => unsigned(divide(a.value, b.value))),
  declare<[bigint, bigint]>('modulo_int64', '_%_(int, int) int', CONSTANT, (_, a, b) =>
    b === -1n && !inInt64(-a) ? OVERFLOW : remainder(a, b),
  ),
  declare<[Uint, Uint]>('modulo_uint64', '_%_(uint, uint) uint', UINT_WORK, (_, a, b) => unsigned(remainder(a.value, b.value))),
  declare<[number]>('negate_double', '-_(double) double', CONSTANT, (_, a) => -a),
  declare<[bigint]>('negate_int64', '-_(int) int', CONSTANT, (_, a) => int(-a)),
  // No signature declares it, but a duration of unknown type can be negated.
  declare<[Duration]>('negate_duration', '-_(duration) duration', TIME_WORK, (_, a) => duration(-a.nanos), { undeclared: true }),
  declare<[boolean]>('logical_not', '!_(bool) bool', CONSTANT, (_, a) => !a),
];

/** A relation, and its comparison of two ints or of an order with 0. */
const RELATIONS: readonly (readonly [string, string, <T extends bigint | number>(a: T, b: T) => boolean])[] = [
  ['less', '_<_', (a, b) => a < b],
  ['less_equals', '_<=_', (a, b) => a <= b],
  ['greater', '_>_', (a, b) => a > b],
  ['greater_equals', '_>=_', (a, b) => a >= b],
];

const ORDERED: readonly (readonly [string, string, string])[] = [
  ['bool', 'bool', 'bool'],
  ['int64', 'int', 'int'],
  ['int64_double', 'int', 'double'],
  ['int64_uint64', 'int', 'uint'],
  ['uint64', 'uint', 'uint'],
  ['uint64_double', 'uint', 'double'],
  ['uint64_int64', 'uint', 'int'],
  ['double', 'double', 'double'],
  ['double_int64', 'double', 'int'],
  ['double_uint64', 'double', 'uint'],
  ['string', 'string', 'string'],
  ['bytes', 'bytes', 'bytes'],
  ['timestamp', 'timestamp', 'timestamp'],
  ['duration', 'duration', 'duration'],
];

const ORDER: readonly Declaration[] = RELATIONS.flatMap(([id, name, holds]) =>
  ORDERED.map(([types, left, right]) =>
    declare<[Value, Value]>(`${id}_${types}`, `${name}(${left}, ${right}) bool`, 'metered', (frame, a, b) => {
      if (typeof a === 'bigint' && typeof b === 'bigint') return holds(a, b);
      const order = compare(a, b, frame);
      return typeof order === 'number' ? holds(order, 0) : order;
    }),
  ),
);

const planned = (id: string, signature: string): Declaration => declareOnly(id, signature, 'metered');

const PLANNED: readonly Declaration[] = [
  planned('conditional', '_?_:_(bool, A, A) A'),
  planned('equals', '_==_(A, A) bool'),
  planned('not_equals', '_!=_(A, A) bool'),
  planned('in_list', '@in(A, list(A)) bool'),
  planned('in_map', '@in(A, map(A, B)) bool'),
  planned('index_list', '_[_](list(A), int) A'),
  planned('index_map', '_[_](map(A, B), A) B'),
  planned('optional_list_index_int', '_[_](optional_type(list(V)), int) optional_type(V)'),
  planned('optional_map_index_value', '_[_](optional_type(map(K, V)), K) optional_type(V)'),
  planned('list_optindex_optional_int', '_[?_](list(V), int) optional_type(V)'),
  planned('optional_list_optindex_optional_int', '_[?_](optional_type(list(V)), int) optional_type(V)'),
  planned('map_optindex_optional_value', '_[?_](map(K, V), K) optional_type(V)'),
  planned('optional_map_optindex_optional_value', '_[?_](optional_type(map(K, V)), K) optional_type(V)'),
];

export const OPERATORS: readonly Declaration[] = [...ARITHMETIC, ...ORDER, ...PLANNED];
