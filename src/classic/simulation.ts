// Simulates a cluster: its actors take turns, each does one thing at a time, and equal seeds give equal histories.

import { checkText, integer, oneOf, optional } from '../core/base/arguments.js';
import { AllocationError } from '../core/base/errors.js';
import type { Json } from '../core/base/json.js';
import { smallestOf } from '../core/base/lists.js';
import { Random } from '../core/base/random.js';
import { Pauses } from '../platform/pauses.js';
import type { Work } from './actors/actor.js';
import { Kubelet, type NodeState } from './actors/kubelet.js';
import { type Seat, Seats } from './actors/seats.js';
import { decodeClassicObjects } from './api/decode.js';
import type { KindOf } from './api/kinds.js';
import { type ApiObject, ObjectNames, titleOf, typeOfObject, withMetadata, withoutUndefined } from './api/objects.js';
import { ActorCrash, ApiClient } from './api-client.js';
import { checkDeletion, checkReference, checkRun, checkSimulation } from './arguments.js';
import { Clock } from './clock.js';
import type { Watch } from './informer.js';
import { CLASSIC_RELEASES, type RunOptions, type RunResult, type SimulationEvent, type SimulationOptions } from './simulation-options.js';
import { type DeleteOptions, Store } from './store.js';

const DEFAULT_STEPS = 100_000;

/**
 * A cluster with classic DRA.
 * @example
 * ```ts
 * // The examples of its methods continue this one.
 * import { createAllocator } from 'dra-allocator';
 * import { FAKE_DRIVER, fakeDriver, Simulation } from 'dra-allocator/classic';
 *
 * const apiVersion = 'resource.k8s.io/v1alpha2';
 * const namespace = 'default';
 * const simulation = new Simulation({
 *   kubernetesVersion: '1.27',
 *   drivers: { [FAKE_DRIVER]: fakeDriver({ allocator: await createAllocator(), devicesPerNode: 2 }) },
 *   objects: [
 *     { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } },
 *     { apiVersion, kind: 'ResourceClass', metadata: { name: 'fake' }, driverName: FAKE_DRIVER },
 *     { apiVersion, kind: 'ResourceClaim', metadata: { namespace, name: 'mine' }, spec: { resourceClassName: 'fake' } },
 *   ],
 * });
 * const pod = {
 *   apiVersion: 'v1',
 *   kind: 'Pod',
 *   metadata: { namespace, name: 'train' },
 *   spec: { resourceClaims: [{ name: 'gpu', source: { resourceClaimName: 'mine' } }], containers: [{ name: 'train', image: 'train', resources: { claims: [{ name: 'gpu' }] } }] },
 * };
 * simulation.apply(pod);
 * const { settled } = await simulation.run();
 * console.log(settled, simulation.objects('Pod')[0]?.spec?.nodeName); // true a
 * ```
 */
export class Simulation {
  readonly #clock = new Clock();
  readonly #random: Random;
  readonly #store: Store;
  readonly #inTurn: boolean;
  readonly #seats: Seats;
  readonly #nodeState: NodeState = { claims: new Map(), ended: new Map() };
  #steps = 0;
  #isStepping = false;
  readonly #pauses = new Pauses();
  /** The time of the last change or notification. */
  #lastNews = 0;

