// Shares: each selection takes from the capacities of the device it shares. A dedicated device has its whole capacity for itself; what shares of
// it were given before it became dedicated still counts, though.
// Source: docs/spec/allocation.md 7, docs/spec/reference-1.37.md 1.18 and 1.26 to 1.28.

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
export function* encodingShares(input: SharesInput, firstBudget: number): Incremental<EncodedShares> {
  const { slots, shareable, allocated, features, checkpoint } = input;
  // Dedicated devices of which shares exist: a device may have been shared in an earlier version of its slice.
  const shrunk = features.consumableCapacity && allocated.consumes ? yield* findingShrunk(input) : NONE;
  if (shareable.size === 0 && shrunk.length === 0) return NOTHING_SHARED;
  const asked = yield* describingRequests(slots, checkpoint);
  const isKnown = shrunk.length === 0 && !(allocated.consumes && (yield* findingLent(input)));
  const known = isKnown ? yield* knowingShares(input, asked, firstBudget) : undefined;
  const budgets = known && (allocated.consumes ? yield* findingLeft(known, input) : known.budgets);
  return known && budgets
    ? { budgets, kinds: known.kinds, tables: known.tables }
    : yield* encodingAnew(input, { asked, shrunk, firstBudget });
}

/** The amounts that each slot asks for, as a text. */
function* describingRequests(slots: readonly SlotPlan[], checkpoint: Checkpoint): Incremental<readonly string[]> {
  const texts: string[] = [];
  for (const { selection } of slots) {
    const requests = selection.capacity?.requests ?? NOTHING_ASKED;
    // The text of each is stored with it.
    for (const quantity of requests.size > FEW_REQUESTS ? requests.values() : NONE) {
      quantityText(quantity);
      if (checkpoint.due()) yield;
    }
    texts.push(amountsText(requests));
    if (checkpoint.due()) yield;
  }
  return texts;
}

const NOTHING_ASKED: ReadonlyMap<string, Quantity> = new Map();
/** Requests for capacity that are put into a text in one go. */
const FEW_REQUESTS = 256;

const NOTHING_SHARED: EncodedShares = { budgets: [], kinds: [], tables: [] };

/** Returns whether more is left of some capacity than there is. */
function* findingLent({ devices, shareable, allocated, checkpoint }: SharesInput): Incremental<boolean> {
  for (const index of shareable) {
    for (const amount of allocated.consumedOf((devices[index] as PoolDevice).key).values()) if (amount < 0n) return true;
    if (checkpoint.due()) yield;
  }
  return false;
}

/** Shares while nothing is consumed. */
export interface KnownShares extends EncodedShares {
  /** For each budget its device. */
  readonly owners: readonly number[];
}

/**
 * The shares of slots while nothing is consumed, as `encodeShares` has them: what is consumed lessens the budgets. Undefined where amounts are too long to be
 * stored. Requires: nothing is consumed of dedicated devices, and of no capacity less than nothing.
 */
export function sharesWhileUnused(input: Omit<SharesInput, 'allocated' | 'checkpoint'>, firstBudget: number): KnownShares | undefined {
  if (input.shareable.size === 0) return { ...NOTHING_SHARED, owners: [] };
  const within = { ...input, checkpoint: UNLIMITED };
  return inOneGo(knowingShares(within, inOneGo(describingRequests(input.slots, UNLIMITED)), firstBudget));
}

/** Shares that are remembered. */
interface KeptShares {
  /** Undefined where amounts are so long that their digits must be counted each time. */
  readonly shares: KnownShares | undefined;
  readonly bytes: number;
}

/** Shares by what is requested. */
type SharesByRequests = LruCache<KeptShares>;

/** Kinds of nodes that are remembered, and for each what was requested. */
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

