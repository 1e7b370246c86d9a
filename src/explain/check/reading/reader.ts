// The checker's independent reading of the objects: the candidate devices of each request, the values that constraints compare,
// and the consumption of selections. If in doubt, a device may be selected and consumes nothing: if a problem with more devices
// has no solution, neither has the problem with fewer.

import type { SelectorCache } from '../../../cel/cache.js';
import { CelCompileError, type CelDevice, CelRuntimeError, type Measured } from '../../../cel/engine.js';
import { attributeOf, semanticsOf } from '../../../core/api/constraint-semantics.js';
import { alternativesOf } from '../../../core/api/device-request.js';
import { canSkipOperations } from '../../../core/api/node-match.js';
import type { DeviceConstraint, DeviceRequest, DeviceSelection, ResourceClaim } from '../../../core/api/resource-claim.js';
import { type Device, lookupAttribute, type ResourceSlice } from '../../../core/api/resource-slice.js';
import { excludingTaint } from '../../../core/api/taints.js';
import { type Checkpoint, UNLIMITED } from '../../../core/base/checkpoint.js';
import { append, largestOf } from '../../../core/base/lists.js';
import type { Features } from '../../../core/features/features.js';
import { type Alternative, type Amount, nameKey, type Option, type Problem, type Request } from '../problem.js';
import type { Work } from '../work.js';
import { nanoOf } from './amounts.js';
import { type Consumption, consumptionOf } from './capacity.js';
import { agreedGroups, type Membership, membershipsOf } from './compatibility.js';
import type { Objects } from './objects.js';
import { isFor, type Pool, poolKey, poolsOf } from './pools.js';
import { valuesIn } from './values.js';

const CLAIM_LIMIT = 32n;

/**
 * Steps of work. `ITEM`: for an item such as a name. `EVALUATION`: for a step of an evaluation, which may cost three times the usual
 * (docs/internals/cel-work.md). `CHARACTER`: for a character of a compiled expression. `CONSTRAINT`: for a constraint of a request. `TAINT`:
 * for a taint of a toleration.
 */
const ITEM_STEPS = 100;
const EVALUATION_STEPS = 3;
const CHARACTER_STEPS = 300;
const CONSTRAINT_STEPS = 40;
const TAINT_STEPS = 5;

/** The semantics of reading. `corrections`: admin access consumes no counters. */
export interface Semantics {
  readonly features: Features;
  readonly corrections: boolean;
  readonly selectors: SelectorCache;
}

/** A device with its origin, its counter consumption, and its groups in counter sets. */
interface Target {
  readonly key: string;
  readonly device: Device;
  readonly spec: ResourceSlice['spec'];
  readonly isShareable: boolean;
  /** True if the node can use the device. */
  readonly isHere: boolean;
  /** The device as expressions see it. */
  readonly seen: CelDevice;
  readonly draws: readonly Amount[];
  readonly memberships: readonly Membership[];
}

/** The part of a request that an alternative represents. */
type Selection = DeviceSelection & { readonly name: string; readonly adminAccess?: boolean };
/** A request with its alternatives. */
interface RequestWithSelections {
  readonly request: DeviceRequest;
  readonly selections: readonly Selection[];
}
/** A constraint with its name. `about`: the requests that it names. `most`: the most devices that it can apply to. */
type Constraint = DeviceConstraint & { readonly key: string; readonly about: ReadonlySet<string>; readonly most: number };
/** The context of reading a request: the index of its claim, its constraints, and the list of alternatives that its selections belong to. */
interface Reading {
  readonly claim: number;
  readonly constraints: readonly Constraint[];
  readonly ties: readonly (readonly [constraint: string, value: string])[];
}

/** Reads the problem of decoded objects. Pauses at each yield. Throws TooMuchWork, and the errors of the checkpoint. */
export function* readProblem(objects: Objects, semantics: Semantics, work: Work): Generator<undefined, Problem> {
  return yield* new Reader(objects, semantics, work).read();
}

