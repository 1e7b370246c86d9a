// The checker's own reading of the objects: which devices each request may have, the values that constraints compare, and what each pick takes.
// In doubt a device may be picked, and takes nothing: what no choice among more devices satisfies, none among fewer does.

import { canSkipOperations } from '../../api/node-match.js';
import type { DeviceConstraint, DeviceSelection, ResourceClaim } from '../../api/resource-claim.js';
import { type Device, type DeviceAttribute, lookupAttribute, type ResourceSlice } from '../../api/resource-slice.js';
import { taintRefusing } from '../../api/taints.js';
import type { Checkpoint } from '../../base/checkpoint.js';
import type { SelectorCache } from '../../cel/cache.js';
import { CelCompileError, type CelDevice, CelRuntimeError } from '../../cel/engine.js';
import type { Features } from '../../features/features.js';
import { type Alternative, type Amount, nameKey, type Option, type Problem, type Request } from '../problem.js';
import { consumptionOf } from './capacity.js';
import type { Objects } from './objects.js';
import { isFor, type Pool, poolsOf } from './pools.js';

const CLAIM_LIMIT = 32n;

/** The semantics by which objects are read. `corrections`: admin access draws on no counters. */
export interface Semantics {
  readonly features: Features;
  readonly corrections: boolean;
  readonly selectors: SelectorCache;
}

/** A device with where it is from. */
interface Target {
  readonly key: string;
  readonly device: Device;
  readonly spec: ResourceSlice['spec'];
  readonly isShareable: boolean;
  /** The amounts that it takes of counters. */
  readonly draws: readonly Amount[];
}

/** The part of a claim that an alternative stands for, with the place of the claim. `list`: the name of the prioritized list. */
type Selection = DeviceSelection & { readonly name: string; readonly adminAccess?: boolean };
type Constraint = DeviceConstraint & { readonly key: string };

/** Reads the problem of decoded objects. */
export function readProblem(objects: Objects, semantics: Semantics, checkpoint: Checkpoint): Problem {
  return checkpoint.keep(() => new Reader(objects, semantics, checkpoint)).read();
}

class Reader {
  readonly #objects: Objects;
  readonly #semantics: Semantics;
  readonly #checkpoint: Checkpoint;
  readonly #left = new Map<string, bigint>();
  readonly #targets: readonly Target[];
  /** The requests that there are. */
  readonly #sharers: bigint;
  /** The claims that ask for admin access. */
  readonly #admins: readonly number[];

  constructor(objects: Objects, semantics: Semantics, checkpoint: Checkpoint) {
    this.#objects = objects;
    this.#semantics = semantics;
    this.#checkpoint = checkpoint;
    this.#targets = poolsOf(objects.slices, objects.node, semantics.features).flatMap((pool) => this.#devicesOf(pool));
    this.#sharers = BigInt(objects.claims.flatMap(({ spec }) => spec.devices.requests).length);
    const isAdmin = ({ spec }: ResourceClaim): boolean => spec.devices.requests.some(({ exactly }) => exactly?.adminAccess === true);
    this.#admins = [...objects.claims.keys()].filter((index) => isAdmin(objects.claims[index] as ResourceClaim));
  }

