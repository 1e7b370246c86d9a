// What each pick takes from the capacities of the device it shares. A dedicated device has its whole capacity for itself; what shares of
// it were given before it became dedicated still counts, though.
// Source: allocation.md section 7, reference-1.37.md 1.18 and 1.26 to 1.28.

import type { DeviceCapacity } from '../api/resource-slice.js';
import type { Features } from '../features/features.js';
import type { Charge } from '../kernel/problem.js';
import type { PoolDevice } from '../pools/pool.js';
import type { Quantity } from '../quantity/quantity.js';
import type { AllocatedView } from './allocated-state.js';
import { AmountReader, commonUnit } from './amounts.js';
import { resolveCapacity } from './capacity.js';
import type { Checkpoint } from './checkpoint.js';
import type { SlotPlan } from './plan.js';
import type { BudgetKind } from './resources.js';

/** The shares of one slot by device. */
export type ShareTable = ReadonlyMap<number, readonly Charge[]>;

/** Capacities as budgets, and what picks charge them. */
export interface EncodedShares {
  /** What is left of each capacity that some pick could charge. */
  readonly budgets: readonly bigint[];
  readonly kinds: readonly BudgetKind[];
  /** For each slot its table; undefined: nothing to charge. */
  readonly tables: readonly (ShareTable | undefined)[];
}

/** What shares of these slots look at. */
export interface SharesInput {
  readonly slots: readonly SlotPlan[];
  readonly devices: readonly PoolDevice[];
  readonly shareable: ReadonlySet<number>;
  readonly allocated: AllocatedView;
  readonly features: Features;
  readonly checkpoint: Checkpoint;
}

/** Encodes the shares of slots. Their budgets are numbered from `firstBudget` on. */
export function encodeShares(
  { slots, devices, shareable, allocated, features, checkpoint }: SharesInput,
  firstBudget: number,
): EncodedShares {
  const shrunk = dedicatedWithShares(devices, shareable, allocated, features);
  if (shareable.size === 0 && shrunk.length === 0) return { budgets: [], kinds: [], tables: slots.map(() => undefined) };
  const budgets = new CapacityBudgets(devices, allocated, firstBudget);
  const known = new Map<string, Map<number, Charge[]>>();
  const tables = slots.map(({ selection }) => {
    const requests = selection.capacity?.requests;
    const request = JSON.stringify([...(requests ?? [])].map(([name, quantity]) => [name, quantity.toString()]));
    let table = known.get(request);
    if (table === undefined) {
      table = new Map<number, Charge[]>();
      known.set(request, table);
      for (const index of shareable) {
        checkpoint();
        const amounts = amountsFor(requests, devices[index] as PoolDevice, { allocated, features });
        if (amounts !== undefined) table.set(index, budgets.chargesFor(index, amounts));
      }
      for (const index of shrunk) {
        checkpoint();
        if (!fitsBeside(requests, index, { devices, allocated, features })) table.set(index, budgets.impossible());
      }
    }
    return table;
  });
  return { ...budgets.scale(known.values(), checkpoint), tables };
}

/** Dedicated devices of which shares exist: a device may have been shared in an earlier version of its slice. */
function dedicatedWithShares(
  devices: readonly PoolDevice[],
  shareable: ReadonlySet<number>,
  allocated: AllocatedView,
  { consumableCapacity }: Features,
): number[] {
  if (!consumableCapacity || !allocated.consumes) return [];
  return [...devices.keys()].filter((index) => {
    return !shareable.has(index) && allocated.consumedOf((devices[index] as PoolDevice).key).size > 0;
  });
}

/** What a pick consumes; undefined for a device that is refused whatever else is picked, as its stage says. */
function amountsFor(
  requests: ReadonlyMap<string, Quantity> | undefined,
  { device: { capacity }, key }: PoolDevice,
  { allocated, features: { fractionalCapacityRange } }: Pick<SharesInput, 'allocated' | 'features'>,
): ReadonlyMap<string, Quantity> | undefined {
  const use = resolveCapacity(requests, capacity, fractionalCapacityRange);
  if (use.kind === 'amounts') return use.amounts;
  const lent = use.kind === 'refused' && use.why === 'exceeded' ? allocated.lentOf(key) : undefined;
  if (lent === undefined) return undefined;
  const beside = resolveCapacity(requests, capacity, fractionalCapacityRange, lent);
  return beside.kind === 'amounts' ? beside.amounts : undefined;
}

function fitsBeside(
  requests: ReadonlyMap<string, Quantity> | undefined,
  index: number,
  { devices, allocated, features }: Pick<SharesInput, 'devices' | 'allocated' | 'features'>,
): boolean {
  const { device, key } = devices[index] as PoolDevice;
  const amounts = amountsFor(requests, devices[index] as PoolDevice, { allocated, features });
  if (amounts === undefined) return true;
  const consumed = allocated.consumedOf(key);
  return [...amounts].every(([name, amount]) => {
    return amount.nano + (consumed.get(name) ?? 0n) <= (device.capacity.get(name)?.value.nano ?? 0n);
  });
}

/** Budgets of capacities, made when a pick first needs one. */
class CapacityBudgets {
  readonly #devices: readonly PoolDevice[];
  readonly #allocated: AllocatedView;
  readonly #first: number;
  readonly #left: bigint[] = [];
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #reader = new AmountReader();

  constructor(devices: readonly PoolDevice[], allocated: AllocatedView, first: number) {
    this.#devices = devices;
    this.#allocated = allocated;
    this.#first = first;
  }

  /** What one more share with these amounts charges, in billionths. */
  chargesFor(index: number, amounts: ReadonlyMap<string, Quantity>): Charge[] {
    const { device, key } = this.#devices[index] as PoolDevice;
    return [...amounts].map(([name, amount]) => {
      const { value } = device.capacity.get(name) as DeviceCapacity;
      const left = (): bigint => this.#reader.read(value) - (this.#allocated.consumedOf(key).get(name) ?? 0n);
      return { budget: this.#numberOf(name, index, left), amount: this.#reader.read(amount) };
    });
  }

  /** A charge that nothing can pay. */
  impossible(): Charge[] {
    return [{ budget: this.#numberOf('', -1, () => -1n), amount: 0n }];
  }

  #numberOf(name: string, index: number, left: () => bigint): number {
    const id = `${index}\0${name}`;
    let number = this.#numbers.get(id);
    if (number === undefined) {
      number = this.#first + this.#left.length;
      this.#numbers.set(id, number);
      this.#left.push(left());
      this.#names.push(name);
    }
    return number;
  }

  /** Brings each budget and its charges to the greatest unit of which all are multiples, so that they stay small. */
  scale(tables: Iterable<Map<number, Charge[]>>, checkpoint: Checkpoint): Pick<EncodedShares, 'budgets' | 'kinds'> {
    const list = [...tables];
    const amounts = this.#left.map((left) => [left]);
    const place = (budget: number): number => budget - this.#first;
    for (const table of list) {
      for (const charges of table.values()) for (const { budget, amount } of charges) amounts[place(budget)]?.push(amount);
    }
    const units = amounts.map((all) => {
      checkpoint();
      return commonUnit(all);
    });
    for (const table of list) {
      for (const [index, charges] of table) {
        const scaled = charges.map(({ budget, amount }) => ({ budget, amount: amount / (units[place(budget)] as bigint) }));
        table.set(index, scaled);
      }
    }
    const kinds = this.#names.map((name, index) => ({ name, unit: units[index] as bigint }));
    return { budgets: this.#left.map((left, index) => left / (units[index] as bigint)), kinds };
  }
}
