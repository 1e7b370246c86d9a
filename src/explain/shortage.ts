// Finds resources of which allocated devices leave too little for one more device: capacities, compatibility groups and
// counters.

import type { AllocatedView } from '../allocator/encode/allocated-state.js';
import { type CounterBalance, counterBalances, leftOfCapacity } from '../allocator/encode/balances.js';
import { consumedAmounts } from '../allocator/encode/capacity.js';
import type { NodeView } from '../allocator/encode/node-view.js';
import type { SlotPlan } from '../allocator/encode/slot-plan.js';
import type { Charge, Membership, ProblemCounterSet, ProblemResources, Slot } from '../allocator/kernel/problem.js';
import type { PoolDevice } from '../allocator/pools/pool.js';
import type { DeviceCapacity } from '../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { shownName, some } from '../core/base/words.js';
import { amountsInWords } from './brief-losses.js';
import { afterCount, type LossCause } from './losses.js';
import { figure, type Looked } from './refusals.js';
import { poolInWords } from './request-names.js';

/** The most holders listed; the others are counted. */
const MAX_HOLDERS = 3;

const NO_BALANCES: ReadonlyMap<number, CounterBalance> = new Map();

/** The remaining resources on one node, with descriptions of shortages. */
export class Shortages {
  readonly #resources: ProblemResources | undefined;
  readonly #view: Pick<NodeView, 'pools' | 'devices' | 'resources'>;
  readonly #allocated: AllocatedView;
  readonly #checkpoint: Checkpoint;
  #balances: ReadonlyMap<number, CounterBalance> | undefined;

  constructor(
    view: Pick<NodeView, 'pools' | 'devices' | 'resources'>,
    resources: ProblemResources | undefined,
    allocated: AllocatedView,
    checkpoint = UNLIMITED,
  ) {
    this.#checkpoint = checkpoint;
    this.#view = view;
    this.#resources = resources;
    this.#allocated = allocated;
  }

  /** The counters by budget. */
  *balances(): Incremental<ReadonlyMap<number, CounterBalance>> {
    const resources = this.#resources;
    if (resources === undefined) return NO_BALANCES;
    this.#balances ??= yield* counterBalances(this.#view, resources, this.#allocated, this.#checkpoint);
    return this.#balances;
  }

  /** Returns whether a device consumes a limited resource for a slot; most devices do not. */
  concerns({ shares }: Slot, device: number): boolean {
    return shares?.has(device) === true || this.#resources?.draws.has(device) === true;
  }

  /** Returns the shortage that prevents a slot from selecting a device even alone; undefined if no shortage does. */
  *ofSelection(plan: SlotPlan, slot: Slot, device: number, features: Looked['features']): Incremental<LossCause | undefined> {
    const { budgets } = this.#resources ?? { budgets: [] };
    const shares = slot.shares?.get(device) ?? [];
    this.#checkpoint.step(shares.length);
    if (shares.some(({ budget, amount }) => (budgets[budget] as bigint) < amount))
      return this.#ofCapacity(plan, this.#view.devices[device] as PoolDevice, features);
    return yield* this.#ofDraw(device, slot.ignoresCounters !== true);
  }

  /** Returns the shortage that prevents every request from selecting an unused device. Returns undefined if there is no such shortage. */
  ofDevice(device: number): Incremental<LossCause | undefined> {
    return this.#ofDraw(device, true);
  }

