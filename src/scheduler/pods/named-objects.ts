// Looks up objects that pods name, and describes missing ones.

import type { Pod } from '../../core/api/pod.js';
import type { Workload } from '../../core/api/workload.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { finished, type Incremental } from '../../core/base/incremental.js';
import { nearestName } from '../../core/base/nearest-name.js';
import { objectKey } from './ownership.js';

/** A missing object or a rejection that keeps a pod from having its claims. */
export interface GroupProblem {
  readonly message: string;
  /** Names the object that was probably meant. */
  readonly hint?: string;
  /** True if a limit of this package is the cause, not the state of the cluster. */
  readonly isLimit?: true;
  /** True if the API server rejects the pod. */
  readonly isRefusal?: true;
  /** True if the pod has a node, so that no scheduler allocates its claims. */
  readonly isAssigned?: true;
  /** Objects of one kind by namespace and name. Of duplicates, the last one is stored. */
  readonly object: Pod | Workload;
}

/** Objects of one kind by namespace and name; of duplicates, the last. */
export class Named<T extends { readonly metadata: { readonly namespace: string; readonly name: string } }> {
  readonly byKey = new Map<string, T>();
  readonly #namespaces = new Map<string, string>();

  adding(objects: readonly T[], checkpoint: Checkpoint): Incremental<this> {
    return objects.length === 0 ? finished(this) : this.#addingAll(objects, checkpoint);
  }

  *#addingAll(objects: readonly T[], checkpoint: Checkpoint): Incremental<this> {
    for (const object of objects) {
      const { namespace, name } = object.metadata;
      this.byKey.set(objectKey(namespace, name), object);
      if (!this.#namespaces.has(name)) this.#namespaces.set(name, namespace);
      if (checkpoint.due()) yield;
    }
    return this;
  }

  /** Returns the problem of a pod that names a missing object. */
  missing(kind: string, pod: Pod, name: string): GroupProblem {
    const message = `${kind} "${name}" not found in namespace "${pod.metadata.namespace}"`;
    const other = this.#namespaces.get(name);
    if (other === undefined) {
      const near = nearestName(name, this.#namesIn(pod.metadata.namespace));
      return near === undefined ? { message, object: pod } : { message, hint: `did you mean ${near}?`, object: pod };
    }
    return { message, hint: `it exists in namespace "${other}", but it must be in the namespace of the pod`, object: pod };
  }

  #namesIn(namespace: string): readonly string[] {
    const names: string[] = [];
    for (const { metadata } of this.byKey.values()) {
      if (names.length >= MAX_COMPARED) break;
      if (metadata.namespace === namespace) names.push(metadata.name);
    }
    return names;
  }
}

/** The most names that the search for similar names considers, because it compares letter by letter. */
const MAX_COMPARED = 1000;
