// What picks use up beside the devices: counters of pools, compatibility groups, and capacities of shared devices, as budgets.
// Source: allocation.md sections 6 and 7, reference-1.37.md 1.24, 1.25, 1.28, 2.2.

import type { DeviceCounterConsumption, ResourceSlice } from '../api/resource-slice.js';
import type { Features } from '../features/features.js';
import type { Charge, Draw, Membership, ProblemCounterSet, ProblemResources, SumTerm } from '../kernel/problem.js';
import { packed } from '../key-text.js';
import type { Pool, PoolDevice } from '../pools/pool.js';
import { listDevices } from '../pools/pool.js';
import { ended, irrelevant, listed, listOf, signature } from '../signature.js';
import type { AllocatedView } from './allocated-state.js';
import { AmountReader, commonUnit, greatestDivisor } from './amounts.js';
import type { EncodedShares } from './shares.js';

/** What the devices that a node sees can use up; the same as long as slices and node stay as they are. */
export interface NodeResources {
  /** Pools with a device here that consumes counters. Their budgets come first, pool by pool. */
  readonly ledgers: readonly PoolLedger[];
  readonly draws: ReadonlyMap<number, Draw>;
  /** Devices that allow multiple allocations. */
  readonly shareable: ReadonlySet<number>;
}

/** The counters of a pool, as budgets in a unit that makes all of its quantities integers. */
interface PoolLedger {
  /** What the counters are called, and the unit of each in billionths. */
  readonly kinds: readonly BudgetKind[];
  /** What the pool declares, counter by counter. */
  readonly declared: readonly bigint[];
  /** What devices of the pool consume, on whatever node they are, in the order in which the reference looks at them. */
  readonly consumers: readonly Consumer[];
  readonly counterSets: readonly CounterSetGroups[];
}

/** Budgets of one name can be added up. */
export interface BudgetKind {
  readonly name: string;
  readonly unit: bigint;
}

interface Consumer {
  readonly key: string;
  /** Budgets counted within the pool. */
  readonly charges: readonly Charge[];
  readonly memberships: readonly Membership[];
}

/** The compatibility groups of a counter set: numbered values, and the sets of them that devices declare. */
interface CounterSetGroups {
  readonly valueCount: number;
  readonly sets: readonly (readonly number[])[];
}

/** Finds what the devices of a node use up; undefined: nothing but themselves. */
export function findResources(pools: readonly Pool[], devices: readonly PoolDevice[], features: Features): NodeResources | undefined {
  const shareable = new Set<number>();
  const drawing = new Map<PoolDevice, number>();
  for (let index = 0; index < devices.length; index++) {
    const target = devices[index] as PoolDevice;
    if (features.consumableCapacity && target.device.allowMultipleAllocations === true) shareable.add(index);
    if (features.partitionableDevices && target.device.consumesCounters.length > 0) drawing.set(target, index);
  }
  if (shareable.size === 0 && drawing.size === 0) return undefined;
  const ledgers: PoolLedger[] = [];
  const draws = new Map<number, Draw>();
  let budgets = 0;
  let counterSets = 0;
  for (const pool of drawing.size === 0 ? [] : pools) {
    const here = consumersIn(pool.slices);
    if (here.length === 0) continue;
    const ledger = ledgerOf(pool, [...here, ...consumersIn(pool.otherSlices)], features);
    here.forEach((target, ordinal) => {
      const { charges, memberships } = ledger.consumers[ordinal] as Consumer;
      draws.set(drawing.get(target) as number, {
        ledger: ledgers.length,
        charges: charges.map(({ budget, amount }) => ({ budget: budgets + budget, amount })),
        memberships: memberships.map(({ counterSet, set }) => ({ counterSet: counterSets + counterSet, set })),
      });
    });
    budgets += ledger.declared.length;
    counterSets += ledger.counterSets.length;
    ledgers.push(ledger);
  }
  return { ledgers, draws, shareable };
}

const chargeText = signature<Charge>({ budget: ended, amount: ended });

const membershipText = signature<Membership>({ counterSet: ended, set: ended });

const drawText = signature<Draw>({
  ledger: ended,
  charges: listOf(chargeText),
  memberships: listOf(membershipText),
});

const consumerText = signature<Consumer>({
  key: irrelevant('devices are told apart by their places'),
  charges: listOf(chargeText),
  memberships: listOf(membershipText),
});

const kindText = signature<BudgetKind>({ name: packed, unit: ended });

const groupsText = signature<CounterSetGroups>({
  valueCount: ended,
  sets: listOf(listOf(ended)),
});

