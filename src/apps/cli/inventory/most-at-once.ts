// Computes how many devices can be allocated at the same time, given their counters and compatibility groups: partitions of one card
// exclude each other. This packing problem with several resources is solved by branch and bound, exactly within its work limit.

import { entryIn } from '../../../core/base/entry-in.js';

/** The consumption of a free device. */
export interface Demand {
  /** Amounts above zero, by the names of the counters. */
  readonly charges: ReadonlyMap<string, bigint>;
  /** Compatibility groups by counter set, for sets with groups. All devices of a set must have a common group. */
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The supply for devices. */
export interface Supply {
  /** The groups common to allocated devices, for counter sets that have any. */
  readonly left: ReadonlyMap<string, bigint>;
  /** The groups common to allocated devices, by counter set, where there are any. */
  readonly agreed: ReadonlyMap<string, readonly string[]>;
}

/** Bounds on the number of devices that fit at once. They are equal unless the work limit ended the search. */
export interface MostAtOnce {
  readonly atLeast: number;
  readonly atMost: number;
}

/** The most steps for the search of a component, and for all components together. A step is a kind of devices and a counter. */
const MAX_WORK = 500_000;
const MAX_WORK_OF_ALL = 5_000_000;

/** The number of devices with equal consumption, with counters and counter sets by number. */
interface Kind {
  readonly charges: readonly (readonly [counter: number, amount: bigint])[];
  readonly groups: readonly (readonly [set: number, groups: ReadonlySet<string>])[];
  readonly devices: number;
}

/** Computes how many devices fit at once. Equal components are searched once, and the work is bounded over all calls. */
export class MostAtOnceFinder {
  readonly #cachedResults = new Map<string, MostAtOnce>();
  #work = MAX_WORK_OF_ALL;

