// The objects of a cluster that decide about pods next to nodes and devices: pods, their claims, and what these are made from.

import type { LimitRange } from '../core/api/limit-range.js';
import type { Pod } from '../core/api/pod.js';
import type { PodGroup } from '../core/api/pod-group.js';
import type { PriorityClass } from '../core/api/priority-class.js';
import type { ResourceClaim, ResourceClaimTemplate } from '../core/api/resource-claim.js';
import type { ResourceQuota } from '../core/api/resource-quota.js';
import type { RuntimeClass } from '../core/api/runtime-class.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { LayeredMap } from '../core/base/layered-map.js';
import { NameJournal } from '../core/base/name-journal.js';
import type { PodInfo } from '../scheduler/filters/node-info.js';
import { PodTally } from '../scheduler/filters/pod-tally.js';
import { owningIdentity } from '../scheduler/pods/claim-owner.js';

/** A pod and, where it is on a node, what it takes there. */
export interface PodEntry {
  readonly pod: Pod;
  readonly info: PodInfo | undefined;
  /** Set where the pod was bound here: what the cluster had of it before. */
  readonly bound?: { readonly before: PodEntry | undefined };
}

/** A claim without its allocation, since a cluster knows what claims hold, and which pods have it. */
export interface ClaimEntry {
  readonly claim: ResourceClaim;
  /** The keys of the pods that were bound here with it. */
  readonly users?: ReadonlySet<string>;
  /** The claim got its devices when a pod was bound here. */
  readonly isAllocatedHere?: boolean | undefined;
  /** The claim came to be when a pod was bound here. */
  readonly isMadeHere?: boolean;
}

/** The objects of each kind, by the names under which a cluster keeps them. */
export interface PodObjectKinds {
  readonly Pod: PodEntry;
  readonly ResourceClaim: ClaimEntry;
  readonly ResourceClaimTemplate: ResourceClaimTemplate;
  readonly PodGroup: PodGroup;
  readonly PriorityClass: PriorityClass;
  readonly RuntimeClass: RuntimeClass;
  readonly LimitRange: LimitRange;
  readonly ResourceQuota: ResourceQuota;
}

/** Is told of what changes the answers for pods. */
export interface PodFollower {
  nodeChanged(name: string): void;
  /** A pod came to a node (`after`), or left it (`before`). */
  podChanged(nodeName: string, before: PodInfo | undefined, after: PodInfo | undefined): void;
  classesChanged(): void;
  /** Classes changed by which admission fills pods in. */
  admissionChanged(): void;
  /** Other objects are in the place of all. */
  objectsReplaced(): void;
}

/** Kinds of objects that decide about pods. */
export type PodObjectKind = keyof PodObjectKinds;

/** Kinds whose names are those of a namespace. */
const NAMESPACED: ReadonlySet<string> = new Set([
  'Pod',
  'ResourceClaim',
  'ResourceClaimTemplate',
  'PodGroup',
  'LimitRange',
  'ResourceQuota',
]);

/** Returns whether objects of a kind decide about pods. */
export function isPodObjectKind(kind: string): kind is PodObjectKind {
  return NAMESPACED.has(kind) || kind === 'PriorityClass' || kind === 'RuntimeClass';
}

/** Returns whether objects of a kind have a namespace, as far as a cluster keeps them. */
export function isNamespaced(kind: string): boolean {
  return NAMESPACED.has(kind);
}

/** Changes that are listed: who missed more checks all that it looked up. */
const MOST_CHANGES = 256;

/** The keys of the claims that were made for one owner. */
interface OwnedClaims {
  readonly keys: Set<string>;
}

type ByKind = { readonly [K in PodObjectKind]: LayeredMap<PodObjectKinds[K]> };

function nothingByKind(): ByKind {
  return {
    Pod: new LayeredMap(),
    ResourceClaim: new LayeredMap(),
    ResourceClaimTemplate: new LayeredMap(),
    PodGroup: new LayeredMap(),
    PriorityClass: new LayeredMap(),
    RuntimeClass: new LayeredMap(),
    LimitRange: new LayeredMap(),
    ResourceQuota: new LayeredMap(),
  };
}

