// Simulates Kueue's admission: pods of a queue are pending until its quotas have room. The pods of a Job or similar owner, and
// the pods of a group, are admitted together.

import type { ClusterState } from '../../cluster/cluster-state.js';
import type { Pod } from '../../core/api/pod.js';
import type { Workload } from '../../core/api/workload.js';
import { entryIn, weakEntryIn } from '../../core/base/entry-in.js';
import type { Program } from '../../core/base/program.js';
import type { FilterFeatures } from '../../scheduler/filters/filter-features.js';
import type { Clock } from '../clock.js';
import type { OwnedSet, SimulatedPod } from '../model.js';
import type { Refusal } from '../queue.js';
import { admittedSpec, isGated, isOfFlavor } from './flavors.js';
import { type ClusterQueue, type Flavor, type KueueObject, KueueObjects } from './objects.js';
import { inactivity, type Place, QueueFinder } from './queue-finder.js';
import { type Demand, type FlavorsByResource, Quotas } from './quotas.js';
import { Charges, type PodCharge } from './requests.js';

/** Equal pods of a unit. */
interface Part {
  readonly spec: Pod['spec'];
  readonly charge: PodCharge;
  /** The set of the owner; undefined if the unit is a pod or a group of pods. */
  readonly owned: OwnedSet | undefined;
  /** The number of pods for which quota is reserved, and their flavors. */
  reserved: number;
  flavors: FlavorsByResource | undefined;
  /** The admitted pods, and the pending ones. */
  readonly admitted: Set<SimulatedPod>;
  readonly held: Set<SimulatedPod>;
}

/** Pods that are admitted together: a Workload of Kueue. */
interface Unit {
  readonly place: Place;
  readonly order: number;
  readonly parts: Map<OwnedSet | SimulatedPod, Part>;
  /** The ClusterQueue whose quota it uses. */
  queue: string | undefined;
  refusal: Refusal | undefined;
}

/** The part of the simulation that admission needs. */
export interface AdmissionWorld {
  readonly state: ClusterState;
  readonly features: FilterFeatures;
  /** Returns the number of pods that the owner of a set requests. */
  podCountOf(owned: OwnedSet): number;
  /** Changes the spec of a pod before the scheduler considers it. */
  change(pod: SimulatedPod, spec: Pod['spec']): void;
}

/** The pods of queues, pending or admitted. */
export class Admission {
  readonly #world: AdmissionWorld;
  readonly #objects = new KueueObjects();
  readonly #finder = new QueueFinder(this.#objects);
  readonly #quotas: Quotas;
  readonly #units = new Map<object, Unit>();
  readonly #unitOf = new Map<SimulatedPod, Unit>();
  readonly #specs = new WeakMap<Pod['spec'], Map<string, Pod['spec']>>();
  #charges: Charges;
  #chargeOf = new WeakMap<Pod['spec'], Map<string, PodCharge>>();
  #isChanged = false;
  #size = 0;
  /** Units with pending pods, and units that were admitted before the simulation. */
  readonly #waiting = new Set<Unit>();
  readonly #running = new Set<Unit>();
  readonly #unreported = new Set<SimulatedPod>();
  /** A number for each charge. Equal charges have the same result, so they have the same number. */
  readonly #numbers = new WeakMap<PodCharge, number>();
  #number = 0;

  constructor(world: AdmissionWorld) {
    this.#world = world;
    this.#quotas = new Quotas(this.#objects, world.features.taintTolerationComparisonOperators);
    this.#charges = this.#newCharges();
  }

  #newCharges(): Charges {
    return new Charges(this.#world.state, this.#world.features, this.#objects.configuration);
  }

  /** The number of pods that are pending for a quota. */
  get size(): number {
    return this.#size;
  }

