// Sorts values by their distance from another one: 32Gi is closer to 40Gi than 16Gi is.

import { isVersion, Semver } from '../../../cel/values/semver.js';
import { isQuantity, parseQuantity } from '../../../core/quantity/quantity.js';
import type { Value } from './device-facts.js';

/** Compares two values as a selector does. */
type Order = (left: Value, right: Value) => number;

/**
 * Sorts integers by their difference, and amounts and versions by the number of values in between. Other values keep their order.
 */
export function byNearness(values: readonly Value[], target: Value): readonly Value[] {
  if (typeof target === 'bigint') {
    const distance = (value: Value): bigint => ((value as bigint) > target ? (value as bigint) - target : target - (value as bigint));
    return values.toSorted((left, right) => (distance(left) < distance(right) ? -1 : 1));
  }
  const order = orderOf([...values, target]);
  if (order === undefined) return values;
  const below = values.filter((value) => order(value, target) < 0).toSorted((left, right) => order(right, left));
  const above = values.filter((value) => order(value, target) >= 0).toSorted(order);
  return Array.from({ length: Math.max(below.length, above.length) }, (_, place) =>
    [below[place], above[place]].filter((value) => value !== undefined),
  ).flat();
}

function orderOf(values: readonly Value[]): Order | undefined {
  if (values.every((value) => typeof value === 'string' && isVersion(value)))
    return (left, right) => new Semver(left as string).compare(new Semver(right as string));
  if (values.every((value) => typeof value === 'string' && isQuantity(value)))
    return (left, right) => parseQuantity(left as string).compare(parseQuantity(right as string));
  return undefined;
}
