// Encodes the resources that selections consume in addition to devices, as budgets: counters of pools, compatibility groups, and capacities of shared devices.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { ended, irrelevant, listed, listOf, signature } from '../../core/base/signature.js';
import type { Features } from '../../core/features/features.js';
import type { Charge, Draw, Membership, ProblemCounterSet, ProblemResources, SumTerm } from '../kernel/problem.js';
import type { Pool, PoolDevice } from '../pools/pool.js';
import type { AllocatedView } from './allocated-state.js';
import { findingUnit } from './amounts.js';
import type { BudgetKind } from './budget-kind.js';
import { type Consumer, type CounterSetGroups, findingConsumers, makingLedger, type PoolLedger } from './ledgers.js';
import type { EncodedShares } from './shares.js';

/** The resources that the devices of a node can consume. Valid as long as slices and node are unchanged. */
export interface NodeResources {
  /** The pools with a device on this node that consumes counters. Their budgets come first, in the order of pools. */
  readonly ledgers: readonly PoolLedger[];
  readonly draws: ReadonlyMap<number, Draw>;
  /** The devices that allow multiple allocations. */
  readonly shareable: ReadonlySet<number>;
}

/** Returns the resources that the devices of a node consume, or undefined if they consume none. */
export function* findResources(
  pools: readonly Pool[],
  devices: readonly PoolDevice[],
  features: Features,
  checkpoint: Checkpoint,
): Incremental<NodeResources | undefined> {
  const { shareable, drawing } = usersOf(devices, features, checkpoint);
  if (shareable.size === 0 && drawing.size === 0) return undefined;
  const found = { ledgers: [] as PoolLedger[], draws: new Map<number, Draw>(), shareable };
  if (drawing.size === 0) return found;
  let [budgets, counterSets] = [0, 0];
  for (const pool of pools) {
    const here = yield* findingConsumers(pool.slices, checkpoint);
    if (here.length > 0) {
      const others = yield* findingConsumers(pool.otherSlices, checkpoint);
      const ledger = yield* makingLedger(pool, others.length === 0 ? here : [...here, ...others], features, checkpoint);
      for (let ordinal = 0; ordinal < here.length; ordinal++) {
        const consumer = ledger.consumers[ordinal] as Consumer;
        checkpoint.step((consumer.charges.length + consumer.memberships.length) / CHARGES_A_UNIT);
        const draw = drawOf(consumer, { ledger: found.ledgers.length, budgets, counterSets });
        found.draws.set(drawing.get(here[ordinal] as PoolDevice) as number, draw);
        if (checkpoint.due()) yield;
      }
      budgets += ledger.declared.length;
      counterSets += ledger.counterSets.length;
      found.ledgers.push(ledger);
    }
    if (checkpoint.due()) yield;
  }
  return found;
}

/** The number of devices checked in about a microsecond. */
const DEVICES_A_UNIT = 32;

/** The devices that allow multiple allocations, and the devices that consume counters. */
interface Users {
  readonly shareable: ReadonlySet<number>;
  readonly drawing: ReadonlyMap<PoolDevice, number>;
}

function usersOf(devices: readonly PoolDevice[], features: Features, checkpoint: Checkpoint): Users {
  checkpoint.step(devices.length / DEVICES_A_UNIT);
  const shareable = new Set<number>();
  const drawing = new Map<PoolDevice, number>();
  for (let index = 0; index < devices.length; index++) {
    const target = devices[index] as PoolDevice;
    if (features.consumableCapacity && target.device.allowMultipleAllocations === true) shareable.add(index);
    if (features.partitionableDevices && target.device.consumesCounters.length > 0) drawing.set(target, index);
  }
  return { shareable, drawing };
}

/** Returns the draw of a device on a ledger. The arguments are the numbers of earlier ledgers, budgets and counter sets. */
function drawOf(
  { charges, memberships }: Consumer,
  { ledger, budgets, counterSets }: { readonly ledger: number; readonly budgets: number; readonly counterSets: number },
): Draw {
  return {
    ledger,
    charges: charges.map(({ budget, amount }) => ({ budget: budgets + budget, amount })),
    memberships: memberships.map(({ counterSet, set }) => ({ counterSet: counterSets + counterSet, set })),
  };
}

/** The number of charges copied in about a microsecond. */
const CHARGES_A_UNIT = 16;

const chargeText = signature<Charge>({ budget: ended, amount: ended });

const membershipText = signature<Membership>({ counterSet: ended, set: ended });

const drawText = signature<Draw>({
  ledger: ended,
  charges: listOf(chargeText),
  memberships: listOf(membershipText),
});

const kindText = signature<BudgetKind>({ name: lengthPrefixed, unit: ended });

const groupsText = signature<CounterSetGroups>({
  valueCount: irrelevant('the sets contain every value'),
  sets: listOf(listOf(ended)),
});

const ledgerText = signature<PoolLedger>({
  kinds: listOf(kindText),
  declared: listOf(ended),
  consumers: irrelevant('a comparison of nodes includes all consumers and the amounts that they consume'),
  counterSets: listOf(groupsText),
});

/** Identifies the counters that devices consume. Equal texts have equal numbering. */
export const resourcesText = signature<NodeResources>({
  ledgers: listOf(ledgerText),
  draws: (draws) => listed([...draws], ([device, draw]) => ended(device) + drawText(draw)),
  shareable: irrelevant('the fingerprint has a separate text for capacities that can be shared'),
});