  /** True if pods may be admitted that could not be admitted before. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** The properties of queues and pods that were not considered, in words. */
  get notLookedAt(): Iterable<string> {
    return [...this.#finder.notLookedAt, ...this.#charges.notLookedAt];
  }

  /** Returns the LocalQueue that an owner names for its pods; undefined if only the pods can name one. */
  queueOfOwner(owner: Workload): string | undefined {
    return this.#finder.queueOfOwner(owner);
  }

  apply(objects: readonly KueueObject[]): void {
    if (objects.length === 0) return;
    this.#objects.apply(objects);
    if (objects.some(({ kind }) => kind === 'Configuration')) this.classesChanged();
    this.#isChanged = true;
  }

  /** Removes an object of Kueue; returns false if it does not exist. */
  removeObject(kind: string, metadata: { readonly namespace: string; readonly name: string }): boolean {
    const isGone = this.#objects.remove(kind, metadata);
    this.#isChanged ||= isGone;
    return isGone;
  }

  /** Must be called after templates or classes changed: the charges of pending pods may change. Reserved quota stays unchanged. */
  classesChanged(): void {
    if (!this.#finder.isOn) return;
    this.#charges = this.#newCharges();
    this.#chargeOf = new WeakMap();
    for (const unit of this.#units.values()) {
      for (const [key, part] of unit.parts) if (part.reserved === 0) unit.parts.set(key, { ...part, charge: this.#charge(part) });
    }
    this.#isChanged = true;
  }

  /** Holds a pending pod until its quota is reserved; returns false if no queue manages it. */
  hold(pod: SimulatedPod): boolean {
    const part = this.#partOf(pod);
    if (part === undefined) return false;
    const unit = this.#unitOf.get(pod) as Unit;
    part.held.add(pod);
    this.#size++;
    this.#waiting.add(unit);
    this.#unreported.add(pod);
    // A stored pod that Kueue does not hold back was admitted earlier.
    if (pod.pod.metadata.uid !== '' && !isGated(pod.pod.spec)) this.#running.add(unit);
    this.#isChanged = true;
    return true;
  }

  /** Records a pod that has a node although it was never pending here. */
  adopt(pod: SimulatedPod): void {
    const part = this.#partOf(pod);
    if (part === undefined) return;
    part.admitted.add(pod);
    this.#running.add(this.#unitOf.get(pod) as Unit);
    this.#isChanged = true;
  }

  #partOf(pod: SimulatedPod): Part | undefined {
    const place = this.#finder.placeOf(pod);
    if (place === undefined) return undefined;
    const unit = entryIn(
      this.#units,
      place.unit,
      (): Unit => ({
        place,
        order: pod.order,
        parts: new Map(),
        queue: undefined,
        refusal: undefined,
      }),
    );
    this.#unitOf.set(pod, unit);
    const owned = place.isOwner ? pod.owned : undefined;
    const { spec, metadata } = pod.pod;
    const made = (): Part => ({
      spec,
      charge: this.#chargeIn(metadata.namespace, pod.pod),
      owned,
      reserved: 0,
      flavors: undefined,
      admitted: new Set(),
      held: new Set(),
    });
    return entryIn(unit.parts, owned ?? pod, made);
  }

  #charge({ spec, admitted, held }: Part): PodCharge {
    const [pod] = [...admitted, ...held] as [SimulatedPod];
    return this.#chargeIn(pod.pod.metadata.namespace, { ...pod.pod, spec });
  }

  #chargeIn(namespace: string, pod: Pod): PodCharge {
    const byNamespace = weakEntryIn(this.#chargeOf, pod.spec, () => new Map<string, PodCharge>());
    return entryIn(byNamespace, namespace, () => this.#charges.of(pod));
  }

  /** Removes a pod. Requires: the owner of the pod was added first. */
  remove(pod: SimulatedPod): void {
    const unit = this.#unitOf.get(pod);
    if (unit === undefined) return;
    this.#unitOf.delete(pod);
    const key = unit.place.isOwner ? (pod.owned as OwnedSet) : pod;
    const part = unit.parts.get(key) as Part;
    part.admitted.delete(pod);
    this.#unreported.delete(pod);
    if (part.held.delete(pod)) this.#size--;
    this.#release(unit, part);
    const parts = [...unit.parts.values()];
    if (parts.every(({ held }) => held.size === 0)) this.#waiting.delete(unit);
    if (parts.some(({ reserved, admitted, held }) => reserved + admitted.size + held.size > 0)) return;
    this.#units.delete(unit.place.unit);
    this.#running.delete(unit);
  }

  /** Releases quota that is no longer requested. */
  #release(unit: Unit, part: Part): void {
    const spare = part.reserved - this.#podCount(part);
    if (spare <= 0) return;
    this.#take(unit, part, -spare);
    this.#isChanged = true;
  }

  #podCount({ owned, admitted, held }: Part): number {
    return owned === undefined ? admitted.size + held.size : this.#world.podCountOf(owned);
  }

  #take(unit: Unit, part: Part, count: number): void {
    const { charge, flavors } = part;
    if ('amounts' in charge && flavors !== undefined && unit.queue !== undefined)
      this.#quotas.add(unit.queue, { amounts: charge.amounts, flavors }, count);
    part.reserved += count;
  }

