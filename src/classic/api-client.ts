// The API server as one actor has it: its calls are noted, and can end the actor in the middle of its work.

import type { ClassicPod, KindOf } from './api/kinds.js';
import { type ApiObject, typeOfObject } from './api/objects.js';
import type { DeleteOptions, Store } from './store.js';

/** The verbs of calls that change something. */
export type WriteVerb = 'create' | 'update' | 'updateStatus' | 'patchStatus' | 'bind' | 'delete';

/** A call that changed something, or was refused. */
export interface Write {
  readonly verb: WriteVerb;
  /** The object that was handed in, or that the call is about. */
  readonly object: ApiObject;
  /** The object before; undefined: there was none. */
  readonly before?: ApiObject | undefined;
  /** The object as the API server has it afterwards; undefined: it is gone, or the call was refused. */
  readonly after?: ApiObject | undefined;
  /** Why the call was refused. */
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
  /** The objects that it was called with, in words. */
  readonly detail: string;
}

/** The calls of an actor in a step. */
export interface Trace {
  readonly writes: Write[];
  readonly recorded: RecordedEvent[];
  readonly calls: DriverCall[];
}

/** Thrown where an actor ends in the middle of its work. */
export class ActorCrash extends Error {
  override readonly name = 'ActorCrash';
}

/** The calls of an actor. */
export class ApiClient {
  readonly #store: Store;
  #trace: Trace = { writes: [], recorded: [], calls: [] };
  #callsLeft = Number.POSITIVE_INFINITY;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Ends the actor in front of a call: after so many more. */
  crashAfter(calls: number): void {
    this.#callsLeft = calls;
  }

  /** Gives what was done since the last time. */
  takeTrace(): Trace {
    const trace = this.#trace;
    this.#trace = { writes: [], recorded: [], calls: [] };
    return trace;
  }

  find<T extends string>(type: T, namespace: string, name: string): KindOf<T> | undefined {
    this.#count();
    return this.#store.find(type, namespace, name);
  }

  /** Throws `NotFound`. */
  get<T extends string>(type: T, namespace: string, name: string): KindOf<T> {
    this.#count();
    return this.#store.get(type, namespace, name);
  }

  list<T extends string>(type: T): readonly KindOf<T>[] {
    this.#count();
    return this.#store.list(type);
  }

  create<T extends ApiObject>(object: T): T {
    return this.#write('create', object, () => this.#store.create(object));
  }

  update<T extends ApiObject>(object: T): T {
    return this.#write('update', object, () => this.#store.update(object));
  }

  updateStatus<T extends ApiObject>(object: T): T {
    return this.#write('updateStatus', object, () => this.#store.updateStatus(object));
  }

  /** Changes the status of the object as it is now. */
  patchStatus<T extends ApiObject>(object: T, change: (current: T) => T): T {
    return this.#write('patchStatus', object, () => this.#store.patchStatus(object, change));
  }

  bind(pod: ClassicPod, nodeName: string): ClassicPod {
    return this.#write('bind', pod, () => this.#store.bind(pod, nodeName));
  }

  delete(object: ApiObject, options: DeleteOptions = {}): void {
    const { namespace = '', name } = object.metadata;
    const type = typeOfObject(object);
    this.#write('delete', object, () => {
      this.#store.delete(type, namespace, name, options);
      return this.#store.find(type, namespace, name) as ApiObject | undefined;
    });
  }

  record(object: ApiObject, type: RecordedEvent['type'], reason: string, message: string): void {
    this.#trace.recorded.push({ object, type, reason, message });
  }

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
    if (this.#callsLeft-- <= 0) throw new ActorCrash('ended in the middle of its work');
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
