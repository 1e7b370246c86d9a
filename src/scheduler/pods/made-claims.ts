// Finds claims that were made earlier for pods and pod groups: by the resourceclaim controller, by the scheduler, or by an earlier run of this
// package.

import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { type ClaimOwner, identityOf, owningIdentity } from './claim-owner.js';
import { objectKey } from './ownership.js';
import { claimBaseName, claimGenerateName, extendedBaseName, isExtendedClaim, numberedName, podClaimNameOf } from './template.js';

/** Finds claims by owner; claims without an owner reference, by name and annotation. */
export class MadeClaims {
  readonly #claims: ReadonlyMap<string, ResourceClaim>;
  /** By owner and the pod's name for the claim. */
  readonly #annotated = new Map<string, ResourceClaim>();
  /** By owner and `generateName`, for claims of controllers that did not annotate yet (before Kubernetes 1.28). */
  readonly #generated = new Map<string, ResourceClaim>();
  /** Claims for extended resources, by owner. */
  readonly #extended = new Map<string, ResourceClaim>();
  /** The claims without an owner that were found, by query. Cached, because pods whose names are truncated can share claim names. */
  readonly #adopted = new Map<string, ResourceClaim>();
  readonly #next = new Map<string, number>();
  readonly #taken = new Set<ResourceClaim>();

  private constructor(claims: ReadonlyMap<string, ResourceClaim>) {
    this.#claims = claims;
  }

  /** `claims`: by {@link objectKey}. */
  static *among(claims: ReadonlyMap<string, ResourceClaim>, checkpoint: Checkpoint): Incremental<MadeClaims> {
    const made = new MadeClaims(claims);
    for (const claim of claims.values()) {
      made.#add(claim);
      if (checkpoint.due()) yield;
    }
    return made;
  }

  #add(claim: ResourceClaim): void {
    const owner = owningIdentity(claim);
    if (owner === undefined) return;
    const podClaimName = podClaimNameOf(claim);
    if (isExtendedClaim(claim)) this.#extended.set(owner, claim);
    else if (podClaimName === undefined) this.#generated.set(`${owner}\0${claim.metadata.generateName}`, claim);
    else this.#annotated.set(`${owner}\0${podClaimName}`, claim);
  }

  /** Returns the claim that was made for an entry of the claims of a pod or pod group. */
  of(owner: ClaimOwner, podClaimName: string): ResourceClaim | undefined {
    const { name } = owner.metadata;
    const identity = identityOf(owner);
    return (
      this.#annotated.get(`${identity}\0${podClaimName}`) ??
      this.#generated.get(`${identity}\0${claimGenerateName(name, podClaimName)}`) ??
      this.#adopt(owner, claimBaseName(name, podClaimName), podClaimName, (claim) => podClaimNameOf(claim) === podClaimName)
    );
  }

  /** Returns the claim that was made for the extended resources of a pod. */
  extendedOf(owner: ClaimOwner): ResourceClaim | undefined {
    return this.#extended.get(identityOf(owner)) ?? this.#adopt(owner, extendedBaseName(owner.metadata.name), '', isExtendedClaim);
  }

  /** Returns whether a claim was made for a pod, but does not name that pod. */
  isForSomePod(claim: ResourceClaim): boolean {
    const isMade = isExtendedClaim(claim) || podClaimNameOf(claim) !== undefined;
    return isMade && !claim.metadata.ownerReferences.some(({ controller }) => controller);
  }

  /** Returns whether the pod of a claim of {@link isForSomePod} appeared. */
  isTaken(claim: ResourceClaim): boolean {
    return this.#taken.has(claim);
  }

  #adopt(owner: ClaimOwner, base: string, podClaimName: string, isMeant: (claim: ResourceClaim) => boolean): ResourceClaim | undefined {
    const claimKey = `${identityOf(owner)}\0${base}\0${podClaimName}`;
    const adopted = this.#adopted.get(claimKey);
    if (adopted !== undefined) return adopted;
    const found = this.#nextOfName(owner.metadata.namespace, base, podClaimName, isMeant);
    if (found === undefined) return undefined;
    this.#adopted.set(claimKey, found);
    this.#taken.add(found);
    return found;
  }

  /** Tries the names in the order in which they were assigned. */
  #nextOfName(
    namespace: string,
    base: string,
    podClaimName: string,
    isMeant: (claim: ResourceClaim) => boolean,
  ): ResourceClaim | undefined {
    const counter = `${objectKey(namespace, base)}\0${podClaimName}`;
    for (let number = this.#next.get(counter) ?? 1; ; number++) {
      const claim = this.#claims.get(objectKey(namespace, numberedName(base, number)));
      if (claim === undefined) return undefined;
      this.#next.set(counter, number + 1);
      if (this.isForSomePod(claim) && isMeant(claim)) return claim;
    }
  }
}
