// Encodes shares: each selection of a shared device consumes its capacities. A dedicated device is allocated as a whole. Shares
// from the time before it became dedicated still count. Source: docs/spec/allocation.md 7, docs/spec/reference-1.37.md 1.18 and
// 1.26 to 1.28.

import type { DeviceCapacity } from '../../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { entryIn, weakEntryIn } from '../../core/base/entry-in.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { LruCache } from '../../core/base/lru-cache.js';
import { ended, listOf, signature } from '../../core/base/signature.js';
import type { Features } from '../../core/features/features.js';
import type { Quantity } from '../../core/quantity/quantity.js';
import type { Charge } from '../kernel/problem.js';
import type { PoolDevice } from '../pools/pool.js';
import { AllocatedState, type AllocatedView } from './allocated-state.js';
import { AmountReader, amountsText, findingUnit, quantityText } from './amounts.js';
import type { BudgetKind } from './budget-kind.js';
import { resolveCapacity } from './capacity.js';
import { capacityText } from './signatures.js';
import type { SlotPlan } from './slot-plan.js';

/** The shares of one slot, by device. */
export type ShareTable = ReadonlyMap<number, readonly Charge[]>;

/** Capacities as budgets, and the charges of selections on them. */
export interface EncodedShares {
  /** The amount left of each capacity that some selection could consume. */
  readonly budgets: readonly bigint[];
  readonly kinds: readonly BudgetKind[];
  /** The table of each slot. Undefined or absent if the slot consumes nothing. */
  readonly tables: readonly (ShareTable | undefined)[];
}

interface SharesInput {
  readonly slots: readonly SlotPlan[];
  readonly devices: readonly PoolDevice[];
  readonly shareable: ReadonlySet<number>;
  readonly allocated: AllocatedView;
  readonly features: Features;
  readonly checkpoint: Checkpoint;
}

/** Encodes the shares of slots. Their budgets are numbered from `firstBudget` on. */
export function* encodingShares(input: SharesInput, firstBudget: number): Incremental<EncodedShares> {
  const { slots, shareable, allocated, features, checkpoint } = input;
  // Dedicated devices with shares: an earlier version of the slice may have allowed sharing.
  const shrunk = features.consumableCapacity && allocated.consumes ? yield* findingShrunk(input) : NONE;
  if (shareable.size === 0 && shrunk.length === 0) return NOTHING_SHARED;
  const requestTexts = yield* describingRequests(slots, checkpoint);
  const isCacheable = shrunk.length === 0 && !(allocated.consumes && (yield* findingLent(input)));
  const cachedShares = isCacheable ? yield* cachingShares(input, requestTexts, firstBudget) : undefined;
  const budgets = cachedShares && (allocated.consumes ? yield* findingLeft(cachedShares, input) : cachedShares.budgets);
  return cachedShares && budgets
    ? { budgets, kinds: cachedShares.kinds, tables: cachedShares.tables }
    : yield* encodingAnew(input, { requestTexts, shrunk, firstBudget });
}

/** Returns the capacity amounts that each slot requests, as a text. */
function* describingRequests(slots: readonly SlotPlan[], checkpoint: Checkpoint): Incremental<readonly string[]> {
  const texts: string[] = [];
  for (const { selection } of slots) {
    const requests = selection.capacity?.requests ?? NO_REQUESTS;
    // The text of each quantity is cached with it.
    for (const quantity of requests.size > FEW_REQUESTS ? requests.values() : NONE) {
      quantityText(quantity);
      if (checkpoint.due()) yield;
    }
    texts.push(amountsText(requests));
    if (checkpoint.due()) yield;
  }
  return texts;
}

const NO_REQUESTS: ReadonlyMap<string, Quantity> = new Map();
/** The most capacity requests that are converted to a text at once. */
const FEW_REQUESTS = 256;

const NOTHING_SHARED: EncodedShares = { budgets: [], kinds: [], tables: [] };