function newStamps(): Record<PodObjectKind, number> {
  return {
    Pod: 0,
    ResourceClaim: 0,
    ResourceClaimTemplate: 0,
    PodGroup: 0,
    PriorityClass: 0,
    RuntimeClass: 0,
    LimitRange: 0,
    ResourceQuota: 0,
  };
}

function forkedKinds(byKind: ByKind): ByKind {
  return Object.fromEntries(Object.entries(byKind).map(([kind, objects]) => [kind, objects.fork()])) as unknown as ByKind;
}

/** The quotas of a cluster, and the objects that their status counts. */
export type QuotaObjects = Pick<ByKind, 'Pod' | 'ResourceClaim' | 'ResourceQuota'>;

/** The objects, by kind and name. */
export class PodObjects {
  readonly #byKind: ByKind;
  readonly #stamps: Record<PodObjectKind, number>;
  readonly #changes = new NameJournal(MOST_CHANGES);
  /** The pods, as far as they decide about others without being considered. */
  readonly tally: PodTally;
  /** Says what pods take, by node and then by pod. */
  readonly #onNodes: LayeredMap<Map<string, PodInfo>>;
  /** Claims by the pod or pod group that they were made for. */
  readonly #owned: LayeredMap<OwnedClaims>;
  #atFork: QuotaObjects | undefined;

  /** Without objects, or with those of another one, which both then change by themselves. */
  constructor(origin?: PodObjects) {
    if (origin === undefined) {
      this.#byKind = nothingByKind();
      this.#stamps = newStamps();
      this.tally = new PodTally();
      this.#onNodes = new LayeredMap();
      this.#owned = new LayeredMap();
      return;
    }
    this.#byKind = forkedKinds(origin.#byKind);
    this.#stamps = { ...origin.#stamps };
    this.tally = origin.tally.fork();
    this.#onNodes = origin.#onNodes.fork();
    this.#owned = origin.#owned.fork();
    this.#atFork = origin.#atFork ?? this.#quotaObjects();
  }

  /** The quotas, claims and pods as they were when this began as a fork, which is when the status of its quotas was current; undefined: this is no fork. */
  get atFork(): QuotaObjects | undefined {
    return this.#atFork;
  }

  /** Declares the status of all quotas current: it counts the objects that are here now. */
  beginCounting(): void {
    this.#atFork = this.#quotaObjects();
    this.#stamps.ResourceQuota++;
  }

  /** The quotas, claims and pods as they are now. */
  get quotaObjects(): QuotaObjects {
    return this.#byKind;
  }

