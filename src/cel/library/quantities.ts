// The quantity library of Kubernetes. Source: k8s.io/apiserver pkg/cel/library/quantity.go; `sign` is a global function there.

import { isQuantity, parseQuantity, Quantity, QuantityError } from '../../quantity/quantity.js';
import type { Frame } from '../frame.js';
import { ComputedQuantity, type Value } from '../values.js';
import { type Declaration, declare, fail } from './declaration.js';

/** What ParseQuantity says, whatever is wrong. */
const BAD_FORMAT = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const BAD_NUMERIC = 'unable to parse numeric part of quantity';
const BAD_SUFFIX = "unable to parse quantity's suffix";

function parse(text: string): Value {
  try {
    return parseQuantity(text);
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
    return fail(error.kind === 'numeric' ? BAD_NUMERIC : error.kind === 'suffix' ? BAD_SUFFIX : BAD_FORMAT);
  }
}

/** What it takes to read a quantity, in steps (see Frame.work), and to compute with one. */
function announce(frame: Frame, text: string): void {
  frame.work(80 + text.length * 10);
}

const ARITHMETIC_WORK = 40;

function computed(frame: Frame, compute: () => Quantity): Quantity {
  frame.work(ARITHMETIC_WORK);
  return new ComputedQuantity(compute());
}
const fromInt = (value: bigint): Quantity => Quantity.fromInt64(value, 'DecimalExponent');

export const QUANTITIES: readonly Declaration[] = [
  declare<[string]>('string_to_quantity', 'quantity(string) Quantity', (frame, text) => {
    announce(frame, text);
    return parse(text);
  }),
  declare<[string]>('is_quantity_string', 'isQuantity(string) bool', (frame, text) => {
    announce(frame, text);
    return isQuantity(text);
  }),
  declare<[Quantity]>('quantity_sign', 'sign(Quantity) int', (_, quantity) => BigInt(quantity.sign())),
  declare<[Quantity]>('quantity_get_float', 'Quantity.asApproximateFloat() double', (_, quantity) => quantity.asApproximateFloat()),
  declare<[Quantity]>('quantity_is_integer', 'Quantity.isInteger() bool', (_, quantity) => quantity.asInt64() !== undefined),
  declare<[Quantity]>(
    'quantity_get_int',
    'Quantity.asInteger() int',
    (_, quantity) => quantity.asInt64() ?? fail('cannot convert value to integer'),
  ),
  declare<[Quantity, Quantity]>('quantity_is_greater_than', 'Quantity.isGreaterThan(Quantity) bool', (_, a, b) => a.compare(b) === 1),
  declare<[Quantity, Quantity]>('quantity_is_less_than', 'Quantity.isLessThan(Quantity) bool', (_, a, b) => a.compare(b) === -1),
  declare<[Quantity, Quantity]>('quantity_compare_to', 'Quantity.compareTo(Quantity) int', (_, a, b) => BigInt(a.compare(b))),
  declare<[Quantity, Quantity]>('quantity_add', 'Quantity.add(Quantity) Quantity', (frame, a, b) => computed(frame, () => a.add(b))),
  declare<[Quantity, bigint]>('quantity_add_int', 'Quantity.add(int) Quantity', (frame, a, b) => computed(frame, () => a.add(fromInt(b)))),
  declare<[Quantity, Quantity]>('quantity_sub', 'Quantity.sub(Quantity) Quantity', (frame, a, b) => computed(frame, () => a.sub(b))),
  declare<[Quantity, bigint]>('quantity_sub_int', 'Quantity.sub(int) Quantity', (frame, a, b) => computed(frame, () => a.sub(fromInt(b)))),
];
