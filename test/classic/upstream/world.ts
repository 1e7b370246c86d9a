// Builds the environment of one actor for upstream's cases: objects, and caches that contain them.

import type { Actor, Surroundings } from '../../../src/classic/actors/actor.js';
import type { ApiObject } from '../../../src/classic/api/objects.js';
import { ApiClient } from '../../../src/classic/api-client.js';
import { Clock } from '../../../src/classic/clock.js';
import type { Watch } from '../../../src/classic/informer.js';
import { Store } from '../../../src/classic/store.js';
import { Random } from '../../../src/core/base/random.js';
import { Pauses } from '../../../src/platform/pauses.js';

/** Returns a new environment with these objects. */
export function worldOf(objects: readonly (ApiObject | undefined)[]): Surroundings {
  const clock = new Clock();
  const random = new Random(1);
  const store = new Store(clock, random);
  for (const object of objects) if (object !== undefined) store.create(object);
  return {
    store,
    client: new ApiClient(store),
    clock,
    random,
    naming: 'generated',
    pauses: new Pauses(),
    queueingHints: false,
    signal: new AbortController().signal,
  };
}

/** Fills the caches of an actor. */
export function synced<T extends Pick<Actor, 'watches'>>(actor: T): T {
  for (const watch of actor.watches as readonly Watch[]) watch.list();
  return actor;
}

/** Returns objects sorted by name, without fields that the API server fills in and without empty statuses. */
export function stripped(objects: readonly ApiObject[]): readonly unknown[] {
  const plain = objects.map((object) => {
    const { resourceVersion: _, uid: __, creationTimestamp: ___, ...metadata } = object.metadata;
    const { status, ...rest } = object as ApiObject & { status?: object };
    return { ...rest, metadata, ...(status === undefined || Object.keys(status).length === 0 ? {} : { status }) };
  });
  return plain.sort((a, b) => (`${a.metadata.namespace}/${a.metadata.name}` < `${b.metadata.namespace}/${b.metadata.name}` ? -1 : 1));
}

/** Returns whether an API server would still have the object: it removes deleted objects without finalizers. */
export function isThere({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp === undefined || (metadata.finalizers?.length ?? 0) > 0;
}