  *#ofDraw(device: number, charges: boolean): Incremental<LossCause | undefined> {
    if (this.#resources === undefined) return undefined;
    const { ledgers, counterSets, shared, draws, budgets } = this.#resources;
    const draw = shared.has(device) ? undefined : draws.get(device);
    if (draw === undefined) return undefined;
    const clashes = ({ counterSet, set }: Membership): boolean => {
      const { before, sets } = counterSets[counterSet] as ProblemCounterSet;
      this.#checkpoint.step(before?.length ?? 0);
      return before !== undefined && !before.some((value) => sets[set]?.includes(value));
    };
    if (draw.memberships.some(clashes))
      return { code: 'compatibility-groups', detail: 'in other compatibility groups than the allocated devices of the counter set' };
    if (!charges) return undefined;
    this.#checkpoint.step(draw.charges.length + (ledgers[draw.ledger]?.length ?? 0));
    const isShort = ({ budget, amount }: Charge): boolean => (budgets[budget] as bigint) < amount;
    const short = draw.charges.find(({ budget, amount }) => amount > 0n && isShort({ budget, amount }));
    if (short !== undefined) return yield* this.#ofCounter(short.budget, this.#view.devices[device] as PoolDevice);
    // A counter below zero rejects devices even if they do not consume it (docs/spec/reference-1.37.md 1.24).
    const amounts = new Map(draw.charges.map(({ budget, amount }) => [budget, amount]));
    const negative = (ledgers[draw.ledger] ?? []).find((budget) => isShort({ budget, amount: amounts.get(budget) ?? 0n }));
    if (negative === undefined) return undefined;
    const balance = (yield* this.balances()).get(negative);
    if (balance === undefined) return { code: 'counters', detail: 'exceed the counters of the pool' };
    const below = `exceed ${nameOf(balance)}, which is below zero: ${figure(balance.left)}`;
    return { code: 'counters', counter: shortNameOf(balance), detail: below, takenBy: balance.holders };
  }

  *#ofCounter(budget: number, { device }: PoolDevice): Incremental<LossCause> {
    const balance = (yield* this.balances()).get(budget);
    if (balance === undefined) return { code: 'counters', detail: 'exceed the counters of the pool' };
    const taken = device.consumesCounters.flatMap(({ counterSet, counters }) => {
      const value = counterSet === balance.counterSet ? counters.get(balance.counter)?.value : undefined;
      return value === undefined ? [] : [value];
    });
    // A device may name a counter set twice.
    const demand = taken.length === 0 ? undefined : taken.reduce((sum, value) => sum.add(value));
    const short = {
      code: 'counters',
      counter: shortNameOf(balance),
      amounts: { wanted: figure(demand), left: figure(balance.left) },
    } as const;
    return { ...short, detail: amountsInWords(short), takenBy: balance.holders };
  }

  #ofCapacity({ selection }: SlotPlan, { device: { capacity }, key }: PoolDevice, features: Looked['features']): LossCause {
    const consumed = this.#allocated.consumedOf(key);
    const needed = inOneGo(consumedAmounts(selection.capacity?.requests, capacity, features.fractionalCapacityRange, this.#checkpoint));
    for (const [name, amount] of needed) {
      const left = leftOfCapacity(capacity.get(name) as DeviceCapacity, consumed.get(name));
      if (amount.compare(left) <= 0) continue;
      const short = { code: 'shares', capacity: name, amounts: { wanted: figure(amount), left: figure(left) } } as const;
      return { ...short, detail: amountsInWords(short) };
    }
    return { code: 'shares', detail: 'have too little capacity left because of other shares' };
  }
}

/** Names a counter in messages, with the amount left and the devices that use the rest. `owners`: the claims of these devices, as text. */
export function counterInWords(balance: CounterBalance, owners: string): string {
  const { pool, left, holders } = balance;
  const taken = holders.length === 0 ? '' : `, the rest ${takenByInWords(holders, owners)}`;
  return `${nameOf(balance)} of pool ${poolInWords(pool.driver, pool.name)} (${figure(left)} left${taken})`;
}

/** Describes a shortage of one device, to follow the name of the device. */
export function shortageInWords({ detail, takenBy = [] }: LossCause): string {
  return `${afterCount(1, detail)}${takersInWords(takenBy)}`;
}

/** Lists the devices that use an insufficient resource, followed by their owners if known. */
export function takersInWords(takers: Iterable<PoolDevice>, owners = ''): string {
  const devices = [...takers];
  return devices.length === 0 ? '' : ` (${takenByInWords(devices, owners)})`;
}

function takenByInWords(takers: readonly PoolDevice[], owners: string): string {
  const names = takers.map(({ device }) => shownName(device.name));
  return `used by ${some(names, MAX_HOLDERS)}${owners}`;
}

function shortNameOf({ counterSet, counter }: CounterBalance): string {
  return `${counterSet}/${counter}`;
}

function nameOf(balance: CounterBalance): string {
  return `counter ${shortNameOf(balance)}`;
}
