// Implements the garbage collector for objects that pods own: claims from templates and
// PodSchedulingContexts. Source: pkg/controller/garbagecollector of Kubernetes 1.30.14.

import type { Incremental } from '../../core/base/incremental.js';
import { hasReason } from '../api/api-error.js';
import { type ApiObject, keyOf, type OwnerReference, splitKey, titleOf } from '../api/objects.js';
import { Informer } from '../informer.js';
import { WorkQueue } from '../work-queue.js';
import type { Actor, Surroundings, Timer, Work } from './actor.js';
import { attempt } from './attempt.js';

type Dependent = 'ResourceClaim' | 'PodSchedulingContext';

/** The actor. Its queue has keys `TYPE:NAMESPACE/NAME`. */
export class GarbageCollector implements Actor {
  readonly watches;
  readonly #world: Surroundings;
  readonly #queue: WorkQueue;
  readonly #dependents: ReadonlyMap<string, Informer<Dependent>>;

  constructor(world: Surroundings) {
    this.#world = world;
    this.#queue = new WorkQueue(world.clock);
    const types: readonly Dependent[] = ['ResourceClaim', 'PodSchedulingContext'];
    this.#dependents = new Map(
      types.map((type) => {
        const enqueue = (object: ApiObject): void => this.#enqueue(type, object);
        return [type, new Informer<Dependent>(world.store, type, { added: enqueue, updated: (_, object) => enqueue(object) })];
      }),
    );
    const pods = new Informer(world.store, 'Pod', { changing: (before, pod) => this.#podChanging(before, pod) });
    this.watches = [...this.#dependents.values(), pods];
  }

  get isReady(): boolean {
    return this.#queue.isReady;
  }

  get timers(): readonly Timer[] {
    return this.#queue.timers;
  }

  async work(): Promise<Work | undefined> {
    const key = this.#queue.take();
    if (key === undefined) return undefined;
    const colon = key.indexOf(':');
    const { namespace, name } = splitKey(key.slice(colon + 1)) ?? { namespace: '', name: '' };
    const object = this.#dependents.get(key.slice(0, colon))?.find(namespace, name);
    const title = object === undefined ? key.replace(':', ' ') : titleOf(object);
    const outcome = await attempt(this.#queue, key, () => {
      if (object !== undefined) this.#collect(object);
    });
    return { action: 'collect', object: title, outcome: outcome ?? '' };
  }

  #enqueue(type: Dependent, object: ApiObject): void {
    if (podsOwning(object).length > 0 && object.metadata.deletionTimestamp === undefined)
      this.#queue.add(`${type}:${keyOf(object.metadata)}`);
  }

  *#podChanging(before: ApiObject | undefined, pod: ApiObject | undefined): Incremental<void> {
    if (before === undefined || pod !== undefined) return;
    const { uid = '' } = before.metadata;
    for (const [type, informer] of this.#dependents) {
      for (const object of informer.all()) {
        if (podsOwning(object).some((owner) => owner.uid === uid)) this.#enqueue(type as Dependent, object);
        yield;
      }
    }
  }

  /** Deletes an object if all its owners are gone or replaced, according to the API server. */
  #collect(object: ApiObject): void {
    const { namespace = '', deletionTimestamp } = object.metadata;
    if (deletionTimestamp !== undefined) return;
    for (const { name, uid } of podsOwning(object)) if (this.#world.client.find('Pod', namespace, name)?.metadata.uid === uid) return;
    try {
      this.#world.client.delete(object, { uid: object.metadata.uid });
    } catch (error) {
      if (!hasReason(error, 'NotFound') && !hasReason(error, 'Conflict')) throw error;
    }
  }
}

/** Returns the owners of an object; empty if an owner is not a pod, since other owners are never gone here. */
function podsOwning({ metadata: { ownerReferences = [] } }: ApiObject): readonly OwnerReference[] {
  return ownerReferences.every(({ kind }) => kind === 'Pod') ? ownerReferences : [];
}
