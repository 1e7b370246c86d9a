// Policies for what claims may ask of a capacity that they share: one of some values, or a range in steps.

import type { Quantity } from '../../core/quantity/quantity.js';
import type { ServerRelease } from '../rule.js';
import type { Field } from '../tree/field.js';
import { isFractional, isMilli, quantityOf } from './quantities.js';
import { deviceOf } from './slices.js';

/** The policy of a capacity, where it is judged: the device may be shared. */
export interface RequestPolicy {
  readonly field: Field;
  readonly capacity: Quantity;
  /** The amount for claims that ask for none, where there is one. */
  readonly default: Quantity | undefined;
  readonly hasValues: boolean;
  readonly hasRange: boolean;
}

/** A policy with a range, of which the smallest amount is known. */
export interface RequestRange {
  /** The field `validRange`. */
  readonly field: Field;
  readonly capacity: Quantity;
  readonly default: Quantity;
  readonly min: Quantity;
  readonly max: Quantity | undefined;
  readonly step: Quantity | undefined;
  /** Steps are counted in thousandths: an amount of the range, or the default, is no integer. */
  readonly isMilli: boolean;
  /** Amounts that have no exact number of thousandths although these count, by the names of the API server. Steps are not considered then. */
  readonly inexact: readonly (readonly [name: string, amount: Quantity])[];
}

/** Returns whether claims may share the device of a capacity. */
export function isShared(capacity: Field): boolean {
  return deviceOf(capacity).child('allowMultipleAllocations').flag;
}

/** The policy of a capacity; undefined where there is none, or the device cannot be shared. */
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

/** The range of a capacity, where the policy has nothing else and all that it needs. */
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
