// Computes the amount that a share consumes of each capacity of a device, or the reason why the policy or the value excludes
// the amount. Amounts are exact, but rounding to a step uses 64-bit integers with wrap-around, as in Kubernetes. Source:
// consumable_capacity.go of the reference; docs/spec/allocation.md 7, docs/spec/reference-1.37.md 1.26 to 1.28.

import type { CapacityRequestPolicy, Device, DeviceCapacity } from '../../core/api/resource-slice.js';
import { compareBytes } from '../../core/base/byte-order.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import { quoted } from '../../core/base/field-error.js';
import type { Incremental } from '../../core/base/incremental.js';
import { MAX_INT64 } from '../../core/base/integers.js';
import { sorting } from '../../core/base/sorting.js';
import { Quantity } from '../../core/quantity/quantity.js';

/**
 * The device is not a candidate: it lacks a requested capacity (`unknown`), the policy forbids the amount (`policy`), or less of the capacity is left
 * (`exceeded`).
 */
export interface CapacityRejection {
  readonly kind: 'refused';
  readonly capacity: string;
  readonly why: 'unknown' | 'policy' | 'exceeded';
}

/**
 * The whole attempt fails if the search reaches the device. `message` is the text that the reference prints after the device.
 * The message is built on access, because a quantity can have thousands of digits and the search may never reach the device.
 */
interface CapacityError {
  readonly kind: 'error';
  readonly capacity: string;
  readonly message: string;
}

/** The consumption of every capacity of the device, in byte order of the names, in the format of the result. */
interface CapacityAmounts {
  readonly kind: 'amounts';
  readonly amounts: ReadonlyMap<string, Quantity>;
}

/** The outcome of a request for capacity on one device. */
export type CapacityUse = CapacityRejection | CapacityError | CapacityAmounts;

/** Builds the message about an amount that cannot be resolved. */
type Words = () => string;
/** A resolved amount, or a function that builds the message about it. */
type Resolved = Quantity | Words;
type ValidRange = NonNullable<CapacityRequestPolicy['validRange']>;

const NOTHING: ReadonlyMap<string, Quantity> = new Map();
const UNREPRESENTABLE = "capacity request cannot be represented in the device's range arithmetic";

/**
 * Resolves the capacity `requests` on a device. On a shared device, the result contains the amounts. On a dedicated device, it
 * is only a match or a rejection. `fractional` is the gate DRAFractionalCapacityRange; `used` is the consumption of other
 * shares. Names match exactly. An unknown capacity takes precedence over errors, and errors take precedence over other
 * rejections. If several capacities are rejected, the first by name is reported. If the reference would crash (a step of zero,
 * or a step without min), the outcome is an error.
 */
export function* resolveCapacity(
  requests: ReadonlyMap<string, Quantity> = NOTHING,
  capacity: ReadonlyMap<string, DeviceCapacity>,
  fractional: boolean,
  checkpoint: Checkpoint,
  used: ReadonlyMap<string, Quantity> = NOTHING,
): Incremental<CapacityUse> {
  const unknown = lacksSome(capacity, requests, checkpoint) ? yield* findingUnknown(requests, capacity, checkpoint) : undefined;
  if (unknown !== undefined) return { kind: 'refused', capacity: unknown, why: 'unknown' };
  const amounts = yield* findingAmounts(requests, capacity, fractional, checkpoint);
  if ('kind' in amounts) return amounts;
  // All capacities are checked before any rejection is returned, because an error takes precedence.
  let rejection: CapacityRejection | undefined;
  for (const [name, amount] of amounts) {
    const one = capacity.get(name) as DeviceCapacity;
    const violated = violatesPolicy(amount, one.requestPolicy, fractional) ?? (yield* isNoValue(amount, one.requestPolicy, checkpoint));
    if (typeof violated === 'function') return failure(name, violated);
    const total = used.get(name)?.add(amount) ?? amount;
    const why = violated ? 'policy' : total.compare(one.value) > 0 ? 'exceeded' : undefined;
    if (why !== undefined) rejection ??= { kind: 'refused', capacity: name, why };
    if (checkpoint.due()) yield;
  }
  return rejection ?? { kind: 'amounts', amounts };
}

/** The number of capacities resolved or compared in a microsecond. */
export const CAPACITIES_A_UNIT = 16;

/** The number of values that the policies of a device list. */
export function valuesOfPolicies({ capacity }: Pick<Device, 'capacity'>): number {
  let values = 0;
  for (const { requestPolicy } of capacity.values()) values += requestPolicy?.validValues?.length ?? 0;
  return values;
}