class Reader {
  readonly #objects: Objects;
  readonly #semantics: Semantics;
  readonly #work: Work;
  readonly #left = new Map<string, bigint>();
  readonly #common = new Map<string, ReadonlySet<string>>();
  /** The pools with a counter below zero. Such a counter rejects all devices of the pool that consume any counter. */
  readonly #overdrawn = new Set<string>();
  readonly #targets: Target[] = [];
  /** The claims that request admin access. */
  readonly #admins: number[] = [];
  /** The expressions read so far. */
  readonly #compiled = new Set<string>();

  constructor(objects: Objects, semantics: Semantics, work: Work) {
    this.#objects = objects;
    this.#semantics = semantics;
    this.#work = work;
  }

  *read(): Generator<undefined, Problem> {
    const { slices, node, claims } = this.#objects;
    for (const pool of yield* poolsOf(slices, node, this.#semantics.features, this.#work)) yield* this.#readPool(pool);
    for (const [claim, { spec }] of claims.entries())
      if (alternativesOf(spec).some((whole) => whole.requests.some(({ exactly }) => exactly?.adminAccess === true)))
        this.#admins.push(claim);
    const requests: Request[] = [];
    for (const [index, claim] of claims.entries()) append(requests, yield* this.#requestsOf(claim, index));
    const left = new Map(Array.from(this.#left, ([budget, amount]) => [budget, amount < 0n ? 0n : amount]));
    return { requests, left, common: this.#common };
  }

  /** Reads the devices of a pool. Allocated devices have already consumed their part of the counters. */
  *#readPool({ seen, others }: Pool): Generator<undefined, void> {
    const left = new Map<string, bigint>();
    for (const { spec } of [...seen, ...others]) {
      yield;
      for (const { name, counters } of spec.sharedCounters)
        for (const [counter, { value }] of counters)
          left.set(this.#key(spec.driver, spec.pool.name, name, counter), nanoOf(value, this.#work));
    }
    const targets = yield* this.#targetsOf(seen);
    const all = [...targets, ...(yield* this.#targetsOf(others))];
    // Negative consumption of a device adds to the supply of all.
    for (const { key, draws } of all)
      for (const { budget, amount } of draws) if (amount < 0n || this.#isInUse(key)) left.set(budget, (left.get(budget) ?? 0n) - amount);
    for (const [budget, amount] of left) this.#left.set(budget, amount);
    if ([...left.values()].some((amount) => amount < 0n)) for (const { spec } of seen) this.#overdrawn.add(poolKey(spec));
    for (const [counterSet, groups] of agreedGroups(all.filter(({ key }) => this.#isInUse(key)).flatMap(({ memberships }) => memberships)))
      this.#common.set(counterSet, groups);
    append(this.#targets, targets);
  }

  *#targetsOf(slices: readonly ResourceSlice[]): Generator<undefined, readonly Target[]> {
    const targets: Target[] = [];
    for (const { spec } of slices) {
      for (const device of spec.sharedCounters.length > 0 ? [] : spec.devices) {
        yield;
        targets.push(this.#targetOf(device, spec));
      }
    }
    return targets;
  }

  #isInUse(key: string): boolean {
    return this.#objects.occupied.has(key) || this.#objects.shared.has(key);
  }

  #targetOf(device: Device, spec: ResourceSlice['spec']): Target {
    const { driver, pool } = spec;
    const draws = device.consumesCounters.flatMap(({ counterSet, counters }) =>
      Array.from(counters, ([counter, { value }]) => ({
        budget: this.#key(driver, pool.name, counterSet, counter),
        amount: nanoOf(value, this.#work),
      })),
    );
    const { features } = this.#semantics;
    const isShareable = features.consumableCapacity && device.allowMultipleAllocations === true;
    const memberships = features.compatibilityGroups
      ? membershipsOf(device, (counterSet) => this.#key(driver, pool.name, counterSet), this.#work)
      : [];
    const isHere = spec.perDeviceNodeSelection !== true || isFor(device, this.#objects.node);
    const seen = { ...device, allowMultipleAllocations: device.allowMultipleAllocations === true, driver };
    this.#work.spend(ITEM_STEPS * (1 + device.taints.length + device.attributes.size + device.capacity.size));
    return { key: this.#key(driver, pool.name, device.name), device, spec, isShareable, isHere, seen, draws, memberships };
  }

  /** Returns the requests of a claim. If an allocated claim cannot be used on the node, it has a request without a choice. */
  *#requestsOf({ spec, status: { allocation } }: ResourceClaim, claim: number): Generator<undefined, readonly Request[]> {
    yield;
    this.#work.spend(ITEM_STEPS);
    if (allocation !== undefined) return this.#isUsable(allocation) ? [] : [{ key: nameKey(claim), alternatives: [] }];
    this.#left.set(nameKey(claim), CLAIM_LIMIT);
    const wholes = alternativesOf(spec);
    const tie = nameKey(claim);
    const requests: Request[] = [];
    let places = 0;
    for (const [at, whole] of wholes.entries()) {
      const entries = whole.requests.map((request) => ({ request, selections: selectionsOf(request) }));
      const constraints: Constraint[] = [];
      for (const one of whole.constraints) constraints.push(yield* this.#constraintOf(one, entries, nameKey(claim, places++)));
      const ties: Reading['ties'] = wholes.length > 1 ? [[tie, `${at}`]] : [];
      // If a claim alternative is not used, its requests select a placeholder. The placeholder is compatible only with the
      // other alternatives.
      this.#work.spend(ITEM_STEPS * wholes.length);
      const others = new Map([[tie, new Set([...wholes.keys()].filter((one) => one !== at).map((one) => `${one}`))]]);
      for (const { request, selections } of entries) {
        const key = this.#key(claim, requests.length, request.name);
        const alternatives: Alternative[] = [];
        for (const selection of selections) {
          this.#work.spend(ITEM_STEPS + constraints.length * CONSTRAINT_STEPS);
          const applying = constraints.filter((one) => isAbout(one, request.name, selection.name));
          const inList = selections.length > 1 ? [...ties, [key, selection.name] as const] : ties;
          alternatives.push(yield* this.#alternativeOf(selection, { claim, constraints: applying, ties: inList }));
        }
        const none: Option = { device: key, ...{ amounts: [], once: [], takes: [] }, values: others };
        requests.push({
          key,
          alternatives: ties.length === 0 ? alternatives : [...alternatives, { name: request.name, need: 1, options: [none] }],
        });
      }
    }
    return requests;
  }

  #isUsable({ nodeSelector, results }: NonNullable<ResourceClaim['status']['allocation']>): boolean {
    const { node } = this.#objects;
    const isHere = nodeSelector === undefined || isFor({ nodeSelector }, node);
    return isHere && (canSkipOperations(node) || results.every(({ skipNodeOperations }) => skipNodeOperations.length === 0));
  }

  /** Returns a constraint of a claim; `most`: the most devices that it can apply to. */
  *#constraintOf(constraint: DeviceConstraint, requests: readonly RequestWithSelections[], key: string): Generator<undefined, Constraint> {
    const about = new Set(constraint.requests);
    this.#work.spend(ITEM_STEPS * (1 + about.size));
    let most = 0;
    for (const { request, selections } of requests) {
      yield;
      const affected = selections.filter(({ name }) => isAbout({ about }, request.name, name));
      this.#work.spend(CONSTRAINT_STEPS * (1 + selections.length));
      const counts = affected.map(({ allocationMode, count }) => (allocationMode === 'All' ? this.#targets.length : Number(count)));
      most += largestOf(counts, 0);
    }
    return { ...constraint, about, most, key };
  }

  *#alternativeOf(selection: Selection, reading: Reading): Generator<undefined, Alternative> {
    const isAll = selection.allocationMode === 'All';
    const options: Option[] = [];
    let belonging = 0;
    let isComplete = true;
    for (const target of this.#targets) {
      yield;
      const belongs = this.#belongs(selection, target);
      isComplete &&= belongs !== 'perhaps';
      if (belongs === false || (isAll && belongs === 'perhaps')) continue;
      belonging++;
      append(options, this.#optionsOf(target, selection, reading));
    }
    // A request for all devices needs 0 devices if it is unknown whether any device belongs to it.
    const all = belonging || (isComplete ? Number.POSITIVE_INFINITY : 0);
    return { name: selection.name, need: isAll ? all : Number(selection.count), options };
  }

  /** Returns whether a device belongs to a request; a request for all devices needs all of them. */
  #belongs(selection: Selection, target: Target): boolean | 'perhaps' {
    const { device, isHere } = target;
    const { features, selectors } = this.#semantics;
    const deviceClass = this.#objects.classes.get(selection.deviceClassName);
    this.#work.spend(ITEM_STEPS);
    if (deviceClass === undefined || !isHere) return false;
    if (!features.deviceBindingAndStatus && (device.bindingConditions?.length ?? 0) > 0) return false;
    let isComplete = true;
    for (const { cel } of [...deviceClass.spec.selectors, ...selection.selectors]) {
      const expression = cel?.expression ?? '';
      const matches = this.#evaluate(expression, selectors.get(expression), target);
      if (matches === false || matches === 'error') return false;
      isComplete &&= matches !== undefined;
    }
    const consumed = [...this.#consumptionOf(device, selection)];
    const isWhole = consumed.every(([name, amount = 0n]) => amount <= (device.capacity.get(name)?.value.nano ?? 0n));
    if (selection.allocationMode === 'All' && !isWhole) return false;
    return (isComplete && consumed.every(([, amount]) => amount !== undefined)) || 'perhaps';
  }

  #consumptionOf(device: Device, { capacity }: Selection): Consumption {
    const { consumableCapacity, fractionalCapacityRange } = this.#semantics.features;
    return consumableCapacity ? consumptionOf(device, capacity?.requests ?? new Map(), fractionalCapacityRange, this.#work) : new Map();
  }

  /** Returns a device that belongs to a request as an option, if it can be selected: its consumption, and the values that constraints compare. */
  #optionsOf(target: Target, selection: Selection, reading: Reading): readonly Option[] {
    if (!this.#isAvailable(target, selection)) return [];
    const takes = this.#takesOf(target, selection, reading.claim);
    this.#work.spend(ITEM_STEPS * (5 + takes.length + reading.ties.length));
    const values = new Map<string, ReadonlySet<string>>(reading.ties.map(([constraint, value]) => [constraint, new Set([value])]));
    for (const constraint of reading.constraints) {
      this.#work.spend(2 * ITEM_STEPS);
      const { mode } = semanticsOf(constraint);
      const compared = this.#valuesOf(target, constraint, selection);
      if (compared?.length === 0) return [];
      if (compared === undefined) continue;
      if (mode === 'Identical' || mode === 'NonEmptyIntersection') values.set(constraint.key, new Set(compared));
      else for (const value of new Set(compared)) takes.push({ budget: this.#key(constraint.key, value), amount: 1n });
      // An empty intersection means: each value is missing on at least one device.
      if (mode === 'EmptyIntersection')
        for (const value of compared) this.#left.set(this.#key(constraint.key, value), BigInt(constraint.most - 1));
    }
    return [this.#charged(target, selection, takes, values)];
  }

  /** Returns the option with its counter consumption, and its groups. */
  #charged(target: Target, selection: Selection, takes: readonly Amount[], values: Map<string, ReadonlySet<string>>): Option {
    const { key: device, isShareable } = target;
    const isCharged = this.#isCharged(target, selection);
    const draws = isCharged ? target.draws.filter(({ amount }) => amount > 0n) : [];
    for (const { counterSet, groups } of isCharged ? target.memberships : []) if (groups !== undefined) values.set(counterSet, groups);
    const amounts = [...takes.filter(({ amount }) => amount > 0n), ...(isShareable ? [] : draws)];
    return { device, amounts, once: isShareable ? draws : [], takes: amounts, values };
  }

  #isAvailable(target: Target, selection: Selection): boolean {
    const { features } = this.#semantics;
    const { key, device, spec } = target;
    if (selection.adminAccess !== true && this.#objects.occupied.has(key)) return false;
    if ([...this.#consumptionOf(device, selection)].some(([name, amount = 0n]) => amount > this.#leftOf(target, name))) return false;
    if (spec.skipNodeOperations.length > 0 && !(features.optionalNodeOperations && canSkipOperations(this.#objects.node))) return false;
    if (device.consumesCounters.length > 0 && !features.partitionableDevices) return false;
    if (device.consumesCounters.length > 0 && this.#isCharged(target, selection) && this.#overdrawn.has(poolKey(spec))) return false;
    this.#work.spend(TAINT_STEPS * device.taints.length * (1 + selection.tolerations.length));
    return !features.deviceTaints || excludingTaint(device.taints, selection.tolerations, UNLIMITED) === undefined;
  }

  /** Returns whether a selection is charged for counters: only the first share of a device is. */
  #isCharged({ key, isShareable }: Target, { adminAccess }: Selection): boolean {
    return !(adminAccess === true && this.#semantics.corrections) && !(isShareable && this.#objects.shared.has(key));
  }

  /** Returns the amount of a capacity that earlier shares leave. */
  #leftOf({ key, device }: Target, capacity: string): bigint {
    return (device.capacity.get(capacity)?.value.nano ?? 0n) - (this.#objects.consumed.get(key)?.get(capacity) ?? 0n);
  }

  /** Returns the consumption of each selection: of its claim, and of the device or, if it is shared, of its capacities. */
  #takesOf(target: Target, selection: Selection, claim: number): Amount[] {
    const { key, device, isShareable } = target;
    const isAdmin = selection.adminAccess === true;
    const takes: Amount[] = [{ budget: nameKey(claim), amount: 1n }];
    // Admin access can select devices of other claims. It excludes these devices from normal access in later claims.
    this.#work.spend(ITEM_STEPS * this.#admins.length);
    const excluded = isAdmin ? [claim] : this.#admins.filter((index) => index <= claim);
    const excludedKeys = excluded.map((index) => nameKey(key, index));
    if (!isShareable) for (const budget of isAdmin ? excludedKeys : [...excludedKeys, key]) takes.push({ budget, amount: 1n });
    for (const [capacity, amount = 0n] of isShareable ? this.#consumptionOf(device, selection) : []) {
      const budget = this.#key(key, capacity);
      this.#left.set(budget, this.#leftOf(target, capacity));
      takes.push({ budget, amount });
    }
    return takes;
  }

  /** Returns the values that a constraint compares; undefined if unknown. Without values the device is rejected. */
  #valuesOf(target: Target, constraint: Constraint, { derivedAttributes }: Selection): readonly string[] | undefined {
    const { features, selectors } = this.#semantics;
    const { key, device, spec } = target;
    const name = attributeOf(constraint);
    this.#work.spend(name.length + ITEM_STEPS * derivedAttributes.length);
    const derived = derivedAttributes.findLast((one) => one.name === name);
    const found =
      derived === undefined
        ? (lookupAttribute(device, spec.driver, name) ?? 'none')
        : this.#evaluate(derived.expression, selectors.derivation(derived.expression), target);
    if (found === 'error' || found === 'none') return [];
    return found && valuesIn(found, key, semanticsOf(constraint), features.listTypeAttributes, this.#work);
  }

  /**
   * Returns the value of an expression on a device; undefined if a limit of this package ends it. Its work counts at each evaluation, even if
   * the value is cached.
   */
  #evaluate<T>(expression: string, compiled: Compiled<T> | CelCompileError, { seen }: Target): T | 'error' | undefined {
    if (!this.#compiled.has(expression)) this.#work.spend(CHARACTER_STEPS * expression.length);
    this.#compiled.add(expression);
    if (compiled instanceof CelCompileError) return compiled.isOwnLimit ? undefined : 'error';
    const { result, work } = compiled.measure(seen, this.#work.checkpoint);
    this.#work.spend(2 * ITEM_STEPS + EVALUATION_STEPS * work);
    if (result instanceof CelRuntimeError) return result.isOwnLimit ? undefined : 'error';
    return result;
  }

  /** Returns a unique text for the parts of a name. */
  #key(...parts: readonly (string | number)[]): string {
    const key = nameKey(...parts);
    this.#work.spend(ITEM_STEPS + key.length);
    return key;
  }
}

/** Returns the alternatives of a request, or its single selection. */
function selectionsOf({ name, exactly, firstAvailable }: DeviceRequest): readonly Selection[] {
  if (firstAvailable.length === 0 && exactly !== undefined) return [{ ...exactly, name }];
  return firstAvailable.map((one) => ({ ...one, name: `${name}/${one.name}` }));
}

function isAbout({ about }: Pick<Constraint, 'about'>, request: string, selection: string): boolean {
  return about.size === 0 || about.has(request) || about.has(selection);
}

interface Compiled<T> {
  measure(device: CelDevice, checkpoint?: Checkpoint): Measured<T>;
}
