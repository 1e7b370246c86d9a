// The objects of a cluster that affect pods, in addition to nodes and devices: pods, claims, volumes and the objects that claims are made from.

import type { LimitRange } from '../core/api/limit-range.js';
import type { Namespace } from '../core/api/namespace.js';
import type { ObjectLists } from '../core/api/object-kinds.js';
import type { PersistentVolume } from '../core/api/persistent-volume.js';
import type { PersistentVolumeClaim } from '../core/api/persistent-volume-claim.js';
import type { Pod } from '../core/api/pod.js';
import type { PodController, ReplicationController } from '../core/api/pod-controllers.js';
import type { PodDisruptionBudget } from '../core/api/pod-disruption-budget.js';
import type { PodGroup } from '../core/api/pod-group.js';
import type { PriorityClass } from '../core/api/priority-class.js';
import type { ResourceClaim, ResourceClaimTemplate } from '../core/api/resource-claim.js';
import type { ResourceQuota } from '../core/api/resource-quota.js';
import type { RuntimeClass } from '../core/api/runtime-class.js';
import type { Service } from '../core/api/service.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { LayeredMap } from '../core/base/layered-map.js';
import { NameJournal } from '../core/base/name-journal.js';
import type { PodInfo } from '../scheduler/filters/node-info.js';
import { PodTally } from '../scheduler/filters/pod-tally.js';
import { owningIdentity } from '../scheduler/pods/claim-owner.js';
import { groupNameOf } from '../scheduler/pods/pod-groups.js';
import type { StoredKinds } from '../scheduler/volumes/storage-table.js';
import { claimKey } from './claims.js';

/** A pod and, if it is on a node, the resources that it uses there. */
export interface PodEntry {
  readonly pod: Pod;
  readonly info: PodInfo | undefined;
  /** Set if the pod was bound here: the entry before the binding, and the changes of its claims and volumes. */
  readonly bound?: { readonly before: PodEntry | undefined; readonly volumes: readonly VolumeChange[] };
}

/** A change of a persistent volume claim or of a volume that the binding of a pod made. */
export interface VolumeChange {
  readonly kind: 'PersistentVolumeClaim' | 'PersistentVolume';
  readonly name: string;
  readonly before: PersistentVolumeClaim | PersistentVolume | undefined;
  readonly after: PersistentVolumeClaim | PersistentVolume;
}

/** A claim without its allocation, which is stored elsewhere, and the pods that use it. */
export interface ClaimEntry {
  readonly claim: ResourceClaim;
  /** The keys of the pods that were bound here with it. */
  readonly users?: ReadonlySet<string>;
  /** True if the binding of a pod here allocated the claim. */
  readonly isAllocatedHere?: boolean | undefined;
  /** True if the binding of a pod here made the claim. */
  readonly isMadeHere?: boolean;
}

/** The object of each kind, as the cluster stores it. */
export interface PodObjectKinds extends StoredKinds {
  readonly Pod: PodEntry;
  readonly ResourceClaim: ClaimEntry;
  readonly ResourceClaimTemplate: ResourceClaimTemplate;
  readonly PodGroup: PodGroup;
  readonly PriorityClass: PriorityClass;
  readonly RuntimeClass: RuntimeClass;
  readonly LimitRange: LimitRange;
  readonly ResourceQuota: ResourceQuota;
  readonly Namespace: Namespace;
  readonly Service: Service;
  readonly ReplicationController: ReplicationController;
  readonly Deployment: PodController;
  readonly ReplicaSet: PodController;
  readonly StatefulSet: PodController;
  readonly PodDisruptionBudget: PodDisruptionBudget;
}

/** Is notified of changes that affect the results for pods. */
export interface PodFollower {
  nodeChanged(name: string): void;
  /** A pod was added to a node (`after`), or removed from it (`before`). */
  podChanged(nodeName: string, before: PodInfo | undefined, after: PodInfo | undefined): void;
  classesChanged(): void;
  /** Classes that admission reads defaults from changed. */
  admissionChanged(): void;
  /** All objects were replaced. */
  objectsReplaced(): void;
}

