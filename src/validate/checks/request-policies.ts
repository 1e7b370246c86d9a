// Reads policies for requests of a shared capacity: one of several values, or a range with steps.

import type { Quantity } from '../../core/quantity/quantity.js';
import type { ServerRelease } from '../rule.js';
import type { Field } from '../tree/field.js';
import { isFractional, isMilli, quantityOf } from './quantities.js';
import { deviceOf } from './slices.js';

/** The policy of a capacity whose device may be shared. */
export interface RequestPolicy {
  readonly field: Field;
  readonly capacity: Quantity;
  /** The amount for claims that do not request the capacity, if set. */
  readonly default: Quantity | undefined;
  readonly hasValues: boolean;
  readonly hasRange: boolean;
}

/** A policy with a range and a smallest amount. */
export interface RequestRange {
  /** The field `validRange`. */
  readonly field: Field;
  readonly capacity: Quantity;
  readonly default: Quantity;
  readonly min: Quantity;
  readonly max: Quantity | undefined;
  readonly step: Quantity | undefined;
  /** True if the default or an amount of the range is not an integer. Steps are then counted in thousandths. */
  readonly isMilli: boolean;
  /**
   * Amounts that are not a whole number of thousandths although `isMilli` is true, by their API names. If there are any, steps
   * are not checked.
   */
  readonly inexact: readonly (readonly [name: string, amount: Quantity])[];
}

/** Returns whether claims may share the device of a capacity. */
export function isShared(capacity: Field): boolean {
  return deviceOf(capacity).child('allowMultipleAllocations').flag;
}

/** Returns the policy of a capacity; undefined if it has none or the device cannot be shared. */
export function policyOf(capacity: Field): RequestPolicy | undefined {
  const field = capacity.child('requestPolicy');
  if (!field.isSet || !isShared(capacity)) return undefined;
  return {
    field,
    capacity: quantityOf(capacity.child('value')),
    default: field.child('default').quantity,
    hasValues: field.child('validValues').size > 0,
    hasRange: field.child('validRange').isSet,
  };
}

/** Returns the range of a capacity; undefined if the policy has valid values too or lacks a default or minimum. */
export function rangeOf(capacity: Field, server: ServerRelease): RequestRange | undefined {
  const policy = policyOf(capacity);
  if (policy?.default === undefined || policy.hasValues || !policy.hasRange) return undefined;
  const field = policy.field.child('validRange');
  const min = field.child('min').quantity;
  if (min === undefined) return undefined;
  const max = field.child('max').quantity;
  const step = field.child('step').quantity;
  const amounts = Object.entries({ default: policy.default, min, max, step }).flatMap(([name, amount]) =>
    amount === undefined ? [] : [[name, amount] as const],
  );
  const countsMilli = server.gate('DRAFractionalCapacityRange') && amounts.some(([, amount]) => isFractional(amount));
  return {
    field,
    capacity: policy.capacity,
    default: policy.default,
    min,
    max,
    step,
    isMilli: countsMilli,
    inexact: countsMilli ? amounts.filter(([, amount]) => !isMilli(amount)) : [],
  };
}
