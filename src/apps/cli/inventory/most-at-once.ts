// Finds how many devices is available at the same time, where they take of counters and have compatibility groups: partitions of one card exclude
// each other. A packing problem with several resources; exact by branch and bound, as far as the work that may be done for it goes.

import { entryIn } from '../../../core/base/entry-in.js';

/** The consumption of a device that nobody has. */
export interface Demand {
  /** Amounts of counters above zero, by the names of the counters. */
  readonly charges: ReadonlyMap<string, bigint>;
  /** Compatibility groups, by counter sets in which some device has some. The devices of a set must all have one in common. */
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The supply that devices draw on. */
export interface Supply {
  /** The rest of each counter that some device takes of. */
  readonly left: ReadonlyMap<string, bigint>;
  /** The groups that allocated devices leave, by counter sets in which there are some. */
  readonly agreed: ReadonlyMap<string, readonly string[]>;
}

/** The number of devices that fit at once: between these, which are equal unless the work ended before. */
export interface MostAtOnce {
  readonly atLeast: number;
  readonly atMost: number;
}

/** Checks a kind of devices and a counter that the search of a component may take, and those of all components together. */
const MAX_WORK = 500_000;
const MAX_WORK_OF_ALL = 5_000_000;

/** A number of devices that ask for the same, of counters and counter sets by their numbers. */
interface Kind {
  readonly charges: readonly (readonly [counter: number, amount: bigint])[];
  readonly groups: readonly (readonly [set: number, groups: ReadonlySet<string>])[];
  readonly devices: number;
}

/** Finds how many devices fit at once. Components that are equal are searched once, and the work is bounded over all calls. */
export class MostAtOnceFinder {
  readonly #known = new Map<string, MostAtOnce>();
  #work = MAX_WORK_OF_ALL;