  #quotaObjects(): QuotaObjects {
    const { Pod, ResourceClaim, ResourceQuota } = this.#byKind;
    return { Pod: Pod.fork(), ResourceClaim: ResourceClaim.fork(), ResourceQuota: ResourceQuota.fork() };
  }

  get<K extends PodObjectKind>(kind: K, name: string): PodObjectKinds[K] | undefined {
    return this.#byKind[kind].get(name);
  }

  all<K extends PodObjectKind>(kind: K): Pick<LayeredMap<PodObjectKinds[K]>, 'get' | 'has' | 'size' | 'values'> {
    return this.#byKind[kind];
  }

  /** Changes with every change of objects of a kind. */
  stampOf(kind: PodObjectKind): number {
    return this.#stamps[kind];
  }

  /** The names of objects that changed, of whatever kind but pods, and the identities of owners whose claims did. */
  get changes(): Pick<NameJournal, 'end' | 'hasAnySince'> {
    return this.#changes;
  }

  /** Notes that something of this name changed. */
  noteChange(name: string): void {
    this.#changes.note(name);
  }

  /** Adds, replaces or (undefined) removes an object. Gives the one that was there before. */
  put<K extends PodObjectKind>(kind: K, name: string, object: PodObjectKinds[K] | undefined): PodObjectKinds[K] | undefined {
    const objects: LayeredMap<PodObjectKinds[K]> = this.#byKind[kind];
    const before = objects.get(name);
    this.#stamps[kind]++;
    // No claim rests on a pod by its name.
    if (kind !== 'Pod') this.noteChange(name);
    if (object === undefined) objects.delete(name);
    else objects.set(name, object);
    if (kind === 'Pod') this.#follow(name, before as PodEntry | undefined, object as PodEntry | undefined);
    if (kind === 'ResourceClaim')
      this.#followOwner(name, (before as ClaimEntry | undefined)?.claim, (object as ClaimEntry | undefined)?.claim);
    return before;
  }

  /** Adds or replaces a claim, which pods that were bound with it keep. */
  putClaim(key: string, claim: ResourceClaim): void {
    this.put('ResourceClaim', key, { ...this.get('ResourceClaim', key), claim, isMadeHere: false });
  }

  /** Returns whether objects of a kind are in a namespace. Requires: there are few of them. */
  hasIn(kind: 'LimitRange' | 'ResourceQuota', namespace: string): boolean {
    for (const { metadata } of this.#byKind[kind].values()) if (metadata.namespace === namespace) return true;
    return false;
  }

  /** Returns what the pods on a node take. */
  podsOn(nodeName: string): readonly PodInfo[] {
    return [...(this.#onNodes.get(nodeName)?.values() ?? [])];
  }

  /** The pods on a node, with what they take of it. */
  *runningOn(nodeName: string): Generator<{ readonly pod: Pod; readonly info: PodInfo }> {
    for (const { pod, info } of this.#storedOn(nodeName)) yield { pod, info };
  }

  /** The pods on a node that were given, not bound here. */
  *givenOn(nodeName: string): Generator<{ readonly pod: Pod; readonly info: PodInfo }> {
    for (const { pod, info, bound } of this.#storedOn(nodeName)) if (bound === undefined) yield { pod, info };
  }

  *#storedOn(nodeName: string): Generator<PodEntry & { readonly info: PodInfo }> {
    for (const [name, info] of this.#onNodes.get(nodeName) ?? []) {
      const stored = this.get('Pod', name);
      if (stored !== undefined) yield { ...stored, info };
    }
  }

  /** The claims that were made for a pod or a pod group, by its identity: another object when they change. */
  get owned(): Pick<LayeredMap<OwnedClaims>, 'get'> {
    return this.#owned;
  }

  /** Takes the objects of a cluster that goes on meanwhile, but for those that are left out, by kind and name. */
  *takeFrom(other: PodObjects, checkpoint: Checkpoint, leavesOut: (kind: string, name: string) => boolean): Incremental<void> {
    this.#atFork = other.#atFork;
    for (const kind of Object.keys(this.#byKind) as PodObjectKind[]) {
      for (const [name, object] of [...other.#byKind[kind]]) {
        if (!leavesOut(kind, name)) this.put(kind, name, object);
        if (checkpoint.due()) yield;
      }
    }
  }

  #follow(name: string, before: PodEntry | undefined, now: PodEntry | undefined): void {
    if (before !== undefined) this.tally.remove(before.pod);
    if (now !== undefined) this.tally.add(now.pod);
    if (before?.info !== undefined) {
      const { nodeName } = before.pod.spec;
      const others = this.#ownPodsOn(nodeName);
      others.delete(name);
      if (others.size === 0) this.#onNodes.delete(nodeName);
    }
    if (now?.info !== undefined) this.#ownPodsOn(now.pod.spec.nodeName).set(name, now.info);
  }

  /** The pods on a node, to be changed. */
  #ownPodsOn(nodeName: string): Map<string, PodInfo> {
    const known = this.#onNodes.get(nodeName);
    if (known !== undefined && this.#onNodes.owns(nodeName)) return known;
    const own = new Map(known);
    this.#onNodes.set(nodeName, own);
    return own;
  }

  #followOwner(key: string, before: ResourceClaim | undefined, now: ResourceClaim | undefined): void {
    const [old, owner] = [before && owningIdentity(before), now && owningIdentity(now)];
    if (old === owner) return;
    if (old !== undefined) this.#changeOwned(old, (keys) => keys.delete(key));
    if (owner !== undefined) this.#changeOwned(owner, (keys) => keys.add(key));
  }

  #changeOwned(owner: string, change: (keys: Set<string>) => void): void {
    this.noteChange(owner);
    const known = this.#owned.get(owner)?.keys;
    const keys = known !== undefined && this.#owned.owns(owner) ? known : new Set(known);
    change(keys);
    if (keys.size === 0) this.#owned.delete(owner);
    else this.#owned.set(owner, { keys });
  }
}