/** The shares while nothing is consumed. Nodes whose shareable devices are equal have the same. */
function* knowingShares(
  input: Omit<SharesInput, 'allocated'>,
  asked: readonly string[],
  firstBudget: number,
): Incremental<KnownShares | undefined> {
  const byRequests = sharesOfNode.get(input.shareable) ?? sharesOfAlike(input);
  sharesOfNode.set(input.shareable, byRequests);
  const key = askedText({ firstBudget, asked });
  const known = byRequests.get(key);
  if (known !== undefined) return known.shares;
  const allocated = new AllocatedState(input.features);
  const made = yield* encodingAnew({ ...input, allocated }, { asked, shrunk: [], firstBudget });
  const shares = made.hasLong ? undefined : made;
  byRequests.set(key, { shares, bytes: shares === undefined ? 0 : bytesOf(shares) });
  return shares;
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
function* findingLeft(
  { budgets, kinds, owners }: KnownShares,
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

/** The rest that encoding depends on: `shrunk` are dedicated devices of which shares exist. */
interface AnewInput extends AskedOfShares {
  readonly shrunk: readonly number[];
}

type ScaledShares = KnownShares & { readonly hasLong: boolean };

function* encodingAnew(input: SharesInput, { asked, shrunk, firstBudget }: AnewInput): Incremental<ScaledShares> {
  const { slots, devices, shareable, allocated, checkpoint } = input;
  const budgets = new CapacityBudgets(devices, allocated, firstBudget);
  const known = new Map<string, ChargeTable>();
  const tables: ChargeTable[] = [];
  for (let slot = 0; slot < slots.length; slot++) {
    const requests = (slots[slot] as SlotPlan).selection.capacity?.requests;
    const text = asked[slot] as string;
    const table = known.get(text) ?? (yield* charging(requests, { shareable, shrunk, budgets }, input));
    known.set(text, table);
    tables.push(table);
    if (checkpoint.due()) yield;
  }
  return { ...(yield* budgets.scaling([...known.values()], checkpoint)), tables };
}

type ChargeTable = Map<number, readonly Charge[]>;

interface Charging extends Pick<SharesInput, 'shareable'>, Pick<AnewInput, 'shrunk'> {
  readonly budgets: CapacityBudgets;
}

/** The charges of requests on each device. */
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
    if (!(yield* fitsBeside(requests, index, input))) table.set(index, budgets.impossible());
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

/** The consumption of a selection; undefined for a device that is rejected whatever else is selected, as its stage says. */
function* findingAmounts(
  requests: ReadonlyMap<string, Quantity> | undefined,
  { device: { capacity }, key }: PoolDevice,
  { allocated, features: { fractionalCapacityRange }, checkpoint }: Pick<SharesInput, 'allocated' | 'features' | 'checkpoint'>,
): Incremental<ReadonlyMap<string, Quantity> | undefined> {
  const use = yield* resolveCapacity(requests, capacity, fractionalCapacityRange, checkpoint);
  if (use.kind === 'amounts') return use.amounts;
  const lent = use.kind === 'refused' && use.why === 'exceeded' ? allocated.lentOf(key) : undefined;
  if (lent === undefined) return undefined;
  const beside = yield* resolveCapacity(requests, capacity, fractionalCapacityRange, checkpoint, lent);
  return beside.kind === 'amounts' ? beside.amounts : undefined;
}

function* fitsBeside(
  requests: ReadonlyMap<string, Quantity> | undefined,
  index: number,
  input: Pick<SharesInput, 'devices' | 'allocated' | 'features' | 'checkpoint'>,
): Incremental<boolean> {
  const { devices, allocated, checkpoint } = input;
  const { device, key } = devices[index] as PoolDevice;
  const amounts = (yield* findingAmounts(requests, devices[index] as PoolDevice, input)) ?? NOTHING_ASKED;
  const consumed = allocated.consumedOf(key);
  for (const [name, amount] of amounts) {
    if (amount.nano + (consumed.get(name) ?? 0n) > (device.capacity.get(name)?.value.nano ?? 0n)) return false;
    if (checkpoint.due()) yield;
  }
  return true;
}

/** Budgets of capacities, made when a selection first needs one. */
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

  /** Returns what one more share with this amount of a capacity charges, in billionths. */
  chargeFor(index: number, name: string, amount: Quantity): Charge {
    const { device, key } = this.#devices[index] as PoolDevice;
    const { value } = device.capacity.get(name) as DeviceCapacity;
    const left = (): bigint => this.#reader.read(value) - (this.#allocated.consumedOf(key).get(name) ?? 0n);
    return { budget: this.#numberOf(name, index, left), amount: this.#reader.read(amount) };
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

  /** For each budget what is left of it, and all charges on it. */
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

  /** Brings each budget and its charges to the greatest unit of which all are multiples, so that they stay small. */
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
