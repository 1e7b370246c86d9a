// The persistent volume claims of a pod, sorted by how the scheduler handles each. Source: PreFilter of plugins volumerestrictions,
// volumebinding and volumezone, and GetPodVolumeClaims of volumebinding, Kubernetes 1.37.1.

import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import { type PersistentVolumeClaim, SELECTED_NODE } from '../../core/api/persistent-volume-claim.js';
import type { Pod } from '../../core/api/pod.js';
import type { StorageClass } from '../../core/api/storage-class.js';
import type { Volume } from '../../core/api/volume.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { quoted as goQuoted } from '../../core/base/field-error.js';
import type { Incremental } from '../../core/base/incremental.js';
import { shownName } from '../../core/base/words.js';
import type { Rejection } from '../filters/filter.js';
import { controllerOf } from '../pods/ownership.js';
import { admittedClaim, isBound, settledClaim } from './new-claims.js';
import { bindsLate, classOfClaim, hasNoClass, isProvisioned } from './storage-classes.js';
import type { StorageKind, StorageObjects } from './storage-objects.js';

/** A claim and the free volume to which it is bound. */
export interface StaticBinding {
  readonly claim: PersistentVolumeClaim;
  readonly volume: PersistentVolume;
}

/** A claim that is bound, and its volume. */
export interface BoundClaim {
  readonly claim: PersistentVolumeClaim;
  /** Undefined if the volume does not exist. */
  readonly volume: PersistentVolume | undefined;
}

/** A claim whose volume is found or provisioned only when a pod that uses the claim is placed. */
export interface LateClaim {
  readonly claim: PersistentVolumeClaim;
  readonly storageClass: StorageClass;
  /** The node for which its volume is already being provisioned. */
  readonly selectedNode: string | undefined;
}

/** The claims of a pod, each list in the order of the volumes of the pod. */
export interface PodClaims {
  /** The rejections of every node because of the state of a claim, in the order of the plugins. */
  readonly refusals: readonly Rejection[];
  readonly bound: readonly BoundClaim[];
  readonly late: readonly LateClaim[];
  /** Claims whose volume counts for the limits of nodes. */
  readonly all: readonly PersistentVolumeClaim[];
  /** The volumes of claims that the pod names itself; their zones are checked. */
  readonly named: readonly PersistentVolume[];
  /** New claims that the volume controller binds before the scheduler sees them, with their volumes. */
  readonly settled: readonly StaticBinding[];
  /** New claims whose class provisions a volume before the scheduler sees them. */
  readonly provisioned: readonly PersistentVolumeClaim[];
  /** Kinds that the pod needs and the cluster does not have. Such claims restrict no node. */
  readonly absentKinds: readonly StorageKind[];
}

/** Returns the name of the claim of a volume of a pod; undefined if the volume has none. */
export function claimNameOf({ metadata }: Pick<Pod, 'metadata'>, volume: Volume): string | undefined {
  return volume.ephemeral === undefined ? lastingClaimOf({ metadata }, volume) : `${metadata.name}-${volume.name}`;
}

/** Returns the name of the claim of a volume of a pod, if the claim outlives the pod. */
export function lastingClaimOf({ metadata }: Pick<Pod, 'metadata'>, volume: Volume): string | undefined {
  const { name, persistentVolumeClaim, claimTemplate } = volume;
  return claimTemplate === undefined ? persistentVolumeClaim?.claimName : `${name}-${metadata.name}`;
}

/** Returns whether a claim was made for an ephemeral volume of a pod. */
export function isMadeFor({ metadata: { uid, name } }: Pod, claim: PersistentVolumeClaim): boolean {
  const owner = controllerOf(claim);
  if (owner === undefined || owner.uid !== uid) return false;
  // Pods that no cluster has stored have no identity.
  return uid !== '' || (owner.kind === 'Pod' && owner.name === name);
}

/** Returns the scheduler's words on a claim that was not made for the ephemeral volume of a pod. */
export function foreignClaimWords({ metadata: { namespace, name } }: Pod, claim: PersistentVolumeClaim): string {
  const [ofClaim, ofPod] = [`${namespace}/${claim.metadata.name}`, `${namespace}/${name}`].map(shownName);
  return `PVC ${ofClaim} was not created for pod ${ofPod} (pod is not owner)`;
}

/** Returns the claims of a pod. */
export function* claimsOfPod(pod: Pod, storage: StorageObjects, checkpoint: Checkpoint): Incremental<PodClaims> {
  const reader = new ClaimReader(pod, storage);
  const { volumes } = pod.spec;
  for (let index = 0; index < volumes.length; index++) {
    reader.checkExists(volumes[index] as Volume);
    if (checkpoint.due()) yield;
  }
  for (let index = 0; index < volumes.length; index++) {
    yield* reader.read(volumes[index] as Volume, checkpoint);
    if (checkpoint.due()) yield;
  }
  return reader.result();
}

