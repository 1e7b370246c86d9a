// Finds the workloads above a pod or a workload: by controller references, and by labels if an owner in between is not in the input.

import type { ObjectMeta, OwnerReference } from '../../core/api/meta.js';
import type { Workload } from '../../core/api/workload.js';
import { entryIn } from '../../core/base/entry-in.js';

/** An object that may have an owner. */
export type Owned = { readonly metadata: ObjectMeta };

/** The most owners followed: from a pod to its ReplicaSet, the Deployment, and above. Also ends cycles. */
const MAX_OWNERS = 8;

/** Owners that make their pods through an owner in between, which a dump may omit: `web-5d9c7b` is a ReplicaSet of `web`. */
export const MAKERS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['ReplicaSet', ['Deployment', 'Rollout']],
  ['Job', ['CronJob']],
]);

/** Returns a key that is unique to a namespace and name within a kind. */
export function objectKey(namespace: string, name: string): string {
  return `${namespace}\0${name}`;
}

/** Returns a key that is unique to a workload of any kind. */
export function workloadKey({ group, kind, metadata }: Workload): string {
  return `${group}/${kind}\0${objectKey(metadata.namespace, metadata.name)}`;
}

export class Ownership {
  /** By kind, namespace and name: kinds of several groups may share a name. */
  readonly #workloads = new Map<string, Workload[]>();
  /** By label, then by namespace and name. */
  readonly #labelled = new Map<string, Map<string, Workload>>();
  /** Workloads that describe the pods of an owner that is not in the input, by that owner. */
  readonly #described = new Map<string, Workload>();

  /** `workloads`: every workload of the input, each once. */
  constructor(workloads: readonly Workload[]) {
    for (const workload of workloads) {
      const { kind, metadata, label } = workload;
      entryIn(this.#workloads, keyOf(kind, metadata.namespace, metadata.name), () => []).push(workload);
      if (label === '') continue;
      // A TrainJob comes last, and has the label and name of the JobSet that it makes.
      const labelled = entryIn(this.#labelled, label, () => new Map<string, Workload>());
      entryIn(labelled, objectKey(metadata.namespace, metadata.name), () => workload);
    }
    for (const workload of workloads) {
      const reference = workload.describesOwner ? controllerOf(workload) : undefined;
      if (reference === undefined || this.#referredTo(workload, reference) !== undefined) continue;
      this.#described.set(keyOf(reference.kind, workload.metadata.namespace, reference.name), workload);
    }
  }

  /** Returns the owner, then its owner, and so on, as far as they are in the input. */
  above(object: Owned): Workload[] {
    const owners: Workload[] = [];
    for (let owner = this.#owner(object); owner !== undefined && owners.length < MAX_OWNERS; owner = this.#owner(owner)) {
      if (owners.includes(owner) || owner === object) break;
      owners.push(owner);
    }
    return owners;
  }

  #owner(object: Owned): Workload | undefined {
    const reference = controllerOf(object);
    if (reference === undefined) return undefined;
    const { kind, name } = reference;
    const { namespace } = object.metadata;
    const named = this.#named(kind, namespace, name, reference);
    if (named !== undefined) return this.#referredTo(object, reference);
    const described = this.#described.get(keyOf(kind, namespace, name));
    if (described !== undefined && described !== object) return described;
    return this.#makerOf(reference, namespace) ?? this.#byLabel(object);
  }

  /** Returns the workload of a reference; undefined if it does not exist, or another workload has its name. */
  #referredTo({ metadata }: Owned, reference: OwnerReference): Workload | undefined {
    const { kind, name, uid } = reference;
    const owner = this.#named(kind, metadata.namespace, name, reference);
    return owner === undefined || uid === '' || owner.metadata.uid === '' || uid === owner.metadata.uid ? owner : undefined;
  }

  #named(kind: string, namespace: string, name: string, { apiVersion }: OwnerReference): Workload | undefined {
    const group = apiVersion.slice(0, Math.max(0, apiVersion.lastIndexOf('/')));
    // API groups of Kubernetes itself are interchangeable, because kinds moved between them.
    const isOwn = !group.includes('.');
    const candidates = this.#workloads.get(keyOf(kind, namespace, name)) ?? [];
    return candidates.find((each) => each.group === group) ?? candidates.find((each) => isOwn && !each.group.includes('.'));
  }

  #makerOf({ kind, name }: OwnerReference, namespace: string): Workload | undefined {
    const dash = name.lastIndexOf('-');
    if (dash < 1) return undefined;
    for (const maker of MAKERS_OF.get(kind) ?? []) {
      const [found] = this.#workloads.get(keyOf(maker, namespace, name.slice(0, dash))) ?? [];
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #byLabel(object: Owned): Workload | undefined {
    const { namespace, labels } = object.metadata;
    for (const [label, workloads] of this.#labelled) {
      const name = labels.get(label);
      const found = name === undefined ? undefined : workloads.get(objectKey(namespace, name));
      if (found !== undefined && found !== object) return found;
    }
    return undefined;
  }
}

/** Returns the reference to the controller that made an object, if any. */
export function controllerOf({ metadata }: Owned): OwnerReference | undefined {
  return metadata.ownerReferences.find(({ controller }) => controller);
}

function keyOf(kind: string, namespace: string, name: string): string {
  return `${kind}\0${objectKey(namespace, name)}`;
}