  /** Throws AllocationError for invalid objects and options. */
  constructor(options: SimulationOptions = {}) {
    checkSimulation(options);
    const { objects = [], drivers = {}, seed = 1, kubernetesVersion = '1.30', queueingHints = false, order = 'in-turn' } = options;
    if (!(CLASSIC_RELEASES as readonly string[]).includes(kubernetesVersion))
      throw new AllocationError(
        'unknown-kubernetes-version',
        `classic DRA was in Kubernetes 1.26 to 1.30, not in ${JSON.stringify(kubernetesVersion)}`,
      );
    this.#random = new Random(seed);
    this.#store = new Store(this.#clock, this.#random);
    this.#inTurn = order === 'in-turn';
    const naming = Number(kubernetesVersion.slice(2)) < 28 ? 'deterministic' : 'generated';
    const shared = { store: this.#store, clock: this.#clock, random: this.#random, pauses: this.#pauses };
    this.#seats = new Seats(drivers, this.#nodeState, { ...shared, naming, queueingHints });
    const decoded = decodeClassicObjects(objects as readonly Json[]);
    const twice = new ObjectNames().firstTwice(decoded);
    if (twice !== undefined) throw new AllocationError('invalid-input', `objects: ${titleOf(twice)} occurs twice`, { path: 'objects' });
    for (const object of decoded) this.#store.create(object);
  }

  /** Milliseconds since the start. */
  get time(): number {
    return this.#clock.now;
  }

  /** The names of the actors. */
  get actors(): readonly string[] {
    return this.#seats.names;
  }

  /**
   * Returns all objects of the API server, or the objects of a type: a kind of core or resource.k8s.io, or `Kind.group`.
   * @example
   * ```ts
   * const [claim] = simulation.objects('ResourceClaim');
   * console.log(claim?.status?.reservedFor?.map(({ name }) => name)); // [ 'train' ]
   * ```
   */
  objects<T extends string>(type: T): readonly KindOf<T>[];
  objects(): readonly ApiObject[];
  objects(type?: string): readonly ApiObject[] {
    optional(checkText)(type, 'objects(type)');
    return type === undefined
      ? this.#store.types().flatMap((each) => this.#store.list(each) as readonly ApiObject[])
      : this.#store.list(type);
  }

  /**
   * Runs one step and returns its event; undefined if no actor will ever have work again without a
   * call from outside. Rejects with AllocationError while another step is in progress.
   * @example
   * ```ts
   * simulation.apply({ ...pod, metadata: { namespace, name: 'second' } });
   * for (let event = await simulation.step(); event !== undefined && !simulation.isSettled; event = await simulation.step())
   *   if (event.writes.length > 0) console.log(event.actor, event.action, event.object);
   *   // scheduler schedule Pod default/second
   *   // kubelet sync Pod default/second
   * ```
   */
  async step(): Promise<SimulationEvent | undefined> {
    if (this.#isStepping) throw new AllocationError('invalid-input', 'a step is already running: wait until it ends');
    this.#isStepping = true;
    try {
      return await this.#step();
    } finally {
      this.#isStepping = false;
    }
  }

  async #step(): Promise<SimulationEvent | undefined> {
    let choices = this.#seats.choices();
    if (choices.length === 0) {
      const due = smallestOf(this.#timers.map((timer) => timer.due));
      if (due === Number.POSITIVE_INFINITY) return undefined;
      this.#clock.advanceTo(due);
      choices = this.#seats.choices();
    }
    const choice = this.#inTurn ? this.#seats.nextInTurn(choices) : this.#random.chooseFrom(choices);
    if (choice === undefined) return undefined;
    this.#clock.advanceTo(this.#clock.now + 1);
    return choice.watch === undefined ? this.#work(choice.seat) : this.#deliver(choice.seat, choice.watch);
  }

  /**
   * Runs until no actor has work except for periodic rechecks without effect.
   * @example
   * ```ts
   * simulation.apply({ ...pod, metadata: { namespace, name: 'second' } });
   * const result = await simulation.run({ steps: 10_000 });
   * console.log(result.settled, result.events.filter(({ actor }) => actor === 'kubelet').at(-1)?.object); // true Pod default/second
   * ```
   */
  async run(options: RunOptions = {}): Promise<RunResult> {
    checkRun(options);
    const { steps = DEFAULT_STEPS, milliseconds = Number.POSITIVE_INFINITY, onEvent } = options;
    const events: SimulationEvent[] = [];
    const deadline = performance.now() + milliseconds;
    for (let count = 0; count < steps; count++) {
      if (this.isSettled) return { settled: true, events };
      if (performance.now() >= deadline) return { settled: false, by: 'milliseconds', events };
      await this.#pauses.takeIfDue();
      const event = await this.step();
      if (event === undefined) return { settled: true, events };
      if (onEvent === undefined) events.push(event);
      else onEvent(event);
    }
    return this.isSettled ? { settled: true, events } : { settled: false, by: 'steps', events };
  }

  /** True if no actor has work, and all periodic rechecks have run since the last change. */
  get isSettled(): boolean {
    return this.#seats.choices().length === 0 && this.#timers.every(({ since }) => since > this.#lastNews);
  }

  /**
   * Creates objects as a user, or replaces their metadata and spec; returns the events.
   * Throws AllocationError, and ApiError for objects that the API server rejects.
   * @example
   * ```ts
   * const [event] = simulation.apply({ ...pod, metadata: { namespace, name: 'second' } });
   * console.log(event?.actor, event?.action, event?.object); // user apply Pod default/second
   * ```
   */
  apply(...objects: readonly object[]): readonly SimulationEvent[] {
    return decodeClassicObjects(objects as readonly Json[]).map((object) => {
      const { namespace = '', name } = object.metadata;
      const before = this.#store.find(typeOfObject(object), namespace, name) as ApiObject | undefined;
      return this.#byUser('apply', object, (client) => {
        if (before === undefined) client.create(withoutStatus(object));
        else client.update(withMetadata(object, { uid: before.metadata.uid, finalizers: before.metadata.finalizers }));
      });
    });
  }

