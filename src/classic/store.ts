// Implements the API server in memory: objects with resource versions and
// conflicts, finalizers, generated names, and the watch events of each type.

import type { Random } from '../core/base/random.js';
import { alreadyExists, conflict, invalid, notFound } from './api/api-error.js';
import { type ClassicPod, isTerminal, type KindOf, nodeOf, type PodSchedulingContext, type ResourceClaim } from './api/kinds.js';
import {
  type ApiObject,
  deepFreeze,
  equalJson,
  keyOf,
  type Metadata,
  typeOfObject,
  withMetadata,
  withoutUndefined,
} from './api/objects.js';
import { claimStatusProblems, claimUpdateProblems, schedulingSpecProblems, schedulingStatusProblems } from './api/validation.js';
import type { Clock } from './clock.js';

/** A change of an object, as watches report it. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** The resource version of the change. */
  readonly version: number;
  readonly object: ApiObject;
}

/** A precondition of a deletion, and whether a pod is deleted without waiting for its kubelet. */
export interface DeleteOptions {
  readonly uid?: string | undefined;
  readonly force?: boolean;
}

/** The characters of generated names: no vowels and no similar characters. */
const NAME_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** The maximum length of the base of a generated name: 63 characters with the suffix. */
const LONGEST_BASE = 58;

/** The types with a status subresource. */
const WITH_STATUS: ReadonlySet<string> = new Set(['ResourceClaim', 'PodSchedulingContext', 'Pod', 'Node']);

/** Objects by type and key. */
export class Store {
  readonly #objects = new Map<string, Map<string, ApiObject>>();
  readonly #events = new Map<string, WatchEvent[]>();
  readonly #clock: Clock;
  readonly #random: Random;
  #version = 0;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** The resource version of the last change. */
  get version(): number {
    return this.#version;
  }

  /** Returns the objects of a type in the order of their creation. */
  list<T extends string>(type: T): readonly KindOf<T>[] {
    return [...(this.#objects.get(type)?.values() ?? [])] as unknown as KindOf<T>[];
  }

  /** Returns the types with objects. */
  types(): readonly string[] {
    return [...this.#objects].flatMap(([type, objects]) => (objects.size > 0 ? [type] : []));
  }

  /** Returns an object by its name; undefined if none exists. */
  find<T extends string>(type: T, namespace: string, name: string): KindOf<T> | undefined {
    return this.#objects.get(type)?.get(keyOf({ namespace, name })) as KindOf<T> | undefined;
  }

  /** Returns an object by its name. Throws `NotFound`. */
  get<T extends string>(type: T, namespace: string, name: string): KindOf<T> {
    const found = this.find(type, namespace, name);
    if (found === undefined) throw notFound(type, name);
    return found;
  }

  /** Returns all events of a type, the first one first. */
  eventsOf(type: string): readonly WatchEvent[] {
    let events = this.#events.get(type);
    if (events === undefined) {
      events = [];
      this.#events.set(type, events);
    }
    return events;
  }

  /** Adds an object and generates its name from `generateName` if needed. Throws `AlreadyExists` and `Invalid`. */
  create<T extends ApiObject>(object: T): T {
    const type = typeOfObject(object);
    const { generateName = '', name } = object.metadata;
    const metadata: Metadata = {
      ...object.metadata,
      name: name === '' && generateName !== '' ? this.#generatedName(generateName) : name,
      uid: object.metadata.uid ?? this.#random.uuid(),
      creationTimestamp: object.metadata.creationTimestamp ?? this.#clock.timestamp(),
    };
    if (metadata.name === '') throw invalid(object, '', ['metadata.name: Required value: name or generateName is required']);
    if (this.find(type, metadata.namespace ?? '', metadata.name) !== undefined) throw alreadyExists(type, metadata.name);
    const created = { ...object, metadata };
    if (type === 'PodSchedulingContext') check(created, schedulingSpecProblems(created as unknown as PodSchedulingContext));
    return this.#store('ADDED', created);
  }

  /** Replaces an object except for its status. Throws `NotFound`, `Conflict` and `Invalid`. */
  update<T extends ApiObject>(object: T): T {
    const type = typeOfObject(object);
    const current = this.#current(object);
    const status = WITH_STATUS.has(type) ? { status: (current as { status?: unknown }).status } : {};
    const updated = withoutUndefined({ ...object, ...status });
    if (type === 'ResourceClaim')
      check(updated, claimUpdateProblems(updated as unknown as ResourceClaim, current as unknown as ResourceClaim));
    if (type === 'PodSchedulingContext') check(updated, schedulingSpecProblems(updated as unknown as PodSchedulingContext));
    return this.#replace(current, updated);
  }

  /** Replaces only the status of an object. Throws `NotFound`, `Conflict` and `Invalid`. */
  updateStatus<T extends ApiObject>(object: T): T {
    const current = this.#current(object);
    const updated = withoutUndefined({ ...current, status: (object as { status?: unknown }).status });
    checkStatus(updated, current);
    return this.#replace(current, updated);
  }

  /** Changes the status of the current object, like a patch. Throws `NotFound`, `Conflict` if the uid differs, and `Invalid`. */
  patchStatus<T extends ApiObject>(object: T, change: (current: T) => T): T {
    const { namespace = '', name, uid } = object.metadata;
    const current = this.get(typeOfObject(object), namespace, name) as ApiObject as T;
    checkUid(current, uid);
    const updated = withoutUndefined({ ...current, status: (change(current) as { status?: unknown }).status });
    checkStatus(updated, current);
    return this.#replace(current, updated);
  }

  /** Sets the node of a pod. Throws `NotFound`, and `Conflict` if the pod already has a node, is being deleted, or has another uid. */
  bind(pod: ClassicPod, nodeName: string): ClassicPod {
    const { namespace = '', name, uid } = pod.metadata;
    const current = this.get('Pod', namespace, name);
    checkUid(current, uid);
    if (current.metadata.deletionTimestamp !== undefined)
      throw conflict('Pod', name, `pod ${name} is being deleted, cannot be assigned to a host`);
    if (nodeOf(current) !== '') throw conflict('Pod', name, `pod ${name} is already assigned to node "${nodeOf(current)}"`);
    return this.#replace(current, { ...current, spec: { ...current.spec, nodeName } });
  }

  /**
   * Deletes an object. If the object has finalizers, or is a pod that its kubelet must stop, marks it as deleted. Throws
   * `NotFound` and `Conflict`.
   */
  delete(type: string, namespace: string, name: string, { uid, force = false }: DeleteOptions = {}): void {
    const current = this.get(type, namespace, name) as ApiObject;
    checkUid(current, uid);
    const isDeferred =
      (current.metadata.finalizers?.length ?? 0) > 0 || (!force && type === 'Pod' && runs(current as unknown as ClassicPod));
    if (!isDeferred) this.#remove(current);
    else if (current.metadata.deletionTimestamp === undefined)
      this.#store('MODIFIED', withMetadata(current, { deletionTimestamp: this.#clock.timestamp() }));
  }

  /** Returns the current object of the same name. Throws `Conflict` unless its uid and version match. */
  #current<T extends ApiObject>(object: T): T {
    const type = typeOfObject(object);
    const { namespace = '', name, uid, resourceVersion } = object.metadata;
    const current = this.get(type, namespace, name) as ApiObject as T;
    checkUid(current, uid);
    if (resourceVersion !== undefined && resourceVersion !== current.metadata.resourceVersion) throw conflict(type, name);
    return current;
  }

  #replace<T extends ApiObject>(current: T, updated: T): T {
    const { uid, creationTimestamp, deletionTimestamp, resourceVersion } = current.metadata;
    const next = withMetadata(updated, { uid, creationTimestamp, deletionTimestamp, resourceVersion });
    if (deletionTimestamp !== undefined && (next.metadata.finalizers?.length ?? 0) === 0 && typeOfObject(current) !== 'Pod') {
      // The returned object has the version of the deletion, so a cached copy counts as newer than the last watch event.
      return this.#remove(next);
    }
    // An update without changes has no effect.
    return equalJson(next, current) ? current : this.#store('MODIFIED', next);
  }

  #remove<T extends ApiObject>(object: T): T {
    const removed = this.#versioned(object);
    this.#objects.get(typeOfObject(object))?.delete(keyOf(object.metadata));
    this.#log('DELETED', removed);
    return removed;
  }