const ledgerText = signature<PoolLedger>({
  kinds: listOf(kindText),
  declared: listOf(ended),
  consumers: listOf(consumerText),
  counterSets: listOf(groupsText),
});

/** The counters that devices use up: the same text, the same in numbers. */
export const resourcesText = signature<NodeResources>({
  ledgers: listOf(ledgerText),
  draws: (draws) => listed([...draws], ([device, draw]) => ended(device) + drawText(draw)),
  shareable: irrelevant('the capacities that can be shared have a text of their own'),
});

/** The devices that consume counters. */
function consumersIn(slices: readonly ResourceSlice[]): PoolDevice[] {
  const consumers: PoolDevice[] = [];
  for (const slice of slices) {
    for (const target of listDevices(slice)) if (target.device.consumesCounters.length > 0) consumers.push(target);
  }
  return consumers;
}

function ledgerOf(pool: Pool, targets: readonly PoolDevice[], features: Features): PoolLedger {
  const counters = new Map<string, Map<string, number>>();
  const amounts: bigint[] = [];
  const names: string[] = [];
  const reader = new AmountReader();
  for (const { name, counters: declared } of pool.counterSets.values()) {
    const numbers = new Map<string, number>();
    counters.set(name, numbers);
    for (const [counter, { value }] of declared) {
      numbers.set(counter, amounts.length);
      amounts.push(reader.read(value));
      names.push(counter);
    }
  }
  const consumed = targets.map(({ device }) => chargesOf(device.consumesCounters, counters, reader));
  const units = unitsOf(amounts, consumed);
  const groups = features.compatibilityGroups ? new GroupNumbers(targets) : undefined;
  return {
    kinds: names.map((name, budget) => ({ name, unit: units[budget] as bigint })),
    declared: amounts.map((amount, budget) => amount / (units[budget] as bigint)),
    consumers: targets.map(({ key, device }, index) => ({
      key,
      charges: Array.from(consumed[index] as Map<number, bigint>, ([budget, amount]) => ({
        budget,
        amount: amount / (units[budget] as bigint),
      })),
      memberships: groups?.membershipsOf(device.consumesCounters) ?? [],
    })),
    counterSets: groups?.counterSets() ?? [],
  };
}

/** For each budget the greatest unit of which all that is declared and consumed of it are multiples. */
function unitsOf(declared: readonly bigint[], consumed: readonly ReadonlyMap<number, bigint>[]): bigint[] {
  const units = declared.map((amount) => greatestDivisor(0n, amount));
  for (const charges of consumed) {
    for (const [budget, amount] of charges) units[budget] = greatestDivisor(units[budget] as bigint, amount);
  }
  return units.map((unit) => (unit === 0n ? 1n : unit));
}

/** What a device takes of each counter. It may name a set twice. */
function chargesOf(
  consumptions: readonly DeviceCounterConsumption[],
  counters: ReadonlyMap<string, ReadonlyMap<string, number>>,
  reader: AmountReader,
): Map<number, bigint> {
  const charges = new Map<number, bigint>();
  for (const { counterSet, counters: consumed } of consumptions) {
    // The pool would be invalid if it did not have the counter.
    const numbers = counters.get(counterSet) as ReadonlyMap<string, number>;
    for (const [name, { value }] of consumed) {
      const budget = numbers.get(name) as number;
      charges.set(budget, (charges.get(budget) ?? 0n) + reader.read(value));
    }
  }
  return charges;
}

/** Numbers the compatibility groups of each counter set. Having no groups is a value of its own: such devices agree with each other only. */
class GroupNumbers {
  readonly #counterSets = new Map<string, GroupTable>();