/** Returns whether the consumption of some capacity is negative. */
function* findingLent({ devices, shareable, allocated, checkpoint }: SharesInput): Incremental<boolean> {
  for (const index of shareable) {
    for (const amount of allocated.consumedOf((devices[index] as PoolDevice).key).values()) if (amount < 0n) return true;
    if (checkpoint.due()) yield;
  }
  return false;
}

/** Shares for the state in which no capacity is consumed. */
export interface UnusedShares extends EncodedShares {
  /** The device of each budget. */
  readonly owners: readonly number[];
}

/**
 * Returns the shares of slots while no capacity is consumed. Consumption lowers the budgets. Returns undefined if the amounts
 * are too long to cache. Requires: no capacity of a dedicated device is consumed, and no consumption is negative.
 */
export function sharesWhileUnused(input: Omit<SharesInput, 'allocated' | 'checkpoint'>, firstBudget: number): UnusedShares | undefined {
  if (input.shareable.size === 0) return { ...NOTHING_SHARED, owners: [] };
  const within = { ...input, checkpoint: UNLIMITED };
  return inOneGo(cachingShares(within, inOneGo(describingRequests(input.slots, UNLIMITED)), firstBudget));
}

/** Cached shares. */
interface CachedShares {
  /** Undefined if the amounts are so long that their digits must be counted each time. */
  readonly shares: UnusedShares | undefined;
  readonly bytes: number;
}

/** Shares, by the requested amounts. */
type SharesByRequests = LruCache<CachedShares>;

/** The most cached kinds of nodes, and the most cached requests for each. */
const NODE_CACHE_BOUNDS = { entries: 64, bytes: 16 << 20, weigh: ({ bytes }: SharesByRequests) => bytes } as const;
const REQUEST_CACHE_BOUNDS = { entries: 16, bytes: 4 << 20, weigh: ({ bytes }: CachedShares) => bytes } as const;
/** Longer descriptions of devices are not cached. */
const LONGEST_KIND = 1 << 16;
/** The approximate bytes of a budget, of a device in a table, and of a charge. */
const BYTES = { budget: 128, device: 64, charge: 96 } as const;

const kindsOfNodes = new WeakMap<Features, LruCache<SharesByRequests>>();
const sharesOfNode = new WeakMap<SharesInput['shareable'], SharesByRequests>();

/** The properties that determine the shares of equal devices. */
interface ShareRequests {
  readonly firstBudget: number;
  /** The capacity amounts that each slot requests, as a text. */
  readonly requestTexts: readonly string[];
}

const shareRequestsText = signature<ShareRequests>({ firstBudget: ended, requestTexts: listOf(lengthPrefixed) });

/** Returns the shares while no capacity is consumed. Nodes with equal shareable devices have equal shares. */
function* cachingShares(
  input: Omit<SharesInput, 'allocated'>,
  requestTexts: readonly string[],
  firstBudget: number,
): Incremental<UnusedShares | undefined> {
  const byRequests = sharesOfNode.get(input.shareable) ?? sharesOfEqualNodes(input);
  sharesOfNode.set(input.shareable, byRequests);
  const key = shareRequestsText({ firstBudget, requestTexts });
  const cacheEntry = byRequests.get(key);
  if (cacheEntry !== undefined) return cacheEntry.shares;
  const allocated = new AllocatedState(input.features);
  const made = yield* encodingAnew({ ...input, allocated }, { requestTexts, shrunk: [], firstBudget });
  const shares = made.hasLong ? undefined : made;
  byRequests.set(key, { shares, bytes: shares === undefined ? 0 : bytesOf(shares) });
  return shares;
}

function bytesOf({ budgets, tables }: UnusedShares): number {
  let bytes = budgets.length * BYTES.budget + tables.length * 8;
  for (const table of new Set(tables)) {
    for (const charges of table?.values() ?? []) bytes += BYTES.device + charges.length * BYTES.charge;
  }
  return bytes;
}

/**
 * Returns a text of the capacities that devices can share. Equal texts have equal numbering while no capacity is consumed.
 * Returns undefined if it is too long for a lookup. Building the text stops at that length, so it needs no checkpoint.
 */
