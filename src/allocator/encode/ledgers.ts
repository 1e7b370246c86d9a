// Numbers the counters and compatibility groups of a pool, independent of the amounts left.

import type { DeviceCounterConsumption, ResourceSlice } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { Features } from '../../core/features/features.js';
import type { Quantity } from '../../core/quantity/quantity.js';
import type { Charge, Membership } from '../kernel/problem.js';
import { listedDevices, listingDevices, type Pool, type PoolDevice } from '../pools/pool.js';
import { AmountReader, dividing, ordinaryDivisor } from './amounts.js';
import type { BudgetKind } from './budget-kind.js';

/** The counters of a pool, as budgets in a unit that makes all of its quantities integers. */
export interface PoolLedger {
  /** The names of the counters, and the unit of each in billionths. */
  readonly kinds: readonly BudgetKind[];
  /** The values that the pool declares, for each counter. */
  readonly declared: readonly bigint[];
  /** The consumption of the pool's devices on all nodes, in the order in which the reference checks them. */
  readonly consumers: readonly Consumer[];
  readonly counterSets: readonly CounterSetGroups[];
}

export interface Consumer {
  readonly key: string;
  /** Budgets are numbered within the pool. */
  readonly charges: readonly Charge[];
  readonly memberships: readonly Membership[];
}

/** The compatibility groups of a counter set: numbered values, and the sets of them that devices declare. */
export interface CounterSetGroups {
  readonly valueCount: number;
  readonly sets: readonly (readonly number[])[];
}

/** Returns the devices that consume counters. */
export function* findingConsumers(slices: readonly ResourceSlice[], checkpoint: Checkpoint): Incremental<readonly PoolDevice[]> {
  const consumers: PoolDevice[] = [];
  for (const slice of slices) {
    const targets = listedDevices(slice) ?? (yield* listingDevices(slice, checkpoint));
    for (let index = 0; index < targets.length; index++) {
      const target = targets[index] as PoolDevice;
      if (target.device.consumesCounters.length > 0) consumers.push(target);
      if (checkpoint.due()) yield;
    }
  }
  return consumers;
}

/** Numbers the counters of a pool and the consumption of devices. */
export function* makingLedger(
  pool: Pool,
  targets: readonly PoolDevice[],
  features: Features,
  checkpoint: Checkpoint,
): Incremental<PoolLedger> {
  const declared = new DeclaredCounters();
  for (const { name, counters } of pool.counterSets.values()) {
    for (const [counter, { value }] of counters) {
      declared.add(name, counter, value);
      if (checkpoint.due()) yield;
    }
  }
  const consumed: ReadonlyMap<number, bigint>[] = [];
  for (let index = 0; index < targets.length; index++) {
    const { consumesCounters } = (targets[index] as PoolDevice).device;
    const charges = new Map<number, bigint>();
    for (let place = 0; place < consumesCounters.length; place++) {
      declared.charge(charges, consumesCounters[place] as DeviceCounterConsumption, checkpoint);
      if (checkpoint.due()) yield;
    }
    consumed.push(charges);
    if (checkpoint.due()) yield;
  }
  const units = yield* findingUnits(declared.amounts, consumed, checkpoint);
  const groups = features.compatibilityGroups ? yield* numberingGroups(targets, checkpoint) : undefined;
  const consumers: Consumer[] = [];
  for (let index = 0; index < targets.length; index++) {
    const { key, device } = targets[index] as PoolDevice;
    const charges = inUnits(consumed[index] as ReadonlyMap<number, bigint>, units, checkpoint);
    consumers.push({ key, charges, memberships: groups?.membershipsOf(device.consumesCounters) ?? [] });
    if (checkpoint.due()) yield;
  }
  checkpoint.step(units.length / AMOUNTS_A_UNIT);
  return {
    kinds: units.map((unit, budget) => ({ name: declared.names[budget] as string, unit })),
    declared: units.map((unit, budget) => (declared.amounts[budget] as bigint) / unit),
    consumers,
    counterSets: groups?.counterSets() ?? [],
  };
}

function inUnits(consumed: ReadonlyMap<number, bigint>, units: readonly bigint[], checkpoint: Checkpoint): readonly Charge[] {
  checkpoint.step(consumed.size / AMOUNTS_A_UNIT);
  return Array.from(consumed, ([budget, amount]) => ({ budget, amount: amount / (units[budget] as bigint) }));
}

