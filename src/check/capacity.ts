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
  const { min, max, step } = policy?.validRange ?? {};
  const values = (policy?.validValues ?? []).map(({ nano }) => nano);
  if (policy === undefined) return { amount: asked ?? value.nano, isSure: true };
  if (asked === undefined && byDefault !== undefined) return { amount: byDefault, isSure: true };
  const bounds = [min, max, step].flatMap((bound) => bound?.nano ?? []);
  const unit = isFractional && bounds.every((bound) => bound % MILLI === 0n) ? MILLI : WHOLE;
  if ([asked ?? value.nano, ...bounds, ...values].some((one) => one < 0n || one > MOST) || step?.nano === 0n) return { amount: 0n, isSure: false };
  const up = (amount: bigint, to = unit): bigint => ((amount + to - 1n) / to) * to;
  let amount = asked ?? value.nano;
  if (asked !== undefined && min !== undefined) {
    if (asked < min.nano) amount = min.nano;
    else if (step !== undefined) amount = up(min.nano) + up(up(asked) - up(min.nano), up(step.nano));
  } else if (asked !== undefined) amount = values.find((valid) => valid >= asked) ?? asked;
  // The default is exempt as it is written: here it is in any form.
  if (amount === byDefault) return { amount, isSure: false };
  if (policy.validRange === undefined) return values.length > 0 && !values.includes(amount) ? undefined : { amount, isSure: true };
  if (max !== undefined && amount > max.nano) return undefined;
  if (step === undefined) return { amount, isSure: true };
  if (min === undefined) return { amount, isSure: false };
  return (up(amount) - up(min.nano)) % up(step.nano) === 0n ? { amount, isSure: unit === WHOLE || amount % MILLI === 0n } : undefined;
}
