// The checker's own reading of the objects: which devices each request may have, the values that constraints compare, and what each pick takes.
// In doubt a device may be picked, and takes nothing: what no choice among more devices satisfies, none among fewer does.

import { attributeOf, semanticsOf } from '../../api/constraint-semantics.js';
import { alternativesOf } from '../../api/device-request.js';
import { canSkipOperations } from '../../api/node-match.js';
import type { DeviceConstraint, DeviceRequest, DeviceSelection, ResourceClaim } from '../../api/resource-claim.js';
import { type Device, lookupAttribute, type ResourceSlice } from '../../api/resource-slice.js';
import { taintRefusing } from '../../api/taints.js';
import type { Checkpoint } from '../../base/checkpoint.js';
import type { SelectorCache } from '../../cel/cache.js';
import { CelCompileError, type CelDevice, CelRuntimeError } from '../../cel/engine.js';
import type { Features } from '../../features/features.js';
import { type Alternative, type Amount, nameKey, type Option, type Problem, type Request } from '../problem.js';
import { type Consumption, consumptionOf } from './capacity.js';
import { agreedGroups, type Membership, membershipsOf } from './compatibility.js';
import type { Objects } from './objects.js';
import { isFor, type Pool, poolKey, poolsOf } from './pools.js';
import { valuesIn } from './values.js';

const CLAIM_LIMIT = 32n;

/** The semantics by which objects are read. `corrections`: admin access draws on no counters. */
export interface Semantics {
  readonly features: Features;
  readonly corrections: boolean;
  readonly selectors: SelectorCache;
}

/** A device with where it is from, the amounts that it takes of counters, and its groups in counter sets. */
interface Target {
  readonly key: string;
  readonly device: Device;
  readonly spec: ResourceSlice['spec'];
  readonly isShareable: boolean;
  readonly draws: readonly Amount[];
  readonly memberships: readonly Membership[];
}

/** The part of a request that an alternative stands for. */
type Selection = DeviceSelection & { readonly name: string; readonly adminAccess?: boolean };
/** A constraint by its name; `most`: the devices that it can be about, at most. */
type Constraint = DeviceConstraint & { readonly key: string; readonly most: number };
/** A request is read: the place of its claim, its constraints, and the list whose alternatives its selections are. */
interface Reading {
  readonly claim: number;
  readonly constraints: readonly Constraint[];
  readonly ties: readonly (readonly [constraint: string, value: string])[];
}

/** Reads the problem of decoded objects. */
export function readProblem(objects: Objects, semantics: Semantics, checkpoint: Checkpoint): Problem {
  return checkpoint.keep(() => new Reader(objects, semantics, checkpoint)).read();
}

class Reader {
  readonly #objects: Objects;
  readonly #semantics: Semantics;
  readonly #checkpoint: Checkpoint;
  readonly #left = new Map<string, bigint>();
  readonly #common = new Map<string, ReadonlySet<string>>();
  /** The pools that have a counter below zero: it refuses all of their devices that draw on any. */
  readonly #overdrawn = new Set<string>();
  readonly #targets: readonly Target[];
  /** The claims that ask for admin access. */
  readonly #admins: readonly number[];

  constructor(objects: Objects, semantics: Semantics, checkpoint: Checkpoint) {
    this.#objects = objects;
    this.#semantics = semantics;
    this.#checkpoint = checkpoint;
    this.#targets = poolsOf(objects.slices, objects.node, semantics.features).flatMap((pool) => this.#devicesOf(pool));
    const requests = objects.claims.map(({ spec }) => alternativesOf(spec).flatMap((whole) => whole.requests));
    this.#admins = [...requests.keys()].filter((claim) => requests[claim]?.some(({ exactly }) => exactly?.adminAccess === true));
  }

