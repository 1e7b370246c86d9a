// Translates the indices of a problem into names.

import { type CounterBalance, inFormatOf } from '../allocator/encode/balances.js';
import type { EncodedProblem } from '../allocator/encode/encode.js';
import type { SumTerm } from '../allocator/kernel/problem.js';
import { deviceName, type PoolDevice } from '../allocator/pools/pool.js';
import { inList, shownName } from '../core/base/words.js';
import { figure } from './refusals.js';
import { nameClaim, nameRequest, poolInWords, requestInShort } from './request-names.js';

/** The most names listed; the others are counted. */
const MAX_NAMES = 8;

/** A problem with the objects that its indices represent. */
export interface NamedProblem {
  readonly encoded: Pick<EncodedProblem, 'problem' | 'devices' | 'slots' | 'claims'>;
  /** Names a counter in messages by its budget, with the amount left. */
  readonly counter: (budget: number) => string;
  /** The counters by budget. */
  readonly balances: ReadonlyMap<number, CounterBalance>;
}

/** The names for one problem. */
export class ProblemNames {
  readonly #context: NamedProblem;
  /** The first slot of each request, over all claims. */
  readonly #firstSlots: readonly number[];
  readonly #isOnePool: boolean;

  constructor(context: NamedProblem) {
    this.#context = context;
    const { problem, devices } = context.encoded;
    let slot = 0;
    this.#firstSlots = problem.claims.flatMap(({ requests }) =>
      requests.map(({ slots }) => {
        slot += slots.length;
        return slot - slots.length;
      }),
    );
    this.#isOnePool = new Set(devices.map(poolOf)).size === 1;
  }

  /** Names a request, with its claim if there are several. */
  request(request: number): string {
    const plan = this.#context.encoded.slots[this.#firstSlots[request] as number];
    return plan === undefined
      ? '?'
      : `${this.#ownerOf(plan.claim)}${requestInShort(nameRequest({ name: plan.request.name, request: plan.request }))}`;
  }

  /** Names a request or subrequest. */
  slot(slot: number): string {
    const plan = this.#context.encoded.slots[slot];
    return plan === undefined ? '?' : `${this.#ownerOf(plan.claim)}${requestInShort(nameRequest(plan))}`;
  }

  #ownerOf(claim: Parameters<typeof nameClaim>[0]): string {
    return this.#context.encoded.claims.length === 1 ? '' : `${nameClaim(claim)}: `;
  }

  /** Names devices. If they share a pool, the pool is named once. */
  devices(devices: readonly number[]): string {
    const chosen = devices.map((index) => this.#context.encoded.devices[index] as PoolDevice);
    const pools = new Set(chosen.map(poolOf));
    if (this.#isOnePool || chosen.length < 2 || pools.size > 1) return list(devices, (index) => this.#device(index));
    return `${list(chosen, ({ device }) => shownName(device.name))} of pool ${[...pools].join()}`;
  }

  /** Returns whether any of the devices can be selected several times. */
  isShared(devices: readonly number[]): boolean {
    return devices.some((index) => this.#context.encoded.devices[index]?.device.allowMultipleAllocations === true);
  }

  #device(index: number): string {
    const device = this.#context.encoded.devices[index] as PoolDevice;
    return this.#isOnePool ? shownName(device.device.name) : shownName(deviceName(device));
  }

  /** Describes a needed sum over budgets, and the amount left; undefined if the budgets have different units. */
  sum({ terms, left, needed }: { readonly terms: readonly SumTerm[]; readonly left: bigint; readonly needed: bigint }): string | undefined {
    const names = [...new Set(terms.map(({ budget }) => this.#budget(budget)))];
    const unit = this.#unitOf(terms);
    const [first] = terms;
    const balance = first === undefined ? undefined : this.#context.balances.get(first.budget);
    if (unit === undefined && names.length > 1) return undefined;
    if (unit === undefined || balance === undefined) {
      const percent = left === 0n ? 'more' : `${(needed * 100n + left - 1n) / left} %`;
      return left === 0n
        ? `part of ${list(names, asIs)}, with 0 left`
        : `${percent} of the remaining amount of ${list(names, asIs)}${terms.length > 1 ? ' together' : ''}`;
    }
    const amount = (total: bigint): string => figure(inFormatOf(balance.value, total * unit));
    return `${amount(needed)} of ${list(names, asIs)}${terms.length > 1 ? ` together (${amount(left)} left)` : ''}`;
  }

  #budget(budget: number): string {
    if (this.#context.balances.has(budget)) return this.#context.counter(budget);
    const slots = this.#context.encoded.problem.claims.flatMap(({ requests }) => requests.flatMap((request) => request.slots));
    for (const shares of new Set(slots.map((slot) => slot.shares))) {
      for (const [device, charges] of shares ?? []) {
        if (charges.some((charge) => charge.budget === budget)) return `the capacities of device ${this.#device(device)}`;
      }
    }
    return 'a capacity';
  }

  /** Returns the billionths that one unit of a sum represents; undefined if its budgets have different units or are all zero. */
  #unitOf(terms: readonly SumTerm[]): bigint | undefined {
    const { balances, encoded } = this.#context;
    const units = new Set<bigint | undefined>();
    for (const { budget, weight } of terms) {
      const amount = (encoded.problem.resources?.budgets[budget] ?? 0n) * weight;
      const nano = balances.get(budget)?.left.nano;
      if (amount !== 0n) units.add(nano === undefined || nano % amount !== 0n ? undefined : nano / amount);
    }
    return units.size === 1 ? [...units][0] : undefined;
  }
}

function asIs(name: string): string {
  return name;
}

/** Names a pool for messages. */
function poolOf({ slice }: PoolDevice): string {
  return poolInWords(slice.spec.driver, slice.spec.pool.name);
}

/** Lists the first items by name; `nameOf` is not called for the others. */
export function list<T>(things: readonly T[], nameOf: (thing: T) => string): string {
  const names = things.slice(0, MAX_NAMES).map(nameOf);
  return things.length > MAX_NAMES ? `${names.join(', ')} and ${things.length - MAX_NAMES} more` : inList(names);
}
