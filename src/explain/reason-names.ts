// Reasons hold indices of a problem; here they get the names that these stand for.

import { objectName } from '../api/meta.js';
import { UNLIMITED } from '../base/checkpoint.js';
import { type CounterBalance, inFormatOf } from '../encode/balances.js';
import { attributeOf } from '../encode/constraint-kind.js';
import type { EncodedProblem, EncodeInput } from '../encode/encode.js';
import { publishedCountOf, publishedValuesOf } from '../encode/values.js';
import type { Problem, ProblemConstraint, SumTerm } from '../kernel/problem.js';
import { valuesAt } from '../kernel/reasons/root-view.js';
import { deviceName, type PoolDevice } from '../pools/pool.js';
import { figure } from './words.js';

/** More names are only counted. */
const MAX_NAMES = 8;

/** Reasons are put into words with the problem that they are of, and the names of its parts. */
export interface ReasonContext {
  readonly encoded: Pick<EncodedProblem, 'problem' | 'devices' | 'slots' | 'claims'>;
  readonly features: EncodeInput['features'];
  /** Names a constraint in messages, by its claim and its place there. */
  readonly constraint: (claimIndex: number, index: number) => string;
  /** Names a counter in messages, by the budget that stands for it; with what is left of it. */
  readonly counter: (budget: number) => string;
  /** The counters by the budgets that stand for them. */
  readonly balances: ReadonlyMap<number, CounterBalance>;
}

/** Values of an attribute that all devices together publish at most, to be looked for the name of one of them. */
const MOST_PUBLISHED = 1 << 14;
/** Characters of these values together. */
const MOST_CHARACTERS = 1 << 20;

/** The values that devices publish of an attribute. */
interface Published {
  readonly of: (device: number) => readonly string[];
  /** By value: how many of the devices that a constraint sees publish it. */
  readonly counts: ReadonlyMap<string, number>;
}

/** The names for one problem. */
export class ReasonNames {
  readonly #context: ReasonContext;
  /** For each request, over all claims, its first slot. */
  readonly #firstSlots: readonly number[];
  /** For each constraint, over all claims, where it is. */
  readonly #places: readonly { readonly claimIndex: number; readonly index: number }[];
  readonly #isOnePool: boolean;
  readonly #published = new Map<ProblemConstraint, Published | undefined>();