/** Kinds of objects that affect pods. */
export type PodObjectKind = keyof PodObjectKinds;

/** Kinds whose objects are stored as they are, with the list of each kind in a set of objects. */
export const PLAIN_KINDS = [
  { kind: 'ResourceClaimTemplate', list: 'resourceClaimTemplates', isNamespaced: true },
  { kind: 'PodGroup', list: 'podGroups', isNamespaced: true },
  { kind: 'PriorityClass', list: 'priorityClasses', isNamespaced: false },
  { kind: 'RuntimeClass', list: 'runtimeClasses', isNamespaced: false },
  { kind: 'LimitRange', list: 'limitRanges', isNamespaced: true },
  { kind: 'ResourceQuota', list: 'resourceQuotas', isNamespaced: true },
  { kind: 'Namespace', list: 'namespaces', isNamespaced: false },
  { kind: 'PersistentVolume', list: 'persistentVolumes', isNamespaced: false },
  { kind: 'PersistentVolumeClaim', list: 'persistentVolumeClaims', isNamespaced: true },
  { kind: 'StorageClass', list: 'storageClasses', isNamespaced: false },
  { kind: 'CSINode', list: 'csiNodes', isNamespaced: false },
  { kind: 'CSIDriver', list: 'csiDrivers', isNamespaced: false },
  { kind: 'CSIStorageCapacity', list: 'csiStorageCapacities', isNamespaced: true },
  { kind: 'VolumeAttachment', list: 'volumeAttachments', isNamespaced: false },
  { kind: 'Service', list: 'services', isNamespaced: true },
  { kind: 'ReplicationController', list: 'replicationControllers', isNamespaced: true },
  { kind: 'Deployment', list: 'deployments', isNamespaced: true },
  { kind: 'ReplicaSet', list: 'replicaSets', isNamespaced: true },
  { kind: 'StatefulSet', list: 'statefulSets', isNamespaced: true },
  { kind: 'PodDisruptionBudget', list: 'podDisruptionBudgets', isNamespaced: true },
] as const satisfies readonly { kind: PodObjectKind; list: keyof ObjectLists; isNamespaced: boolean }[];

/** A kind whose objects are stored as they are. */
export type PlainKind = (typeof PLAIN_KINDS)[number];

/** An object of such a kind. */
export type PlainObject = PodObjectKinds[PlainKind['kind']];

const NAMESPACED: ReadonlySet<string> = new Set([
  'Pod',
  'ResourceClaim',
  ...PLAIN_KINDS.flatMap(({ kind, isNamespaced }) => (isNamespaced ? [kind] : [])),
]);

const POD_OBJECT_KINDS: readonly PodObjectKind[] = ['Pod', 'ResourceClaim', ...PLAIN_KINDS.map(({ kind }) => kind)];

/** Returns whether objects of a kind affect pods. */
export function isPodObjectKind(kind: string): kind is PodObjectKind {
  return (POD_OBJECT_KINDS as readonly string[]).includes(kind);
}

/** Returns whether a kind that the cluster stores is namespaced. */
export function isNamespaced(kind: string): boolean {
  return NAMESPACED.has(kind);
}

/** Returns the key of the PodGroup that a pod names; undefined if it names none. */
export function groupKeyOf({ metadata: { namespace }, spec }: Pick<Pod, 'metadata' | 'spec'>): string | undefined {
  const name = groupNameOf(spec);
  return name === undefined ? undefined : claimKey({ metadata: { namespace, name } });
}

/** The most changes listed: a reader that missed more repeats all its lookups. */
const MOST_CHANGES = 256;

/** The keys of the claims that were made for one owner, or of the pods of one group. */
interface Keys {
  readonly keys: Set<string>;
}

/** Objects that are read by kind and name. */
export type ReadObjects = Pick<PodObjects, 'get' | 'all' | 'stampOf'>;

type ByKind = { readonly [K in PodObjectKind]: LayeredMap<PodObjectKinds[K]> };

function nothingByKind(): ByKind {
  return Object.fromEntries(POD_OBJECT_KINDS.map((kind) => [kind, new LayeredMap()])) as unknown as ByKind;
}