  /**
   * Deletes an object as a user, and returns the event. Throws ApiError.
   * @example
   * ```ts
   * simulation.delete('Pod', 'default', 'train');
   * await simulation.run();
   * console.log(simulation.objects('Pod').length, simulation.objects('ResourceClaim')[0]?.status?.reservedFor); // 0 undefined
   * ```
   */
  delete(type: string, namespace: string, name: string, options: DeleteOptions = {}): SimulationEvent {
    checkReference('delete', { type, namespace, name });
    checkDeletion(options, 'delete(options)');
    const object = this.#store.get(type, namespace, name) as ApiObject;
    return this.#byUser('delete', object, (client) => client.delete(object, options));
  }

  /**
   * Ends the containers of a pod, and returns the event. Throws ApiError if the pod
   * does not exist. Has no effect on a pod that has ended or does not run.
   * @example
   * ```ts
   * simulation.finish('default', 'train');
   * await simulation.run({ steps: 100 });
   * console.log(simulation.objects('Pod')[0]?.status?.phase); // Succeeded
   * ```
   */
  finish(namespace: string, name: string, phase: 'Succeeded' | 'Failed' = 'Succeeded'): SimulationEvent {
    checkReference('finish', { namespace, name });
    oneOf(['Succeeded', 'Failed'])(phase, 'finish(phase)');
    const pod = this.#store.get('Pod', namespace, name);
    const uid = pod.metadata.uid ?? '';
    const runs = pod.status?.phase === 'Running' && pod.metadata.deletionTimestamp === undefined;
    if (runs && !this.#nodeState.ended.has(uid)) {
      this.#nodeState.ended.set(uid, { pod, phase });
      for (const actor of this.#seats.actors) if (actor instanceof Kubelet) actor.enqueue(pod);
    }
    return this.#byUser('finish', pod, () => {});
  }

  /**
   * Restarts an actor, which loses the state in its memory. Returns the event.
   * @example
   * ```ts
   * console.log(simulation.restart('scheduler').action); // restart
   * console.log((await simulation.run()).settled); // true
   * ```
   */
  restart(actor: string): SimulationEvent {
    const seat = this.#seats.of(actor);
    this.#restart(seat);
    return this.#event(actor, { action: 'restart', object: '', outcome: '' }, seat.client);
  }

  /**
   * Ends an actor in the middle of its work and restarts it. The actor ends before an API call that follows this number of
   * further calls.
   * @example
   * ```ts
   * simulation.crashAfter('scheduler', 1);
   * simulation.apply({ ...pod, metadata: { namespace, name: 'second' } });
   * const { events } = await simulation.run();
   * console.log(events.filter(({ action }) => action === 'crash').map(({ actor, outcome }) => [actor, outcome]));
   * // [ [ 'scheduler', 'ended before it completed' ] ]
   * ```
   */
  crashAfter(actor: string, calls: number): void {
    const { client } = this.#seats.of(actor);
    integer(0)(calls, 'crashAfter(calls)');
    client.crashAfter(calls);
  }

  /**
   * Notifies an actor again of the last change of a type, and returns the event.
   * @example
   * ```ts
   * console.log(simulation.repeatEvent('scheduler', 'Pod').object); // Pod default/train
   * ```
   */
  repeatEvent(actor: string, type: string): SimulationEvent {
    const repeatedChange = this.#seats.watchOf(actor, type).repeat();
    return this.#event(actor, {
      action: 'watch again',
      object: repeatedChange === undefined ? '' : titleOf(repeatedChange.object),
      outcome: '',
    });
  }

  /**
   * Breaks a watch and returns the event: the actor is not notified of the next change of a type, and lists all objects later.
   * @example
   * ```ts
   * simulation.apply({ ...pod, metadata: { namespace, name: 'second' } });
   * console.log(simulation.loseEvent('scheduler', 'Pod').object); // Pod default/second
   * console.log((await simulation.run()).settled); // true
   * ```
   */
  loseEvent(actor: string, type: string): SimulationEvent {
    const lost = this.#seats.watchOf(actor, type).lose();
    return this.#event(actor, { action: 'watch broken', object: lost === undefined ? '' : titleOf(lost.object), outcome: '' });
  }

  get #timers() {
    return this.#seats.actors.flatMap(({ timers }) => timers);
  }

  #restart(seat: Seat): void {
    this.#seats.restart(seat);
    this.#lastNews = this.#clock.now;
  }

  async #deliver({ name }: Seat, watch: Watch): Promise<SimulationEvent> {
    const deliveredChange = await this.#pauses.run(watch.delivering());
    this.#lastNews = this.#clock.now;
    if (deliveredChange === undefined || deliveredChange === 'list')
      return this.#event(name, { action: 'list', object: watch.type, outcome: '' });
    return this.#event(name, { action: 'watch', object: titleOf(deliveredChange.object), outcome: deliveredChange.type.toLowerCase() });
  }

  async #work(seat: Seat): Promise<SimulationEvent> {
    const { version } = this.#store;
    const { client } = seat;
    let work: Work | undefined;
    try {
      work = await seat.actor.work();
    } catch (error) {
      if (!(error instanceof ActorCrash)) throw error;
      work = { action: 'crash', object: '', outcome: error.message };
      this.#restart(seat);
    }
    if (this.#store.version !== version) this.#lastNews = this.#clock.now;
    return this.#event(seat.name, work ?? { action: 'idle', object: '', outcome: '' }, client);
  }

  #byUser(action: string, object: ApiObject, call: (client: ApiClient) => void): SimulationEvent {
    const client = new ApiClient(this.#store);
    call(client);
    this.#lastNews = this.#clock.now;
    return this.#event('user', { action, object: titleOf(object), outcome: '' }, client);
  }

  #event(actor: string, work: Work, client = new ApiClient(this.#store)): SimulationEvent {
    this.#steps++;
    return { step: this.#steps, time: this.#clock.now, actor, ...work, ...client.takeTrace() };
  }
}

/** The API server drops the status of objects that a user creates. Custom resources without a status subresource keep it. */
function withoutStatus<T extends ApiObject>(object: T): T {
  if (typeOfObject(object).includes('.')) return object;
  return withoutUndefined({ ...object, status: undefined });
}