  constructor(context: ReasonContext) {
    this.#context = context;
    const { problem, devices } = context.encoded;
    let slot = 0;
    this.#firstSlots = problem.claims.flatMap(({ requests }) =>
      requests.map(({ slots }) => {
        slot += slots.length;
        return slot - slots.length;
      }),
    );
    this.#places = problem.claims.flatMap(({ constraints }, claimIndex) => constraints.map((_, index) => ({ claimIndex, index })));
    this.#isOnePool = new Set(devices.map(poolOf)).size === 1;
  }

  /** A request, with its claim where there are several. */
  request(request: number): string {
    const plan = this.#context.encoded.slots[this.#firstSlots[request] as number];
    return plan === undefined ? '?' : `${this.#ownerOf(plan.claim)}${plan.request.name}`;
  }

  /** A request or subrequest. */
  slot(slot: number): string {
    const plan = this.#context.encoded.slots[slot];
    return plan === undefined ? '?' : `${this.#ownerOf(plan.claim)}${plan.name}`;
  }

  #ownerOf({ metadata }: { readonly metadata: Parameters<typeof objectName>[0] }): string {
    return this.#context.encoded.claims.length === 1 ? '' : `${objectName(metadata)}: `;
  }

  /** Devices by name; the pool of several is said once. */
  devices(devices: readonly number[]): string {
    const chosen = devices.map((index) => this.#context.encoded.devices[index] as PoolDevice);
    const pools = new Set(chosen.map(poolOf));
    if (this.#isOnePool || chosen.length < 2 || pools.size > 1) return list(devices, (index) => this.#device(index));
    return `${list(chosen, ({ device }) => device.name)} of pool ${[...pools].join()}`;
  }

  #device(index: number): string {
    const device = this.#context.encoded.devices[index] as PoolDevice;
    return this.#isOnePool ? device.device.name : deviceName(device);
  }

  constraint(constraint: number): string {
    const { claimIndex, index } = this.#places[constraint] as { readonly claimIndex: number; readonly index: number };
    return this.#context.constraint(claimIndex, index);
  }

  /** Values of an attribute; where devices do not publish them as they are, by the devices that have them. */
  values(constraint: number, values: readonly number[]): string {
    return list(values, (value) => this.#value(constraint, value));
  }

  #value(constraint: number, value: number): string {
    const { claimIndex, index } = this.#places[constraint] as { readonly claimIndex: number; readonly index: number };
    const { encoded } = this.#context;
    const source = encoded.problem.claims[claimIndex]?.constraints[index] as ProblemConstraint;
    const attribute = encoded.claims[claimIndex]?.claim.spec.devices.constraints[index];
    const having = devicesWith(source, value, encoded.problem);
    const published = attribute === undefined ? undefined : this.#publishedFor(source, attributeOf(attribute));
    const common = published === undefined ? [] : inAll(having.map((device) => published.of(device)));
    // Any one of the values that the same devices have will do as the name.
    const name = common.find((one) => published?.counts.get(one) === having.length);
    return name === undefined ? `the value of ${this.devices(having)}` : printValue(name);
  }

  /** The values that devices publish of the attribute of a constraint; undefined: too many to look for names in them. */
  #publishedFor(source: ProblemConstraint, attribute: string): Published | undefined {
    if (!this.#published.has(source)) this.#published.set(source, this.#readPublished(source, attribute));
    return this.#published.get(source);
  }

  #readPublished(source: ProblemConstraint, attribute: string): Published | undefined {
    const { encoded, features } = this.#context;
    const { devices } = encoded;
    let left = MOST_PUBLISHED;
    for (const device of devices) left -= publishedCountOf(device, attribute, features);
    if (left < 0) return undefined;
    const counts = new Map<string, number>();
    let characters = MOST_CHARACTERS;
    const of = (device: number): readonly string[] =>
      publishedValuesOf(devices[device] as PoolDevice, attribute, features, UNLIMITED) ?? [];
    for (let device = 0; device < devices.length; device++) {
      if (!source.rows.some((row) => row !== undefined && valuesAt(source, row, device).length > 0)) continue;
      const values = of(device);
      for (const { length } of values) characters -= length;
      if (characters < 0) return undefined;
      for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return { of, counts };
  }

  /** Words for the sum that is needed of budgets, and for what is left of them. */
  sum({ terms, left, needed }: { readonly terms: readonly SumTerm[]; readonly left: bigint; readonly needed: bigint }): string {
    const names = [...new Set(terms.map(({ budget }) => this.#budget(budget)))];
    const unit = this.#unitOf(terms);
    const [first] = terms;
    const balance = first === undefined ? undefined : this.#context.balances.get(first.budget);
    if (unit === undefined || balance === undefined) {
      const percent = left === 0n ? 'more' : `${(needed * 100n + left - 1n) / left} %`;
      return left === 0n
        ? `something of ${list(names, asIs)}, of which nothing is left`
        : `${percent} of what is left of ${list(names, asIs)}${terms.length > 1 ? ' together' : ''}`;
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

/** The devices that a constraint sees with a value, for some slot. */
function devicesWith(source: ProblemConstraint, value: number, { deviceCount }: Problem): number[] {
  const rows = [...new Set(source.rows)].flatMap((row) => (row === undefined ? [] : [row]));
  return [...Array(deviceCount).keys()].filter((device) => rows.some((row) => valuesAt(source, row, device).includes(value)));
}

/** The strings that stand in each of some lists, in the order of the first one. */
function inAll([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  const sets = others.map((list) => new Set(list));
  return first.filter((one) => sets.every((set) => set.has(one)));
}

/** A value without its type; a string in quotes. */
function printValue(value: string): string {
  const [type, ...text] = value.split(' ');
  return type === 'string' ? JSON.stringify(text.join(' ')) : text.join(' ');
}

function asIs(name: string): string {
  return name;
}

/** A pool as messages name it. */
function poolOf({ slice }: PoolDevice): string {
  return `${slice.spec.driver}/${slice.spec.pool.name}`;
}

/** The first of some things by name, or of parts of a sentence. Of the others nobody asks for names. */
export function list<T>(things: readonly T[], nameOf: (thing: T) => string, separator: ', ' | '; ' = ', '): string {
  const names = things.slice(0, MAX_NAMES).map(nameOf);
  if (things.length > MAX_NAMES) return `${names.join(separator)} and ${things.length - MAX_NAMES} more`;
  const and = separator === ', ' ? ' and ' : '; and ';
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(separator)}${and}${names.at(-1)}`;
}