/** The number of amounts divided in about a microsecond. */
const AMOUNTS_A_UNIT = 8;

/** The counters of a pool, numbered as budgets. */
class DeclaredCounters {
  /** In billionths. */
  readonly amounts: bigint[] = [];
  readonly names: string[] = [];
  readonly #numbers = new Map<string, Map<string, number>>();
  readonly #reader = new AmountReader();

  add(set: string, counter: string, value: Quantity): void {
    entryIn(this.#numbers, set, () => new Map<string, number>()).set(counter, this.amounts.length);
    this.amounts.push(this.#reader.read(value));
    this.names.push(counter);
  }

  /** Adds the amounts that a device consumes of the counters of a set. It may name a set twice. */
  charge(charges: Map<number, bigint>, { counterSet, counters }: DeviceCounterConsumption, checkpoint: Checkpoint): void {
    // The pool would be invalid if it lacked the counter.
    const numbers = this.#numbers.get(counterSet) as ReadonlyMap<string, number>;
    checkpoint.step(counters.size / AMOUNTS_A_UNIT);
    for (const [name, { value }] of counters) {
      const budget = numbers.get(name) as number;
      charges.set(budget, (charges.get(budget) ?? 0n) + this.#reader.read(value));
    }
  }
}

/** Returns, for each budget, the greatest common unit of all declared and consumed amounts. */
function* findingUnits(
  declared: readonly bigint[],
  consumed: readonly ReadonlyMap<number, bigint>[],
  checkpoint: Checkpoint,
): Incremental<readonly bigint[]> {
  const units = declared.map((amount) => (amount < 0n ? -amount : amount));
  for (const charges of consumed) {
    for (const [budget, amount] of charges) {
      const unit = units[budget] as bigint;
      units[budget] = ordinaryDivisor(unit, amount) ?? (yield* dividing(unit, amount, checkpoint));
      if (checkpoint.due()) yield;
    }
  }
  return units.map((unit) => (unit === 0n ? 1n : unit));
}

/** Returns the numbered compatibility groups that devices declare. */
function* numberingGroups(targets: readonly PoolDevice[], checkpoint: Checkpoint): Incremental<GroupNumbers> {
  const numbers = new GroupNumbers();
  for (const { device } of targets) {
    numbers.declare(device.consumesCounters);
    if (checkpoint.due(1 + device.consumesCounters.length)) yield;
  }
  return numbers;
}

/**
 * Numbers the compatibility groups of each counter set. Having no groups is a separate value: devices without groups are
 * compatible only with each other.
 */
class GroupNumbers {
  readonly #counterSets = new Map<string, GroupTable>();

  /** Adds counter sets with groups. A counter set rejects no device if no device declares groups for it. */
  declare(consumptions: readonly DeviceCounterConsumption[]): void {
    for (const { counterSet, compatibilityGroups } of consumptions) {
      if (compatibilityGroups.length === 0 || this.#counterSets.has(counterSet)) continue;
      this.#counterSets.set(counterSet, {
        index: this.#counterSets.size,
        values: new Map([[NO_GROUPS, 0]]),
        sets: [],
        indexByValues: new Map(),
      });
    }
  }

  membershipsOf(consumptions: readonly DeviceCounterConsumption[]): Membership[] {
    if (this.#counterSets.size === 0) return [];
    return consumptions.flatMap(({ counterSet, compatibilityGroups }) => {
      const table = this.#counterSets.get(counterSet);
      return table === undefined ? [] : [{ counterSet: table.index, set: setOf(table, compatibilityGroups) }];
    });
  }

  counterSets(): CounterSetGroups[] {
    return [...this.#counterSets.values()].map(({ values, sets }) => ({ valueCount: values.size, sets }));
  }
}

interface GroupTable {
  readonly index: number;
  readonly values: Map<string, number>;
  readonly sets: (readonly number[])[];
  /** The index of each set, by its values. */
  readonly indexByValues: Map<string, number>;
}

/** Returns the index of the set of these groups. */
function setOf({ values, sets, indexByValues }: GroupTable, groups: readonly string[]): number {
  const numbers = (groups.length === 0 ? [NO_GROUPS] : groups.map((group) => `group ${group}`)).map((name) => {
    return entryIn(values, name, () => values.size);
  });
  return entryIn(indexByValues, numbers.join(), () => sets.push(numbers) - 1);
}

const NO_GROUPS = '';