  read(): Problem {
    const requests = this.#checkpoint.map(this.#objects.claims, (claim, index) => this.#requestsOf(claim, index)).flat();
    const left = new Map(Array.from(this.#left, ([budget, amount]) => [budget, amount < 0n ? 0n : amount]));
    return { requests, left, common: this.#common };
  }

  /** The devices of a pool, of which those that are allocated have taken their part of the counters. */
  #devicesOf({ seen, others }: Pool): readonly Target[] {
    const left = new Map<string, bigint>();
    for (const { spec } of [...seen, ...others])
      for (const { name, counters } of spec.sharedCounters)
        for (const [counter, { value }] of counters) left.set(nameKey(spec.driver, spec.pool.name, name, counter), value.nano);
    const targetsOf = ({ spec }: ResourceSlice): readonly Target[] =>
      spec.sharedCounters.length > 0 ? [] : spec.devices.map((device) => this.#targetOf(device, spec));
    const own = seen.flatMap(targetsOf);
    const all = [...own, ...others.flatMap(targetsOf)];
    // Amounts that a device gives instead of taking are there for all.
    for (const { key, draws } of all)
      for (const { budget, amount } of draws) if (amount < 0n || this.#isInUse(key)) left.set(budget, (left.get(budget) ?? 0n) - amount);
    for (const [budget, amount] of left) this.#left.set(budget, amount);
    if ([...left.values()].some((amount) => amount < 0n)) for (const { spec } of seen) this.#overdrawn.add(poolKey(spec));
    for (const [counterSet, groups] of agreedGroups(all.filter(({ key }) => this.#isInUse(key)).flatMap(({ memberships }) => memberships)))
      this.#common.set(counterSet, groups);
    return own;
  }

  #isInUse(key: string): boolean {
    return this.#objects.occupied.has(key) || this.#objects.shared.has(key);
  }

  #targetOf(device: Device, spec: ResourceSlice['spec']): Target {
    const { driver, pool } = spec;
    const draws = device.consumesCounters.flatMap(({ counterSet, counters }) =>
      Array.from(counters, ([counter, { value }]) => ({ budget: nameKey(driver, pool.name, counterSet, counter), amount: value.nano })),
    );
    const { features } = this.#semantics;
    const isShareable = features.consumableCapacity && device.allowMultipleAllocations === true;
    const memberships = features.compatibilityGroups ? membershipsOf(device, (counterSet) => nameKey(driver, pool.name, counterSet)) : [];
    return { key: nameKey(driver, pool.name, device.name), device, spec, isShareable, draws, memberships };
  }

  /** The requests of a claim. One that has its devices but cannot be used on the node has a request without a choice. */
  #requestsOf({ spec, status: { allocation } }: ResourceClaim, claim: number): readonly Request[] {
    if (allocation !== undefined) return this.#isUsable(allocation) ? [] : [{ key: nameKey(claim), alternatives: [] }];
    this.#left.set(nameKey(claim), CLAIM_LIMIT);
    const wholes = alternativesOf(spec);
    const constraints = wholes
      .flatMap((of) => of.constraints.map((one) => ({ one, of, most: this.#mostOf(one, of.requests) })))
      .map(({ one, of, most }, place) => ({ of, constraint: { ...one, most, key: nameKey(claim, place) } }));
    return this.#checkpoint.map(
      wholes.flatMap((of) => of.requests.map((request) => ({ of, request }))),
      ({ of, request }, place): Request => {
        const key = nameKey(claim, place, request.name);
        const own = constraints.filter((one) => one.of === of).map(({ constraint }) => constraint);
        const [tie, values] = [nameKey(claim), wholes.map((_, at) => `${at}`)];
        const ties = wholes.length > 1 ? [[tie, `${wholes.indexOf(of)}`] as const] : [];
        const selections = selectionsOf(request);
        const alternatives = this.#checkpoint.map(selections, (selection) => {
          const inList = selections.length > 1 ? [...ties, [key, selection.name] as const] : ties;
          return this.#alternativeOf(selection, {
            claim,
            constraints: own.filter((one) => isAbout(one, request.name, selection.name)),
            ties: inList,
          });
        });
        // A request of an alternative of the claim that is not taken gets something that only the others go with.
        const none: Option = {
          device: key,
          ...{ own: [], once: [], takes: [] },
          values: new Map([[tie, new Set(values.filter((value) => value !== ties[0]?.[1]))]]),
        };
        return {
          key,
          alternatives: ties.length === 0 ? alternatives : [...alternatives, { name: request.name, need: 1, options: [none] }],
        };
      },
    );
  }

  #isUsable({ nodeSelector, results }: NonNullable<ResourceClaim['status']['allocation']>): boolean {
    const { node } = this.#objects;
    const isHere = nodeSelector === undefined || isFor({ nodeSelector }, node);
    return isHere && (canSkipOperations(node) || results.every(({ skipNodeOperations }) => skipNodeOperations.length === 0));
  }

  /** The devices that a constraint can be about, at most. */
  #mostOf(constraint: DeviceConstraint, requests: readonly DeviceRequest[]): number {
    const counts = requests.map((request) => {
      const own = selectionsOf(request).filter(({ name }) => isAbout(constraint, request.name, name));
      return Math.max(0, ...own.map(({ allocationMode, count }) => (allocationMode === 'All' ? this.#targets.length : Number(count))));
    });
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #alternativeOf(selection: Selection, reading: Reading): Alternative {
    const isAll = selection.allocationMode === 'All';
    const belonging = this.#checkpoint.map(this.#targets, (target) => this.#belongs(selection, target));
    const wanted = this.#targets.filter((_, index) => belonging[index] === true || (!isAll && belonging[index] === 'perhaps'));
    const options = this.#checkpoint.map(wanted, (target) => this.#optionsOf(target, selection, reading));
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
    const consumed = [...this.#consumptionOf(device, selection)];
    const isWhole = consumed.every(([name, amount = 0n]) => amount <= (device.capacity.get(name)?.value.nano ?? 0n));
    if (selection.allocationMode === 'All' && !isWhole) return false;
    return (!matches.includes(undefined) && consumed.every(([, amount]) => amount !== undefined)) || 'perhaps';
  }

  #consumptionOf(device: Device, { capacity }: Selection): Consumption {
    const { consumableCapacity, fractionalCapacityRange } = this.#semantics.features;
    return consumableCapacity ? consumptionOf(device, capacity?.requests ?? new Map(), fractionalCapacityRange) : new Map();
  }

  /** A device that belongs to a request as an option, if it can be picked: what it takes, and the values that constraints compare. */
  #optionsOf(target: Target, selection: Selection, reading: Reading): readonly Option[] {
    if (!this.#isAvailable(target, selection)) return [];
    const takes = this.#takesOf(target, selection, reading.claim);
    const values = new Map<string, ReadonlySet<string>>(reading.ties.map(([constraint, value]) => [constraint, new Set([value])]));
    for (const constraint of reading.constraints) {
      const { mode } = semanticsOf(constraint);
      const compared = this.#valuesOf(target, constraint, selection);
      if (compared?.length === 0) return [];
      if (compared === undefined) continue;
      if (mode === 'Identical' || mode === 'NonEmptyIntersection') values.set(constraint.key, new Set(compared));
      else for (const value of new Set(compared)) takes.push({ budget: nameKey(constraint.key, value), amount: 1n });
      // No value is one of all devices: each is one of all but one at most.
      if (mode === 'EmptyIntersection')
        for (const value of compared) this.#left.set(nameKey(constraint.key, value), BigInt(constraint.most - 1));
    }
    return [this.#charged(target, selection, takes, values)];
  }

  /** The option with what it takes of counters, and the groups that it has in them. */
  #charged(target: Target, selection: Selection, takes: readonly Amount[], values: Map<string, ReadonlySet<string>>): Option {
    const { key: device, isShareable } = target;
    const isCharged = this.#isCharged(target, selection);
    const draws = isCharged ? target.draws.filter(({ amount }) => amount > 0n) : [];
    for (const { counterSet, groups } of isCharged ? target.memberships : []) if (groups !== undefined) values.set(counterSet, groups);
    const own = [...takes.filter(({ amount }) => amount > 0n), ...(isShareable ? [] : draws)];
    return { device, own, once: isShareable ? draws : [], takes: own, values };
  }

  #isAvailable(target: Target, selection: Selection): boolean {
    const { features } = this.#semantics;
    const { key, device, spec } = target;
    if (selection.adminAccess !== true && this.#objects.occupied.has(key)) return false;
    if ([...this.#consumptionOf(device, selection)].some(([name, amount = 0n]) => amount > this.#leftOf(target, name))) return false;
    if (spec.skipNodeOperations.length > 0 && !(features.optionalNodeOperations && canSkipOperations(this.#objects.node))) return false;
    if (device.consumesCounters.length > 0 && !features.partitionableDevices) return false;
    if (device.consumesCounters.length > 0 && this.#isCharged(target, selection) && this.#overdrawn.has(poolKey(spec))) return false;
    return !features.deviceTaints || taintRefusing(device.taints, selection.tolerations, this.#checkpoint) === undefined;
  }

  /** Tells whether a pick is charged for counters: a further share of a device is not. */
  #isCharged({ key, isShareable }: Target, { adminAccess }: Selection): boolean {
    return !(adminAccess === true && this.#semantics.corrections) && !(isShareable && this.#objects.shared.has(key));
  }

  /** The amount that earlier shares left of a capacity. */
  #leftOf({ key, device }: Target, capacity: string): bigint {
    return (device.capacity.get(capacity)?.value.nano ?? 0n) - (this.#objects.consumed.get(key)?.get(capacity) ?? 0n);
  }

  /** The amounts that each pick takes: of its claim, and of the device itself or, where one is shared, of its capacities. */
  #takesOf(target: Target, selection: Selection, claim: number): Amount[] {
    const { key, device, isShareable } = target;
    const isAdmin = selection.adminAccess === true;
    const takes: Amount[] = [{ budget: nameKey(claim), amount: 1n }];
    // Admin access gets what other claims have, and keeps it from those without in claims behind it.
    const excluded = isAdmin ? [claim] : this.#admins.filter((index) => index <= claim);
    const own = excluded.map((index) => nameKey(key, index));
    if (!isShareable) takes.push(...(isAdmin ? own : [...own, key]).map((budget) => ({ budget, amount: 1n })));
    for (const [capacity, amount = 0n] of isShareable ? this.#consumptionOf(device, selection) : []) {
      this.#left.set(nameKey(key, capacity), this.#leftOf(target, capacity));
      takes.push({ budget: nameKey(key, capacity), amount });
    }
    return takes;
  }

  /** The values that a constraint compares; undefined: they are not known. Without any it refuses the device. */
  #valuesOf({ key, device, spec }: Target, constraint: Constraint, { derivedAttributes }: Selection): readonly string[] | undefined {
    const { features, selectors } = this.#semantics;
    const name = attributeOf(constraint);
    const derived = derivedAttributes.findLast((one) => one.name === name);
    const found =
      derived === undefined
        ? (lookupAttribute(device, spec.driver, name) ?? 'none')
        : this.#evaluate(selectors.derivation(derived.expression), device, spec);
    return found === 'error' || found === 'none' ? [] : found && valuesIn(found, key, semanticsOf(constraint), features.listTypeAttributes);
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

/** The alternatives of a request, or the one thing that it asks for. */
function selectionsOf({ name, exactly, firstAvailable }: DeviceRequest): readonly Selection[] {
  if (firstAvailable.length === 0 && exactly !== undefined) return [{ ...exactly, name }];
  return firstAvailable.map((one) => ({ ...one, name: `${name}/${one.name}` }));
}

function isAbout({ requests }: DeviceConstraint, request: string, selection: string): boolean {
  return requests.length === 0 || requests.includes(request) || requests.includes(selection);
}

interface Compiled<T> {
  evaluate(device: CelDevice, checkpoint?: Checkpoint): T;
}
