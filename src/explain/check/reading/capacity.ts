// Computes the consumption of each capacity by a selection. Source: docs/spec/allocation.md 7, docs/spec/reference-1.37.md 1.26 to 1.28.

import type { CapacityRequestPolicy, Device, DeviceCapacity } from '../../../core/api/resource-slice.js';
import type { Quantity } from '../../../core/quantity/quantity.js';
import type { Work } from '../work.js';
import { spendDigits } from './amounts.js';

const [WHOLE, MILLI] = [1_000_000_000n, 1_000_000n];
/** This amount exceeds any supply: the device never serves the request. */
const NEVER = 1n << 40_000n;

/** The steps for a capacity, and for a value that its policy lists. */
const CAPACITY_STEPS = 100;
const VALUE_STEPS = 20;
/** The average number of times that a policy reads each amount. */
const LOOKS = 3;

/** The amounts in billionths, by capacity. Undefined if an amount is unknown: the device may then not be selectable. */
export type Consumption = ReadonlyMap<string, bigint | undefined>;

/** Returns the consumption of a device by a request. */
export function consumptionOf(
  { capacity }: Device,
  requests: ReadonlyMap<string, Quantity>,
  isFractional: boolean,
  work: Work,
): Consumption {
  for (const entry of capacity.values()) spendPolicy(entry, work);
  work.spend(CAPACITY_STEPS * requests.size);
  for (const amount of requests.values()) spendDigits(amount, work, LOOKS);
  const found = new Map(Array.from(capacity, ([name, entry]) => [name, consumedOf(requests.get(name)?.nano, entry, isFractional)]));
  for (const name of requests.keys()) if (!capacity.has(name)) found.set(name, NEVER);
  return found;
}

function spendPolicy(
  { value, requestPolicy: { default: usual, validRange: { min, max, step } = {}, validValues = [] } = {} }: DeviceCapacity,
  work: Work,
): void {
  work.spend(CAPACITY_STEPS + VALUE_STEPS * validValues.length);
  for (const amount of [value, usual, min, max, step, ...validValues]) if (amount !== undefined) spendDigits(amount, work, LOOKS);
}

function consumedOf(demand: bigint | undefined, { value, requestPolicy: policy = {} }: DeviceCapacity, isFractional: boolean) {
  // The default applies without a request. The default is exempt from the policy if the reference stores it in a form that
  // equals its copies.
  if (demand === undefined && policy.default?.representationEquals(policy.default))
    return policy.default.nano < 0n ? NEVER : policy.default.nano;
  const { min, max, step } = policy.validRange ?? {};
  const bounds = [min, max, step].flatMap((bound) => bound?.nano ?? []);
  const chosen = demand ?? policy.default?.nano ?? value.nano;
  if (step !== undefined && (min === undefined || step.nano === 0n || ![chosen, ...bounds].every(isSafe))) return undefined;
  const unit = isFractional && bounds.every((bound) => bound % MILLI === 0n) ? MILLI : WHOLE;
  const amount = demand === undefined ? chosen : roundedUp(demand, policy, unit);
  if (amount < 0n) return NEVER;
  // An amount equal to the default is exempt from the policy if stored in the same form.
  return isAllowed(amount, policy, unit) ? amount : amount === policy.default?.nano ? undefined : NEVER;
}

function roundedUp(demand: bigint, { validRange: { min, step } = {}, validValues = [] }: CapacityRequestPolicy, unit: bigint): bigint {
  if (min === undefined) return validValues.find(({ nano }) => nano >= demand)?.nano ?? demand;
  if (demand < min.nano) return min.nano;
  return step === undefined ? demand : up(min.nano, unit) + up(up(demand, unit) - up(min.nano, unit), up(step.nano, unit));
}

function isAllowed(amount: bigint, { validRange, validValues = [] }: CapacityRequestPolicy, unit: bigint): boolean {
  if (validRange === undefined) return validValues.length === 0 || validValues.some(({ nano }) => nano === amount);
  const { min, max, step } = validRange;
  if (max !== undefined && amount > max.nano) return false;
  if (min === undefined || step === undefined) return true;
  return (unit === WHOLE || amount % MILLI === 0n) && (up(amount, unit) - up(min.nano, unit)) % up(step.nano, unit) === 0n;
}

/** Returns whether the reference can count an amount in its 64-bit integers. */
function isSafe(amount: bigint): boolean {
  return amount >= 0n && amount <= 2n ** 53n * MILLI;
}

function up(amount: bigint, unit: bigint): bigint {
  return ((amount + unit - 1n) / unit) * unit;
}
