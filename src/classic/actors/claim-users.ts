// Indexes pods by the claims that they use, like the informer of the controller.

import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';

/** Pods by the claims that they use. */
export class ClaimUsers {
  readonly #pods = new Map<string, Set<string>>();
  /** The claims of each pod, in the order in which pods were added. */
  readonly #claims = new Map<string, { readonly place: number; readonly claims: readonly string[] }>();
  #count = 0;

  /** Records the claims of a pod by their keys. */
  *setting(pod: string, claims: readonly string[]): Incremental<void> {
    const place = this.#claims.get(pod)?.place ?? this.#count++;
    yield* this.#removingClaims(pod);
    this.#claims.set(pod, { place, claims });
    for (const claim of claims) {
      entryIn(this.#pods, claim, () => new Set<string>()).add(pod);
      yield;
    }
  }

  *deleting(pod: string): Incremental<void> {
    yield* this.#removingClaims(pod);
    this.#claims.delete(pod);
  }

  /** Returns the pods that use a claim, in the order in which they were added. */
  of(claim: string): readonly string[] {
    const placeOf = (pod: string): number => this.#claims.get(pod)?.place ?? 0;
    return [...(this.#pods.get(claim) ?? [])].sort((left, right) => placeOf(left) - placeOf(right));
  }

  *#removingClaims(pod: string): Incremental<void> {
    for (const claim of this.#claims.get(pod)?.claims ?? []) {
      const pods = this.#pods.get(claim);
      pods?.delete(pod);
      if (pods?.size === 0) this.#pods.delete(claim);
      yield;
    }
  }
}
