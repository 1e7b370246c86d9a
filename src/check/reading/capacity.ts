// The amount that a pick takes of each capacity of its device. Source: docs/spec/allocation.md 7, docs/spec/reference-1.37.md 1.26 to 1.28.

import type { CapacityRequestPolicy, Device, DeviceCapacity } from '../../api/resource-slice.js';
import type { Quantity } from '../../quantity/quantity.js';

/** The amounts that a request takes, in billionths by capacity. `isSure`: otherwise it may take more, or the device may be none for the request. */
export interface Consumption {
  readonly amounts: ReadonlyMap<string, bigint>;
  readonly isSure: boolean;
}

const [WHOLE, MILLI] = [1_000_000_000n, 1_000_000n];
/** Beyond it the 64-bit integers of the reference may wrap around. */
const MOST = 2n ** 53n * MILLI;

/** Finds what a request takes of the capacities of a device; undefined: the device is none for it. */
export function consumptionOf(
  device: Device,
  requests: ReadonlyMap<string, Quantity> | undefined,
  isFractional: boolean,
): Consumption | undefined {
  for (const name of requests?.keys() ?? []) if (!device.capacity.has(name)) return undefined;
  const amounts = new Map<string, bigint>();
  let isSure = true;
  for (const [name, capacity] of device.capacity) {
    const found = amountOf(requests?.get(name)?.nano, capacity, isFractional);
    if (found === undefined || (found.isSure && found.amount < 0n)) return undefined;
    amounts.set(name, found.amount);
    isSure &&= found.isSure;
  }
  return { amounts, isSure };
}

type Range = NonNullable<CapacityRequestPolicy['validRange']>;
type Found = { readonly amount: bigint; readonly isSure: boolean } | undefined;

function amountOf(asked: bigint | undefined, { value, requestPolicy: policy }: DeviceCapacity, isFractional: boolean): Found {
  const byDefault = policy?.default?.nano;
  const { validRange, validValues = [] } = policy ?? {};
  const given = asked ?? byDefault ?? value.nano;
  if (policy === undefined) return { amount: given, isSure: true };
  const found = validRange === undefined ? inValues(asked, given, validValues) : inRange(asked, given, validRange, isFractional);
  // The default is exempt, if it is held in the same form.
  return found === undefined && given === byDefault ? { amount: given, isSure: false } : found;
}

function inValues(asked: bigint | undefined, given: bigint, validValues: readonly Quantity[]): Found {
  const values = validValues.map(({ nano }) => nano);
  const amount = asked === undefined ? given : (values.find((valid) => valid >= asked) ?? asked);
  return values.length === 0 || values.includes(amount) ? { amount, isSure: true } : undefined;
}

function inRange(asked: bigint | undefined, given: bigint, { min, max, step }: Range, isFractional: boolean): Found {
  const least = min !== undefined && asked !== undefined && given < min.nano ? min.nano : given;
  const isBelow = (amount: bigint): boolean => max === undefined || amount <= max.nano;
  if (step === undefined) return isBelow(least) ? { amount: least, isSure: true } : undefined;
  const bounds = [min, max, step].flatMap((bound) => bound?.nano ?? []);
  // The reference counts in 64-bit integers, or crashes.
  if (min === undefined || step.nano === 0n || [least, ...bounds].some((one) => one < 0n || one > MOST))
    return { amount: 0n, isSure: false };
  const unit = isFractional && bounds.every((bound) => bound % MILLI === 0n) ? MILLI : WHOLE;
  const up = (one: bigint, to = unit): bigint => ((one + to - 1n) / to) * to;
  const amount = up(min.nano) + up(up(least) - up(min.nano), up(step.nano));
  if (asked !== undefined && asked >= min.nano) return isBelow(amount) ? { amount, isSure: true } : undefined;
  // Below the least amount, where a default or the whole may be, steps count as well.
  const isStep = (up(least) - up(min.nano)) % up(step.nano) === 0n && (unit === WHOLE || least % MILLI === 0n);
  return isStep && isBelow(least) ? { amount: least, isSure: true } : undefined;
}
