// Gives one actor access to the API server, records its calls, and can end the actor before a call.

import { checkFunction, checkText } from '../core/base/arguments.js';
import type { ClassicPod, KindOf } from './api/kinds.js';
import { type ApiObject, typeOfObject } from './api/objects.js';
import { checkApiObject, checkDeletion, checkedObject, checkReference } from './arguments.js';
import type { DeleteOptions, Store } from './store.js';

/** The verbs of write calls. */
export type WriteVerb = 'create' | 'update' | 'updateStatus' | 'patchStatus' | 'bind' | 'delete';

/** A write call that changed an object or was rejected. */
export interface Write {
  readonly verb: WriteVerb;
  /** The object that was passed, or that the call is about. */
  readonly object: ApiObject;
  /** The object before the call; undefined if it did not exist. */
  readonly before?: ApiObject | undefined;
  /** The object after the call; undefined if it is gone or the call was rejected. */
  readonly after?: ApiObject | undefined;
  /** Why the call was rejected. */
  readonly refusal?: string;
}

/** An Event that an actor recorded about an object. */
export interface RecordedEvent {
  readonly object: ApiObject;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** A call of a method of a driver. */
export interface DriverCall {
  readonly method: string;
  /** The objects that were passed, in words. */
  readonly detail: string;
}

/** The calls of an actor in a step. */
export interface Trace {
  readonly writes: Write[];
  readonly recorded: RecordedEvent[];
  readonly calls: DriverCall[];
}

/** Thrown to end an actor in the middle of its work. */
export class ActorCrash extends Error {
  override readonly name = 'ActorCrash';
}

/**
 * The API server as an actor sees it. Objects that it returns are read-only.
 * @example
 * ```ts
 * // The examples of its methods continue this one.
 * import { type ApiClient, type Driver, type DriverFactory, Simulation } from 'dra-allocator/classic';
 *
 * class NothingLeft implements Driver {
 *   static api: ApiClient;
 *   getClassParameters = () => undefined;
 *   getClaimParameters = () => undefined;
 *   allocate: Driver['allocate'] = (claims) => claims.map(() => ({ error: 'nothing is left' }));
 *   deallocate = () => {};
 *   unsuitableNodes: Driver['unsuitableNodes'] = (_pod, claims, nodes) => claims.map(() => nodes);
 * }
 * const driver: DriverFactory = (api) => {
 *   NothingLeft.api = api; // a driver keeps it, and its state in objects
 *   return new NothingLeft();
 * };
 * const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'default', name: 'config' } };
 * const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } };
 * const containers = [{ name: 'web', image: 'web' }];
 * const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'default', name: 'web' }, spec: { containers } };
 * const simulation = new Simulation({ objects: [node, pod, config], drivers: { 'gpu.example.com': driver } });
 * const { api } = NothingLeft;
 * console.log(api.list('Node').length); // 1
 * ```
 */
export class ApiClient {
  readonly #store: Store;
  #trace: Trace = { writes: [], recorded: [], calls: [] };
  #callsLeft = Number.POSITIVE_INFINITY;

  /** @internal The simulation creates the clients of drivers. */
  constructor(store: Store) {
    this.#store = store;
  }

  /** @internal Ends the actor before a call, after this number of further calls. */
  crashAfter(calls: number): void {
    this.#callsLeft = calls;
  }

  /** @internal Returns the calls since the last time. */
  takeTrace(): Trace {
    const trace = this.#trace;
    this.#trace = { writes: [], recorded: [], calls: [] };
    return trace;
  }

  /**
   * Returns the object of a type and name; undefined if none exists.
   * @example
   * ```ts
   * console.log(api.find('ConfigMap', 'default', 'config')?.metadata.name, api.find('ConfigMap', 'default', 'other')); // config undefined
   * ```
   */
  find<T extends string>(type: T, namespace: string, name: string): KindOf<T> | undefined {
    checkReference('find', { type, namespace, name });
    this.#count();
    return this.#store.find(type, namespace, name);
  }

  /**
   * Returns the object of a type and name. Throws ApiError `NotFound`.
   * @example
   * ```ts
   * try {
   *   api.get('Node', '', 'b');
   * } catch (error) {
   *   console.log(String(error)); // ApiError: nodes "b" not found
   * }
   * ```
   */
  get<T extends string>(type: T, namespace: string, name: string): KindOf<T> {
    checkReference('get', { type, namespace, name });
    this.#count();
    return this.#store.get(type, namespace, name);
  }

  /**
   * Returns all objects of a type, in the order of their creation.
   * @example
   * ```ts
   * console.log(api.list('Node').map(({ metadata }) => metadata.name)); // [ 'a' ]
   * ```
   */
  list<T extends string>(type: T): readonly KindOf<T>[] {
    checkText(type, 'list(type)');
    this.#count();
    return this.#store.list(type);
  }