/** Encodes the amounts left of the resources of a node. `capacities` has the budgets of capacities, which follow the counters. */
export function* encodeResources(
  found: NodeResources,
  devices: readonly PoolDevice[],
  allocated: AllocatedView,
  capacities: Pick<EncodedShares, 'budgets' | 'kinds'>,
  checkpoint: Checkpoint,
): Incremental<ProblemResources> {
  const { draws, shareable } = found;
  const left: Left = { budgets: [], counterSets: [] };
  for (const ledger of found.ledgers) {
    yield* chargingLedger(ledger, allocated, left, checkpoint);
    if (checkpoint.due()) yield;
  }
  for (const budget of capacities.budgets) {
    left.budgets.push(budget);
    if (checkpoint.due()) yield;
  }
  const { ledgers, sums } = yield* numberingBudgets(found, capacities.kinds, checkpoint);
  const shared = allocated.hasShares ? yield* findingShared(shareable, devices, allocated, checkpoint) : NOTHING_SHARED;
  return { ...left, ledgers, draws, shareable, shared, sums };
}

/** The amounts left of counters, in the order of pools. */
interface Left {
  readonly budgets: bigint[];
  readonly counterSets: ProblemCounterSet[];
}

/** Adds the amounts left of the counters of a pool. */
function* chargingLedger(
  { declared, consumers, counterSets: groups }: PoolLedger,
  allocated: AllocatedView,
  { budgets, counterSets }: Left,
  checkpoint: Checkpoint,
): Incremental<void> {
  const left = [...declared];
  const agreed = new Array<readonly number[] | undefined>(groups.length);
  for (const { key, charges, memberships } of consumers) {
    if (allocated.isAllocated(key)) {
      checkpoint.step(charges.length + memberships.length);
      for (const { budget, amount } of charges) left[budget] = (left[budget] as bigint) - amount;
      for (const { counterSet, set } of memberships)
        agreed[counterSet] = agreeing(agreed[counterSet], groups[counterSet]?.sets[set] as readonly number[]);
    }
    if (checkpoint.due()) yield;
  }
  for (let index = 0; index < groups.length; index++) {
    const [group, before] = [groups[index] as CounterSetGroups, agreed[index]];
    counterSets.push(before === undefined ? group : { ...group, before });
    if (checkpoint.due()) yield;
  }
  for (const budget of left) {
    budgets.push(budget);
    if (checkpoint.due()) yield;
  }
}

/**
 * Returns the common values of the allocated devices of a counter set and of one more device. Only some of the devices may have
 * groups, since slices change. As in Kubernetes, the first device determines whether groups are compared. Later devices that
 * differ in this respect are ignored.
 */
function agreeing(agreed: readonly number[] | undefined, values: readonly number[]): readonly number[] {
  if (agreed === undefined) return values;
  if (agreed.includes(0) || values.includes(0)) return agreed;
  const others = new Set(values);
  return agreed.filter((value) => others.has(value));
}

const NOTHING_SHARED: ReadonlySet<number> = new Set();

function* findingShared(
  shareable: ReadonlySet<number>,
  devices: readonly PoolDevice[],
  allocated: AllocatedView,
  checkpoint: Checkpoint,
): Incremental<ReadonlySet<number>> {
  const shared = new Set<number>();
  for (const index of shareable) {
    if (allocated.isShared((devices[index] as PoolDevice).key)) shared.add(index);
    if (checkpoint.due()) yield;
  }
  return shared;
}

/** The part of the budgets that is independent of the amounts left. */
interface BudgetNumbers extends Required<Pick<ProblemResources, 'ledgers' | 'sums'>> {
  /** The kinds of the capacities that come after the counters. */
  readonly after: readonly BudgetKind[];
}

/** Without counters, the key consists of the kinds of the capacities, which nodes with equal devices share. */
const numbersOfBudgets = new WeakMap<NodeResources | readonly BudgetKind[], BudgetNumbers>();

function* numberingBudgets(found: NodeResources, after: readonly BudgetKind[], checkpoint: Checkpoint): Incremental<BudgetNumbers> {
  const owner = found.ledgers.length === 0 ? after : found;
  const cachedNumbers = numbersOfBudgets.get(owner);
  if (cachedNumbers?.after === after) return cachedNumbers;
  const counters: BudgetKind[] = [];
  const ledgers: number[][] = [];
  for (const { kinds } of found.ledgers) {
    const numbers: number[] = [];
    for (const kind of kinds) {
      numbers.push(counters.push(kind) - 1);
      if (checkpoint.due()) yield;
    }
    ledgers.push(numbers);
  }
  const kinds = counters.length === 0 ? after : counters.concat(after);
  const numbers = { after, ledgers, sums: yield* findingSums(kinds, checkpoint) };
  numbersOfBudgets.set(owner, numbers);
  return numbers;
}

/** Returns sums of the budgets of one name, each with the weight that converts it to a common unit. */
function* findingSums(kinds: readonly BudgetKind[], checkpoint: Checkpoint): Incremental<SumTerm[][]> {
  const byName = new Map<string, number[]>();
  for (let budget = 0; budget < kinds.length; budget++) {
    entryIn(byName, (kinds[budget] as BudgetKind).name, (): number[] => []).push(budget);
    if (checkpoint.due()) yield;
  }
  const sums: SumTerm[][] = [];
  for (const budgets of byName.values()) {
    if (budgets.length > 1) {
      const units = budgets.map((budget) => (kinds[budget] as BudgetKind).unit);
      const common = yield* findingUnit(units, checkpoint);
      sums.push(budgets.map((budget, index) => ({ budget, weight: (units[index] as bigint) / common })));
    }
    if (checkpoint.due()) yield;
  }
  return sums;
}

export function counterCount({ ledgers }: NodeResources): number {
  let count = 0;
  for (const { declared } of ledgers) count += declared.length;
  return count;
}