export function shareableText(devices: readonly PoolDevice[], shareable: ReadonlySet<number>): string | undefined {
  let text = '';
  for (const index of shareable) {
    text += `${index} ${capacityText(devices[index] as PoolDevice)}\n`;
    if (text.length > LONGEST_KIND) return undefined;
  }
  return text;
}

function sharesOfEqualNodes({ devices, shareable, features }: Omit<SharesInput, 'allocated'>): SharesByRequests {
  const text = shareableText(devices, shareable);
  if (text === undefined) return new LruCache(REQUEST_CACHE_BOUNDS);
  const kinds = weakEntryIn(kindsOfNodes, features, () => new LruCache<SharesByRequests>(NODE_CACHE_BOUNDS));
  return kinds.getOr(text, () => new LruCache(REQUEST_CACHE_BOUNDS));
}

/** Returns the amount left of each budget, or undefined if one is not a multiple of its unit. */
function* findingLeft(
  { budgets, kinds, owners }: UnusedShares,
  { devices, allocated, checkpoint }: SharesInput,
): Incremental<readonly bigint[] | undefined> {
  const left: bigint[] = [];
  for (let budget = 0; budget < budgets.length; budget++) {
    const { name, unit } = kinds[budget] as BudgetKind;
    const consumed = allocated.consumedOf((devices[owners[budget] as number] as PoolDevice).key).get(name) ?? 0n;
    if (consumed % unit !== 0n) return undefined;
    left.push((budgets[budget] as bigint) - consumed / unit);
    if (checkpoint.due()) yield;
  }
  return left;
}

/** The remaining inputs of encoding. `shrunk` are dedicated devices with shares. */
interface AnewInput extends ShareRequests {
  readonly shrunk: readonly number[];
}

type ScaledShares = UnusedShares & { readonly hasLong: boolean };

function* encodingAnew(input: SharesInput, { requestTexts, shrunk, firstBudget }: AnewInput): Incremental<ScaledShares> {
  const { slots, devices, shareable, allocated, checkpoint } = input;
  const budgets = new CapacityBudgets(devices, allocated, firstBudget);
  const tableByText = new Map<string, ChargeTable>();
  const tables: ChargeTable[] = [];
  for (let slot = 0; slot < slots.length; slot++) {
    const requests = (slots[slot] as SlotPlan).selection.capacity?.requests;
    const text = requestTexts[slot] as string;
    const table = tableByText.get(text) ?? (yield* charging(requests, { shareable, shrunk, budgets }, input));
    tableByText.set(text, table);
    tables.push(table);
    if (checkpoint.due()) yield;
  }
  return { ...(yield* budgets.scaling([...tableByText.values()], checkpoint)), tables };
}

type ChargeTable = Map<number, readonly Charge[]>;

interface Charging extends Pick<SharesInput, 'shareable'>, Pick<AnewInput, 'shrunk'> {
  readonly budgets: CapacityBudgets;
}

/** Returns the charges of requests on each device. */
function* charging(
  requests: ReadonlyMap<string, Quantity> | undefined,
  { shareable, shrunk, budgets }: Charging,
  input: SharesInput,
): Incremental<ChargeTable> {
  const { devices, checkpoint } = input;
  const table: ChargeTable = new Map();
  for (const index of shareable) {
    const amounts = yield* findingAmounts(requests, devices[index] as PoolDevice, input);
    const charges: Charge[] = [];
    for (const [name, amount] of amounts ?? NONE) {
      charges.push(budgets.chargeFor(index, name, amount));
      if (checkpoint.due()) yield;
    }
    if (amounts !== undefined) table.set(index, charges);
    if (checkpoint.due()) yield;
  }
  for (const index of shrunk) {
    if (!(yield* fitsWithShares(requests, index, input))) table.set(index, budgets.impossible());
    if (checkpoint.due()) yield;
  }
  return table;
}

function* findingShrunk({ devices, shareable, allocated, checkpoint }: SharesInput): Incremental<readonly number[]> {
  const found: number[] = [];
  for (let index = 0; index < devices.length; index++) {
    if (!shareable.has(index) && allocated.consumedOf((devices[index] as PoolDevice).key).size > 0) found.push(index);
    if (checkpoint.due()) yield;
  }
  return found;
}

