// The amount that a pick takes of each capacity of its device. Source: docs/spec/allocation.md 7, docs/spec/reference-1.37.md 1.26 to 1.28.

import type { CapacityRequestPolicy, Device, DeviceCapacity } from '../../api/resource-slice.js';
import type { Quantity } from '../../quantity/quantity.js';

/** An amount in billionths. Not sure: it may be more, or the device may be none for the request. */
interface Consumed {
  readonly amount: bigint;
  readonly isSure: boolean;
}

const [WHOLE, MILLI] = [1_000_000_000n, 1_000_000n];

/** Finds what a request takes of each capacity of a device; undefined: the device is none for it. */
export function consumptionOf(
  { capacity }: Device,
  requests: ReadonlyMap<string, Quantity>,
  isFractional: boolean,
): ReadonlyMap<string, Consumed> | undefined {
  if ([...requests.keys()].some((name) => !capacity.has(name))) return undefined;
  const found = new Map<string, Consumed>();
  for (const [name, own] of capacity) {
    const consumed = consumedOf(requests.get(name)?.nano, own, isFractional);
    if (consumed === undefined || (consumed.isSure && consumed.amount < 0n)) return undefined;
    found.set(name, consumed);
  }
  return found;
}

function consumedOf(asked: bigint | undefined, { value, requestPolicy }: DeviceCapacity, isFractional: boolean): Consumed | undefined {
  const { default: byDefault, validRange, validValues = [] } = requestPolicy ?? {};
  const given = asked ?? byDefault?.nano ?? value.nano;
  if (validRange !== undefined) return inRange(asked, given, validRange, isFractional) ?? exempt(given, byDefault);
  const values = validValues.map(({ nano }) => nano);
  const amount = asked === undefined ? given : (values.find((valid) => valid >= asked) ?? asked);
  return values.length === 0 || values.includes(amount) ? { amount, isSure: true } : exempt(given, byDefault);
}

/** The default is exempt from what a policy says, if it is held in the same form. */
function exempt(amount: bigint, byDefault: Quantity | undefined): Consumed | undefined {
  return amount === byDefault?.nano ? { amount, isSure: false } : undefined;
}

type Range = NonNullable<CapacityRequestPolicy['validRange']>;

function inRange(asked: bigint | undefined, given: bigint, { min, max, step }: Range, isFractional: boolean): Consumed | undefined {
  const isRaised = asked !== undefined && min !== undefined && asked < min.nano;
  let amount = isRaised ? min.nano : given;
  if (step !== undefined) {
    const bounds = [min, max, step].flatMap((bound) => bound?.nano ?? []);
    if (min === undefined || step.nano === 0n || ![amount, ...bounds].every(isSafe)) return { amount: 0n, isSure: false };
    const unit = isFractional && bounds.every((bound) => bound % MILLI === 0n) ? MILLI : WHOLE;
    const [base, from, by] = [up(min.nano, unit), up(amount, unit), up(step.nano, unit)];
    if (asked !== undefined && !isRaised) amount = base + up(from - base, by);
    else if ((from - base) % by !== 0n || (unit === MILLI && amount % MILLI !== 0n)) return undefined;
  }
  return max !== undefined && amount > max.nano ? undefined : { amount, isSure: true };
}

/** Tells whether the reference can count an amount in its 64-bit integers. */
function isSafe(amount: bigint): boolean {
  return amount >= 0n && amount <= 2n ** 53n * MILLI;
}

function up(amount: bigint, unit: bigint): bigint {
  return ((amount + unit - 1n) / unit) * unit;
}
