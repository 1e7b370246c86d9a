// The checker's own reading of the objects: which devices each request may have, the values that constraints compare, and what each pick takes of
// counters and capacities. It has nothing in common with the allocator but decoders, selectors and quantities. In doubt a device may be picked, and takes
// nothing: what no choice among more devices satisfies, none among fewer does.

import type { DeviceConstraint, DeviceSelection, ResourceClaim } from '../../api/resource-claim.js';
import type { Device, DeviceAttribute, ResourceSlice } from '../../api/resource-slice.js';
import { taintRefusing } from '../../api/taints.js';
import type { Checkpoint } from '../../base/checkpoint.js';
import type { JsonObject } from '../../base/json.js';
import type { SelectorCache } from '../../cel/cache.js';
import { CelCompileError, type CelDevice, CelRuntimeError } from '../../cel/engine.js';
import type { Features } from '../../features/features.js';
import { consumptionOf } from './capacity.js';
import { nameKey, type Objects, readObjects } from './objects.js';
import { includesNode, type Pool, poolsOf } from './pools.js';

/** A request, or an alternative of a prioritized list. */
export interface Slot {
  readonly request: number;
  readonly claim: number;
  readonly name: string;
  readonly isAdmin: boolean;
  /** It draws on no counters. */
  readonly isFree: boolean;
  /** The devices that it needs. A request for all devices may need some that are no candidates. */
  readonly need: number;
  readonly candidates: readonly number[];
}

/** The devices that a constraint concerns have a value in common (match), or no two of them have (distinct). */
export interface Constraint {
  readonly key: string;
  readonly kind: 'match' | 'distinct';
  /** The values of a candidate; undefined: the constraint says nothing about it. */
  readonly valuesOf: (slot: number, device: number) => ReadonlySet<string> | undefined;
  /** The values that may be the common one, where not any may. */
  readonly common?: ReadonlySet<string>;
}

/** An amount of a counter or a capacity, in billionths, by the number of its budget. */
export interface Amount {
  readonly budget: number;
  readonly amount: bigint;
}

/** The choices that there are. Keys are `nameKey`s. */
export interface Problem {
  readonly devices: readonly { readonly key: string; readonly isShareable: boolean }[];
  readonly requests: readonly { readonly key: string; readonly slots: readonly number[] }[];
  readonly slots: readonly Slot[];
  readonly constraints: readonly Constraint[];
  readonly budgets: readonly { readonly key: string; readonly left: bigint }[];
  /** By device: what it takes of counters, once, however many share it. */
  readonly draws: readonly (readonly Amount[])[];
  /** By slot and device: what each pick takes of the capacities of a device that is shared. */
  readonly shares: readonly ReadonlyMap<number, readonly Amount[]>[];
  /** Claims that have their devices already, which cannot be used on the node. */
  readonly unusable: readonly string[];
}

/** A device with where it is from. */
interface Target {
  readonly device: Device;
  readonly slice: ResourceSlice;
  readonly key: string;
}

/** The part of a claim that a slot stands for. `parent`: the name of its request. */
type Selection = DeviceSelection & { readonly name: string; readonly parent: string; readonly adminAccess?: boolean };
type OwnSlot = Slot & { readonly selection: Selection };

/** The semantics by which objects are read. `corrections`: admin access draws on no counters. */
export interface Semantics {
  readonly features: Features;
  readonly corrections: boolean;
  readonly selectors: SelectorCache;
}

/** Reads the problem of the input of `allocate`. Throws AllocationError for what cannot be decoded. */
export function readProblem(input: JsonObject, semantics: Semantics, checkpoint: Checkpoint): Problem {
  return problemOf(readObjects(input, semantics.features, checkpoint), semantics, checkpoint);
}

/** Reads the problem of decoded objects. */
export function problemOf(objects: Objects, semantics: Semantics, checkpoint: Checkpoint): Problem {
  return checkpoint.keep(() => new Reader(objects, semantics)).read(checkpoint);
}

