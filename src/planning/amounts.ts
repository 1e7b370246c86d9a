// Exact sums of counters and shared capacities by driver and name.

import type { Device } from '../core/api/resource-slice.js';

/** Amounts by name, in billionths. */
export type Amounts = readonly (readonly [name: string, nano: bigint])[];

export class AmountSums {
  readonly #byDriver = new Map<string, Map<string, bigint>>();

  add(driver: string, amounts: Amounts, sign: 1n | -1n): void {
    const sums = this.#byDriver.get(driver) ?? new Map<string, bigint>();
    this.#byDriver.set(driver, sums);
    for (const [name, nano] of amounts) sums.set(name, (sums.get(name) ?? 0n) + sign * nano);
  }

  get(driver: string, name: string): bigint {
    return this.#byDriver.get(driver)?.get(name) ?? 0n;
  }

  entries(): readonly (readonly [driver: string, names: readonly string[]])[] {
    return Array.from(this.#byDriver, ([driver, sums]) => [driver, [...sums.keys()]] as const);
  }
}

export function amountsOfCounters(counters: Device['consumesCounters'][number]['counters']): Amounts {
  return Array.from(counters, ([name, { value }]) => [`counter ${name}`, value.nano] as const);
}

export function amountsOfCapacities(capacities: Iterable<readonly [string, { readonly nano: bigint }]>): Amounts {
  return Array.from(capacities, ([name, { nano }]) => [`capacity ${name}`, nano] as const);
}
