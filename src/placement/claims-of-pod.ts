// The claims of a pod, with every object that they were derived from: they stay valid as long as these objects do not change.

import { ClaimSet } from '../cluster/claims.js';
import type { AttemptSources } from '../cluster/cluster-attempt.js';
import type { ClusterObjects } from '../cluster/cluster-objects.js';
import type { Pod } from '../core/api/pod.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { NameSet } from '../core/base/name-journal.js';
import { devicesOff, unboundBecause } from '../scheduler/filters/dynamic-resources.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { FoundClaims } from '../scheduler/pods/claim-finder.js';
import type { ExtendedResourceClasses } from '../scheduler/pods/extended-resources.js';
import { reservationRefusal } from '../scheduler/pods/reservations.js';
import { claimsRefusal, type RejectedRequest, rejectedRequest } from './claims-refusal.js';
import { type NamespaceQuotas, quotaStamp } from './namespace-quotas.js';
import { asStored, type ClaimObjects, findClaims } from './pod-claims.js';

/** A table of objects. Objects are immutable: a changed object is a new object. */
interface Table {
  get(key: string): unknown;
}

interface Read {
  readonly table: Table;
  readonly key: string;
  /** Undefined if the table had no such object at the lookup. */
  readonly found: unknown;
}

class Lookups {
  readonly objects: ClusterObjects;
  readonly #reads: Read[] = [];
  readonly #keys = new NameSet();
  /** The position in the journal of object changes up to which every lookup is verified. */
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

  /** Returns whether every lookup would return the same object now. */
  hold(): boolean {
    const { changes } = this.objects.pods;
    // The journal has only names, so the change may concern an unrelated object.
    if (changes.hasAnySince(this.#end, this.#keys) && this.#reads.some(({ table, key, found }) => table.get(key) !== found)) return false;
    this.#end = changes.end;
    return true;
  }
}

/** The classes that extended resource claims are made for, and the quotas that count claims. */
interface ClaimCounting {
  readonly extendedClasses: ExtendedResourceClasses;
  readonly quotas: NamespaceQuotas;
}

type CheckedClaims = Pick<ClaimsOfPod, 'found' | 'claims' | 'rejected' | 'refusal' | 'hasAllocated' | 'unbound'>;

/** The claims of a pod, while the objects they depend on are unchanged. */
export class ClaimsOfPod {
  readonly found: FoundClaims;
  /** The claims that are the same on every node, with cached derived data. */
  readonly claims: ClaimSet;
  /** The request that prevents the scheduler from considering any node. */
  readonly rejected: RejectedRequest | undefined;
  /** The reason why no node is feasible, if the claims alone determine that. */
  readonly refusal: Rejection | undefined;
  readonly hasAllocated: boolean;
  /** False if no claim waits for binding conditions, so the time has no effect. */
  readonly countsTime: boolean;
  /** Why the pod cannot be bound on any node. */
  readonly unbound: Rejection | undefined;
  readonly #lookups: Lookups;
  /** Identifies the state of the quotas and, if a quota limits the namespace, of all claims and pods. */
  readonly #quotaStamp: number | string;
  readonly #isCounted: boolean;

  private constructor(
    { found, claims, rejected, refusal, hasAllocated, unbound }: CheckedClaims,
    lookups: Lookups,
    { stamp, isCounted }: { readonly stamp: number | string; readonly isCounted: boolean },
  ) {
    this.found = found;
    this.claims = claims;
    this.rejected = rejected;
    this.refusal = refusal;
    this.hasAllocated = hasAllocated;
    this.countsTime = hasAllocated || found.perNode !== undefined;
    this.unbound = unbound;
    this.#lookups = lookups;
    this.#quotaStamp = stamp;
    this.#isCounted = isCounted;
  }

  /** Each object is read as of its lookup. `foundClaims`: claims that the caller found or made. Quotas do not count them again. */
  static *of(
    pod: Pod,
    foundClaims: FoundClaims | undefined,
    { cluster, runtime: { features }, profiles }: AttemptSources,
    { extendedClasses, quotas: limits }: ClaimCounting,
    checkpoint: Checkpoint,
  ): Incremental<ClaimsOfPod> {
    const { objects } = cluster;
    const lookups = new Lookups(objects);
    const claimObjects: ClaimObjects = {
      get: (kind, name) => lookups.read(objects.pods.all(kind), name),
      ownedBy: (identity) => lookups.read(objects.pods.claimsByOwner, identity)?.keys ?? [],
    };
    const before = [objects.pods.stampOf('ResourceQuota'), quotaStamp(objects.pods)] as const;
    const { namespace } = pod.metadata;
    const isCounted = foundClaims === undefined && objects.pods.hasIn('ResourceQuota', namespace);
    const quotas = isCounted ? yield* limits.of(namespace, objects, extendedClasses, checkpoint) : undefined;
    const found =
      foundClaims === undefined
        ? yield* findClaims(pod, { objects: claimObjects, quotas, extendedClasses, features }, checkpoint)
        : yield* asStored(foundClaims, claimObjects, checkpoint);
    const claims = new ClaimSet(found.claims);
    const keys = yield* claims.listingKeys(checkpoint);
    for (let index = 0; index < keys.length; index++) {
      lookups.read(objects.held, keys[index] as string);
      if (checkpoint.due()) yield;
    }
    const existing = cluster.currentClaims(claims);
    const hasAllocated = existing.some(({ status }) => status.allocation !== undefined);
    const context = { deviceClasses: objects.deviceClasses, features };
    const isPlain = existing.length === 0 || found.problem !== undefined;
    const rejected = isPlain ? undefined : yield* rejectedRequest(existing, context, checkpoint);
    const reserved = existing.length === 0 ? undefined : yield* reservationRefusal(pod, found.claims, checkpoint);
    const unbound = reserved === undefined ? undefined : unboundBecause(reserved);
    const { schedulerName, allocatesDevices } = profiles.of(pod.spec.schedulerName);
    const isOff = !allocatesDevices && (found.claims.length > 0 || found.perNode !== undefined);
    const refusal = isOff ? devicesOff(schedulerName) : claimsRefusal(found, rejected);
    return new ClaimsOfPod({ found, claims, rejected, refusal, hasAllocated, unbound }, lookups, {
      stamp: before[isCounted ? 1 : 0],
      isCounted,
    });
  }

  /** Returns whether every object that was considered is unchanged. Requires: device classes are unchanged. */
  holds({ objects }: { readonly objects: ClusterObjects }): boolean {
    if (objects !== this.#lookups.objects) return false;
    const stamp = this.#isCounted ? quotaStamp(objects.pods) : objects.pods.stampOf('ResourceQuota');
    return stamp === this.#quotaStamp && this.#lookups.hold();
  }
}