  /** The most of these devices of a pool. */
  find(demands: readonly Demand[], supply: Supply): MostAtOnce {
    const scarce = scarceCounters(demands, supply);
    const needing: Demand[] = [];
    for (const { charges, groups } of demands) {
      const needed = new Map([...charges].filter(([name]) => scarce.has(name)));
      if (needed.size + groups.size > 0) needing.push({ charges: needed, groups });
    }
    const found = components(needing).map((component) => this.#ofComponent(component, supply));
    const others = demands.length - needing.length;
    return found.reduce(plus, { atLeast: others, atMost: others });
  }

  #ofComponent(demands: readonly Demand[], supply: Supply): MostAtOnce {
    const component = new Component(demands, supply);
    return entryIn(this.#known, component.text, () => {
      const { kinds, start } = component;
      const cells = kinds.length * (start.left.length + start.agreed.length);
      if (cells > Math.min(MAX_WORK, this.#work)) return { atLeast: component.takeInOrder(), atMost: demands.length };
      const { found, used } = new Packing(component).solve(Math.min(MAX_WORK, this.#work));
      this.#work -= used + cells;
      return found;
    });
  }
}

/** The sum of both. */
export function plus(one: MostAtOnce, other: MostAtOnce): MostAtOnce {
  return { atLeast: one.atLeast + other.atLeast, atMost: one.atMost + other.atMost };
}

/** Counters of which all devices together want more than there is. */
function scarceCounters(demands: readonly Demand[], { left }: Supply): ReadonlySet<string> {
  const wanted = new Map<string, bigint>();
  for (const { charges } of demands) for (const [name, amount] of charges) wanted.set(name, (wanted.get(name) ?? 0n) + amount);
  return new Set([...wanted].filter(([name, amount]) => amount > (left.get(name) ?? 0n)).map(([name]) => name));
}

/** Devices that share no counter and no counter set with groups, directly or by others, are in different components. */
function components(demands: readonly Demand[]): Demand[][] {
  const parents = demands.map((_, index) => index);
  const root = (index: number): number => {
    let at = index;
    for (let parent = parents[at] as number; parent !== at; parent = parents[at] as number) {
      parents[at] = parents[parent] as number;
      at = parent;
    }
    return at;
  };
  const first = new Map<string, number>();
  for (const [index, { charges, groups }] of demands.entries()) {
    for (const name of [...[...charges.keys()].map((counter) => `counter ${counter}`), ...[...groups.keys()].map((set) => `set ${set}`)]) {
      parents[root(index)] = root(entryIn(first, name, () => index));
    }
  }
  const found = new Map<number, Demand[]>();
  for (const [index, demand] of demands.entries()) entryIn(found, root(index), (): Demand[] => []).push(demand);
  return [...found.values()];
}

/** A search state: what is left of each counter, and the groups that the devices of each counter set have in common (undefined: all). */
interface State {
  readonly left: readonly bigint[];
  readonly agreed: readonly (readonly string[] | undefined)[];
}

/** Devices that have to do with each other, with counters and counter sets by number in the order in which they come. */
class Component {
  /** Equal for components with the same answer: names of counters do not matter. */
  readonly text: string;
  /** Devices that ask for the same as one. */
  readonly kinds: readonly Kind[];
  readonly start: State;

  constructor(demands: readonly Demand[], { left, agreed }: Supply) {
    const counters = new Map<string, number>();
    const sets = new Map<string, number>();
    const kinds = new Map<string, Kind & { devices: number }>();
    for (const { charges: amounts, groups: values } of demands) {
      const charges = Array.from(amounts, ([name, amount]) => [entryIn(counters, name, () => counters.size), amount] as const);
      const groups = Array.from(values, ([name, own]) => [entryIn(sets, name, () => sets.size), own] as const);
      const key = JSON.stringify([
        charges.map(([counter, amount]) => [counter, String(amount)]),
        groups.map(([set, own]) => [set, ...own]),
      ]);
      entryIn(kinds, key, () => ({ charges, groups, devices: 0 })).devices++;
    }
    // A counter below zero has nothing left.
    const rest = (name: string): bigint => left.get(name) ?? 0n;
    this.start = {
      left: Array.from(counters.keys(), (name) => (rest(name) < 0n ? 0n : rest(name))),
      agreed: Array.from(sets.keys(), (name) => agreed.get(name)),
    };
    this.kinds = [...kinds.values()];
    this.text = JSON.stringify([textOf(this.start), Array.from(kinds, ([key, { devices }]) => [key, devices])]);
  }

  /** The number of devices that fit when kinds are taken as they come. */
  takeInOrder(): number {
    const left = [...this.start.left];
    const agreed = [...this.start.agreed];
    let taken = 0;
    for (const { charges, groups, devices } of this.kinds) {
      if (groups.some(([set, own]) => inCommon(agreed[set], own).length === 0)) continue;
      const most = charges.reduce((least, [counter, amount]) => Math.min(least, Number((left[counter] as bigint) / amount)), devices);
      if (most === 0) continue;
      for (const [counter, amount] of charges) left[counter] = (left[counter] as bigint) - BigInt(most) * amount;
      for (const [set, own] of groups) agreed[set] = inCommon(agreed[set], own);
      taken += most;
    }
    return taken;
  }
}

/** The most devices of one component. */
class Packing {
  readonly #kinds: readonly Kind[];
  readonly #start: State;
  /** The amounts that a device of each kind takes of each counter. */
  readonly #charges: readonly (readonly bigint[])[];
  /** For each counter the kinds by what they take of it, the least first. */
  readonly #ascending: readonly (readonly number[])[];
  #best = 0;
  #work = 0;
  #maxWork = 0;
  readonly #seen = new Map<string, number>();

  constructor({ kinds, start }: Component) {
    this.#start = start;
    const parts = start.left.map((amount) => Math.max(1, Number(amount)));
    const size = ({ charges }: Kind): number => charges.reduce((sum, [counter, amount]) => sum + Number(amount) / (parts[counter] ?? 1), 0);
    // Amounts beyond all numbers have no size: their order does not matter.
    this.#kinds = [...kinds].sort((a, b) => size(a) - size(b) || 0);
    this.#charges = this.#kinds.map(({ charges }) => {
      const amounts = start.left.map(() => 0n);
      for (const [counter, amount] of charges) amounts[counter] = amount;
      return amounts;
    });
    this.#ascending = start.left.map((_, counter) => {
      const amount = (kind: number): bigint => this.#charges[kind]?.[counter] ?? 0n;
      return [...this.#kinds.keys()].sort((a, b) => Number(amount(a) > amount(b)) - Number(amount(a) < amount(b)));
    });
  }