  /** Admits units that fit, by priority and creation, and appends their pods for the scheduler to a list. */
  *admit(released: SimulatedPod[], clock: Clock): Program<void> {
    this.#isChanged = false;
    for (const unit of this.#running) {
      yield* clock.check();
      this.#readmit(unit);
    }
    yield* this.#askAll(clock, released);
  }

  /** Updates the messages of pending units with the current usage. Units that were admitted after them may have added to it. */
  *refresh(clock: Clock): Program<void> {
    yield* this.#askAll(clock);
  }

  *#askAll(clock: Clock, released?: SimulatedPod[]): Program<void> {
    if (this.#waiting.size === 0) return;
    const round: Round = { refused: new Map(), behind: new Map() };
    const byRank = (left: Unit, right: Unit): number => right.place.priority - left.place.priority || left.order - right.order;
    for (const unit of yield* clock.sort(this.#waiting, byRank)) {
      yield* clock.check();
      this.#admitUnit(unit, round);
      if (released === undefined) continue;
      for (const pod of this.#letGo(unit)) {
        released.push(pod);
        yield* clock.check();
      }
    }
  }

  /** Reserves the quota of a unit that ran before the simulation, even beyond the limit. */
  #readmit(unit: Unit): void {
    const queue = this.#finder.queueOf(unit.place);
    if (typeof queue === 'string') return;
    this.#running.delete(unit);
    unit.queue ??= queue.metadata.name;
    for (const part of unit.parts.values()) {
      const [running] = part.admitted;
      const node = running?.node === undefined ? undefined : this.#world.state.node(running.node);
      const isOf = (flavor: Flavor): boolean => node !== undefined && isOfFlavor(node, flavor);
      if ('amounts' in part.charge) part.flavors ??= this.#quotas.ofRunning(queue, part.charge.amounts, isOf);
      const more = this.#podCount(part) - part.reserved;
      if (more > 0) this.#take(unit, part, more);
    }
  }