class Reader {
  readonly #objects: Objects;
  readonly #features: Features;
  readonly #selectors: SelectorCache;
  readonly #corrections: boolean;
  readonly #targets: Target[] = [];
  readonly #budgets: { key: string; left: bigint }[] = [];
  readonly #budgetNumbers = new Map<string, number>();
  readonly #draws: Amount[][] = [];
  /** Devices that a counter below zero refuses. */
  readonly #refused = new Set<number>();
  readonly #constraints: Constraint[] = [];
  readonly #slots: OwnSlot[] = [];

  constructor(objects: Objects, { features, selectors, corrections }: Semantics) {
    this.#objects = objects;
    this.#features = features;
    this.#selectors = selectors;
    this.#corrections = corrections;
  }

  read(checkpoint: Checkpoint): Problem {
    const { claims, slices, node } = this.#objects;
    checkpoint.forEach(
      checkpoint.keep(() => poolsOf(slices, node, this.#features)),
      (pool) => this.#addPool(pool),
    );
    const requests = checkpoint.keep((): { key: string; slots: number[] }[] => []);
    checkpoint.forEach(claims, ({ spec: { devices }, status }, claim) => {
      if (status.allocation !== undefined) return;
      const first = checkpoint.keep(() => this.#slots.length);
      checkpoint.forEach(devices.requests, ({ name, exactly, firstAvailable }, place) => {
        const exact = exactly === undefined ? [] : [{ ...exactly, name, parent: name }];
        const alternatives = firstAvailable.map((one): Selection => ({ ...one, name: `${name}/${one.name}`, parent: name }));
        const own = checkpoint.map<Selection, OwnSlot>(alternatives.length > 0 ? alternatives : exact, (selection) =>
          this.#slotOf(selection, claim, requests.length, checkpoint),
        );
        requests.push({ key: nameKey(claim, place, name), slots: own.map((_, index) => this.#slots.length + index) });
        this.#slots.push(...own);
      });
      checkpoint.forEach(devices.constraints, (constraint, index) => {
        this.#constraints.push(this.#constraintOf(constraint, nameKey(claim, index), first, checkpoint));
      });
    });
    const shares = checkpoint.map(this.#slots, ({ selection, candidates }) => {
      return new Map(candidates.map((device) => [device, this.#shareOf(selection, device)]));
    });
    return {
      devices: this.#targets.map(({ key, device }) => ({ key, isShareable: this.#isShareable(device) })),
      requests,
      slots: this.#slots,
      constraints: this.#constraints,
      budgets: this.#budgets,
      draws: this.#draws,
      shares,
      unusable: claims.flatMap((claim, index) => (this.#isUnusable(claim) ? [nameKey(index, claim.metadata.name)] : [])),
    };
  }

  /** Adds the devices of a pool, and what is left of its counters. */
  #addPool({ driver, name, slices, others, all }: Pool): void {
    const { allocated } = this.#objects;
    const targetsOf = (some: readonly ResourceSlice[]): Target[] =>
      some.flatMap((slice) => slice.spec.devices.map((device) => ({ device, slice, key: nameKey(driver, name, device.name) })));
    const here = targetsOf(slices);
    const drawing = [...here, ...targetsOf(others)].filter(({ device }) => device.consumesCounters.length > 0);
    const isAllocated = ({ key }: Target): boolean => allocated.occupied.has(key) || allocated.shared.has(key);
    const drawsOf = ({ device }: Target): Amount[] =>
      device.consumesCounters.flatMap(({ counterSet, counters }) =>
        [...counters].map(([counter, { value }]) => ({
          budget: this.#budgetOf(nameKey(driver, name, counterSet, counter)),
          amount: value.nano,
        })),
      );
    const first = this.#budgets.length;
    for (const { spec } of all)
      for (const set of spec.sharedCounters)
        for (const [counter, { value }] of set.counters) this.#budgetOf(nameKey(driver, name, set.name, counter), value.nano);
    for (const target of drawing.filter(isAllocated))
      for (const { budget, amount } of drawsOf(target)) (this.#budgets[budget] as { left: bigint }).left -= amount;
    // The order of picks matters where a device gives instead of taking: then the counters of the pool are not counted on.
    const isCounted = !drawing.some((target) => drawsOf(target).some(({ amount }) => amount < 0n));
    const isOverdrawn = isCounted && this.#budgets.slice(first).some(({ left }) => left < 0n);
    for (const target of here) {
      const { device, key } = target;
      const draws = isCounted && !(this.#isShareable(device) && allocated.shared.has(key)) ? drawsOf(target) : [];
      if (isOverdrawn && draws.length > 0) this.#refused.add(this.#targets.length);
      this.#targets.push(target);
      this.#draws.push(draws);
    }
    if (this.#features.compatibilityGroups) this.#addGroups(drawing, drawing.filter(isAllocated), nameKey(driver, name));
  }

  /** Devices that draw on one counter set have a compatibility group in common, or have none, all of them. */
  #addGroups(drawing: readonly Target[], allocated: readonly Target[], pool: string): void {
    const groupsOf = ({ device }: Target, set: string): ReadonlySet<string> | undefined => {
      const found = device.consumesCounters.find(({ counterSet }) => counterSet === set)?.compatibilityGroups;
      return found === undefined ? undefined : new Set(found.length === 0 ? [''] : found);
    };
    for (const set of new Set(drawing.flatMap(({ device }) => device.consumesCounters.map(({ counterSet }) => counterSet)))) {
      const before = allocated.flatMap((target) => groupsOf(target, set) ?? []);
      const isMixed = before.some((groups) => groups.has('')) && before.some((groups) => !groups.has(''));
      const common = new Set([...(before[0] ?? [])].filter((group) => before.every((groups) => groups.has(group))));
      this.#constraints.push({
        key: nameKey(pool, set),
        kind: 'match',
        valuesOf: (_, index) => {
          const target = this.#targets[index] as Target;
          const isOfPool = nameKey(target.slice.spec.driver, target.slice.spec.pool.name) === pool;
          return isOfPool && !this.#isShareable(target.device) ? groupsOf(target, set) : undefined;
        },
        ...(before.length > 0 && !isMixed ? { common } : {}),
      });
    }
  }

  /** The number of a budget, which is made where it is not there. */
  #budgetOf(key: string, left = 0n): number {
    const known = this.#budgetNumbers.get(key) ?? this.#budgets.push({ key, left }) - 1;
    this.#budgetNumbers.set(key, known);
    return known;
  }

  #isShareable({ allowMultipleAllocations }: Device): boolean {
    return this.#features.consumableCapacity && allowMultipleAllocations === true;
  }

  #slotOf(selection: Selection, claim: number, request: number, checkpoint: Checkpoint): OwnSlot {
    const isAdmin = selection.adminAccess === true;
    const isFree = isAdmin && this.#corrections;
    const belonging = checkpoint.map(this.#targets, (target) => this.#belongs(selection, target, checkpoint));
    const isAll = selection.allocationMode === 'All';
    const isIn = (device: number): boolean => (isAll ? belonging[device] === 'yes' : belonging[device] !== 'no');
    const candidates = checkpoint.filter(
      [...this.#targets.keys()],
      (device) => isIn(device) && this.#isUsable(selection, device, isAdmin, isFree, checkpoint),
    );
    // A request for all needs none where it is not known how many these are.
    const all = belonging.includes('maybe') ? 0 : belonging.filter((one) => one === 'yes').length || Number.POSITIVE_INFINITY;
    return { request, claim, name: selection.name, isAdmin, isFree, need: isAll ? all : Number(selection.count), candidates, selection };
  }

  /** Tells whether a device is one of those that a request is about: of all of them, where it wants all. */
  #belongs(selection: Selection, { device, slice }: Target, checkpoint: Checkpoint): 'yes' | 'no' | 'maybe' {
    if (!this.#features.deviceBindingAndStatus && (device.bindingConditions?.length ?? 0) > 0) return 'no';
    const deviceClass = this.#objects.classes.get(selection.deviceClassName);
    if (deviceClass === undefined) return 'no';
    const seen = { ...device, allowMultipleAllocations: device.allowMultipleAllocations === true, driver: slice.spec.driver };
    let isSure = true;
    for (const { cel } of [...deviceClass.spec.selectors, ...selection.selectors]) {
      const matches = evaluated(this.#selectors.get(cel?.expression ?? ''), seen, checkpoint);
      if (matches === false || matches === 'error') return 'no';
      isSure &&= matches === true;
    }
    if (slice.spec.perDeviceNodeSelection === true && !includesNode(device, this.#objects.node)) return 'no';
    if (!this.#features.consumableCapacity) return isSure ? 'yes' : 'maybe';
    const consumption = consumptionOf(device, selection.capacity?.requests, this.#features.fractionalCapacityRange);
    if (consumption === undefined) return 'no';
    const isTooMuch = ([name, amount]: readonly [string, bigint]): boolean => amount > (device.capacity.get(name)?.value.nano ?? 0n);
    if (selection.allocationMode === 'All' && [...consumption.amounts].some(isTooMuch)) return 'no';
    return isSure && consumption.isSure ? 'yes' : 'maybe';
  }

  /** Tells whether a device that belongs to a request can be picked for it. */
  #isUsable({ capacity, tolerations }: Selection, index: number, isAdmin: boolean, isFree: boolean, checkpoint: Checkpoint): boolean {
    const { device, slice, key } = this.#targets[index] as Target;
    const { allocated, node } = this.#objects;
    if (!isAdmin && allocated.occupied.has(key)) return false;
    const consumption = this.#features.consumableCapacity
      ? consumptionOf(device, capacity?.requests, this.#features.fractionalCapacityRange)
      : undefined;
    const consumed = allocated.consumed.get(key);
    for (const [name, amount] of consumption?.amounts ?? [])
      if (amount + (consumed?.get(name) ?? 0n) > (device.capacity.get(name)?.value.nano ?? 0n)) return false;
    const canSkip = this.#features.optionalNodeOperations && node.status.declaredFeatures.includes('DRAOptionalNodeOperations');
    if (slice.spec.skipNodeOperations.length > 0 && !canSkip) return false;
    if (device.consumesCounters.length > 0 && !this.#features.partitionableDevices) return false;
    if (this.#refused.has(index) && !isFree) return false;
    if (!this.#features.deviceTaints) return true;
    const { driver, pool } = slice.spec;
    const added = this.#objects.rules.filter(({ spec: { deviceSelector: chosen } }) => {
      if (chosen === undefined) return false;
      return (
        (chosen.driver ?? driver) === driver && (chosen.pool ?? pool.name) === pool.name && (chosen.device ?? device.name) === device.name
      );
    });
    return taintRefusing([...device.taints, ...added.map(({ spec }) => spec.taint)], tolerations, checkpoint) === undefined;
  }

  #shareOf(selection: Selection, index: number): readonly Amount[] {
    const { device, key } = this.#targets[index] as Target;
    if (!this.#isShareable(device)) return [];
    const { amounts } = consumptionOf(device, selection.capacity?.requests, this.#features.fractionalCapacityRange) ?? { amounts: [] };
    return Array.from(amounts, ([name, amount]) => {
      const left = (device.capacity.get(name)?.value.nano ?? 0n) - (this.#objects.allocated.consumed.get(key)?.get(name) ?? 0n);
      return { budget: this.#budgetOf(nameKey(key, name), left), amount };
    });
  }

  /** The constraint on the slots of its claim, which begin with `first`. Devices without the attribute stop being candidates. */
  #constraintOf(
    { requests, matchAttribute, distinctAttribute, matchSemantics, distinctSemantics, semantics }: DeviceConstraint,
    key: string,
    first: number,
    checkpoint: Checkpoint,
  ): Constraint {
    // In doubt devices go together: a constraint that compares values in another way proves nothing.
    if ((matchSemantics ?? distinctSemantics ?? semantics) !== undefined) return { key, kind: 'match', valuesOf: () => undefined };
    const attribute = matchAttribute ?? distinctAttribute ?? '';
    const values = new Map<number, ReadonlyMap<number, ReadonlySet<string> | undefined>>();
    for (let at = first; at < this.#slots.length; at++) {
      const slot = this.#slots[at] as OwnSlot;
      if (requests.length > 0 && !requests.includes(slot.name) && !requests.includes(slot.selection.parent)) continue;
      const expression = slot.selection.derivedAttributes.findLast(({ name }) => name === attribute)?.expression;
      const known = new Map(
        slot.candidates.map(
          (device) => [device, this.#valuesOf(device, attribute, expression, matchAttribute !== undefined, checkpoint)] as const,
        ),
      );
      this.#slots[at] = { ...slot, candidates: slot.candidates.filter((device) => known.get(device) !== 'none') };
      values.set(at, known as ReadonlyMap<number, ReadonlySet<string> | undefined>);
    }
    return { key, kind: matchAttribute === undefined ? 'distinct' : 'match', valuesOf: (slot, device) => values.get(slot)?.get(device) };
  }

  /** The values of a device, each with its type; undefined where they are not known, and none where the constraint refuses it. */
  #valuesOf(
    index: number,
    name: string,
    expression: string | undefined,
    isMatch: boolean,
    checkpoint: Checkpoint,
  ): ReadonlySet<string> | undefined | 'none' {
    const { device, slice } = this.#targets[index] as Target;
    const { driver } = slice.spec;
    let found =
      device.attributes.get(name) ?? (name.startsWith(`${driver}/`) ? device.attributes.get(name.slice(driver.length + 1)) : undefined);
    if (expression !== undefined) {
      const seen = { ...device, allowMultipleAllocations: device.allowMultipleAllocations === true, driver };
      const derived = evaluated(this.#selectors.derivation(expression), seen, checkpoint);
      if (derived === 'unknown') return undefined;
      found = derived === 'error' ? undefined : derived;
    }
    if (found === undefined) return 'none';
    const lists: readonly (keyof DeviceAttribute)[] = this.#features.listTypeAttributes ? ['ints', 'bools', 'strings', 'versions'] : [];
    const scalars = (
      this.#features.listTypeAttributes ? ['int', 'bool', 'string', 'version'] : ['string', 'int', 'bool', 'version']
    ) as typeof lists;
    for (const type of [...lists, ...scalars]) {
      const given = found[type];
      const list = Array.isArray(given) ? given : given === undefined ? [] : [given];
      if (list.length > 0) return new Set(list.map((value) => `${type.replace(/s$/, '')} ${value}`));
    }
    if (this.#features.listTypeAttributes) return 'none';
    // Without list attributes a list can be the first of its constraint alone: it matches nothing, and clashes with another one.
    return new Set([isMatch ? `list of ${index}` : 'list']);
  }

  #isUnusable({ status: { allocation } }: ResourceClaim): boolean {
    const { node } = this.#objects;
    if (allocation === undefined) return false;
    if (allocation.nodeSelector !== undefined && !includesNode({ nodeSelector: allocation.nodeSelector }, node)) return true;
    const skips = allocation.results.some(({ skipNodeOperations }) => skipNodeOperations.length > 0);
    return skips && !node.status.declaredFeatures.includes('DRAOptionalNodeOperations');
  }
}

type Compiled<T> = { evaluate: (device: CelDevice, checkpoint?: Checkpoint) => T } | CelCompileError;

/** The value of an expression on a device; `unknown` where a limit of our own ends it. */
function evaluated<T>(compiled: Compiled<T>, device: CelDevice, checkpoint: Checkpoint): T | 'error' | 'unknown' {
  try {
    return compiled instanceof CelCompileError ? (compiled.isOwnLimit ? 'unknown' : 'error') : compiled.evaluate(device, checkpoint);
  } catch (error) {
    if (error instanceof CelRuntimeError) return error.isOwnLimit ? 'unknown' : 'error';
    throw error;
  }
}