class ClaimReader {
  readonly #pod: Pod;
  readonly #storage: StorageObjects;
  readonly #bound: BoundClaim[] = [];
  readonly #late: LateClaim[] = [];
  readonly #all: PersistentVolumeClaim[] = [];
  readonly #zoned: PersistentVolume[] = [];
  /** The claims that the pod names itself, each with its entry in `late`. */
  readonly #named = new Map<string, LateClaim | undefined>();
  readonly #settled: StaticBinding[] = [];
  readonly #provisioned: PersistentVolumeClaim[] = [];
  readonly #absentKinds = new Set<StorageKind>();
  /** The first rejection of each check; an earlier check takes precedence. */
  #missing: Rejection | undefined;
  #unusable: Rejection | undefined;
  #unbound: Rejection | undefined;
  #withoutVolume: Rejection | undefined;

  constructor(pod: Pod, storage: StorageObjects) {
    this.#pod = pod;
    this.#storage = storage;
  }

  /** Checks that a claim exists if the pod names it. */
  checkExists({ persistentVolumeClaim }: Volume): void {
    if (persistentVolumeClaim === undefined || this.#missing !== undefined || !this.#isPresent('PersistentVolumeClaim')) return;
    const { claimName } = persistentVolumeClaim;
    if (this.#storage.claim(this.#pod.metadata.namespace, claimName) !== undefined) return;
    this.#missing = { code: 'volume-claim-missing', message: `persistentvolumeclaim ${quoted(claimName)} not found` };
  }

  *read(volume: Volume, checkpoint: Checkpoint): Incremental<void> {
    const name = claimNameOf(this.#pod, volume);
    if (name === undefined) return;
    // A pod may name a claim several times. Only the search for volumes then differs: the scheduler searches each time.
    const isNamed = volume.ephemeral === undefined && volume.claimTemplate === undefined;
    if (isNamed && this.#named.has(name)) {
      const late = this.#named.get(name);
      if (late !== undefined) this.#late.push(late);
      return;
    }
    const { length } = this.#late;
    yield* this.#reading(volume, name, checkpoint);
    if (isNamed) this.#named.set(name, this.#late[length]);
  }

  *#reading(volume: Volume, name: string, checkpoint: Checkpoint): Incremental<void> {
    const stored = this.#storage.claim(this.#pod.metadata.namespace, name) ?? this.#made(volume, name);
    if (stored === undefined) {
      if (volume.ephemeral === undefined || !this.#isPresent('PersistentVolumeClaim')) return;
      this.#unusable ??= claimRejection(`waiting for ephemeral volume controller to create the persistentvolumeclaim ${quoted(name)}`);
      return;
    }
    this.#unusable ??= this.#problemOf(stored, volume);
    const claim = yield* settledClaim(yield* admittedClaim(stored, this.#storage, checkpoint), this.#storage, checkpoint);
    if (claim === 'provisioned') {
      this.#all.push(stored);
      this.#provisioned.push(stored);
      return;
    }
    const settledVolume = isBound(claim) && !isBound(stored) ? this.#storage.volume(claim.spec.volumeName) : undefined;
    if (settledVolume !== undefined) this.#settled.push({ claim, volume: settledVolume });
    this.#add(claim, volume);
  }

  #problemOf(claim: PersistentVolumeClaim, volume: Volume): Rejection | undefined {
    const { metadata, spec, status } = claim;
    const name = quoted(metadata.name);
    if (status.phase === 'Lost')
      return claimRejection(`persistentvolumeclaim ${name} bound to non-existent persistentvolume ${quoted(spec.volumeName)}`);
    if (metadata.deletionTimestamp !== undefined) return claimRejection(`persistentvolumeclaim ${name} is being deleted`);
    if (volume.ephemeral === undefined || isMadeFor(this.#pod, claim)) return undefined;
    return claimRejection(foreignClaimWords(this.#pod, claim));
  }

  /** Returns the claim that a controller creates for a volume of a pod that no cluster has stored. */
  #made({ ephemeral, claimTemplate }: Volume, name: string): PersistentVolumeClaim | undefined {
    const { metadata } = this.#pod;
    if (claimTemplate !== undefined) {
      const { namespace } = metadata;
      return { ...claimTemplate, metadata: { ...claimTemplate.metadata, name, namespace, uid: '' }, status: PENDING };
    }
    if (ephemeral === undefined || metadata.uid !== '') return undefined;
    const { volumeClaimTemplate } = ephemeral;
    const owner = { apiVersion: 'v1', kind: 'Pod', name: metadata.name, uid: '', controller: true };
    return {
      metadata: {
        ...{ name, generateName: '', namespace: metadata.namespace, uid: '', labels: NO_LABELS },
        ownerReferences: [owner],
        annotations: volumeClaimTemplate.metadata.annotations,
      },
      spec: volumeClaimTemplate.spec,
      status: PENDING,
    };
  }

  #add(claim: PersistentVolumeClaim, { ephemeral }: Volume): void {
    this.#all.push(claim);
    const isNamed = ephemeral === undefined;
    if (isBound(claim)) this.#addBound(claim, isNamed);
    else this.#addUnbound(claim, isNamed);
  }

  #addBound(claim: PersistentVolumeClaim, isNamed: boolean): void {
    if (!this.#isPresent('PersistentVolume')) return;
    this.#bound.push({ claim, volume: this.#storage.volume(claim.spec.volumeName) });
    if (isNamed) this.#addZoneOf(claim);
  }

  #addZoneOf({ metadata, spec: { volumeName } }: PersistentVolumeClaim): void {
    const volume = this.#storage.volume(volumeName);
    if (volume !== undefined) this.#zoned.push(volume);
    else {
      const detail = `volume claim ${shownName(metadata.name)} is bound to it`;
      this.#withoutVolume ??= { code: 'volume-missing', message: `persistentvolume ${quoted(volumeName)} not found`, detail };
    }
  }

  #addUnbound(claim: PersistentVolumeClaim, isNamed: boolean): void {
    const { metadata, spec } = claim;
    const className = classOfClaim(claim);
    const mayHaveDefault = metadata.uid === '' && hasNoClass(claim);
    if ((className !== '' || mayHaveDefault) && !this.#isPresent('StorageClass')) return;
    const storageClass = className === '' ? undefined : this.#storage.storageClass(className);
    if (storageClass !== undefined && bindsLate(storageClass) && spec.volumeName === '') {
      this.#late.push({ claim, storageClass, selectedNode: metadata.annotations[SELECTED_NODE] });
      return;
    }
    if (isNamed && spec.volumeName !== '' && this.#isPresent('PersistentVolume')) this.#addZoneOf(claim);
    else if (isNamed) this.#withoutVolume ??= { code: 'volume-missing', message: zoneProblem(className, storageClass) };
    const detail = `volume claim ${shownName(metadata.name)} is not bound${reasonWhyUnbound(spec.volumeName, className, storageClass)}`;
    this.#unbound ??= { ...claimRejection('pod has unbound immediate PersistentVolumeClaims'), detail };
  }

  /** Returns whether the cluster has objects of a kind; otherwise records that the pod needs them. */
  #isPresent(kind: StorageKind): boolean {
    const isPresent = this.#storage.has(kind);
    if (!isPresent) this.#absentKinds.add(kind);
    return isPresent;
  }

  result(): PodClaims {
    const refusals = [this.#missing, this.#unusable, this.#unbound, this.#withoutVolume];
    return {
      refusals: refusals.filter((each) => each !== undefined),
      bound: this.#bound,
      late: this.#late,
      all: this.#all,
      named: this.#zoned,
      settled: this.#settled,
      provisioned: this.#provisioned,
      absentKinds: [...this.#absentKinds],
    };
  }
}

const PENDING: PersistentVolumeClaim['status'] = { phase: 'Pending' };

const NO_LABELS: ReadonlyMap<string, string> = new Map();

function claimRejection(message: string): Rejection {
  return { code: 'volume-claim', message };
}

/** The message of VolumeZone about a claim without a volume. VolumeBinding rejects such a claim earlier, if it is on. */
function zoneProblem(className: string, storageClass: StorageClass | undefined): string {
  if (className === '') return 'PersistentVolumeClaim had no pv name and storageClass name';
  return storageClass === undefined ? `storageclass.storage.k8s.io ${quoted(className)} not found` : 'PersistentVolume had no name';
}

function reasonWhyUnbound(volumeName: string, className: string, storageClass: StorageClass | undefined): string {
  if (volumeName !== '') return ` to volume ${shownName(volumeName)}, which it names`;
  if (className === '') return ', and has no storage class';
  if (storageClass === undefined) return `: storage class ${shownName(className)} does not exist`;
  return isProvisioned(storageClass)
    ? ` yet: provisioner ${shownName(storageClass.provisioner)} of class ${shownName(className)} creates its volume`
    : `: no free volume of class ${shownName(className)} suits it, and the class provisions none`;
}

function quoted(name: string): string {
  return goQuoted(shownName(name));
}
