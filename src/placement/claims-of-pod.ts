// The claims of a pod in a cluster at a time, with all that was considered for them: as long as that is the same objects, the claims are the same.

import { ClaimSet } from '../cluster/claims.js';
import type { AttemptSources } from '../cluster/cluster-attempt.js';
import type { ClusterObjects } from '../cluster/cluster-objects.js';
import type { Pod } from '../core/api/pod.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { NameSet } from '../core/base/name-journal.js';
import { unboundBecause } from '../scheduler/filters/dynamic-resources.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { FoundClaims } from '../scheduler/pods/claim-finder.js';
import type { ExtendedResourceClasses } from '../scheduler/pods/extended-resources.js';
import { reservationRefusal } from '../scheduler/pods/reservations.js';
import { claimsRefusal, type RejectedRequest, rejectedRequest } from './claims-refusal.js';
import { type NamespaceQuotas, quotaStamp } from './namespace-quotas.js';
import { asStored, type ClaimObjects, findClaims } from './pod-claims.js';

/** A table in which something was looked up. Objects are not changed in place: one that changed is another object. */
interface Table {
  get(key: string): unknown;
}

interface Read {
  readonly table: Table;
  readonly key: string;
  /** Undefined: there was none. */
  readonly found: unknown;
}

/** All that was looked up among objects. */
class Lookups {
  readonly objects: ClusterObjects;
  readonly #reads: Read[] = [];
  /** The keys by which something was looked up. */
  readonly #keys = new NameSet();
  /** The place in the changes of objects up to which all is known to be as it was. */
  #end: number;

  constructor(objects: ClusterObjects) {
    this.objects = objects;
    this.#end = objects.pods.changes.end;
  }

  read<T>(table: { get(key: string): T | undefined }, key: string): T | undefined {
    const found = table.get(key);
    this.#reads.push({ table, key, found });
    this.#keys.add(key);
    return found;
  }

  /** All is as it was. */
  hold(): boolean {
    const { changes } = this.objects.pods;
    // A name that was looked up may be that of something else.
    if (changes.hasAnySince(this.#end, this.#keys) && this.#reads.some(({ table, key, found }) => table.get(key) !== found)) return false;
    this.#end = changes.end;
    return true;
  }
}

/** The classes by which claims are made, and what they count. */
interface ClaimCounting {
  readonly extendedClasses: ExtendedResourceClasses;
  readonly quotas: NamespaceQuotas;
}

/** The claims of a pod, as long as they hold. */
export class ClaimsOfPod {
  readonly found: FoundClaims;
  /** The claims that are found, the same on each node: what follows from them is computed once. */
  readonly claims: ClaimSet;
  /** The request for which no node is considered. */
  readonly rejected: RejectedRequest | undefined;
  /** The reason why no node will do, as far as claims have one before nodes are considered. */
  readonly refusal: Rejection | undefined;
  /** Some of the claims are allocated. */
  readonly hasAllocated: boolean;
  /** False: no claim waits for its bindings, so that the time does not matter. */
  readonly countsTime: boolean;
  /** Why the pod cannot be bound, whatever node it finds. */
  readonly unbound: Rejection | undefined;
  readonly #lookups: Lookups;
  /** Returns whether quotas are as they were and, where one limits the namespace, all claims and pods. */
  readonly #quotaStamp: number | string;
  readonly #isCounted: boolean;

  private constructor(
    { found, claims, rejected, hasAllocated, unbound }: Pick<ClaimsOfPod, 'found' | 'claims' | 'rejected' | 'hasAllocated' | 'unbound'>,
    lookups: Lookups,
    { stamp, isCounted }: { readonly stamp: number | string; readonly isCounted: boolean },
  ) {
    this.found = found;
    this.claims = claims;
    this.rejected = rejected;
    this.refusal = claimsRefusal(found, rejected);
    this.hasAllocated = hasAllocated;
    this.countsTime = hasAllocated || found.perNode !== undefined;
    this.unbound = unbound;
    this.#lookups = lookups;
    this.#quotaStamp = stamp;
    this.#isCounted = isCounted;
  }

  /** Each object is taken as of when it is looked up. `given`: the claims that a caller found or made, which no quota counts once more. */
  static *of(
    pod: Pod,
    given: FoundClaims | undefined,
    { cluster, runtime: { features } }: AttemptSources,
    { extendedClasses, quotas: limits }: ClaimCounting,
    checkpoint: Checkpoint,
  ): Incremental<ClaimsOfPod> {
    const { objects } = cluster;
    const lookups = new Lookups(objects);
    const claimObjects: ClaimObjects = {
      get: (kind, name) => lookups.read(objects.pods.all(kind), name),
      ownedBy: (identity) => lookups.read(objects.pods.owned, identity)?.keys ?? [],
    };
    const before = [objects.pods.stampOf('ResourceQuota'), quotaStamp(objects.pods)] as const;
    const { namespace } = pod.metadata;
    const isCounted = given === undefined && objects.pods.hasIn('ResourceQuota', namespace);
    const quotas = isCounted ? yield* limits.of(namespace, objects, extendedClasses, checkpoint) : undefined;
    const found =
      given === undefined
        ? yield* findClaims(pod, { objects: claimObjects, quotas, extendedClasses, features }, checkpoint)
        : yield* asStored(given, claimObjects, checkpoint);
    const claims = new ClaimSet(found.claims);
    for (const key of claims.keys) {
      lookups.read(objects.held, key);
      if (checkpoint.due()) yield;
    }
    const known = cluster.known(claims);
    const hasAllocated = known.some(({ status }) => status.allocation !== undefined);
    const context = { deviceClasses: objects.deviceClasses, features };
    const isPlain = known.length === 0 || found.problem !== undefined;
    const rejected = isPlain ? undefined : yield* rejectedRequest(known, context, checkpoint);
    const reserved = known.length === 0 ? undefined : reservationRefusal(pod, found.claims, checkpoint);
    const unbound = reserved === undefined ? undefined : unboundBecause(reserved);
    return new ClaimsOfPod({ found, claims, rejected, hasAllocated, unbound }, lookups, { stamp: before[isCounted ? 1 : 0], isCounted });
  }

  /** All that was considered is as it was. Requires: device classes are as they were. */
  holds({ objects }: { readonly objects: ClusterObjects }): boolean {
    if (objects !== this.#lookups.objects) return false;
    const stamp = this.#isCounted ? quotaStamp(objects.pods) : objects.pods.stampOf('ResourceQuota');
    return stamp === this.#quotaStamp && this.#lookups.hold();
  }
}