  /** Searches as long as the work suffices, which the first bound and the first answer always have. */
  solve(maxWork: number): { readonly found: MostAtOnce; readonly used: number } {
    this.#maxWork = maxWork;
    const atMost = this.#bound(0, this.#start);
    this.#best = this.#greedy();
    if (this.#best < atMost) this.#search(0, this.#start, 0);
    const isExact = this.#work < maxWork;
    return { found: { atLeast: this.#best, atMost: isExact ? this.#best : atMost }, used: this.#work };
  }

  /** The devices that fit when the smallest are taken first. */
  #greedy(): number {
    let state = this.#start;
    let taken = 0;
    for (const kind of this.#kinds.keys()) {
      const more = this.#most(kind, state);
      if (more > 0) state = this.#take(kind, more, state);
      taken += more;
    }
    return taken;
  }

  /** Decides about a kind, and the ones behind it. As many as possible first. */
  #search(kind: number, state: State, taken: number): void {
    this.#best = Math.max(this.#best, taken);
    if (kind === this.#kinds.length || this.#work >= this.#maxWork) return;
    if (taken + this.#bound(kind, state) <= this.#best) return;
    const key = `${kind} ${textOf(state)}`;
    if ((this.#seen.get(key) ?? -1) >= taken) return;
    this.#seen.set(key, taken);
    for (let more = this.#most(kind, state); more >= 0 && this.#work < this.#maxWork; more--) {
      this.#search(kind + 1, more === 0 ? state : this.#take(kind, more, state), taken + more);
    }
  }

  /** The number of devices of a kind that fit. */
  #most(kind: number, { left, agreed }: State): number {
    const { charges, groups, devices } = this.#kinds[kind] as Kind;
    if (groups.some(([set, own]) => inCommon(agreed[set], own).length === 0)) return 0;
    return charges.reduce((least, [counter, amount]) => Math.min(least, Number((left[counter] as bigint) / amount)), devices);
  }

  #take(kind: number, devices: number, state: State): State {
    const { charges, groups } = this.#kinds[kind] as Kind;
    const left = [...state.left];
    for (const [counter, amount] of charges) left[counter] = (left[counter] as bigint) - BigInt(devices) * amount;
    const agreed = [...state.agreed];
    for (const [set, own] of groups) {
      agreed[set] = inCommon(agreed[set], own);
      this.#work += own.size;
    }
    return { left, agreed };
  }

  /** No more devices of the kinds from `first` on fit: each counter alone allows as many as its smallest consumers. */
  #bound(first: number, { left }: State): number {
    this.#work += (this.#kinds.length - first) * (left.length + 1);
    let bound = 0;
    for (let kind = first; kind < this.#kinds.length; kind++) bound += this.#kinds[kind]?.devices ?? 0;
    for (const [counter, order] of this.#ascending.entries()) {
      let rest = left[counter] as bigint;
      let fits = 0;
      for (const kind of order) {
        if (kind < first) continue;
        const amount = this.#charges[kind]?.[counter] ?? 0n;
        const devices = this.#kinds[kind]?.devices ?? 0;
        const most = amount === 0n ? devices : Math.min(devices, Number(rest / amount));
        fits += most;
        rest -= amount * BigInt(most);
        if (most < devices) break;
      }
      bound = Math.min(bound, fits);
    }
    return bound;
  }
}

function textOf({ left, agreed }: State): string {
  return JSON.stringify([left.map(String), agreed]);
}

function inCommon(agreed: readonly string[] | undefined, own: ReadonlySet<string>): readonly string[] {
  return agreed === undefined ? [...own] : agreed.filter((value) => own.has(value));
}
