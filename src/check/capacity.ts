// What a pick takes of each capacity of its device. Source: docs/spec/allocation.md 7, docs/spec/reference-1.37.md 1.26 to 1.28.

import type { Device, DeviceCapacity } from '../api/resource-slice.js';
import type { Quantity } from '../quantity/quantity.js';

/** What a request takes, in billionths by capacity. `isSure`: otherwise it may take more, or the device may be none for the request. */
export interface Consumption {
  readonly amounts: ReadonlyMap<string, bigint>;
  readonly isSure: boolean;
}

const [WHOLE, MILLI] = [1_000_000_000n, 1_000_000n];
/** Beyond it the 64-bit integers of the reference may wrap around. */
const MOST = 2n ** 53n * MILLI;

/** Finds what a request takes of the capacities of a device; undefined: the device is none for it. */
export function consumptionOf(device: Device, requests: ReadonlyMap<string, Quantity> | undefined, isFractional: boolean): Consumption | undefined {
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

type Found = { readonly amount: bigint; readonly isSure: boolean } | undefined;

function amountOf(asked: bigint | undefined, { value, requestPolicy: policy }: DeviceCapacity, isFractional: boolean): Found {
  const byDefault = policy?.default?.nano;
  const values = (policy?.validValues ?? []).map(({ nano }) => nano);
  const { min, max, step } = policy?.validRange ?? {};
  let amount = asked ?? byDefault ?? value.nano;
  if (asked !== undefined) amount = min === undefined ? (values.find((valid) => valid >= asked) ?? asked) : asked < min.nano ? min.nano : asked;
  let isViolated = policy?.validRange === undefined ? values.length > 0 && !values.includes(amount) : max !== undefined && amount > max.nano;
  if (step !== undefined) {
    const numbers = [amount, ...[min, max, step].flatMap((bound) => bound?.nano ?? [])];
    // The reference counts in 64-bit integers, or crashes.
    if (min === undefined || step.nano === 0n || numbers.some((one) => one < 0n || one > MOST)) return { amount: 0n, isSure: false };
    const unit = isFractional && numbers.slice(1).every((bound) => bound % MILLI === 0n) ? MILLI : WHOLE;
    const up = (one: bigint, to = unit): bigint => ((one + to - 1n) / to) * to;
    const steps = up(up(amount) - up(min.nano), up(step.nano));
    if (asked !== undefined && asked >= min.nano) amount = up(min.nano) + steps;
    else isViolated ||= up(amount) - up(min.nano) !== steps || (unit === MILLI && amount % MILLI !== 0n);
    isViolated ||= max !== undefined && amount > max.nano;
  }
  // The default is exempt, as it is written.
  if (isViolated && amount !== byDefault) return undefined;
  return { amount, isSure: !isViolated || asked === undefined };
}
