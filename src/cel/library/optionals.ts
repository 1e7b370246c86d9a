// Implements optional values. The planner evaluates `or` and `orValue`, because they evaluate their argument only if needed.
// Their declarations are only for the checker.

import { goText } from '../values/print.js';
import { NONE, Optional, type Value } from '../values/values.js';
import { CONSTANT, type Declaration, declare, declareOnly, fail } from './declaration.js';
import { isZero } from './zero.js';

type List = readonly Value[];

const of = (value: Value | undefined): Optional => (value === undefined ? NONE : new Optional(value));

function unwrap(list: List): Value {
  const values: Value[] = [];
  for (const item of list) {
    if (!(item instanceof Optional)) return fail(`value ${goText(item)} is not optional`);
    if (item.value !== undefined) values.push(item.value);
  }
  return values;
}

/** The work of reading an optional. */
const UNWRAPPED = 1;
const unwrapping = (list: List): number => list.length * UNWRAPPED;

export const OPTIONALS: readonly Declaration[] = [
  declare<[Value]>('optional_of', 'optional.of(V) optional_type(V)', CONSTANT, (_, value) => of(value)),
  declare<[Value]>('optional_ofNonZeroValue', 'optional.ofNonZeroValue(V) optional_type(V)', CONSTANT, (_, value) =>
    isZero(value) ? NONE : of(value),
  ),
  declare<[]>('optional_none', 'optional.none() optional_type(V)', CONSTANT, () => NONE),
  declare<[Optional]>('optional_value', 'optional_type(V).value() V', CONSTANT, (_, { value }) =>
    value === undefined ? fail('optional.none() dereference') : value,
  ),
  declare<[Optional]>('optional_hasValue', 'optional_type(V).hasValue() bool', CONSTANT, (_, optional) => optional.value !== undefined),
  declareOnly('optional_or_optional', 'optional_type(V).or(optional_type(V)) optional_type(V)'),
  declareOnly('optional_orValue_value', 'optional_type(V).orValue(V) V'),
  declare<[List]>('list_last', 'list(T).last() optional_type(T)', CONSTANT, (_, list) => of(list.at(-1))),
  declare<[List]>('list_first', 'list(T).first() optional_type(T)', CONSTANT, (_, list) => of(list[0])),
  declare<[List]>('optional_unwrap', 'optional.unwrap(list(optional_type(T))) list(T)', unwrapping, (_, list) => unwrap(list)),
  declare<[List]>('optional_unwrapOpt', 'list(optional_type(T)).unwrapOpt() list(T)', unwrapping, (_, list) => unwrap(list)),
];