function lacksSome(
  capacity: ReadonlyMap<string, DeviceCapacity>,
  requests: ReadonlyMap<string, Quantity>,
  checkpoint: Checkpoint,
): boolean {
  checkpoint.step(requests.size / CAPACITIES_A_UNIT);
  for (const name of requests.keys()) if (!capacity.has(name)) return true;
  return false;
}

/** Returns the first requested capacity by name that a device lacks. */
function* findingUnknown(
  requests: ReadonlyMap<string, Quantity>,
  capacity: ReadonlyMap<string, DeviceCapacity>,
  checkpoint: Checkpoint,
): Incremental<string | undefined> {
  for (const [name] of yield* ordering(requests, checkpoint)) {
    if (!capacity.has(name)) return name;
    if (checkpoint.due()) yield;
  }
  return undefined;
}

/** Returns the amount that a selection consumes of every capacity of its device. Requires: `resolveCapacity` allowed the amounts. */
export function* consumedAmounts(
  requests: ReadonlyMap<string, Quantity> = NOTHING,
  capacity: ReadonlyMap<string, DeviceCapacity>,
  fractional: boolean,
  checkpoint: Checkpoint,
): Incremental<ReadonlyMap<string, Quantity>> {
  const amounts = yield* findingAmounts(requests, capacity, fractional, checkpoint);
  if ('kind' in amounts) throw new AllocationError('internal', `a selected device has no amount: ${amounts.message}`);
  return amounts;
}

/** Returns the consumption of every capacity, or the first error by name. */
function* findingAmounts(
  requests: ReadonlyMap<string, Quantity>,
  capacity: ReadonlyMap<string, DeviceCapacity>,
  fractional: boolean,
  checkpoint: Checkpoint,
): Incremental<ReadonlyMap<string, Quantity> | CapacityError> {
  const amounts = new Map<string, Quantity>();
  for (const [name, one] of capacity.size < 2 ? [...capacity] : yield* ordering(capacity, checkpoint)) {
    const request = requests.get(name);
    const amount = amountOf(request, one, fractional) ?? (yield* roundingToValue(request as Quantity, one, checkpoint));
    if (typeof amount === 'function') return failure(name, amount);
    if (amount.sign() < 0) return failure(name, () => 'capacity value is negative');
    amounts.set(name, amount);
    if (checkpoint.due()) yield;
  }
  return amounts;
}

function* ordering<T>(map: ReadonlyMap<string, T>, checkpoint: Checkpoint): Incremental<readonly (readonly [string, T])[]> {
  const entries = [...map];
  // The API server usually returns them in order.
  for (let index = 1; index < entries.length; index++) {
    if (compareNames(entries[index - 1] as [string, T], entries[index] as [string, T]) > 0)
      return yield* sorting(entries, compareNames, checkpoint);
    if (checkpoint.due()) yield;
  }
  return entries;
}

