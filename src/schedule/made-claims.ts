// Claims that were made for pods before: by the resourceclaim controller, or by us in an earlier run whose output is input now.

import type { ResourceClaim } from '../api/resource-claim.js';
import type { Pod } from '../api/workload.js';
import { objectKey } from './owners.js';
import { claimBaseName, claimGenerateName, numberedName, podClaimNameOf } from './template.js';

/** What tells a pod from another one of the same name at another time. */
export function podIdentity({ metadata }: Pod): string {
  return `${objectKey(metadata.namespace, metadata.name)}\0${metadata.uid}`;
}

/** The identity of the pod that a claim was made for, if the claim says so. */
export function owningPod(claim: ResourceClaim): string | undefined {
  const owner = claim.metadata.ownerReferences.find((reference) => reference.controller && reference.kind === 'Pod');
  return owner === undefined ? undefined : `${objectKey(claim.metadata.namespace, owner.name)}\0${owner.uid}`;
}

/** Finds them: by their owner, and where the pod had no uid to name as owner, by name and annotation. */
export class MadeClaims {
  readonly #claims: ReadonlyMap<string, ResourceClaim>;
  /** By owner and the pod's name for the claim. */
  readonly #annotated = new Map<string, ResourceClaim>();
  /** By owner and what the name was generated from, for claims of controllers that did not annotate yet (before Kubernetes 1.28). */
  readonly #generated = new Map<string, ResourceClaim>();
  /** Claims without an owner by the pod and its name for them; undefined: there is none. Pods can share names that were cut. */
  readonly #adopted = new Map<string, ResourceClaim | undefined>();
  readonly #next = new Map<string, number>();
  readonly #taken = new Set<ResourceClaim>();

  /** Takes claims by {@link objectKey}. */
  constructor(claims: ReadonlyMap<string, ResourceClaim>) {
    this.#claims = claims;
    for (const claim of claims.values()) {
      const owner = owningPod(claim);
      if (owner === undefined) continue;
      const podClaimName = podClaimNameOf(claim);
      if (podClaimName === undefined) this.#generated.set(`${owner}\0${claim.metadata.generateName}`, claim);
      else this.#annotated.set(`${owner}\0${podClaimName}`, claim);
    }
  }

  /** The claim that was made for an entry of a pod's claims. */
  of(pod: Pod, podClaimName: string): ResourceClaim | undefined {
    const owner = podIdentity(pod);
    return (
      this.#annotated.get(`${owner}\0${podClaimName}`) ??
      this.#generated.get(`${owner}\0${claimGenerateName(pod.metadata.name, podClaimName)}`) ??
      this.#adopt(pod, podClaimName)
    );
  }

  /** Whether a claim was made for a pod without saying for which one. */
  isForSomePod(claim: ResourceClaim): boolean {
    return podClaimNameOf(claim) !== undefined && !claim.metadata.ownerReferences.some(({ controller }) => controller);
  }

  /** Whether a pod turned up that a claim of {@link isForSomePod} is for. */
  isTaken(claim: ResourceClaim): boolean {
    return this.#taken.has(claim);
  }

  #adopt(pod: Pod, podClaimName: string): ResourceClaim | undefined {
    const asked = `${podIdentity(pod)}\0${podClaimName}`;
    if (this.#adopted.has(asked)) return this.#adopted.get(asked);
    const found = this.#nextOfName(pod, podClaimName);
    this.#adopted.set(asked, found);
    if (found !== undefined) this.#taken.add(found);
    return found;
  }

  /** Goes through the names in the order in which they were handed out. */
  #nextOfName({ metadata: { namespace, name } }: Pod, podClaimName: string): ResourceClaim | undefined {
    const base = claimBaseName(name, podClaimName);
    const counter = `${objectKey(namespace, base)}\0${podClaimName}`;
    for (let number = this.#next.get(counter) ?? 1; ; number++) {
      const claim = this.#claims.get(objectKey(namespace, numberedName(base, number)));
      if (claim === undefined) return undefined;
      this.#next.set(counter, number + 1);
      if (this.isForSomePod(claim) && podClaimNameOf(claim) === podClaimName) return claim;
    }
  }
}
