// Caches the objects of a type for an actor. Watch events update the cache one by one and
// possibly late. Source: the reflector and shared informer of k8s.io/client-go v0.30.

import { entryIn } from '../core/base/entry-in.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import type { KindOf } from './api/kinds.js';
import { type ApiObject, controllerOf, keyOf } from './api/objects.js';
import type { Store, WatchEvent } from './store.js';

/** An actor's reactions to changes. */
export interface EventHandler<T> {
  added?(object: T): void;
  updated?(before: T, object: T): void;
  deleted?(object: T): void;
  /** Reacts to any change, in increments. `before`: undefined for a new object; `object`: undefined for a deleted one. */
  changing?(before: T | undefined, object: T | undefined): Incremental<void>;
}

/** The part of an informer that the simulation controls, for any type. */
export interface Watch {
  readonly type: string;
  /** The version of the next event; undefined if none exists. After a break, the watch must list first. The list has version 0. */
  readonly next: number | undefined;
  /** Lists all objects, as at the start and after a watch broke. */
  list(): void;
  /** Delivers the next event, or lists. */
  deliver(): WatchEvent | 'list' | undefined;
  /** Delivers like `deliver`, in increments. */
  delivering(): Incremental<WatchEvent | 'list' | undefined>;
  /** Delivers the last event again. */
  repeat(): WatchEvent | undefined;
  /** Breaks the watch: the next event is lost, and the watch lists before it continues. */
  lose(): WatchEvent | undefined;
}

/** A cache of the objects of a type. */
export class Informer<N extends string> implements Watch {
  readonly type: N;
  readonly #store: Store;
  readonly #cache = new Map<string, KindOf<N>>();
  readonly #handlers: EventHandler<KindOf<N>>[] = [];
  readonly #byController = new ByController<KindOf<N>>();
  #cursor = 0;
  #last: WatchEvent | undefined;
  #mustList = true;

  constructor(store: Store, type: N, handler?: EventHandler<KindOf<N>>) {
    this.#store = store;
    this.type = type;
    if (handler !== undefined) this.#handlers.push(handler);
  }

  /** Returns a cached object; undefined if none of this name is cached. */
  find(namespace: string, name: string): KindOf<N> | undefined {
    return this.#cache.get(keyOf({ namespace, name }));
  }

  /** Returns a cached object by its key. */
  byKey(key: string): KindOf<N> | undefined {
    return this.#cache.get(key);
  }

  /** Returns the objects with a controller, by the controller's uid. */
  ofController(uid: string): Iterable<KindOf<N>> {
    return this.#byController.of(uid);
  }

  /** Returns all cached objects. */
  all(): Iterable<KindOf<N>> {
    return this.#cache.values();
  }

