// The pods with claims that a run placed. Suggestions may let them share a claim.

import type { Pod } from '../../../core/api/pod.js';
import type { Workload } from '../../../core/api/workload.js';
import { entryIn } from '../../../core/base/entry-in.js';
import type { PlacedPod, PlacedSet } from '../../../explain/suggest/pod-trial.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { setOf } from '../../../scheduler/pods/owners.js';
import { controllerOf, Ownership, workloadKey } from '../../../scheduler/pods/ownership.js';

/** A group of a pod. */
export type PodGroupOfClaims = ClaimGroup & { readonly pod: Pod };

/** Returns whether a group is a pending pod that needs a node. */
export function isPendingPod(group: ClaimGroup): group is PodGroupOfClaims {
  return group.pod !== undefined && group.pod.spec.nodeName === '';
}

/** The pods in placement order. */
export class PlacedPods {
  readonly #workloads: readonly Workload[];
  readonly #all: { readonly group: PodGroupOfClaims; readonly placed: PlacedPod }[] = [];
  #ownership: Ownership | undefined;

  constructor(workloads: readonly Workload[]) {
    this.#workloads = workloads;
  }

  /** Adds a placed pod. */
  add(group: PodGroupOfClaims, placed: PlacedPod): void {
    if (placed.pod.spec.resourceClaims.length > 0) this.#all.push({ group, placed });
  }

  /** Removes a pod that was unbound. */
  remove(group: PodGroupOfClaims): void {
    const at = this.#all.findIndex((one) => one.group === group);
    if (at >= 0) this.#all.splice(at, 1);
  }

  /** Returns the group of a placed pod; undefined if it was not placed, or has no claims. */
  groupOf({ namespace, name }: { readonly namespace?: string; readonly name: string }): PodGroupOfClaims | undefined {
    return this.#all.find(({ group: { pod } }) => pod.metadata.name === name && pod.metadata.namespace === namespace)?.group;
  }

  /** Returns the pods in the namespace of a group, by template. */
  inNamespaceOf(group: PodGroupOfClaims): readonly PlacedSet[] {
    const groupTemplate = this.#templateOf(group);
    const sets = new Map<string, PlacedPod[]>();
    for (const each of this.#all)
      if (each.group.pod.metadata.namespace === group.pod.metadata.namespace)
        entryIn(sets, this.#templateOf(each.group), (): PlacedPod[] => []).push(each.placed);
    return Array.from(sets, ([template, pods]) => ({ isOwn: template === groupTemplate, pods }));
  }

  /** Returns a key that pods of one template share. A pod without an owner has its own key. */
  #templateOf({ pod, madeFor, podSet }: PodGroupOfClaims): string {
    this.#ownership ??= new Ownership(this.#workloads);
    const top = this.#ownership.above(madeFor ?? pod).at(-1) ?? madeFor;
    const { namespace, name, labels } = pod.metadata;
    // An owner outside of the input may have several templates.
    const above = controllerOf(top ?? pod);
    if (above !== undefined) return JSON.stringify([above.kind, namespace, above.name]);
    if (top === undefined) return JSON.stringify(['Pod', namespace, name]);
    const set = top === madeFor ? podSet : setOf(top, name, [labels]);
    return JSON.stringify([workloadKey(top), set?.name ?? '']);
  }
}
