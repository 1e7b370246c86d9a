// The claims of a pod in a cluster at a time, with all that was looked at for them: as long as that is the same objects, the claims are the same.

import { ClaimSet } from '../cluster/claims.js';
import type { AttemptSources } from '../cluster/cluster-attempt.js';
import type { ClusterObjects } from '../cluster/cluster-objects.js';
import type { Pod } from '../core/api/pod.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
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

/** The classes by which claims are made, and what they count. */
interface ClaimCounting {
  readonly extendedClasses: ExtendedResourceClasses;
  readonly quotas: NamespaceQuotas;
}

/** The claims of a pod, as long as they hold. */
export class ClaimsOfPod {
  readonly found: FoundClaims;
  /** The claims that are found, the same on each node: what follows from them is worked out once. */
  readonly claims: ClaimSet;
  /** The request for which no node is considered. */
  readonly rejected: RejectedRequest | undefined;
  /** The reason why no node will do, as far as claims have one before nodes are looked at. */
  readonly refusal: Rejection | undefined;
  /** Some of the claims are allocated. */
  readonly hasAllocated: boolean;
  /** False: no claim waits for its bindings, so that the time does not matter. */
  readonly countsTime: boolean;
  /** Why the pod cannot be bound, whatever node it finds. */
  readonly unbound: Rejection | undefined;
  readonly #objects: ClusterObjects;
  /** Tells whether quotas are as they were and, where one limits the namespace, all claims and pods. */
  readonly #quotaStamp: number | string;
  readonly #isCounted: boolean;
  readonly #reads: Read[];
  /** The keys by which something was looked up. */
  readonly #keys: NameSet;
  /** The place in the changes of objects up to which the claims are known to hold. */
  #end: number;

  /**
   * In slices the one that was made has to be kept, and each object is taken as of when it is looked up. `given`: the claims that a caller found or made, which no
   * quota counts once more.
   */
  constructor(
    pod: Pod,
    given: FoundClaims | undefined,
    { cluster, runtime }: AttemptSources,
    { extendedClasses, quotas: limits }: ClaimCounting,
    checkpoint: Checkpoint,
  ) {
    const objects = checkpoint.keep(() => cluster.objects);
    this.#objects = objects;
    this.#reads = checkpoint.keep(() => []);
    this.#keys = checkpoint.keep(() => new NameSet());
    this.#end = checkpoint.keep(() => objects.pods.changes.end);
    const claimObjects: ClaimObjects = {
      get: (kind, name) => this.#read(objects.pods.all(kind), name),
      ownedBy: (identity) => this.#read(objects.pods.owned, identity)?.keys ?? [],
    };
    const { features } = runtime;
    const before = checkpoint.keep(() => [objects.pods.stampOf('ResourceQuota'), quotaStamp(objects.pods)] as const);
    const quotas = given === undefined ? limits.of(pod.metadata.namespace, objects, extendedClasses, checkpoint) : undefined;
    this.#isCounted = quotas !== undefined;
    this.#quotaStamp = before[this.#isCounted ? 1 : 0];
    this.found =
      given === undefined
        ? findClaims(pod, { objects: claimObjects, quotas, extendedClasses, features }, checkpoint)
        : asStored(given, claimObjects, checkpoint);
    this.claims = checkpoint.keep(() => new ClaimSet(this.found.claims));
    checkpoint.forEach(this.claims.keys, (key) => this.#read(objects.held, key));
    const known = checkpoint.keep(() => cluster.known(this.claims));
    this.hasAllocated = checkpoint.some(known, ({ status }) => status.allocation !== undefined);
    this.countsTime = this.hasAllocated || this.found.perNode !== undefined;
    const context = { deviceClasses: objects.deviceClasses, features };
    this.rejected = this.found.problem === undefined ? rejectedRequest(known, context, checkpoint) : undefined;
    this.refusal = claimsRefusal(this.found, this.rejected);
    const reserved = reservationRefusal(pod, this.found.claims, checkpoint);
    this.unbound = reserved === undefined ? undefined : unboundBecause(reserved);
  }

  #read<T>(table: { get(key: string): T | undefined }, key: string): T | undefined {
    const found = table.get(key);
    this.#reads.push({ table, key, found });
    this.#keys.add(key);
    return found;
  }

  /** Tells whether all that was looked at is as it was. Requires: device classes are as they were. */
  holds({ objects }: { readonly objects: ClusterObjects }): boolean {
    if (objects !== this.#objects) return false;
    const stamp = this.#isCounted ? quotaStamp(objects.pods) : objects.pods.stampOf('ResourceQuota');
    if (stamp !== this.#quotaStamp) return false;
    const { changes } = objects.pods;
    // A name that was looked up may be that of something else.
    if (changes.hasAnySince(this.#end, this.#keys) && this.#reads.some(({ table, key, found }) => table.get(key) !== found)) return false;
    this.#end = changes.end;
    return true;
  }
}