  constructor(targets: readonly PoolDevice[]) {
    // A counter set that no device declares groups for refuses nobody.
    for (const { device } of targets) {
      for (const { counterSet, compatibilityGroups } of device.consumesCounters) {
        if (compatibilityGroups.length === 0 || this.#counterSets.has(counterSet)) continue;
        this.#counterSets.set(counterSet, { index: this.#counterSets.size, values: new Map([[NO_GROUPS, 0]]), sets: [], known: new Map() });
      }
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
  /** The sets by their values. */
  readonly known: Map<string, number>;
}

/** The index of the set of these groups. */
function setOf({ values, sets, known }: GroupTable, groups: readonly string[]): number {
  const numbers = (groups.length === 0 ? [NO_GROUPS] : groups.map((group) => `group ${group}`)).map((name) => {
    const number = values.get(name) ?? values.size;
    values.set(name, number);
    return number;
  });
  const key = numbers.join();
  const index = known.get(key) ?? sets.length;
  if (index === sets.length) {
    known.set(key, index);
    sets.push(numbers);
  }
  return index;
}

const NO_GROUPS = '';

/** What is left of the resources of a node; `shares` has the budgets of capacities, which come after the counters. */
export function encodeResources(
  found: NodeResources,
  devices: readonly PoolDevice[],
  allocated: AllocatedView,
  capacities: Pick<EncodedShares, 'budgets' | 'kinds'>,
): ProblemResources {
  const { draws, shareable } = found;
  const budgets: bigint[] = [];
  const counterSets: ProblemCounterSet[] = [];
  for (const ledger of found.ledgers) chargeLedger(ledger, allocated, budgets, counterSets);
  for (const left of capacities.budgets) budgets.push(left);
  const { ledgers, sums } = numbersOf(found, capacities.kinds);
  return { budgets, ledgers, counterSets, draws, shareable, shared: sharedOf(shareable, devices, allocated), sums };
}

/** Adds what is left of the counters of a pool. */
function chargeLedger(
  { declared, consumers, counterSets: groups }: PoolLedger,
  allocated: AllocatedView,
  budgets: bigint[],
  counterSets: ProblemCounterSet[],
): void {
  const first = budgets.length;
  for (const amount of declared) budgets.push(amount);
  const taken: Consumer[] = [];
  for (const consumer of consumers) {
    if (!allocated.isAllocated(consumer.key)) continue;
    taken.push(consumer);
    for (const { budget, amount } of consumer.charges) budgets[first + budget] = (budgets[first + budget] as bigint) - amount;
  }
  groups.forEach((group, index) => counterSets.push({ ...group, ...agreedBefore(group, index, taken) }));
}

const NOTHING_SHARED: ReadonlySet<number> = new Set();

function sharedOf(shareable: ReadonlySet<number>, devices: readonly PoolDevice[], allocated: AllocatedView): ReadonlySet<number> {
  let shared: Set<number> | undefined;
  for (const index of shareable) {
    if (!allocated.isShared((devices[index] as PoolDevice).key)) continue;
    shared ??= new Set();
    shared.add(index);
  }
  return shared ?? NOTHING_SHARED;
}

/** What of the budgets is the same whatever is left of them. */
interface BudgetNumbers extends Required<Pick<ProblemResources, 'ledgers' | 'sums'>> {
  /** The kinds of the capacities that come after the counters. */
  readonly after: readonly BudgetKind[];
}

const numbersOfNode = new WeakMap<NodeResources, BudgetNumbers>();

function numbersOf(found: NodeResources, after: readonly BudgetKind[]): BudgetNumbers {
  let numbers = numbersOfNode.get(found);
  if (numbers?.after !== after) {
    let next = 0;
    const ledgers = found.ledgers.map(({ declared }) => declared.map(() => next++));
    numbers = { after, ledgers, sums: sumsOf([...found.ledgers.flatMap(({ kinds }) => kinds), ...after]) };
    numbersOfNode.set(found, numbers);
  }
  return numbers;
}

/** Budgets of one name, each with the weight that brings them to one unit. */
function sumsOf(kinds: readonly BudgetKind[]): SumTerm[][] {
  const byName = new Map<string, number[]>();
  kinds.forEach(({ name }, budget) => {
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [budget]);
    else known.push(budget);
  });
  const several = [...byName.values()].filter((budgets) => budgets.length > 1);
  return several.map((budgets) => {
    const units = budgets.map((budget) => (kinds[budget] as BudgetKind).unit);
    const common = commonUnit(units);
    return budgets.map((budget, index) => ({ budget, weight: (units[index] as bigint) / common }));
  });
}

/** How many budgets the counters take. */
export function counterCount({ ledgers }: NodeResources): number {
  let count = 0;
  for (const { declared } of ledgers) count += declared.length;
  return count;
}

/**
 * What the allocated devices of a counter set have in common. They may contradict each other, since slices change: as upstream, whether the
 * first one declares groups decides, and devices that do otherwise are passed over.
 */
function agreedBefore({ sets }: CounterSetGroups, index: number, taken: readonly Consumer[]): Pick<ProblemCounterSet, 'before'> {
  let agreed: readonly number[] | undefined;
  for (const { memberships } of taken) {
    for (const { counterSet, set } of memberships) {
      if (counterSet !== index) continue;
      const values = sets[set] as readonly number[];
      if (agreed === undefined) agreed = values;
      else if (!agreed.includes(0) && !values.includes(0)) agreed = agreed.filter((value) => values.includes(value));
    }
  }
  return agreed === undefined ? {} : { before: agreed };
}