  /**
   * Creates an object and returns it with its uid and version. Throws ApiError `AlreadyExists` and `Invalid`.
   * @example
   * ```ts
   * const made = api.create({ ...config, metadata: { namespace: 'default', name: 'made' } });
   * console.log(made.metadata.name, simulation.objects('ConfigMap').length); // made 2
   * ```
   */
  create<T extends ApiObject>(object: T): T {
    checkApiObject(object, 'create(object)');
    return this.#write('create', object, () => this.#store.create(object));
  }

  /**
   * Replaces an object except for its status, and returns it. Throws ApiError
   * `NotFound`, `Invalid`, and `Conflict` if it has changed since it was read.
   * @example
   * ```ts
   * const current = api.get('ConfigMap', 'default', 'config');
   * api.update({ ...current, metadata: { ...current.metadata, labels: { by: 'driver' } } });
   * console.log(simulation.objects('ConfigMap')[0]?.metadata.labels); // { by: 'driver' }
   * ```
   */
  update<T extends ApiObject>(object: T): T {
    checkApiObject(object, 'update(object)');
    return this.#write('update', object, () => this.#store.update(object));
  }

  /**
   * Replaces the status of an object, and returns it. Throws like `update`.
   * @example
   * ```ts
   * api.updateStatus({ ...api.get('Pod', 'default', 'web'), status: { phase: 'Pending' } });
   * console.log(simulation.objects('Pod')[0]?.status); // { phase: 'Pending' }
   * ```
   */
  updateStatus<T extends ApiObject>(object: T): T {
    checkApiObject(object, 'updateStatus(object)');
    return this.#write('updateStatus', object, () => this.#store.updateStatus(object));
  }

  /**
   * Changes the status of the current object, and returns it.
   * @example
   * ```ts
   * api.patchStatus(api.get('Pod', 'default', 'web'), (current) => ({ ...current, status: { phase: 'Pending' } }));
   * console.log(simulation.objects('Pod')[0]?.status); // { phase: 'Pending' }
   * ```
   */
  patchStatus<T extends ApiObject>(object: T, change: (current: T) => T): T {
    checkApiObject(object, 'patchStatus(object)');
    checkFunction(change, 'patchStatus(change)');
    return this.#write('patchStatus', object, () =>
      this.#store.patchStatus(object, (current) => checkedObject(change(current), 'patchStatus(change)')),
    );
  }

  /**
   * Binds a pod to a node, and returns it. Throws ApiError `NotFound`, and `Conflict` if the pod already has a node.
   * @example
   * ```ts
   * api.bind(api.get('Pod', 'default', 'web'), 'a');
   * console.log(simulation.objects('Pod')[0]?.spec?.nodeName); // a
   * ```
   */
  bind(pod: ClassicPod, nodeName: string): ClassicPod {
    checkApiObject(pod, 'bind(pod)');
    checkText(nodeName, 'bind(nodeName)');
    return this.#write('bind', pod, () => this.#store.bind(pod, nodeName));
  }

  /**
   * Deletes an object, or marks it as deleted if it has finalizers. Throws
   * ApiError `NotFound`, and `Conflict` if the options name another object.
   * @example
   * ```ts
   * api.delete(api.get('ConfigMap', 'default', 'config'));
   * console.log(simulation.objects('ConfigMap').length); // 0
   * ```
   */
  delete(object: ApiObject, options: DeleteOptions = {}): void {
    checkApiObject(object, 'delete(object)');
    checkDeletion(options, 'delete(options)');
    const { namespace = '', name } = object.metadata;
    const type = typeOfObject(object);
    this.#write('delete', object, () => {
      this.#store.delete(type, namespace, name, options);
      return this.#store.find(type, namespace, name) as ApiObject | undefined;
    });
  }

  /**
   * Records an Event about an object, which becomes part of the event of the step.
   * @example
   * ```ts
   * api.record(api.get('Node', '', 'a'), 'Warning', 'NothingLeft', 'all devices are taken'); // is part of the event of the step
   * console.log((await simulation.run()).settled); // true
   * ```
   */
  record(object: ApiObject, type: RecordedEvent['type'], reason: string, message: string): void {
    checkApiObject(object, 'record(object)');
    checkReference('record', { type, reason, message });
    this.#trace.recorded.push({ object, type, reason, message });
  }

  /** @internal Records a call of a driver. */
  called(method: string, detail: string): void {
    this.#trace.calls.push({ method, detail });
  }

  #write<T extends ApiObject | undefined>(verb: WriteVerb, object: ApiObject, action: () => T): T {
    this.#count();
    const { namespace = '', name } = object.metadata;
    const before = this.#store.find(typeOfObject(object), namespace, name) as ApiObject | undefined;
    const version = this.#store.version;
    try {
      const after = action();
      if (this.#store.version !== version) this.#trace.writes.push({ verb, object, before, after });
      return after;
    } catch (error) {
      this.#trace.writes.push({ verb, object, before, refusal: messageOf(error) });
      throw error;
    }
  }

  #count(): void {
    if (this.#callsLeft-- <= 0) throw new ActorCrash('ended before it completed');
  }
}

/** Returns the message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
