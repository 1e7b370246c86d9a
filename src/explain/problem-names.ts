// A problem holds indices; here they get the names that these stand for.

import { type CounterBalance, inFormatOf } from '../allocator/encode/balances.js';
import type { EncodedProblem } from '../allocator/encode/encode.js';
import type { SumTerm } from '../allocator/kernel/problem.js';
import { deviceName, type PoolDevice } from '../allocator/pools/pool.js';
import { inList, shownName } from '../core/base/words.js';
import { figure } from './refusals.js';
import { nameClaim, nameRequest, poolInWords, requestInShort } from './request-names.js';

/** More names are only counted. */
const MAX_NAMES = 8;

/** A problem with what its indices stand for. */
export interface NamedProblem {
  readonly encoded: Pick<EncodedProblem, 'problem' | 'devices' | 'slots' | 'claims'>;
  /** Names a counter in messages, by the budget that stands for it; with what is left of it. */
  readonly counter: (budget: number) => string;
  /** The counters by the budgets that stand for them. */
  readonly balances: ReadonlyMap<number, CounterBalance>;
}

/** The names for one problem. */
export class ProblemNames {
  readonly #context: NamedProblem;
  /** For each request, over all claims, its first slot. */
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

  /** A request, with its claim where there are several. */
  request(request: number): string {
    const plan = this.#context.encoded.slots[this.#firstSlots[request] as number];
    return plan === undefined
      ? '?'
      : `${this.#ownerOf(plan.claim)}${requestInShort(nameRequest({ name: plan.request.name, request: plan.request }))}`;
  }

  /** A request or subrequest. */
  slot(slot: number): string {
    const plan = this.#context.encoded.slots[slot];
    return plan === undefined ? '?' : `${this.#ownerOf(plan.claim)}${requestInShort(nameRequest(plan))}`;
  }

  #ownerOf(claim: Parameters<typeof nameClaim>[0]): string {
    return this.#context.encoded.claims.length === 1 ? '' : `${nameClaim(claim)}: `;
  }

  /** Devices by name; the pool of several is said once. */
  devices(devices: readonly number[]): string {
    const chosen = devices.map((index) => this.#context.encoded.devices[index] as PoolDevice);
    const pools = new Set(chosen.map(poolOf));
    if (this.#isOnePool || chosen.length < 2 || pools.size > 1) return list(devices, (index) => this.#device(index));
    return `${list(chosen, ({ device }) => shownName(device.name))} of pool ${[...pools].join()}`;
  }

  /** Returns whether one of some devices can be selected several times. */
  isShared(devices: readonly number[]): boolean {
    return devices.some((index) => this.#context.encoded.devices[index]?.device.allowMultipleAllocations === true);
  }

  #device(index: number): string {
    const device = this.#context.encoded.devices[index] as PoolDevice;
    return this.#isOnePool ? shownName(device.device.name) : shownName(deviceName(device));
  }

  /** Words for the sum that is needed of budgets, and for what is left of them; undefined: they are of several kinds, whose sum says nothing. */
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

  /** The billionths that one of a sum stands for; undefined: its budgets are of several kinds, or nothing of them is left. */
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

/** A pool as messages name it. */
function poolOf({ slice }: PoolDevice): string {
  return poolInWords(slice.spec.driver, slice.spec.pool.name);
}

/** The first of some things by name. Of the others nobody asks for names. */
export function list<T>(things: readonly T[], nameOf: (thing: T) => string): string {
  const names = things.slice(0, MAX_NAMES).map(nameOf);
  return things.length > MAX_NAMES ? `${names.join(', ')} and ${things.length - MAX_NAMES} more` : inList(names);
}
