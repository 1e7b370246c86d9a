// The objects of a type as an actor knows them: a cache that watch events bring up to date, one by one and perhaps late. Source: the reflector and
// shared informer of k8s.io/client-go v0.30.

import type { KindOf } from './api/kinds.js';
import { type ApiObject, keyOf } from './api/objects.js';
import type { Store, WatchEvent } from './store.js';

/** The reactions of an actor to changes. */
export interface EventHandler<T> {
  added?(object: T): void;
  updated?(before: T, object: T): void;
  deleted?(object: T): void;
}

/** The part of an informer that a simulation deals with, whatever its type. */
export interface Watch {
  readonly type: string;
  /** The version of the next event; undefined: there is none to be told of. A watch that broke must list first, which has the version 0. */
  readonly next: number | undefined;
  /** Lists all objects, as at the beginning and after a watch broke. */
  list(): void;
  /** Tells of the next event, or lists. */
  deliver(): WatchEvent | 'list' | undefined;
  /** Tells of the last event once more. */
  repeat(): WatchEvent | undefined;
  /** Breaks the watch: its next event is lost, and it will list before it goes on. */
  lose(): WatchEvent | undefined;
}

/** A cache of the objects of a type. */
export class Informer<N extends string> implements Watch {
  readonly type: N;
  readonly #store: Store;
  readonly #cache = new Map<string, KindOf<N>>();
  readonly #handlers: EventHandler<KindOf<N>>[] = [];
  #cursor = 0;
  #last: WatchEvent | undefined;
  #mustList = true;

  constructor(store: Store, type: N, handler?: EventHandler<KindOf<N>>) {
    this.#store = store;
    this.type = type;
    if (handler !== undefined) this.#handlers.push(handler);
  }

  /** An object as it is known; undefined: none of this name is known. */
  find(namespace: string, name: string): KindOf<N> | undefined {
    return this.#cache.get(keyOf({ namespace, name }));
  }

  /** An object by its key. */
  byKey(key: string): KindOf<N> | undefined {
    return this.#cache.get(key);
  }

  /** All objects that are known. */
  all(): Iterable<KindOf<N>> {
    return this.#cache.values();
  }

  get next(): number | undefined {
    if (this.#mustList) return 0;
    return this.#store.eventsOf(this.type)[this.#cursor]?.version;
  }

  list(): void {
    this.#mustList = false;
    this.#cursor = this.#store.eventsOf(this.type).length;
    this.#last = undefined;
    const found = this.#store.list(this.type);
    const keys = new Set(found.map(({ metadata }) => keyOf(metadata)));
    for (const [key, object] of [...this.#cache]) if (!keys.has(key)) this.#delete(object);
    for (const object of found) this.#set(object);
  }

  deliver(): WatchEvent | 'list' | undefined {
    if (this.#mustList) {
      this.list();
      return 'list';
    }
    const event = this.#store.eventsOf(this.type)[this.#cursor];
    if (event === undefined) return undefined;
    this.#cursor++;
    this.#last = event;
    this.#take(event);
    return event;
  }

  repeat(): WatchEvent | undefined {
    if (this.#last !== undefined && !this.#mustList) this.#take(this.#last);
    return this.#last;
  }

  lose(): WatchEvent | undefined {
    const event = this.#mustList ? undefined : this.#store.eventsOf(this.type)[this.#cursor];
    if (event !== undefined) this.#mustList = true;
    return event;
  }

  #take({ type, object }: WatchEvent): void {
    if (type === 'DELETED') this.#delete(object as KindOf<N>);
    else this.#set(object as KindOf<N>);
  }

  #set(object: KindOf<N>): void {
    const key = keyOf(object.metadata);
    const before = this.#cache.get(key);
    this.#cache.set(key, object);
    for (const handler of this.#handlers) {
      if (before === undefined) handler.added?.(object);
      else handler.updated?.(before, object);
    }
  }

  /** Handlers get the last state that is known. */
  #delete(object: KindOf<N>): void {
    if (!this.#cache.delete(keyOf(object.metadata))) return;
    for (const handler of this.#handlers) handler.deleted?.(object);
  }
}

/** A layer over the cache of an informer: what an actor wrote itself counts until the informer has it, too. */
export class MutationCache<N extends string> {
  readonly #informer: Informer<N>;
  readonly #written = new Map<string, KindOf<N>>();
  readonly #includesNew: boolean;

  /** `includesNew`: objects that the informer does not have count as well, which may have been deleted since. */
  constructor(informer: Informer<N>, { includesNew }: { readonly includesNew: boolean }) {
    this.#informer = informer;
    this.#includesNew = includesNew;
  }

  /** Notes an object as the API server gave it back. */
  add(object: KindOf<N>): void {
    this.#written.set(keyOf(object.metadata), object);
  }

  /** The newer one of the object that was written and the one of the informer. */
  byKey(key: string): KindOf<N> | undefined {
    const known = this.#informer.byKey(key);
    if (known === undefined) return this.#includesNew ? this.#written.get(key) : undefined;
    const written = this.#written.get(key);
    if (written === undefined) return known;
    if (versionOf(known) < versionOf(written)) return written;
    this.#written.delete(key);
    return known;
  }

  /** The objects that a predicate chooses, in the newer version of each. Others are not looked at, so that what was written of them stays known. */
  *filter(predicate: (object: KindOf<N>) => boolean): Generator<KindOf<N>> {
    const seen = new Set<string>();
    for (const object of this.#informer.all()) {
      if (!predicate(object)) continue;
      const key = keyOf(object.metadata);
      seen.add(key);
      yield this.byKey(key) as KindOf<N>;
    }
    if (this.#includesNew) for (const [key, object] of this.#written) if (!seen.has(key) && predicate(object)) yield object;
  }
}

function versionOf({ metadata: { resourceVersion } }: ApiObject): number {
  return Number(resourceVersion ?? 0);
}
