// Identifies the plain search of a node by fewer properties than its whole problem has. A plain search checks only candidate
// devices, and only budgets that may run out. A candidate is unavailable if it is in use, or if its draw or each of its shares
// needs more than is left. A budget counts only if an available candidate consumes it, and all slots together could consume
// more than is left. Bounds check more properties, so this applies only to searches without bounds.

import { entryIn } from '../../../../core/base/entry-in.js';
import type { Features } from '../../../../core/features/features.js';
import { valuesOfPolicies } from '../../../encode/capacity.js';
import type { NodeView } from '../../../encode/node-view.js';
import { counterCount, type NodeResources } from '../../../encode/resources.js';
import { sharesWhileUnused, type UnusedShares } from '../../../encode/shares.js';
import type { ClaimPlan, SlotPlan } from '../../../encode/slot-plan.js';
import { STAGE_ERROR, STAGE_MATCH } from '../../../kernel/layout.js';
import type { Charge } from '../../../kernel/problem.js';
import type { PoolDevice } from '../../../pools/pool.js';
import type { SharesTaken } from './node-fingerprints.js';

/** An amount subtracted from a budget. All numbers here are safe integers. */
interface Take {
  readonly budget: number;
  readonly amount: number;
}

/** A device that consumes counters. */
interface Drawer {
  readonly place: number;
  readonly ledger: number;
  readonly draw: readonly Take[];
}

/** Undefined if the device consumes no counters. */
interface Candidate extends Omit<Drawer, 'ledger'> {
  /** Undefined if it consumes no counters. */
  readonly ledger: number | undefined;
  /** Each share consumes some capacities, or none. Each consumes some capacities, or none. */
  readonly shares: readonly (readonly Take[])[];
}

/** A shareable capacity: its name, its budget, and the unit of the budget in billionths. */
interface SharedCapacity {
  readonly name: string;
  readonly budget: number;
  readonly unit: bigint;
}

/** The planned claims of a query, and their slots, in order. */
export interface PlannedQuery {
  readonly plans: readonly ClaimPlan[];
  readonly slots: readonly SlotPlan[];
  readonly features: Features;
}

/** The states of a candidate, in two bits. */
const OUT = 0;
const FREE = 1;
/** The device is shared, so its draw is already charged. */
const DRAWN = 2;
const BITS = 2;
const IN_A_CHARACTER = 7;

/** The devices of a node that are in use. One object serves all nodes, one at a time. */
export class DevicesInUse {
  #devices: readonly number[] = [];
  #u32: Uint32Array = new Uint32Array(0);
  #at = 0;

  /** Switches to a node. `devices`: their numbers, by index in the node. `at`: the word at which the bits of all devices begin. */
  of(devices: readonly number[], u32: Uint32Array, at: number): this {
    this.#devices = devices;
    this.#u32 = u32;
    this.#at = at;
    return this;
  }