  #store<T extends ApiObject>(type: 'ADDED' | 'MODIFIED', object: T): T {
    const stored = this.#versioned(object);
    const kind = typeOfObject(stored);
    let objects = this.#objects.get(kind);
    if (objects === undefined) {
      objects = new Map();
      this.#objects.set(kind, objects);
    }
    objects.set(keyOf(stored.metadata), stored);
    this.#log(type, stored);
    return stored;
  }

  #versioned<T extends ApiObject>(object: T): T {
    this.#version++;
    return deepFreeze(withMetadata(object, { resourceVersion: String(this.#version) }));
  }

  #log(type: WatchEvent['type'], object: ApiObject): void {
    (this.eventsOf(typeOfObject(object)) as WatchEvent[]).push({ type, version: this.#version, object });
  }

  #generatedName(base: string): string {
    return base.slice(0, LONGEST_BASE) + this.#random.text(5, NAME_ALPHABET);
  }
}

/** The kubelet must stop a pod before its deletion, unless the pod has no node or has ended. */
function runs(pod: ClassicPod): boolean {
  return nodeOf(pod) !== '' && !isTerminal(pod);
}

function checkStatus(updated: ApiObject, current: ApiObject): void {
  const type = typeOfObject(updated);
  if (type === 'ResourceClaim')
    check(updated, claimStatusProblems(updated as unknown as ResourceClaim, current as unknown as ResourceClaim));
  if (type === 'PodSchedulingContext') check(updated, schedulingStatusProblems(updated as unknown as PodSchedulingContext));
}

function check(object: ApiObject, problems: readonly string[]): void {
  if (problems.length > 0) throw invalid(object, object.metadata.name, problems);
}

function checkUid({ kind, apiVersion, metadata }: ApiObject, uid: string | undefined): void {
  if (uid === undefined || uid === metadata.uid) return;
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`;
  throw conflict(typeOfObject({ apiVersion, kind }), metadata.name, why);
}
