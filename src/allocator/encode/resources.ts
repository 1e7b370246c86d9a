// Resources that picks use up beside the devices: counters of pools, compatibility groups, and capacities of shared devices, as budgets.

import type { CounterSet, DeviceCounterConsumption, ResourceSlice } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { ended, irrelevant, listed, listOf, signature } from '../../core/base/signature.js';
import type { Features } from '../../core/features/features.js';
import type { Charge, Draw, Membership, ProblemCounterSet, ProblemResources, SumTerm } from '../kernel/problem.js';
import type { Pool, PoolDevice } from '../pools/pool.js';
import { listDevices } from '../pools/pool.js';
import type { AllocatedView } from './allocated-state.js';
import { AmountReader, commonUnit, greatestDivisor } from './amounts.js';
import type { BudgetKind } from './budget-kind.js';
import type { EncodedShares } from './shares.js';

/** The resources that the devices of a node can use up; the same as long as slices and node stay as they are. */
export interface NodeResources {
  /** Pools with a device here that consumes counters. Their budgets come first, pool by pool. */
  readonly ledgers: readonly PoolLedger[];
  readonly draws: ReadonlyMap<number, Draw>;
  /** Devices that allow multiple allocations. */
  readonly shareable: ReadonlySet<number>;
}

/** The counters of a pool, as budgets in a unit that makes all of its quantities integers. */
interface PoolLedger {
  /** The names of the counters, and the unit of each in billionths. */
  readonly kinds: readonly BudgetKind[];
  /** The values that the pool declares, counter by counter. */
  readonly declared: readonly bigint[];
  /** The consumption of the devices of the pool, on whatever node they are, in the order in which the reference looks at them. */
  readonly consumers: readonly Consumer[];
  readonly counterSets: readonly CounterSetGroups[];
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
export function findResources(
  pools: readonly Pool[],
  devices: readonly PoolDevice[],
  features: Features,
  checkpoint: Checkpoint,
): NodeResources | undefined {
  const { shareable, drawing } = checkpoint.keep(() => ({ shareable: new Set<number>(), drawing: new Map<PoolDevice, number>() }));
  checkpoint.forEach(devices, (target, index) => {
    if (features.consumableCapacity && target.device.allowMultipleAllocations === true) shareable.add(index);
    if (features.partitionableDevices && target.device.consumesCounters.length > 0) drawing.set(target, index);
  });
  if (shareable.size === 0 && drawing.size === 0) return undefined;
  const { ledgers, draws } = checkpoint.keep(() => ({ ledgers: [] as PoolLedger[], draws: new Map<number, Draw>() }));
  const next = checkpoint.keep(() => ({ budgets: 0, counterSets: 0 }));
  checkpoint.forEach(drawing.size === 0 ? [] : pools, (pool) => {
    const here = consumersIn(pool.slices, checkpoint);
    if (here.length === 0) return;
    const others = consumersIn(pool.otherSlices, checkpoint);
    const ledger = ledgerOf(pool, others.length === 0 ? here : checkpoint.keep(() => [...here, ...others]), features, checkpoint);
    const { budgets, counterSets } = next;
    checkpoint.forEach(here, (target, ordinal) => {
      const { charges, memberships } = ledger.consumers[ordinal] as Consumer;
      draws.set(drawing.get(target) as number, {
        ledger: ledgers.length,
        charges: checkpoint.map(charges, ({ budget, amount }) => ({ budget: budgets + budget, amount })),
        memberships: memberships.map(({ counterSet, set }) => ({ counterSet: counterSets + counterSet, set })),
      });
    });
    next.budgets += ledger.declared.length;
    next.counterSets += ledger.counterSets.length;
    ledgers.push(ledger);
  });
  return checkpoint.keep(() => ({ ledgers, draws, shareable }));
}

const chargeText = signature<Charge>({ budget: ended, amount: ended });

const membershipText = signature<Membership>({ counterSet: ended, set: ended });

const drawText = signature<Draw>({
  ledger: ended,
  charges: listOf(chargeText),
  memberships: listOf(membershipText),
});

const kindText = signature<BudgetKind>({ name: lengthPrefixed, unit: ended });

const groupsText = signature<CounterSetGroups>({
  valueCount: irrelevant('each value is in some set'),
  sets: listOf(listOf(ended)),
});

const ledgerText = signature<PoolLedger>({
  kinds: listOf(kindText),
  declared: listOf(ended),
  consumers: irrelevant('of nodes that are compared the node sees all of them, each with its draw'),
  counterSets: listOf(groupsText),
});

/** The counters that devices use up: the same text, the same in numbers. */
export const resourcesText = signature<NodeResources>({
  ledgers: listOf(ledgerText),
  draws: (draws) => listed([...draws], ([device, draw]) => ended(device) + drawText(draw)),
  shareable: irrelevant('the capacities that can be shared have a text of their own'),
});

/** The devices that consume counters. */
function consumersIn(slices: readonly ResourceSlice[], checkpoint: Checkpoint): readonly PoolDevice[] {
  if (slices.length === 0) return NONE;
  const consumers = checkpoint.keep((): PoolDevice[] => []);
  checkpoint.forEach(slices, (slice) => {
    checkpoint.forEach(listDevices(slice, checkpoint), (target) => {
      if (target.device.consumesCounters.length > 0) consumers.push(target);
    });
  });
  return consumers;
}

const NONE: readonly never[] = [];

function ledgerOf(pool: Pool, targets: readonly PoolDevice[], features: Features, checkpoint: Checkpoint): PoolLedger {
  const declared = checkpoint.keep(() => new DeclaredCounters());
  checkpoint.forEachOf(pool.counterSets.values(), (set) => declared.add(set, checkpoint));
  const consumed = checkpoint.map(targets, ({ device }) => declared.chargesOf(device.consumesCounters, checkpoint));
  const units = unitsOf(declared.amounts, consumed, checkpoint);
  const groups = features.compatibilityGroups ? checkpoint.keep(() => groupNumbersOf(targets, checkpoint)) : undefined;
  const unitOf = (budget: number): bigint => units[budget] as bigint;
  const consumers = checkpoint.map(targets, ({ key, device }, index): Consumer => {
    const charges = checkpoint.keep((): Charge[] => []);
    checkpoint.forEachOf(consumed[index] as Map<number, bigint>, ([budget, amount]) => {
      charges.push({ budget, amount: amount / unitOf(budget) });
    });
    return {
      key,
      charges,
      memberships: groups?.membershipsOf(device.consumesCounters) ?? [],
    };
  });
  return {
    kinds: checkpoint.map(declared.names, (name, budget) => ({ name, unit: unitOf(budget) })),
    declared: checkpoint.map(declared.amounts, (amount, budget) => amount / unitOf(budget)),
    consumers,
    counterSets: groups?.counterSets() ?? [],
  };
}

/** The counters of a pool, numbered as budgets. */
class DeclaredCounters {
  /** In billionths. */
  readonly amounts: bigint[] = [];
  readonly names: string[] = [];
  readonly #numbers = new Map<string, Map<string, number>>();
  readonly #reader = new AmountReader();