function newStamps(): Record<PodObjectKind, number> {
  return Object.fromEntries(POD_OBJECT_KINDS.map((kind) => [kind, 0])) as Record<PodObjectKind, number>;
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
  /** Statistics of the pods that affect others without being considered one by one. */
  readonly tally: PodTally;
  /** The resource use of pods, by node and then by pod. */
  readonly #onNodes: LayeredMap<Map<string, PodInfo>>;
  /** Claims by the pod or pod group that they were made for. */
  readonly #claimsByOwner: LayeredMap<Keys>;
  /** The pods of each PodGroup, by the key of the group. */
  readonly #podsByGroup: LayeredMap<Keys>;
  #atFork: QuotaObjects | undefined;

  /** Starts empty, or as a copy of another instance; both then change independently. */
  constructor(origin?: PodObjects) {
    if (origin === undefined) {
      this.#byKind = nothingByKind();
      this.#stamps = newStamps();
      this.tally = new PodTally();
      this.#onNodes = new LayeredMap();
      this.#claimsByOwner = new LayeredMap();
      this.#podsByGroup = new LayeredMap();
      return;
    }
    this.#byKind = forkedKinds(origin.#byKind);
    this.#stamps = { ...origin.#stamps };
    this.tally = origin.tally.fork();
    this.#onNodes = origin.#onNodes.fork();
    this.#claimsByOwner = origin.#claimsByOwner.fork();
    this.#podsByGroup = origin.#podsByGroup.fork();
    this.#atFork = origin.#atFork ?? this.#quotaObjects();
  }

  /** The quotas, claims and pods as of the fork, when the status of the quotas was current; undefined if this is not a fork. */
  get atFork(): QuotaObjects | undefined {
    return this.#atFork;
  }

  /** Declares the status of all quotas current: it counts the objects that exist now. */
  beginCounting(): void {
    this.#atFork = this.#quotaObjects();
    this.#stamps.ResourceQuota++;
  }

  /** The current quotas, claims and pods. */
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

  /** Returns the objects of some kinds, without later changes. */
  asOfNow(kinds: readonly PodObjectKind[]): ReadObjects {
    const stamps = { ...this.#stamps };
    const byKind = { ...this.#byKind, ...Object.fromEntries(kinds.map((kind) => [kind, this.#byKind[kind].fork()])) } as ByKind;
    return {
      get: (kind, name) => byKind[kind].get(name),
      all: (kind) => byKind[kind],
      stampOf: (kind) => stamps[kind],
    };
  }

  /** Changes with every change of objects of a kind. */
  stampOf(kind: PodObjectKind): number {
    return this.#stamps[kind];
  }

  /** The names of changed objects of all kinds except pods, and the identities of owners whose claims changed. */
  get changes(): Pick<NameJournal, 'end' | 'hasAnySince'> {
    return this.#changes;
  }

  /** Records that an object with this name changed. */
  noteChange(name: string): void {
    this.#changes.note(name);
  }

  /** Adds, replaces or (undefined) removes an object. Returns the previous one. */
  put<K extends PodObjectKind>(kind: K, name: string, object: PodObjectKinds[K] | undefined): PodObjectKinds[K] | undefined {
    const objects: LayeredMap<PodObjectKinds[K]> = this.#byKind[kind];
    const before = objects.get(name);
    this.#stamps[kind]++;
    // Claims do not depend on pods by name.
    if (kind !== 'Pod') this.noteChange(name);
    if (object === undefined) objects.delete(name);
    else objects.set(name, object);
    if (kind === 'Pod') this.#follow(name, before as PodEntry | undefined, object as PodEntry | undefined);
    if (kind === 'ResourceClaim')
      this.#followOwner(name, (before as ClaimEntry | undefined)?.claim, (object as ClaimEntry | undefined)?.claim);
    return before;
  }

  /** Adds or replaces a claim, and keeps its users. */
  putClaim(key: string, claim: ResourceClaim): void {
    this.put('ResourceClaim', key, { ...this.get('ResourceClaim', key), claim, isMadeHere: false });
  }

  /** Returns whether a namespace has objects of a kind. Requires: few objects of that kind. */
  hasIn(kind: 'LimitRange' | 'ResourceQuota', namespace: string): boolean {
    for (const { metadata } of this.#byKind[kind].values()) if (metadata.namespace === namespace) return true;
    return false;
  }

  /** Returns the resource use of the pods on a node. */
  podsOn(nodeName: string): readonly PodInfo[] {
    return [...(this.#onNodes.get(nodeName)?.values() ?? [])];
  }

  /** Yields the pods on a node, with the resources that they use there. */
  *runningOn(nodeName: string): Generator<{ readonly pod: Pod; readonly info: PodInfo }> {
    for (const { pod, info } of this.#storedOn(nodeName)) yield { pod, info };
  }

  /** Yields the pods on a node that were applied, without the pods that were bound here. */
  *appliedOn(nodeName: string): Generator<{ readonly pod: Pod; readonly info: PodInfo }> {
    for (const { pod, info, bound } of this.#storedOn(nodeName)) if (bound === undefined) yield { pod, info };
  }

  *#storedOn(nodeName: string): Generator<PodEntry & { readonly info: PodInfo }> {
    for (const [name, info] of this.#onNodes.get(nodeName) ?? []) {
      const stored = this.get('Pod', name);
      if (stored !== undefined) yield { ...stored, info };
    }
  }

  /** The claims that were made for a pod or a pod group, by its identity: a new object after each change. */
  get claimsByOwner(): Pick<LayeredMap<Keys>, 'get'> {
    return this.#claimsByOwner;
  }

  /** The pods of each PodGroup, with and without a node, by the key of the group. */
  get podsByGroup(): Pick<LayeredMap<Keys>, 'get'> {
    return this.#podsByGroup;
  }

  /** Copies the objects of a cluster that keeps changing, except objects that `leavesOut` selects by kind and name. */
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
    this.#followGroup(name, before?.pod, now?.pod);
    if (before?.info !== undefined) {
      const { nodeName } = before.pod.spec;
      const others = this.#mutablePodsOn(nodeName);
      others.delete(name);
      if (others.size === 0) this.#onNodes.delete(nodeName);
    }
    if (now?.info !== undefined) this.#mutablePodsOn(now.pod.spec.nodeName).set(name, now.info);
  }

  /** Returns the pods on a node, for changing them. */
  #mutablePodsOn(nodeName: string): Map<string, PodInfo> {
    const podsOnNode = this.#onNodes.get(nodeName);
    if (podsOnNode !== undefined && this.#onNodes.isLocal(nodeName)) return podsOnNode;
    const copy = new Map(podsOnNode);
    this.#onNodes.set(nodeName, copy);
    return copy;
  }

  #followOwner(key: string, before: ResourceClaim | undefined, now: ResourceClaim | undefined): void {
    const [old, owner] = [before && owningIdentity(before), now && owningIdentity(now)];
    if (old === owner) return;
    if (old !== undefined) this.#changeClaimsOf(old, (keys) => keys.delete(key));
    if (owner !== undefined) this.#changeClaimsOf(owner, (keys) => keys.add(key));
  }

  #followGroup(key: string, before: Pod | undefined, now: Pod | undefined): void {
    const [old, group] = [before && groupKeyOf(before), now && groupKeyOf(now)];
    if (old === group) return;
    if (old !== undefined) changeKeys(this.#podsByGroup, old, (keys) => keys.delete(key));
    if (group !== undefined) changeKeys(this.#podsByGroup, group, (keys) => keys.add(key));
  }

  #changeClaimsOf(owner: string, change: (keys: Set<string>) => void): void {
    this.noteChange(owner);
    changeKeys(this.#claimsByOwner, owner, change);
  }
}

function changeKeys(keysByName: LayeredMap<Keys>, name: string, change: (keys: Set<string>) => void): void {
  const existingKeys = keysByName.get(name)?.keys;
  const keys = existingKeys !== undefined && keysByName.isLocal(name) ? existingKeys : new Set(existingKeys);
  change(keys);
  if (keys.size === 0) keysByName.delete(name);
  else keysByName.set(name, { keys });
}
