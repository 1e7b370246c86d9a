// Shares: each pick takes from the capacities of the device it shares. A dedicated device has its whole capacity for itself; what shares of
// it were given before it became dedicated still counts, though.
// Source: docs/spec/allocation.md 7, docs/spec/reference-1.37.md 1.18 and 1.26 to 1.28.

import type { DeviceCapacity } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn, weakEntryIn } from '../../core/base/entry-in.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { LruCache } from '../../core/base/lru-cache.js';
import { ended, listOf, signature } from '../../core/base/signature.js';
import type { Features } from '../../core/features/features.js';
import type { Quantity } from '../../core/quantity/quantity.js';
import type { Charge } from '../kernel/problem.js';
import type { PoolDevice } from '../pools/pool.js';
import { AllocatedState, type AllocatedView } from './allocated-state.js';
import { AmountReader, amountsText, commonUnit, quantityText } from './amounts.js';
import type { BudgetKind } from './budget-kind.js';
import { resolveCapacity } from './capacity.js';
import { capacityText } from './signatures.js';
import type { SlotPlan } from './slot-plan.js';

/** The shares of one slot by device. */
export type ShareTable = ReadonlyMap<number, readonly Charge[]>;

/** Capacities as budgets, and what picks charge them. */
export interface EncodedShares {
  /** The rest of each capacity that some pick could charge. */
  readonly budgets: readonly bigint[];
  readonly kinds: readonly BudgetKind[];
  /** For each slot its table; undefined, or none: nothing to charge. */
  readonly tables: readonly (ShareTable | undefined)[];
}

/** The input of the shares of some slots. */
interface SharesInput {
  readonly slots: readonly SlotPlan[];
  readonly devices: readonly PoolDevice[];
  readonly shareable: ReadonlySet<number>;
  readonly allocated: AllocatedView;
  readonly features: Features;
  readonly checkpoint: Checkpoint;
}

/** Encodes the shares of slots. Their budgets are numbered from `firstBudget` on. */
export function encodeShares(input: SharesInput, firstBudget: number): EncodedShares {
  const { slots, shareable, checkpoint } = input;
  const shrunk = dedicatedWithShares(input);
  if (shareable.size === 0 && shrunk.length === 0) return NOTHING_SHARED;
  const asked = askedBy(slots, checkpoint);
  const isKnown = shrunk.length === 0 && !isLent(input);
  const known = isKnown ? checkpoint.keep(() => knownShares(input, asked, firstBudget)) : undefined;
  const budgets = known && checkpoint.keep(() => leftOf(known, input));
  return known && budgets ? { budgets, kinds: known.kinds, tables: known.tables } : encodeAnew(input, { asked, shrunk, firstBudget });
}

/** The amounts that each slot asks for, as a text. */
function askedBy(slots: readonly SlotPlan[], checkpoint: Checkpoint): readonly string[] {
  return checkpoint.map(slots, ({ selection }) => {
    const requests = selection.capacity?.requests ?? NOTHING_ASKED;
    // The text of each is kept with it.
    if (requests.size > FEW_REQUESTS) checkpoint.forEachOf(requests.values(), quantityText);
    return amountsText(requests);
  });
}

const NOTHING_ASKED: ReadonlyMap<string, Quantity> = new Map();
/** Requests for capacity that are put into a text in one go. */
const FEW_REQUESTS = 256;

const NOTHING_SHARED: EncodedShares = { budgets: [], kinds: [], tables: [] };

/** Tells whether more is left of some capacity than there is. */
function isLent({ devices, shareable, allocated, checkpoint }: SharesInput): boolean {
  if (!allocated.consumes) return false;
  const found = checkpoint.keep(() => ({ isLent: false }));
  checkpoint.forEachOf(shareable, (index) => {
    for (const amount of allocated.consumedOf((devices[index] as PoolDevice).key).values()) if (amount < 0n) found.isLent = true;
  });
  return found.isLent;
}

/** Shares while nothing is consumed. */
export interface KnownShares extends EncodedShares {
  /** For each budget its device. */
  readonly owners: readonly number[];
}

/**
 * The shares of slots while nothing is consumed, as `encodeShares` has them: what is consumed lessens the budgets. Undefined where amounts are too long to be
 * kept. Requires: nothing is consumed of dedicated devices, and of no capacity less than nothing.
 */
export function sharesWhileUnused(input: Omit<SharesInput, 'allocated'>, firstBudget: number): KnownShares | undefined {
  if (input.shareable.size === 0) return { ...NOTHING_SHARED, owners: [] };
  return knownShares(input, askedBy(input.slots, input.checkpoint), firstBudget);
}

/** Shares that are remembered. */
interface KeptShares {
  /** Undefined where amounts are so long that their digits must be counted each time. */
  readonly shares: KnownShares | undefined;
  readonly bytes: number;
}

/** Shares by what is asked for. */
type SharesByRequests = LruCache<KeptShares>;