  #admitUnit(unit: Unit, round: Round): void {
    const unreserved = [...unit.parts.values()].filter((part) => part.held.size > 0 && this.#podCount(part) > part.reserved);
    if (unreserved.length === 0) return;
    const queue = this.#finder.queueOf(unit.place);
    const wrong = typeof queue === 'string' ? queue : (inactivity(queue, unit.place, this.#objects) ?? refusalIn(unreserved));
    const answer = wrong === undefined ? this.#assign(unit, queue as ClusterQueue, unreserved, round) : refusalOf(wrong);
    if ('cause' in answer) {
      unit.refusal = answer;
      return;
    }
    unit.queue = (queue as ClusterQueue).metadata.name;
    unit.refusal = undefined;
    for (const [index, part] of unreserved.entries()) {
      part.flavors = answer[index] as FlavorsByResource;
      this.#take(unit, part, this.#podCount(part) - part.reserved);
    }
  }

  #assign(unit: Unit, queue: ClusterQueue, parts: readonly Part[], { refused, behind }: Round): readonly FlavorsByResource[] | Refusal {
    const { name } = queue.metadata;
    const first = behind.get(name);
    if (first !== undefined) {
      const cause = `ClusterQueue ${name} is StrictFIFO`;
      return refusalOf(cause, `${cause}: it waits for ${first}`);
    }
    const partKeys = parts.map((part) => {
      const number = weakEntryIn(this.#numbers, part.charge, () => this.#number++);
      return `${number}x${this.#podCount(part) - part.reserved}${part.flavors === undefined ? '' : ` of ${unit.order}`}`;
    });
    const key = `${name} ${partKeys.join()}`;
    const answer =
      refused.get(key) ??
      this.#quotas.assign(
        queue,
        parts.map((part) => this.#demandOf(part)),
      );
    if ('cause' in answer) {
      refused.set(key, answer);
      if (queue.spec.queueingStrategy === 'StrictFIFO') behind.set(name, unit.place.name);
    }
    return answer;
  }

  #demandOf(part: Part): Demand {
    const { amounts } = part.charge as Extract<PodCharge, { amounts: unknown }>;
    return { spec: part.spec, amounts, count: this.#podCount(part) - part.reserved, flavors: part.flavors };
  }

  /** Yields the pods whose quota is reserved, for the scheduler. */
  *#letGo(unit: Unit): Generator<SimulatedPod> {
    for (const part of unit.parts.values()) {
      for (const pod of part.held) {
        if (part.admitted.size >= part.reserved) break;
        part.held.delete(pod);
        part.admitted.add(pod);
        this.#unreported.delete(pod);
        this.#size--;
        this.#world.change(pod, this.#specOf(pod.pod.spec, [...new Set(part.flavors?.values())]));
        yield pod;
      }
    }
    if ([...unit.parts.values()].every(({ held }) => held.size === 0)) this.#waiting.delete(unit);
  }

  #specOf(spec: Pod['spec'], flavors: readonly Flavor[]): Pod['spec'] {
    const key = flavors.map(({ metadata }) => metadata.name).join();
    return entryIn(
      weakEntryIn(this.#specs, spec, () => new Map<string, Pod['spec']>()),
      key,
      () => admittedSpec(spec, flavors),
    );
  }

  /** Yields the pods that are pending for a quota, with the reason. */
  *waiting(): Generator<{ readonly pods: readonly SimulatedPod[]; readonly refusal: Refusal }> {
    for (const unit of this.#waiting) {
      const pods = [...unit.parts.values()].flatMap(({ held }) => [...held]);
      yield { pods, refusal: unit.refusal ?? NOT_YET };
    }
  }

  /** Yields the pods that were not yet reported as pending, and marks them as reported. */
  *takeUnreported(): Generator<{ readonly pod: SimulatedPod; readonly cause: string }> {
    for (const pod of this.#unreported) yield { pod, cause: (this.#unitOf.get(pod)?.refusal ?? NOT_YET).cause };
    this.#unreported.clear();
  }
}

/** The rejected charges of one round, and the unit that blocks each queue. */
interface Round {
  readonly refused: Map<string, Refusal>;
  readonly behind: Map<string, string>;
}

function refusalOf(cause: string, message = cause): Refusal {
  return { cause, message, isFickle: false };
}

const NOT_YET = refusalOf('Kueue has not considered it yet');

function refusalIn(parts: readonly Part[]): string | undefined {
  for (const { charge } of parts) if ('refusal' in charge) return charge.refusal;
  return undefined;
}