  add({ name: set, counters }: CounterSet, checkpoint: Checkpoint): void {
    const numbers = entryIn(this.#numbers, set, () => new Map<string, number>());
    checkpoint.forEachOf(counters, ([counter, { value }]) => {
      numbers.set(counter, this.amounts.length);
      this.amounts.push(this.#reader.read(value));
      this.names.push(counter);
    });
  }

  /** The amounts that a device takes of each counter. It may name a set twice. */
  chargesOf(consumptions: readonly DeviceCounterConsumption[], checkpoint: Checkpoint): Map<number, bigint> {
    const charges = checkpoint.keep(() => new Map<number, bigint>());
    checkpoint.forEach(consumptions, ({ counterSet, counters }) => {
      // The pool would be invalid if it did not have the counter.
      const numbers = this.#numbers.get(counterSet) as ReadonlyMap<string, number>;
      checkpoint.forEachOf(counters, ([name, { value }]) => {
        const budget = numbers.get(name) as number;
        charges.set(budget, (charges.get(budget) ?? 0n) + this.#reader.read(value));
      });
    });
    return charges;
  }
}

/** For each budget the greatest unit of which all that is declared and consumed of it are multiples. */
function unitsOf(declared: readonly bigint[], consumed: readonly ReadonlyMap<number, bigint>[], checkpoint: Checkpoint): readonly bigint[] {
  const units = checkpoint.map(declared, (amount) => greatestDivisor(0n, amount, checkpoint));
  checkpoint.forEach(consumed, (charges) => {
    checkpoint.forEachOf(charges, ([budget, amount]) => {
      units[budget] = greatestDivisor(units[budget] as bigint, amount, checkpoint);
    });
  });
  return checkpoint.map(units, (unit) => (unit === 0n ? 1n : unit));
}

/** The compatibility groups that devices declare. */
function groupNumbersOf(targets: readonly PoolDevice[], checkpoint: Checkpoint): GroupNumbers {
  const numbers = checkpoint.keep(() => new GroupNumbers());
  checkpoint.forEach(targets, ({ device }) => {
    checkpoint.step(device.consumesCounters.length);
    numbers.declare(device.consumesCounters);
  });
  return numbers;
}

/** Numbers the compatibility groups of each counter set. Having no groups is a value of its own: such devices agree with each other only. */
class GroupNumbers {
  readonly #counterSets = new Map<string, GroupTable>();

  /** Notes counter sets with groups. One that no device declares groups for refuses nobody. */
  declare(consumptions: readonly DeviceCounterConsumption[]): void {
    for (const { counterSet, compatibilityGroups } of consumptions) {
      if (compatibilityGroups.length === 0 || this.#counterSets.has(counterSet)) continue;
      this.#counterSets.set(counterSet, { index: this.#counterSets.size, values: new Map([[NO_GROUPS, 0]]), sets: [], known: new Map() });
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
    return entryIn(values, name, () => values.size);
  });
  return entryIn(known, numbers.join(), () => sets.push(numbers) - 1);
}

const NO_GROUPS = '';

/** Finds what is left of the resources of a node; `shares` has the budgets of capacities, which come after the counters. */
export function encodeResources(
  found: NodeResources,
  devices: readonly PoolDevice[],
  allocated: AllocatedView,
  capacities: Pick<EncodedShares, 'budgets' | 'kinds'>,
  checkpoint: Checkpoint,
): ProblemResources {
  const { draws, shareable } = found;
  const left = checkpoint.keep((): Left => ({ budgets: [], counterSets: [] }));
  checkpoint.forEach(found.ledgers, (ledger) => chargeLedger(ledger, allocated, left, checkpoint));
  checkpoint.forEach(capacities.budgets, (budget) => {
    left.budgets.push(budget);
  });
  const { ledgers, sums } = checkpoint.keep(() => numbersOf(found, capacities.kinds, checkpoint));
  const { budgets, counterSets } = left;
  return { budgets, ledgers, counterSets, draws, shareable, shared: sharedOf(shareable, devices, allocated, checkpoint), sums };
}

/** The rest of counters, pool by pool. */
interface Left {
  readonly budgets: bigint[];
  readonly counterSets: ProblemCounterSet[];
}

/** Adds what is left of the counters of a pool. */
function chargeLedger(
  { declared, consumers, counterSets: groups }: PoolLedger,
  allocated: AllocatedView,
  { budgets, counterSets }: Left,
  checkpoint: Checkpoint,
): void {
  const left = checkpoint.keep(() => [...declared]);
  const agreed = checkpoint.keep(() => new Array<readonly number[] | undefined>(groups.length));
  checkpoint.forEach(consumers, ({ key, charges, memberships }) => {
    if (!allocated.isAllocated(key)) return;
    checkpoint.step(charges.length + memberships.length);
    for (const { budget, amount } of charges) left[budget] = (left[budget] as bigint) - amount;
    for (const { counterSet, set } of memberships) {
      agreed[counterSet] = agreeing(agreed[counterSet], groups[counterSet]?.sets[set] as readonly number[]);
    }
  });
  const whole = checkpoint.map(groups, (group, index): ProblemCounterSet => {
    const before = agreed[index];
    return before === undefined ? group : { ...group, before };
  });
  checkpoint.forEach(left, (budget) => {
    budgets.push(budget);
  });
  for (const counterSet of whole) counterSets.push(counterSet);
}

/**
 * Finds what the allocated devices of a counter set have in common with one more. They may contradict each other, since slices change: as upstream,
 * whether the first one declares groups decides, and devices that do otherwise are passed over.
 */
function agreeing(agreed: readonly number[] | undefined, values: readonly number[]): readonly number[] {
  if (agreed === undefined) return values;
  if (agreed.includes(0) || values.includes(0)) return agreed;
  const others = new Set(values);
  return agreed.filter((value) => others.has(value));
}

const NOTHING_SHARED: ReadonlySet<number> = new Set();

function sharedOf(
  shareable: ReadonlySet<number>,
  devices: readonly PoolDevice[],
  allocated: AllocatedView,
  checkpoint: Checkpoint,
): ReadonlySet<number> {
  if (!allocated.hasShares) return NOTHING_SHARED;
  const shared = checkpoint.keep(() => new Set<number>());
  checkpoint.forEachOf(shareable, (index) => {
    if (allocated.isShared((devices[index] as PoolDevice).key)) shared.add(index);
  });
  return shared;
}

/** The part of the budgets that is the same whatever is left of them. */
interface BudgetNumbers extends Required<Pick<ProblemResources, 'ledgers' | 'sums'>> {
  /** The kinds of the capacities that come after the counters. */
  readonly after: readonly BudgetKind[];
}

/** Without counters they are found by the kinds of the capacities, which nodes with alike devices have in common. */
const numbersOfBudgets = new WeakMap<NodeResources | readonly BudgetKind[], BudgetNumbers>();

function numbersOf(found: NodeResources, after: readonly BudgetKind[], checkpoint: Checkpoint): BudgetNumbers {
  const owner = found.ledgers.length === 0 ? after : found;
  const known = numbersOfBudgets.get(owner);
  if (known?.after === after) return known;
  const counters = checkpoint.keep((): BudgetKind[] => []);
  const ledgers = checkpoint.map(found.ledgers, (ledger) => checkpoint.map(ledger.kinds, (kind) => counters.push(kind) - 1));
  const kinds = counters.length === 0 ? after : checkpoint.keep(() => counters.concat(after));
  const numbers = { after, ledgers, sums: sumsOf(kinds, checkpoint) };
  numbersOfBudgets.set(owner, numbers);
  return numbers;
}

/** Budgets of one name, each with the weight that brings them to one unit. */
function sumsOf(kinds: readonly BudgetKind[], checkpoint: Checkpoint): SumTerm[][] {
  const byName = checkpoint.keep(() => new Map<string, number[]>());
  checkpoint.forEach(kinds, ({ name }, budget) => {
    entryIn(byName, name, (): number[] => []).push(budget);
  });
  const sums = checkpoint.keep((): SumTerm[][] => []);
  checkpoint.forEachOf(byName.values(), (budgets) => {
    if (budgets.length < 2) return;
    const units = checkpoint.map(budgets, (budget) => (kinds[budget] as BudgetKind).unit);
    const common = commonUnit(units, checkpoint);
    sums.push(checkpoint.map(budgets, (budget, index) => ({ budget, weight: (units[index] as bigint) / common })));
  });
  return sums;
}

/** The number of budgets that the counters take. */
export function counterCount({ ledgers }: NodeResources): number {
  let count = 0;
  for (const { declared } of ledgers) count += declared.length;
  return count;
}