/** Kinds of nodes that are remembered, and for each what was asked for. */
const NODES_KEPT = { entries: 64, bytes: 16 << 20, weigh: ({ bytes }: SharesByRequests) => bytes } as const;
const REQUESTS_KEPT = { entries: 16, bytes: 4 << 20, weigh: ({ bytes }: KeptShares) => bytes } as const;
/** Characters of a description of devices that is remembered. */
const LONGEST_KIND = 1 << 16;
/** About what a budget takes, a device in a table, and a charge. */
const BYTES = { budget: 128, device: 64, charge: 96 } as const;

const kindsOfNodes = new WeakMap<Features, LruCache<SharesByRequests>>();
const sharesOfNode = new WeakMap<SharesInput['shareable'], SharesByRequests>();

/** The properties that the shares of alike devices depend on. */
interface AskedOfShares {
  readonly firstBudget: number;
  /** The amounts that each slot asks for, as a text. */
  readonly asked: readonly string[];
}

const askedText = signature<AskedOfShares>({ firstBudget: ended, asked: listOf(lengthPrefixed) });

/** The shares while nothing is consumed. Nodes whose shareable devices are alike have the same. */
function knownShares(input: Omit<SharesInput, 'allocated'>, asked: readonly string[], firstBudget: number): KnownShares | undefined {
  const known = input.checkpoint.keep(() => sharesOfNode.get(input.shareable) ?? sharesOfAlike(input));
  sharesOfNode.set(input.shareable, known);
  const key = askedText({ firstBudget, asked });
  const make = (): KeptShares => {
    const allocated = new AllocatedState(input.features);
    const made = encodeAnew({ ...input, allocated }, { asked, shrunk: [], firstBudget });
    return made.hasLong ? { shares: undefined, bytes: 0 } : { shares: made, bytes: bytesOf(made) };
  };
  return input.checkpoint.keep(() => known.getOr(key, make)).shares;
}

function bytesOf({ budgets, tables }: KnownShares): number {
  let bytes = budgets.length * BYTES.budget + tables.length * 8;
  for (const table of new Set(tables)) {
    for (const charges of table?.values() ?? []) bytes += BYTES.device + charges.length * BYTES.charge;
  }
  return bytes;
}

/**
 * A text of the capacities that devices can share: the same text, the same in numbers while nothing is consumed. Undefined: it is too long to be looked
 * for. That is known after a moment, so that it takes no limits.
 */
export function shareableText(devices: readonly PoolDevice[], shareable: ReadonlySet<number>): string | undefined {
  let text = '';
  for (const index of shareable) {
    text += `${index} ${capacityText(devices[index] as PoolDevice)}\n`;
    if (text.length > LONGEST_KIND) return undefined;
  }
  return text;
}

function sharesOfAlike({ devices, shareable, features }: Omit<SharesInput, 'allocated'>): SharesByRequests {
  const text = shareableText(devices, shareable);
  if (text === undefined) return new LruCache(REQUESTS_KEPT);
  const kinds = weakEntryIn(kindsOfNodes, features, () => new LruCache<SharesByRequests>(NODES_KEPT));
  return kinds.getOr(text, () => new LruCache(REQUESTS_KEPT));
}

/** The rest of each budget; undefined where that is no multiple of its unit. */
function leftOf({ budgets, kinds, owners }: KnownShares, { devices, allocated, checkpoint }: SharesInput): readonly bigint[] | undefined {
  if (!allocated.consumes) return budgets;
  const left = checkpoint.keep((): bigint[] => []);
  const isUneven = checkpoint.some(budgets, (most, budget) => {
    const { name, unit } = kinds[budget] as BudgetKind;
    const consumed = allocated.consumedOf((devices[owners[budget] as number] as PoolDevice).key).get(name) ?? 0n;
    if (consumed % unit !== 0n) return true;
    left.push(most - consumed / unit);
    return false;
  });
  return isUneven ? undefined : left;
}

/** The rest that encoding depends on: `shrunk` are dedicated devices of which shares exist. */
interface AnewInput extends AskedOfShares {
  readonly shrunk: readonly number[];
}

function encodeAnew(input: SharesInput, { asked, shrunk, firstBudget }: AnewInput): KnownShares & { readonly hasLong: boolean } {
  const { slots, devices, shareable, allocated, checkpoint } = input;
  const budgets = checkpoint.keep(() => new CapacityBudgets(devices, allocated, firstBudget));
  const known = checkpoint.keep(() => new Map<string, ChargeTable>());
  const tables = checkpoint.map(slots, ({ selection }, slot) => {
    const requests = selection.capacity?.requests;
    const text = asked[slot] as string;
    const found = known.get(text);
    if (found !== undefined) return found;
    const table = checkpoint.keep((): ChargeTable => new Map());
    checkpoint.forEachOf(shareable, (index) => {
      const amounts = amountsFor(requests, devices[index] as PoolDevice, input);
      if (amounts === undefined) return;
      table.set(index, budgets.chargesFor(index, amounts, checkpoint));
    });
    checkpoint.forEach(shrunk, (index) => {
      if (!fitsBeside(requests, index, input)) table.set(index, budgets.impossible());
    });
    known.set(text, table);
    return table;
  });
  return { ...budgets.scale([...known.values()], checkpoint), tables };
}