  read(): Problem {
    const requests = this.#checkpoint.map(this.#objects.claims, (claim, index) => this.#requestsOf(claim, index)).flat();
    // A counter of which allocated devices take too much has nothing left.
    const left = new Map(Array.from(this.#left, ([budget, amount]) => [budget, amount < 0n ? 0n : amount]));
    return { requests, left, common: new Map() };
  }

  /** The devices of a pool, of which those that are allocated have taken their part of the counters. */
  #devicesOf({ seen, others }: Pool): readonly Target[] {
    const { occupied, shared } = this.#objects;
    for (const { spec } of [...seen, ...others])
      for (const { name, counters } of spec.sharedCounters)
        for (const [counter, { value }] of counters) this.#left.set(nameKey(spec.driver, spec.pool.name, name, counter), value.nano);
    const targetsOf = ({ spec }: ResourceSlice): readonly Target[] =>
      spec.sharedCounters.length > 0 ? [] : spec.devices.map((device) => this.#targetOf(device, spec));
    const own = seen.flatMap(targetsOf);
    // Amounts that a device gives instead of taking are there for all.
    for (const { key, draws } of [...own, ...others.flatMap(targetsOf)])
      for (const { budget, amount } of draws)
        if (amount < 0n || occupied.has(key) || shared.has(key)) this.#left.set(budget, (this.#left.get(budget) ?? 0n) - amount);
    return own;
  }

  #targetOf(device: Device, spec: ResourceSlice['spec']): Target {
    const { driver, pool } = spec;
    const draws = device.consumesCounters.flatMap(({ counterSet, counters }) =>
      Array.from(counters, ([counter, { value }]) => ({ budget: nameKey(driver, pool.name, counterSet, counter), amount: value.nano })),
    );
    const isShareable = this.#semantics.features.consumableCapacity && device.allowMultipleAllocations === true;
    return { key: nameKey(driver, pool.name, device.name), device, spec, isShareable, draws };
  }

  /** The requests of a claim. One that has its devices but cannot be used on the node has a request without a choice. */
  #requestsOf(claim: ResourceClaim, index: number): readonly Request[] {
    const { requests, constraints } = claim.spec.devices;
    if (claim.status.allocation !== undefined)
      return this.#isUsable(claim.status.allocation) ? [] : [{ key: nameKey(index), alternatives: [] }];
    this.#left.set(nameKey(index), CLAIM_LIMIT);
    const keyed = constraints.map((constraint, at): Constraint => ({ ...constraint, key: nameKey(index, at) })).filter(isShipped);
    return this.#checkpoint.map(requests, ({ name, exactly, firstAvailable }, place): Request => {
      const key = nameKey(index, place, name);
      const listed = firstAvailable.map((one): Selection => ({ ...one, name: `${name}/${one.name}` }));
      const selections: readonly Selection[] = listed.length > 0 || exactly === undefined ? listed : [{ ...exactly, name }];
      const alternatives = this.#checkpoint.map(selections, (selection) => {
        const own = keyed.filter(({ requests: of }) => of.length === 0 || of.includes(name) || of.includes(selection.name));
        return this.#alternativeOf(selection, index, selections.length > 1 ? key : undefined, own);
      });
      return { key, alternatives };
    });
  }

  #isUsable({ nodeSelector, results }: NonNullable<ResourceClaim['status']['allocation']>): boolean {
    const { node } = this.#objects;
    const isHere = nodeSelector === undefined || isFor({ nodeSelector }, node);
    return isHere && (canSkipOperations(node) || results.every(({ skipNodeOperations }) => skipNodeOperations.length === 0));
  }

  #alternativeOf(selection: Selection, claim: number, list: string | undefined, constraints: readonly Constraint[]): Alternative {
    const isAll = selection.allocationMode === 'All';
    const belonging = this.#checkpoint.map(this.#targets, (target) => this.#belongs(selection, target));
    const wanted = this.#targets.filter((_, index) => belonging[index] === true || (!isAll && belonging[index] === 'perhaps'));
    const options = this.#checkpoint.map(wanted, (target): readonly Option[] => {
      const values = new Map(list === undefined ? [] : [[list, new Set([selection.name])]]);
      const takes = this.#takesOf(target, selection, claim);
      const isOption =
        this.#isAvailable(target, selection) && constraints.every((one) => this.#isMet(one, target, selection, takes, values));
      return isOption ? [{ device: target.key, takes: takes.filter(({ amount }) => amount > 0n), values }] : [];
    });
    // A request for all needs none where it is not known that there are any.
    const all = wanted.length || (belonging.includes('perhaps') ? 0 : Number.POSITIVE_INFINITY);
    return { name: selection.name, need: isAll ? all : Number(selection.count), options: options.flat() };
  }

  /** Tells whether a device is one of those that a request is about: of all of them, where it wants all. */
  #belongs(selection: Selection, { device, spec }: Target): boolean | 'perhaps' {
    const { features, selectors } = this.#semantics;
    const deviceClass = this.#objects.classes.get(selection.deviceClassName);
    if (deviceClass === undefined) return false;
    if (!features.deviceBindingAndStatus && (device.bindingConditions?.length ?? 0) > 0) return false;
    const matches = [...deviceClass.spec.selectors, ...selection.selectors].map(({ cel }) =>
      this.#evaluate(selectors.get(cel?.expression ?? ''), device, spec),
    );
    if (matches.includes(false) || matches.includes('error')) return false;
    if (spec.perDeviceNodeSelection === true && !isFor(device, this.#objects.node)) return false;
    const consumed = this.#consumptionOf(device, selection);
    const isWhole = [...(consumed ?? [])].every(([name, { amount }]) => amount <= (device.capacity.get(name)?.value.nano ?? 0n));
    if (consumed === undefined || (selection.allocationMode === 'All' && !isWhole)) return false;
    return (!matches.includes(undefined) && [...consumed.values()].every(({ isSure }) => isSure)) || 'perhaps';
  }

  #consumptionOf(device: Device, { capacity }: Selection): ReturnType<typeof consumptionOf> {
    const { consumableCapacity, fractionalCapacityRange } = this.#semantics.features;
    return consumableCapacity ? consumptionOf(device, capacity?.requests ?? new Map(), fractionalCapacityRange) : new Map();
  }

  /** Tells whether a device that belongs to a request can be picked for it. */
  #isAvailable(target: Target, selection: Selection): boolean {
    const { features } = this.#semantics;
    const { key, device, spec } = target;
    if (selection.adminAccess !== true && this.#objects.occupied.has(key)) return false;
    if ([...(this.#consumptionOf(device, selection) ?? [])].some(([name, { amount }]) => amount > this.#leftOf(target, name))) return false;
    if (spec.skipNodeOperations.length > 0 && !(features.optionalNodeOperations && canSkipOperations(this.#objects.node))) return false;
    if (device.consumesCounters.length > 0 && !features.partitionableDevices) return false;
    return !features.deviceTaints || taintRefusing(device.taints, selection.tolerations, this.#checkpoint) === undefined;
  }

  /** The amount that earlier shares left of a capacity. */
  #leftOf({ key, device }: Target, capacity: string): bigint {
    return (device.capacity.get(capacity)?.value.nano ?? 0n) - (this.#objects.consumed.get(key)?.get(capacity) ?? 0n);
  }

  /** The amounts that a pick takes: of its claim, of the device itself and, where one is shared, of its capacities, and of counters. */
  #takesOf(target: Target, selection: Selection, claim: number): Amount[] {
    const { key, device, isShareable, draws } = target;
    const isAdmin = selection.adminAccess === true;
    const takes: Amount[] = [{ budget: nameKey(claim), amount: 1n }];
    // A device that is shared draws once: each request that may have it bears a part.
    const sharers = isShareable ? this.#sharers : 1n;
    if (!(isAdmin && this.#semantics.corrections) && !(isShareable && this.#objects.shared.has(key)))
      takes.push(...draws.map(({ budget, amount }) => ({ budget, amount: amount / sharers })));
    if (!isShareable) {
      // Admin access gets what other claims have, and keeps it from those without in claims behind it.
      const excluded = isAdmin ? [claim] : this.#admins.filter((index) => index <= claim);
      const own = excluded.map((index) => nameKey(key, index));
      takes.push(...(isAdmin ? own : [...own, key]).map((budget) => ({ budget, amount: 1n })));
    } else {
      for (const [capacity, { amount }] of this.#consumptionOf(device, selection) ?? []) {
        const budget = nameKey(key, capacity);
        this.#left.set(budget, this.#leftOf(target, capacity));
        takes.push({ budget, amount });
      }
    }
    return takes;
  }

  /** Adds the values of a device to what it takes or has; false where the constraint refuses it. */
  #isMet(constraint: Constraint, target: Target, selection: Selection, takes: Amount[], values: Map<string, ReadonlySet<string>>): boolean {
    const { matchAttribute, key } = constraint;
    const own = this.#valuesOf(target, constraint, selection);
    if (own === undefined) return true;
    if (matchAttribute !== undefined) values.set(key, new Set(own));
    else takes.push(...Array.from(new Set(own), (value) => ({ budget: nameKey(key, value), amount: 1n })));
    return own.length > 0;
  }

  /** The values of a device, each with its type; undefined where they are not known. */
  #valuesOf(
    { key, device, spec }: Target,
    { matchAttribute, distinctAttribute = '' }: Constraint,
    { derivedAttributes }: Selection,
  ): readonly string[] | undefined {
    const name = matchAttribute ?? distinctAttribute;
    const { features, selectors } = this.#semantics;
    const derived = derivedAttributes.findLast((one) => one.name === name);
    const found =
      derived === undefined
        ? lookupAttribute(device, spec.driver, name)
        : this.#evaluate(selectors.derivation(derived.expression), device, spec);
    if (found === 'error' || (found === undefined && derived === undefined)) return [];
    if (found === undefined) return undefined;
    for (const type of TYPES.slice(features.listTypeAttributes ? 0 : 4)) {
      const given = found[type] ?? [];
      const list = Array.isArray(given) ? given : [given];
      if (list.length > 0) return list.map((value) => `${type.replace(/s$/, '')} ${value}`);
    }
    // While lists are no values, one can be the first of its constraint alone: it matches nothing, and clashes with another one.
    return features.listTypeAttributes ? [] : [matchAttribute === undefined ? 'list' : `list of ${key}`];
  }

  /** The value of an expression on a device; undefined where a limit of our own ends it. */
  #evaluate<T>(compiled: Compiled<T> | CelCompileError, device: Device, { driver }: ResourceSlice['spec']): T | 'error' | undefined {
    const seen = { ...device, allowMultipleAllocations: device.allowMultipleAllocations === true, driver };
    try {
      return compiled instanceof CelCompileError ? (compiled.isOwnLimit ? undefined : 'error') : compiled.evaluate(seen, this.#checkpoint);
    } catch (error) {
      if (error instanceof CelRuntimeError) return error.isOwnLimit ? undefined : 'error';
      throw error;
    }
  }
}

/** Tells whether a constraint compares values as Kubernetes does. In doubt devices go together: one that compares in another way proves nothing. */
function isShipped({ matchSemantics, distinctSemantics, semantics }: DeviceConstraint): boolean {
  return (matchSemantics ?? distinctSemantics ?? semantics) === undefined;
}

interface Compiled<T> {
  evaluate(device: CelDevice, checkpoint?: Checkpoint): T;
}

const TYPES: readonly (keyof DeviceAttribute)[] = ['ints', 'bools', 'strings', 'versions', 'int', 'bool', 'string', 'version'];
