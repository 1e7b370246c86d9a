// Finds the objects of a cluster that select pods: services, and controllers of pods.

import type { Pod } from '../core/api/pod.js';
import type { Service } from '../core/api/service.js';
import { entryIn } from '../core/base/entry-in.js';
import type { PodOwners } from '../scheduler/filters/default-selector.js';
import { controllerOf } from '../scheduler/pods/ownership.js';
import { claimKey } from './claims.js';
import type { PodObjectKind, ReadObjects } from './pod-objects.js';

/** The kinds of the objects. */
export const OWNER_KINDS = ['Service', 'ReplicationController', 'ReplicaSet', 'StatefulSet'] as const satisfies readonly PodObjectKind[];

export class StoredOwners implements PodOwners {
  readonly #objects: ReadObjects;
  /** The services by namespace, as of a stamp. */
  #services: { readonly stamp: number; readonly byNamespace: ReadonlyMap<string, readonly Service[]> } | undefined;

  constructor(objects: ReadObjects) {
    this.#objects = objects;
  }

  servicesIn(namespace: string): readonly Service[] {
    const stamp = this.#objects.stampOf('Service');
    if (this.#services?.stamp !== stamp) this.#services = { stamp, byNamespace: this.#servicesByNamespace() };
    return this.#services.byNamespace.get(namespace) ?? [];
  }

  replicationController(namespace: string, name: string): ReturnType<PodOwners['replicationController']> {
    return this.#objects.get('ReplicationController', claimKey({ metadata: { namespace, name } }));
  }

  replicaSet(namespace: string, name: string): ReturnType<PodOwners['replicaSet']> {
    return this.#objects.get('ReplicaSet', claimKey({ metadata: { namespace, name } }));
  }

  statefulSet(namespace: string, name: string): ReturnType<PodOwners['statefulSet']> {
    return this.#objects.get('StatefulSet', claimKey({ metadata: { namespace, name } }));
  }

  /** Returns false if certainly no object selects a pod. */
  maySelect(pod: Pod): boolean {
    const controller = controllerOf(pod);
    if (controller?.selector !== undefined) return true;
    if (controller !== undefined && OWNER_KINDS.some((kind) => kind !== 'Service' && this.#objects.all(kind).size > 0)) return true;
    return this.#objects.all('Service').size > 0 && this.servicesIn(pod.metadata.namespace).length > 0;
  }

  #servicesByNamespace(): ReadonlyMap<string, readonly Service[]> {
    const byNamespace = new Map<string, Service[]>();
    for (const service of this.#objects.all('Service').values()) entryIn(byNamespace, service.metadata.namespace, () => []).push(service);
    return byNamespace;
  }
}