  /** Returns the sum of two bounds. */
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
    return entryIn(this.#cachedResults, component.text, () => {
      const { kinds, start } = component;
      const cells = kinds.length * (start.left.length + start.agreed.length);
      if (cells > Math.min(MAX_WORK, this.#work)) return { atLeast: component.takeInOrder(), atMost: demands.length };
      const { found, used } = new Packing(component).solve(Math.min(MAX_WORK, this.#work));
      this.#work -= used + cells;
      return found;
    });
  }
}

/** Returns the sum of both. */
export function plus(one: MostAtOnce, other: MostAtOnce): MostAtOnce {
  return { atLeast: one.atLeast + other.atLeast, atMost: one.atMost + other.atMost };
}

/** Returns counters whose total demand exceeds the supply. */
function scarceCounters(demands: readonly Demand[], { left }: Supply): ReadonlySet<string> {
  const demandByCounter = new Map<string, bigint>();
  for (const { charges } of demands)
    for (const [name, amount] of charges) demandByCounter.set(name, (demandByCounter.get(name) ?? 0n) + amount);
  return new Set([...demandByCounter].filter(([name, amount]) => amount > (left.get(name) ?? 0n)).map(([name]) => name));
}

/** Separates devices into components, which share no counter and no counter set with groups, directly or indirectly. */
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

/** A search state: the amount left of each counter, and the groups common to the devices of each counter set (undefined: all). */
interface State {
  readonly left: readonly bigint[];
  readonly agreed: readonly (readonly string[] | undefined)[];
}

/** A component of devices, with counters and counter sets numbered by first occurrence. */
class Component {
  /** Equal for components with the same result; names of counters do not matter. */
  readonly text: string;
  /** Devices with equal consumption, as one kind. */
  readonly kinds: readonly Kind[];
  readonly start: State;

  constructor(demands: readonly Demand[], { left, agreed }: Supply) {
    const counters = new Map<string, number>();
    const sets = new Map<string, number>();
    const kinds = new Map<string, Kind & { devices: number }>();
    for (const { charges: amounts, groups: values } of demands) {
      const charges = Array.from(amounts, ([name, amount]) => [entryIn(counters, name, () => counters.size), amount] as const);
      const groups = Array.from(values, ([name, deviceGroups]) => [entryIn(sets, name, () => sets.size), deviceGroups] as const);
      const key = JSON.stringify([
        charges.map(([counter, amount]) => [counter, String(amount)]),
        groups.map(([set, deviceGroups]) => [set, ...deviceGroups]),
      ]);
      entryIn(kinds, key, () => ({ charges, groups, devices: 0 })).devices++;
    }
    // A counter below zero is exhausted.
    const rest = (name: string): bigint => left.get(name) ?? 0n;
    this.start = {
      left: Array.from(counters.keys(), (name) => (rest(name) < 0n ? 0n : rest(name))),
      agreed: Array.from(sets.keys(), (name) => agreed.get(name)),
    };
    this.kinds = [...kinds.values()];
    this.text = JSON.stringify([textOf(this.start), Array.from(kinds, ([key, { devices }]) => [key, devices])]);
  }

  /** Returns the number of devices that fit if kinds are allocated in order. */
  takeInOrder(): number {
    const left = [...this.start.left];
    const agreed = [...this.start.agreed];
    let taken = 0;
    for (const { charges, groups, devices } of this.kinds) {
      if (groups.some(([set, deviceGroups]) => inCommon(agreed[set], deviceGroups).length === 0)) continue;
      const most = charges.reduce((least, [counter, amount]) => Math.min(least, Number((left[counter] as bigint) / amount)), devices);
      if (most === 0) continue;
      for (const [counter, amount] of charges) left[counter] = (left[counter] as bigint) - BigInt(most) * amount;
      for (const [set, deviceGroups] of groups) agreed[set] = inCommon(agreed[set], deviceGroups);
      taken += most;
    }
    return taken;
  }
}

/** Solves the packing problem of one component. */
class Packing {
  readonly #kinds: readonly Kind[];
  readonly #start: State;
  /** The amount of each counter that a device of each kind consumes. */
  readonly #charges: readonly (readonly bigint[])[];
  /** The kinds by their consumption of each counter, the least first. */
  readonly #ascending: readonly (readonly number[])[];
  #best = 0;
  #work = 0;
  #maxWork = 0;
  readonly #seen = new Map<string, number>();

  constructor({ kinds, start }: Component) {
    this.#start = start;
    const parts = start.left.map((amount) => Math.max(1, Number(amount)));
    const size = ({ charges }: Kind): number => charges.reduce((sum, [counter, amount]) => sum + Number(amount) / (parts[counter] ?? 1), 0);
    // Amounts beyond the range of numbers have no size; their order does not matter.
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

  /** Searches within the work limit. The first bound and the first solution are computed even without work left. */
  solve(maxWork: number): { readonly found: MostAtOnce; readonly used: number } {
    this.#maxWork = maxWork;
    const atMost = this.#bound(0, this.#start);
    this.#best = this.#greedy();
    if (this.#best < atMost) this.#search(0, this.#start, 0);
    const isExact = this.#work < maxWork;
    return { found: { atLeast: this.#best, atMost: isExact ? this.#best : atMost }, used: this.#work };
  }

  /** Returns the number of devices that fit if the smallest are allocated first. */
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

  /** Decides on a kind and the following ones, with as many devices as possible first. */
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

  /** Returns the number of devices of a kind that fit. */
  #most(kind: number, { left, agreed }: State): number {
    const { charges, groups, devices } = this.#kinds[kind] as Kind;
    if (groups.some(([set, deviceGroups]) => inCommon(agreed[set], deviceGroups).length === 0)) return 0;
    return charges.reduce((least, [counter, amount]) => Math.min(least, Number((left[counter] as bigint) / amount)), devices);
  }

  #take(kind: number, devices: number, state: State): State {
    const { charges, groups } = this.#kinds[kind] as Kind;
    const left = [...state.left];
    for (const [counter, amount] of charges) left[counter] = (left[counter] as bigint) - BigInt(devices) * amount;
    const agreed = [...state.agreed];
    for (const [set, deviceGroups] of groups) {
      agreed[set] = inCommon(agreed[set], deviceGroups);
      this.#work += deviceGroups.size;
    }
    return { left, agreed };
  }

  /** Returns an upper bound for the kinds from `first` on: each counter alone limits the number by its smallest consumers. */
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

function inCommon(agreed: readonly string[] | undefined, deviceGroups: ReadonlySet<string>): readonly string[] {
  return agreed === undefined ? [...deviceGroups] : agreed.filter((value) => deviceGroups.has(value));
}