type ChargeTable = Map<number, readonly Charge[]>;

/** Dedicated devices of which shares exist: a device may have been shared in an earlier version of its slice. */
function dedicatedWithShares({ devices, shareable, allocated, features, checkpoint }: SharesInput): readonly number[] {
  if (!features.consumableCapacity || !allocated.consumes) return NONE;
  const found = checkpoint.keep((): number[] => []);
  checkpoint.forEach(devices, ({ key }, index) => {
    if (!shareable.has(index) && allocated.consumedOf(key).size > 0) found.push(index);
  });
  return found;
}

const NONE: readonly never[] = [];

/** The consumption of a pick; undefined for a device that is refused whatever else is picked, as its stage says. */
function amountsFor(
  requests: ReadonlyMap<string, Quantity> | undefined,
  { device: { capacity }, key }: PoolDevice,
  { allocated, features: { fractionalCapacityRange }, checkpoint }: Pick<SharesInput, 'allocated' | 'features' | 'checkpoint'>,
): ReadonlyMap<string, Quantity> | undefined {
  const use = resolveCapacity(requests, capacity, fractionalCapacityRange, checkpoint);
  if (use.kind === 'amounts') return use.amounts;
  const lent = use.kind === 'refused' && use.why === 'exceeded' ? allocated.lentOf(key) : undefined;
  if (lent === undefined) return undefined;
  const beside = resolveCapacity(requests, capacity, fractionalCapacityRange, checkpoint, lent);
  return beside.kind === 'amounts' ? beside.amounts : undefined;
}

function fitsBeside(
  requests: ReadonlyMap<string, Quantity> | undefined,
  index: number,
  { devices, allocated, features, checkpoint }: Pick<SharesInput, 'devices' | 'allocated' | 'features' | 'checkpoint'>,
): boolean {
  const { device, key } = devices[index] as PoolDevice;
  const amounts = amountsFor(requests, devices[index] as PoolDevice, { allocated, features, checkpoint });
  if (amounts === undefined) return true;
  const consumed = allocated.consumedOf(key);
  checkpoint.step(amounts.size);
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
  readonly #owners: number[] = [];
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #reader = new AmountReader();

  constructor(devices: readonly PoolDevice[], allocated: AllocatedView, first: number) {
    this.#devices = devices;
    this.#allocated = allocated;
    this.#first = first;
  }

  /** Returns what one more share with these amounts charges, in billionths. */
  chargesFor(index: number, amounts: ReadonlyMap<string, Quantity>, checkpoint: Checkpoint): Charge[] {
    const { device, key } = this.#devices[index] as PoolDevice;
    const charges = checkpoint.keep((): Charge[] => []);
    checkpoint.forEachOf(amounts, ([name, amount]) => {
      const { value } = device.capacity.get(name) as DeviceCapacity;
      const left = (): bigint => this.#reader.read(value) - (this.#allocated.consumedOf(key).get(name) ?? 0n);
      charges.push({ budget: this.#numberOf(name, index, left), amount: this.#reader.read(amount) });
    });
    return charges;
  }

  /** A charge that nothing can pay. */
  impossible(): Charge[] {
    return [{ budget: this.#numberOf('', -1, () => -1n), amount: 0n }];
  }

  #numberOf(name: string, index: number, left: () => bigint): number {
    const id = `${index}\0${name}`;
    return entryIn(this.#numbers, id, () => {
      this.#names.push(name);
      this.#owners.push(index);
      return this.#first + this.#left.push(left()) - 1;
    });
  }

  /** Brings each budget and its charges to the greatest unit of which all are multiples, so that they stay small. */
  scale(tables: readonly ChargeTable[], checkpoint: Checkpoint): Omit<ReturnType<typeof encodeAnew>, 'tables'> {
    const amounts = checkpoint.map(this.#left, (left) => [left]);
    const place = (budget: number): number => budget - this.#first;
    checkpoint.forEach(tables, (table) => {
      checkpoint.forEachOf(table.values(), (charges) => {
        checkpoint.forEach(charges, ({ budget, amount }) => {
          amounts[place(budget)]?.push(amount);
        });
      });
    });
    const units = checkpoint.map(amounts, (all) => commonUnit(all, checkpoint));
    checkpoint.forEach(tables, (table) => {
      const indices = checkpoint.keep(() => [...table.keys()]);
      checkpoint.forEach(indices, (index) => {
        const charges = table.get(index) as readonly Charge[];
        const scaled = checkpoint.map(charges, ({ budget, amount }) => ({ budget, amount: amount / (units[place(budget)] as bigint) }));
        table.set(index, scaled);
      });
    });
    const kinds = checkpoint.map(this.#names, (name, index) => ({ name, unit: units[index] as bigint }));
    const budgets = checkpoint.map(this.#left, (left, index) => left / (units[index] as bigint));
    return { budgets, kinds, owners: this.#owners, hasLong: this.#reader.hasLong };
  }
}