function compareNames([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return compareBytes(left, right);
}

function failure(name: string, words: Words): CapacityError {
  return {
    kind: 'error',
    capacity: name,
    get message() {
      return `capacity ${quoted(name)}: ${words()}`;
    },
  };
}

/**
 * Returns the amount that a request consumes of one capacity; without a request, the default of the policy, else the whole value. Returns undefined if
 * `roundingToValue` must find it.
 */
function amountOf(request: Quantity | undefined, { value, requestPolicy }: DeviceCapacity, fractional: boolean): Resolved | undefined {
  if (request === undefined) return requestPolicy?.default ?? value;
  const range = requestPolicy?.validRange;
  if (range?.min !== undefined) return roundUpToRange(request, range.min, range, fractional);
  return (requestPolicy?.validValues ?? []).length > 0 ? undefined : request;
}

/** Returns the first valid value, in list order as in Kubernetes, that is at least the request; else the request. */
function* roundingToValue(request: Quantity, { requestPolicy }: DeviceCapacity, checkpoint: Checkpoint): Incremental<Quantity> {
  let compared = request;
  for (const value of requestPolicy?.validValues ?? []) {
    if (compared.compare(value) <= 0) return value;
    // The comparison can change the form of the request, which decides whether the request equals the default later.
    compared = compared.afterCompare(value);
    if (checkpoint.due()) yield;
  }
  return compared;
}

/** Returns at least `min`. With a step, returns the next `min + n * step`, in the format of the step. */
function roundUpToRange(request: Quantity, min: Quantity, range: ValidRange, fractional: boolean): Resolved {
  if (request.compare(min) < 0) return min;
  const compared = request.afterCompare(min);
  if (range.step === undefined) return compared;
  return countsInMilli(range, fractional) ? roundUpInMilli(compared, min, range.step) : roundUpInIntegers(compared, min, range.step);
}

function roundUpInMilli(request: Quantity, min: Quantity, step: Quantity): Resolved {
  const requested = exactMilli(request);
  if (requested === undefined) return () => `${UNREPRESENTABLE}: request ${request} is not a representable milli value`;
  const least = min.milliValue();
  const stride = step.milliValue();
  const steps = stepsUp(requested, least, stride);
  if (steps > int64(MAX_INT64 - least) / stride) {
    return () => `${UNREPRESENTABLE}: rounding request ${request} up to the next step passes the milli-value range`;
  }
  const rounded = int64(least + stride * steps);
  return rounded % 1000n === 0n ? Quantity.fromInt64(rounded / 1000n, step.format) : Quantity.fromMilli(rounded, step.format);
}

/** Rounds up in integers. Fractions of the request, of min and of the step are rounded up first. */
function roundUpInIntegers(request: Quantity, min: Quantity, step: Quantity): Resolved {
  if (request.cmpInt64(MAX_INT64) > 0) return () => `${UNREPRESENTABLE}: request ${request} exceeds MaxInt64`;
  const stride = step.value();
  if (stride === 0n) return zeroStep(step);
  const least = min.value();
  const steps = stepsUp(request.value(), least, stride);
  // Upstream does not guard against a negative min, so its sums wrap around.
  if (least >= 0n && steps > (MAX_INT64 - least) / stride) {
    return () => `${UNREPRESENTABLE}: rounding request ${request} up to the next step passes MaxInt64`;
  }
  return Quantity.fromInt64(least + stride * steps, step.format);
}

/** Returns the number of steps from `min` to `value` or above, in 64-bit integers. `step` is not zero. */
function stepsUp(value: bigint, min: bigint, step: bigint): bigint {
  const added = int64(value - min);
  return added / step + (added % step === 0n ? 0n : 1n);
}

/** Returns whether the policy forbids the amount, or the reason why that is undefined. Returns undefined if only `isNoValue` can decide. */
function violatesPolicy(amount: Quantity, policy: CapacityRequestPolicy | undefined, fractional: boolean): boolean | Words | undefined {
  if (policy === undefined) return false;
  // Upstream compares structs here, not values: if the default is 7, then 7 is exempt and 7000m is not.
  if (policy.default !== undefined && amount.representationEquals(policy.default)) return false;
  if (policy.validRange !== undefined) return violatesRange(amount, policy.validRange, fractional);
  return (policy.validValues ?? []).length > 0 ? undefined : false;
}

function* isNoValue(amount: Quantity, policy: CapacityRequestPolicy | undefined, checkpoint: Checkpoint): Incremental<boolean> {
  for (const value of policy?.validValues ?? []) {
    if (amount.compare(value) === 0) return false;
    if (checkpoint.due()) yield;
  }
  return true;
}

function violatesRange(amount: Quantity, range: ValidRange, fractional: boolean): boolean | Words {
  const { min, max, step } = range;
  if (max !== undefined && amount.compare(max) > 0) return true;
  if (step === undefined) return false;
  const compared = max === undefined ? amount : amount.afterCompare(max);
  const milli = countsInMilli(range, fractional);
  if (milli && exactMilli(compared) === undefined) return true;
  if (min === undefined) return () => 'the valid range has a step, but no min to count the steps from';
  const read = (quantity: Quantity) => (milli ? quantity.milliValue() : quantity.value());
  if (read(step) === 0n) return zeroStep(step);
  return int64(read(compared) - read(min)) % read(step) !== 0n;
}

function zeroStep(step: Quantity): Words {
  return () => `the step ${step} of the valid range becomes 0 as a 64-bit integer, so no amount is a multiple of it`;
}

/** Returns whether steps are counted in thousandths: the gate is on, min, max and step are exact in thousandths, and the step is positive. */
function countsInMilli({ min, max, step }: ValidRange, fractional: boolean): boolean {
  if (!fractional) return false;
  if ([min, max, step].some((bound) => bound !== undefined && exactMilli(bound) === undefined)) return false;
  return step === undefined || step.sign() > 0;
}

/** Returns the quantity in thousandths if a 64-bit integer holds it exactly. */
function exactMilli(quantity: Quantity): bigint | undefined {
  const milli = quantity.milliValue();
  return quantity.compare(Quantity.fromMilli(milli, quantity.format)) === 0 ? milli : undefined;
}

function int64(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}
