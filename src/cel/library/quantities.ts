// Implements the quantity library of Kubernetes. Source: k8s.io/apiserver pkg/cel/library/quantity.go; `sign` is a global function there.

import { parseQuantity, Quantity, QuantityError } from '../../core/quantity/quantity.js';
import { LocalLimit } from '../run/frame.js';
import { quantitiesWork, quantityWork } from '../values/quantity-work.js';
import { ComputedQuantity, type Value } from '../values/values.js';
import { CONSTANT, type Declaration, declare, fail } from './declaration.js';
import { readingOf } from './work.js';

/** ParseQuantity has this message for every malformed text. */
const BAD_FORMAT = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const BAD_NUMERIC = 'unable to parse numeric part of quantity';
const BAD_SUFFIX = "unable to parse quantity's suffix";

function parse(text: string): Value {
  try {
    return parseQuantity(text);
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
    if (error.kind === 'limit') throw new LocalLimit(error.message);
    return fail(error.kind === 'numeric' ? BAD_NUMERIC : error.kind === 'suffix' ? BAD_SUFFIX : BAD_FORMAT);
  }
}

/** The work of parsing a quantity. */
const reading = readingOf(250, 3);

const computed = (quantity: Quantity): Quantity => new ComputedQuantity(quantity);
const fromInt = (value: bigint): Quantity => Quantity.fromInt64(value, 'DecimalExponent');

export const QUANTITIES: readonly Declaration[] = [
  declare<[string]>('string_to_quantity', 'quantity(string) Quantity', reading, (_, text) => parse(text)),
  declare<[string]>('is_quantity_string', 'isQuantity(string) bool', reading, (_, text) => parse(text) instanceof Quantity),
  declare<[Quantity]>('quantity_sign', 'sign(Quantity) int', CONSTANT, (_, quantity) => BigInt(quantity.sign())),
  declare<[Quantity]>('quantity_get_float', 'Quantity.asApproximateFloat() double', quantityWork, (_, quantity) =>
    quantity.asApproximateFloat(),
  ),
  declare<[Quantity]>('quantity_is_integer', 'Quantity.isInteger() bool', quantityWork, (_, quantity) => quantity.asInt64() !== undefined),
  declare<[Quantity]>(
    'quantity_get_int',
    'Quantity.asInteger() int',
    quantityWork,
    (_, quantity) => quantity.asInt64() ?? fail('cannot convert value to integer'),
  ),
  declare<[Quantity, Quantity]>(
    'quantity_is_greater_than',
    'Quantity.isGreaterThan(Quantity) bool',
    quantitiesWork,
    (_, a, b) => a.compare(b) === 1,
  ),
  declare<[Quantity, Quantity]>(
    'quantity_is_less_than',
    'Quantity.isLessThan(Quantity) bool',
    quantitiesWork,
    (_, a, b) => a.compare(b) === -1,
  ),
  declare<[Quantity, Quantity]>('quantity_compare_to', 'Quantity.compareTo(Quantity) int', quantitiesWork, (_, a, b) =>
    BigInt(a.compare(b)),
  ),
  declare<[Quantity, Quantity]>('quantity_add', 'Quantity.add(Quantity) Quantity', quantitiesWork, (_, a, b) => computed(a.add(b))),
  declare<[Quantity, bigint]>('quantity_add_int', 'Quantity.add(int) Quantity', quantityWork, (_, a, b) => computed(a.add(fromInt(b)))),
  declare<[Quantity, Quantity]>('quantity_sub', 'Quantity.sub(Quantity) Quantity', quantitiesWork, (_, a, b) => computed(a.sub(b))),
  declare<[Quantity, bigint]>('quantity_sub_int', 'Quantity.sub(int) Quantity', quantityWork, (_, a, b) => computed(a.sub(fromInt(b)))),
];