const NONE: readonly never[] = [];

/** Returns the consumption of a selection, or undefined for a device that its stage always rejects. */
function* findingAmounts(
  requests: ReadonlyMap<string, Quantity> | undefined,
  { device: { capacity }, key }: PoolDevice,
  { allocated, features: { fractionalCapacityRange }, checkpoint }: Pick<SharesInput, 'allocated' | 'features' | 'checkpoint'>,
): Incremental<ReadonlyMap<string, Quantity> | undefined> {
  const use = yield* resolveCapacity(requests, capacity, fractionalCapacityRange, checkpoint);
  if (use.kind === 'amounts') return use.amounts;
  const lent = use.kind === 'refused' && use.why === 'exceeded' ? allocated.lentOf(key) : undefined;
  if (lent === undefined) return undefined;
  const useWithLent = yield* resolveCapacity(requests, capacity, fractionalCapacityRange, checkpoint, lent);
  return useWithLent.kind === 'amounts' ? useWithLent.amounts : undefined;
}

function* fitsWithShares(
  requests: ReadonlyMap<string, Quantity> | undefined,
  index: number,
  input: Pick<SharesInput, 'devices' | 'allocated' | 'features' | 'checkpoint'>,
): Incremental<boolean> {
  const { devices, allocated, checkpoint } = input;
  const { device, key } = devices[index] as PoolDevice;
  const amounts = (yield* findingAmounts(requests, devices[index] as PoolDevice, input)) ?? NO_REQUESTS;
  const consumed = allocated.consumedOf(key);
  for (const [name, amount] of amounts) {
    if (amount.nano + (consumed.get(name) ?? 0n) > (device.capacity.get(name)?.value.nano ?? 0n)) return false;
    if (checkpoint.due()) yield;
  }
  return true;
}

/** Budgets of capacities, created when a selection first needs one. */
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

  /** Returns the charge of one more share with this amount of a capacity, in billionths. */
  chargeFor(index: number, name: string, amount: Quantity): Charge {
    const { device, key } = this.#devices[index] as PoolDevice;
    const { value } = device.capacity.get(name) as DeviceCapacity;
    const left = (): bigint => this.#reader.read(value) - (this.#allocated.consumedOf(key).get(name) ?? 0n);
    return { budget: this.#numberOf(name, index, left), amount: this.#reader.read(amount) };
  }

  /** Returns a charge that always fails. */
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

  /** Returns, for each budget, the amount left and all charges on it. */
  *#listingAmounts(tables: readonly ChargeTable[], checkpoint: Checkpoint): Incremental<readonly (readonly bigint[])[]> {
    const amounts = this.#left.map((left) => [left]);
    for (const table of tables) {
      for (const charges of table.values()) {
        for (const { budget, amount } of charges) {
          amounts[budget - this.#first]?.push(amount);
          if (checkpoint.due()) yield;
        }
      }
    }
    return amounts;
  }

  /** Converts each budget and its charges to their greatest common unit, so that they stay small. */
  *scaling(tables: readonly ChargeTable[], checkpoint: Checkpoint): Incremental<Omit<ScaledShares, 'tables'>> {
    const amounts = yield* this.#listingAmounts(tables, checkpoint);
    const kinds: BudgetKind[] = [];
    const budgets: bigint[] = [];
    for (let index = 0; index < amounts.length; index++) {
      const unit = yield* findingUnit(amounts[index] as readonly bigint[], checkpoint);
      kinds.push({ name: this.#names[index] as string, unit });
      budgets.push((this.#left[index] as bigint) / unit);
      if (checkpoint.due()) yield;
    }
    for (const table of tables) {
      for (const [device, charges] of table) {
        const scaled: Charge[] = [];
        for (const { budget, amount } of charges) {
          scaled.push({ budget, amount: amount / (kinds[budget - this.#first] as BudgetKind).unit });
          if (checkpoint.due()) yield;
        }
        table.set(device, scaled);
      }
    }
    return { budgets, kinds, owners: this.#owners, hasLong: this.#reader.hasLong };
  }
}