  get next(): number | undefined {
    if (this.#mustList) return 0;
    return this.#store.eventsOf(this.type)[this.#cursor]?.version;
  }

  list(): void {
    inOneGo(this.#listing());
  }

  *#listing(): Incremental<void> {
    this.#mustList = false;
    this.#cursor = this.#store.eventsOf(this.type).length;
    this.#last = undefined;
    const found = this.#store.list(this.type);
    if (this.#cache.size > 0) yield* this.#deletingAllBut(new Set(found.map(({ metadata }) => keyOf(metadata))));
    for (const object of found) {
      yield* this.#setting(object);
      yield;
    }
  }

  deliver(): WatchEvent | 'list' | undefined {
    return inOneGo(this.delivering());
  }

  *delivering(): Incremental<WatchEvent | 'list' | undefined> {
    if (this.#mustList) {
      yield* this.#listing();
      return 'list';
    }
    const event = this.#store.eventsOf(this.type)[this.#cursor];
    if (event === undefined) return undefined;
    this.#cursor++;
    this.#last = event;
    yield* this.#taking(event);
    return event;
  }

  repeat(): WatchEvent | undefined {
    if (this.#last !== undefined && !this.#mustList) inOneGo(this.#taking(this.#last));
    return this.#last;
  }

  lose(): WatchEvent | undefined {
    const event = this.#mustList ? undefined : this.#store.eventsOf(this.type)[this.#cursor];
    if (event !== undefined) this.#mustList = true;
    return event;
  }

  *#deletingAllBut(keys: ReadonlySet<string>): Incremental<void> {
    for (const [key, object] of [...this.#cache]) {
      if (!keys.has(key)) yield* this.#deleting(object);
      yield;
    }
  }

  *#taking({ type, object }: WatchEvent): Incremental<void> {
    if (type === 'DELETED') yield* this.#deleting(object as KindOf<N>);
    else yield* this.#setting(object as KindOf<N>);
  }

  *#setting(object: KindOf<N>): Incremental<void> {
    const key = keyOf(object.metadata);
    const before = this.#cache.get(key);
    this.#cache.set(key, object);
    this.#byController.replace(before, object);
    for (const handler of this.#handlers) {
      if (before === undefined) handler.added?.(object);
      else handler.updated?.(before, object);
      if (handler.changing !== undefined) yield* handler.changing(before, object);
    }
  }

  /** Handlers receive the last state that was cached. */
  *#deleting(object: KindOf<N>): Incremental<void> {
    const key = keyOf(object.metadata);
    const before = this.#cache.get(key);
    if (!this.#cache.delete(key)) return;
    this.#byController.replace(before, undefined);
    for (const handler of this.#handlers) {
      handler.deleted?.(object);
      if (handler.changing !== undefined) yield* handler.changing(object, undefined);
    }
  }
}

/** Overlays an informer's cache with the objects that the actor wrote, until the informer has them too. */
export class MutationCache<N extends string> {
  readonly #informer: Informer<N>;
  readonly #written = new Map<string, KindOf<N>>();
  readonly #writtenBy = new ByController<KindOf<N>>();
  readonly #includesNew: boolean;

  /** `includesNew`: also return written objects that the informer does not have yet. They may already be deleted. */
  constructor(informer: Informer<N>, { includesNew }: { readonly includesNew: boolean }) {
    this.#informer = informer;
    this.#includesNew = includesNew;
  }

  /** Records an object that the API server returned. */
  add(object: KindOf<N>): void {
    const key = keyOf(object.metadata);
    this.#writtenBy.replace(this.#written.get(key), object);
    this.#written.set(key, object);
  }

  /** Returns the newer version of the written object and the informer's object. */
  byKey(key: string): KindOf<N> | undefined {
    const cachedObject = this.#informer.byKey(key);
    if (cachedObject === undefined) return this.#includesNew ? this.#written.get(key) : undefined;
    const written = this.#written.get(key);
    if (written === undefined) return cachedObject;
    if (versionOf(cachedObject) < versionOf(written)) return written;
    this.#written.delete(key);
    this.#writtenBy.replace(written, undefined);
    return cachedObject;
  }

  /** Yields the objects of a controller, each in its newer version. Does not change other objects, whose written versions stay cached. */
  *ofController(uid: string): Generator<KindOf<N>> {
    const seen = new Set<string>();
    for (const object of this.#informer.ofController(uid)) {
      const key = keyOf(object.metadata);
      seen.add(key);
      yield this.byKey(key) as KindOf<N>;
    }
    if (this.#includesNew) for (const object of this.#writtenBy.of(uid)) if (!seen.has(keyOf(object.metadata))) yield object;
  }
}

/** Objects by the uids of their controllers. */
class ByController<T extends ApiObject> {
  readonly #objects = new Map<string, Map<string, T>>();

  /** Returns a copy of the current objects of a controller. */
  of(uid: string): readonly T[] {
    return [...(this.#objects.get(uid)?.values() ?? [])];
  }

  /** Replaces one version of an object with another; undefined if none exists. */
  replace(before: T | undefined, object: T | undefined): void {
    const [old, uid] = [before, object].map((each) => (each === undefined ? undefined : controllerOf(each)?.uid));
    if (before !== undefined && old !== undefined && old !== uid) {
      const objects = this.#objects.get(old);
      objects?.delete(keyOf(before.metadata));
      if (objects?.size === 0) this.#objects.delete(old);
    }
    if (object !== undefined && uid !== undefined)
      entryIn(this.#objects, uid, () => new Map<string, T>()).set(keyOf(object.metadata), object);
  }
}

function versionOf({ metadata: { resourceVersion } }: ApiObject): number {
  return Number(resourceVersion ?? 0);
}