  has(place: number): boolean {
    const number = this.#devices[place] as number;
    return (((this.#u32[this.#at + (number >>> 5)] as number) >>> (number & 31)) & 1) === 1;
  }
}

const NONE: readonly never[] = [];

/** The parts of a plain problem that are independent of the devices in use. */
interface PlainParts {
  /** The number of devices of a node. */
  readonly devices: number;
  readonly candidates: readonly Candidate[];
  readonly drawers: readonly Drawer[];
  /** By the index of their device. */
  readonly capacities: ReadonlyMap<number, readonly SharedCapacity[]>;
  readonly ledgers: readonly (readonly number[])[];
  readonly declared: readonly number[];
  /** The most that all slots together consume of each budget. */
  readonly most: readonly number[];
}

/** The plain searches of the nodes of a kind for one query. */
export class PlainProblem {
  readonly #candidates: readonly Candidate[];
  readonly #drawers: readonly Drawer[];
  readonly #capacities: ReadonlyMap<number, readonly SharedCapacity[]>;
  readonly #ledgers: readonly (readonly number[])[];
  readonly #declared: Float64Array;
  readonly #most: Float64Array;
  /** The amount left of each budget of the current node. */
  readonly #left: Float64Array;
  readonly #isConsumed: Uint8Array;
  /** For each ledger, 1 if no budget is below zero. Otherwise no draw on it is possible. */
  readonly #isOpen: Uint8Array;
  /** By index, 1 for devices that are shared. */
  readonly #isShared: Uint8Array;

  constructor({ devices, candidates, drawers, capacities, ledgers, declared, most }: PlainParts) {
    this.#candidates = candidates;
    this.#drawers = drawers;
    this.#capacities = capacities;
    this.#ledgers = ledgers;
    this.#declared = Float64Array.from(declared);
    this.#most = Float64Array.from(most);
    this.#left = new Float64Array(declared.length);
    this.#isConsumed = new Uint8Array(declared.length);
    this.#isOpen = new Uint8Array(ledgers.length);
    this.#isShared = new Uint8Array(devices);
  }

  /** Returns the inputs of the plain search of a node: equal texts mean equal searches. Returns undefined if a consumption is not a safe integer. */
  textOf(use: DevicesInUse, taken: SharesTaken): string | undefined {
    if (!this.#take(use, taken)) return undefined;
    this.#isConsumed.fill(0);
    let text = '';
    let bits = 0;
    for (let index = 0; index < this.#candidates.length; index++) {
      if (index > 0 && index % IN_A_CHARACTER === 0) {
        text += String.fromCharCode(bits);
        bits = 0;
      }
      const candidate = this.#candidates[index] as Candidate;
      const state = use.has(candidate.place) ? OUT : this.#stateOf(candidate);
      bits = (bits << BITS) | state;
      if (state !== OUT) this.#markConsumed(candidate, state);
    }
    text += String.fromCharCode(bits);
    for (let budget = 0; budget < this.#left.length; budget++) {
      const left = this.#left[budget] as number;
      if (this.#isConsumed[budget] === 1 && left < (this.#most[budget] as number)) text += `${budget}:${left} `;
    }
    return text;
  }

  /** Marks the budgets that an available candidate consumes. */
  #markConsumed({ draw, shares }: Candidate, state: number): void {
    if (state !== DRAWN) for (const { budget } of draw) this.#isConsumed[budget] = 1;
    for (const share of shares) for (const { budget } of share) this.#isConsumed[budget] = 1;
  }

  /** Computes the amounts left. Returns false if a consumption is not a safe integer. */
  #take(use: DevicesInUse, taken: SharesTaken): boolean {
    const left = this.#left;
    left.set(this.#declared);
    const isShared = this.#isShared.fill(0);
    for (const { place, consumed } of taken.devices) {
      isShared[place] = 1;
      for (const { name, budget, unit } of this.#capacities.get(place) ?? []) {
        // Selections consume multiples of the unit, so a fraction of one is useless.
        const count = Number(((consumed.get(name) ?? 0n) + unit - 1n) / unit);
        if (!Number.isSafeInteger(count)) return false;
        left[budget] = (left[budget] as number) - count;
      }
    }
    for (const { place, draw } of this.#drawers) {
      if (isShared[place] === 0 && !use.has(place)) continue;
      for (const { budget, amount } of draw) left[budget] = (left[budget] as number) - amount;
    }
    this.#checkLedgers();
    return true;
  }

  #checkLedgers(): void {
    for (let ledger = 0; ledger < this.#ledgers.length; ledger++) {
      let isOpen = 1;
      for (const budget of this.#ledgers[ledger] as readonly number[]) if ((this.#left[budget] as number) < 0) isOpen = 0;
      this.#isOpen[ledger] = isOpen;
    }
  }

  /** Returns the state of a device that is not in use. */
  #stateOf({ place, ledger, draw, shares }: Candidate): number {
    const isDrawn = ledger !== undefined && this.#isShared[place] === 1;
    if (ledger !== undefined && !isDrawn && !(this.#isOpen[ledger] === 1 && this.#canPay(draw))) return OUT;
    for (const share of shares) if (this.#canPay(share)) return isDrawn ? DRAWN : FREE;
    return OUT;
  }

  #canPay(takes: readonly Take[]): boolean {
    for (const { budget, amount } of takes) if ((this.#left[budget] as number) < amount) return false;
    return true;
  }
}

/** Returns the stage of a device for a slot, by the index of the device in the node. */
type StageOf = (slot: number, place: number) => number;

/**
 * The most shared capacities. Also the most devices, charges and values of policies, each multiplied by the number of slots.
 * This code does not yield.
 */
const MOST_SHARES = 256;
const MOST_LOOKS = 1 << 14;

const NO_RESOURCES: NodeResources = { ledgers: [], draws: new Map(), shareable: new Set() };

/**
 * Builds the plain problem of the nodes of a kind. Returns undefined if plain searches depend on more properties: requests for
 * all devices or with admin access, checks with errors, or compatibility groups. Also returns undefined if amounts are negative
 * or not safe integers, or if building it would take long.
 */
export function plainProblem(
  { devices, resources = NO_RESOURCES }: NodeView,
  query: PlannedQuery,
  stageOf: StageOf,
): PlainProblem | undefined {
  const { plans, slots, features } = query;
  if (slots.some(({ all, adminAccess }) => all !== undefined || adminAccess)) return undefined;
  if (resources.ledgers.some(({ counterSets }) => counterSets.length > 0)) return undefined;
  if (isLong(devices, resources, slots.length)) return undefined;
  const counters = counterCount(resources);
  const shares = sharesWhileUnused({ slots, devices, shareable: resources.shareable, features }, counters);
  if (shares === undefined) return undefined;
  const safe = new SafeIntegers();
  const drawers = Array.from(resources.draws, ([place, { ledger, charges }]): Drawer => ({ place, ledger, draw: safe.takes(charges) }));
  const shareOf: ShareOf = (slot, place) => safe.takes(shares.tables[slot]?.get(place) ?? NONE);
  const candidates = candidatesOf(devices.length, slots.length, { drawers, shareOf, stageOf });
  if (candidates === undefined) return undefined;
  const declared = [...resources.ledgers.flatMap((ledger) => ledger.declared), ...shares.budgets].map((amount) => safe.amount(amount));
  const most = mostOf(plans, declared.length, (slot, visit) => {
    for (const { place, draw } of candidates) {
      if (stageOf(slot, place) !== STAGE_MATCH) continue;
      for (const take of draw) visit(take);
      for (const take of shareOf(slot, place)) visit(take);
    }
  });
  for (const amount of most) safe.number(amount);
  if (!safe.areAll) return undefined;
  const ledgers = ledgersOf(resources.ledgers.map((ledger) => ledger.declared.length));
  return new PlainProblem({
    devices: devices.length,
    candidates,
    drawers,
    capacities: capacitiesOf(shares, counters),
    ledgers,
    declared,
    most,
  });
}

/** Returns whether the slots need so many checks that the call should yield. */
function isLong(devices: NodeView['devices'], { draws, shareable }: NodeResources, slots: number): boolean {
  let capacities = 0;
  for (const place of shareable) capacities += devices[place]?.device.capacity.size ?? 0;
  if (slots * capacities > MOST_SHARES) return true;
  let looks = devices.length;
  for (const { charges } of draws.values()) looks += charges.length;
  for (const place of shareable) looks += valuesOfPolicies((devices[place] as PoolDevice).device);
  return slots * looks > MOST_LOOKS;
}

/** Returns the capacities that a selection of a device consumes for a slot. */
type ShareOf = (slot: number, place: number) => readonly Take[];

/** Returns the devices that some slot may select; undefined if a check of a device fails with an error. Such an error counts only while the device is free. */
function candidatesOf(
  devices: number,
  slots: number,
  { drawers, shareOf, stageOf }: { readonly drawers: readonly Drawer[]; readonly shareOf: ShareOf; readonly stageOf: StageOf },
): readonly Candidate[] | undefined {
  const byPlace = new Map(drawers.map((drawer) => [drawer.place, drawer]));
  const candidates: Candidate[] = [];
  for (let place = 0; place < devices; place++) {
    const shares: (readonly Take[])[] = [];
    for (let slot = 0; slot < slots; slot++) {
      const stage = stageOf(slot, place);
      if (stage >= STAGE_ERROR) return undefined;
      if (stage === STAGE_MATCH) shares.push(shareOf(slot, place));
    }
    if (shares.length === 0) continue;
    const { ledger, draw = NONE } = byPlace.get(place) ?? {};
    candidates.push({ place, ledger, draw, shares: shares.some((share) => share.length > 0) ? shares : [NONE] });
  }
  return candidates;
}

/** Converts amounts to numbers, and records whether all are non-negative safe integers. */
class SafeIntegers {
  areAll = true;

  takes(charges: readonly Charge[]): readonly Take[] {
    return charges.map(({ budget, amount }) => ({ budget, amount: this.amount(amount) }));
  }

  amount(amount: bigint): number {
    return this.number(Number(amount));
  }

  number(amount: number): number {
    if (!Number.isSafeInteger(amount) || amount < 0) this.areAll = false;
    return amount;
  }
}

/** Returns the most that all slots consume of each budget. A request uses only one of its slots. */
function mostOf(
  plans: readonly ClaimPlan[],
  budgets: number,
  takesOf: (slot: number, visit: (take: Take) => void) => void,
): readonly number[] {
  const most = new Array<number>(budgets).fill(0);
  let slot = 0;
  for (const { requests } of plans) {
    for (const requestSlots of requests) {
      const ofRequest = new Map<number, number>();
      for (const { count } of requestSlots) {
        takesOf(slot++, ({ budget, amount }) => ofRequest.set(budget, Math.max(ofRequest.get(budget) ?? 0, amount * Number(count))));
      }
      for (const [budget, amount] of ofRequest) most[budget] = (most[budget] as number) + amount;
    }
  }
  return most;
}

/** Returns the numbers of the budgets of each ledger. */
function ledgersOf(lengths: readonly number[]): readonly (readonly number[])[] {
  let next = 0;
  return lengths.map((length) => Array.from({ length }, () => next++));
}

/** Returns the capacities by the index of their device. `first` is the number of the first budget. */
function capacitiesOf({ owners, kinds }: UnusedShares, first: number): ReadonlyMap<number, readonly SharedCapacity[]> {
  const capacities = new Map<number, SharedCapacity[]>();
  for (const [index, { name, unit }] of kinds.entries()) {
    entryIn(capacities, owners[index] as number, (): SharedCapacity[] => []).push({ name, unit, budget: first + index });
  }
  return capacities;
}
