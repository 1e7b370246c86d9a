// NodeVolumeLimits: rejects nodes to which no more volumes of a CSI driver can be attached, or that lack the driver. Source: plugin
// nodevolumelimits of Kubernetes 1.37.1.

import type { CsiNode } from '../../core/api/csi-node.js';
import type { PersistentVolumeClaim } from '../../core/api/persistent-volume-claim.js';
import type { Pod } from '../../core/api/pod.js';
import type { Volume } from '../../core/api/volume.js';
import type { VolumeAttachment } from '../../core/api/volume-attachment.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { shownName } from '../../core/base/words.js';
import { filterError, PASSED, type Rejection } from '../filters/filter.js';
import type { NodeInfo, PodInfo } from '../filters/node-info.js';
import { type CsiHandle, countsVolumes, inlineHandle, migratedHandle, migrationOf } from './csi-migration.js';
import { claimNameOf, foreignClaimWords, isMadeFor } from './pod-claims.js';
import { classOfClaim, NO_PROVISIONER } from './storage-classes.js';
import type { StorageObjects } from './storage-objects.js';

/** A volume that counts for limits, possibly only on nodes with a CSINode. */
interface CountedVolume extends CsiHandle {
  readonly needsCsiNode: boolean;
}

/** A volume with which the plugin rejects nodes or fails, possibly only on nodes with a CSINode. */
interface FailingVolume {
  readonly rejection: Rejection;
  readonly needsCsiNode: boolean;
}

/** The drivers of volumes, by the unique name of each. */
type Drivers = Map<string, string>;

/** The volumes of a pod that count on a node, and the number of each driver. */
interface AddedVolumes {
  readonly drivers: Drivers;
  readonly counts: ReadonlyMap<string, number>;
  /** The rejection by the first failing volume of the pod. */
  readonly rejection: Rejection | undefined;
}

/** The volumes of a pod that count for the limits of nodes. */
export class PodVolumeCounts {
  readonly #onNodes: AddedVolumes;
  readonly #onNodesWithoutCsi: AddedVolumes;
  readonly #storage: StorageObjects;
  readonly #checksDrivers: boolean;

  private constructor(onNodes: AddedVolumes, onNodesWithoutCsi: AddedVolumes, storage: StorageObjects, checksDrivers: boolean) {
    this.#onNodes = onNodes;
    this.#onNodesWithoutCsi = onNodesWithoutCsi;
    this.#storage = storage;
    this.#checksDrivers = checksDrivers;
  }

  /** `claims`: the claims of the pod. `checksDrivers`: the gate VolumeLimitScaling. */
  static *of(
    pod: Pod,
    claims: readonly PersistentVolumeClaim[],
    storage: StorageObjects,
    checksDrivers: boolean,
    checkpoint: Checkpoint,
  ): Incremental<PodVolumeCounts> {
    const [onNodes, onNodesWithoutCsi]: [Drivers, Drivers] = [new Map(), new Map()];
    const add = (volume: CountedVolume): void => {
      addVolume(volume, onNodes);
      if (!volume.needsCsiNode) addVolume(volume, onNodesWithoutCsi);
    };
    for (let index = 0; index < claims.length; index++) {
      const volume = countedVolume(claims[index] as PersistentVolumeClaim, storage);
      if (volume !== undefined) add(volume);
      if (checkpoint.due()) yield;
    }
    const failures: FailingVolume[] = [];
    for (const volume of pod.spec.volumes) {
      const disk = inlineDisk(volume);
      if (disk !== undefined) add(disk);
      const failure = missingClaim(pod, volume, storage) ?? failureOf(pod, volume, storage);
      if (failure !== undefined) failures.push(failure);
      if (checkpoint.due()) yield;
    }
    const counted = function* (drivers: Drivers, failure: FailingVolume | undefined): Incremental<AddedVolumes> {
      return { drivers, counts: yield* countingDrivers(drivers.values(), checkpoint), rejection: failure?.rejection };
    };
    const firstWithoutCsi = failures.find(({ needsCsiNode }) => !needsCsiNode);
    return new PodVolumeCounts(
      yield* counted(onNodes, failures[0]),
      yield* counted(onNodesWithoutCsi, firstWithoutCsi),
      storage,
      checksDrivers,
    );
  }

  /** True if a node may have a limit for a volume of the pod. */
  get hasDrivers(): boolean {
    return this.#onNodes.counts.size > (this.#onNodes.counts.has(NO_PROVISIONER) ? 1 : 0);
  }

  /** Returns the reason to reject a node; empty if none exists. */
  *testing(info: NodeInfo, checkpoint: Checkpoint): Incremental<readonly Rejection[]> {
    const csiNode = this.#storage.csiNode(info.node.metadata.name);
    const added = csiNode === undefined ? this.#onNodesWithoutCsi : this.#onNodes;
    if (added.rejection !== undefined) return [added.rejection];
    if (added.counts.size === 0) return PASSED;
    const missing = this.#checksDrivers ? yield* this.#missingDriver(added, csiNode, checkpoint) : undefined;
    if (missing !== undefined) return [missing];
    // The plugin reads the volumes of other pods if any driver has a limit.
    const failure = hasLimit(csiNode) ? yield* this.#failureOfPods(info.podInfos, checkpoint) : undefined;
    if (failure !== undefined) return [failure];
    const limits = limitsOf(csiNode, added);
    return limits.size === 0 ? PASSED : yield* this.#comparing(info, added, limits, checkpoint);
  }

  *#failureOfPods(podInfos: readonly PodInfo[], checkpoint: Checkpoint): Incremental<Rejection | undefined> {
    for (const { pod } of podInfos) {
      const { volumes } = pod.spec;
      for (let index = 0; index < volumes.length; index++) {
        const failure = failureOf(pod, volumes[index] as Volume, this.#storage);
        if (failure !== undefined) return failure.rejection;
        if (checkpoint.due()) yield;
      }
    }
    if (checkpoint.due(podInfos.length / 8)) yield;
    return undefined;
  }

  /** Returns the rejection if a driver is not installed on the node and keeps pods from such nodes. */
  *#missingDriver({ counts }: AddedVolumes, csiNode: CsiNode | undefined, checkpoint: Checkpoint): Incremental<Rejection | undefined> {
    let installed: ReadonlySet<string> | undefined;
    for (const driver of counts.keys()) {
      if (checkpoint.due()) yield;
      const isRequired = this.#storage.csiDriver(driver)?.spec.preventPodSchedulingIfMissing === true;
      if (isRequired && csiNode !== undefined) installed ??= new Set(csiNode.spec.drivers.map(({ name }) => name));
      if (isRequired && installed?.has(driver) !== true)
        return { code: 'volume-limit', message: `${shownName(driver)} CSI driver is not installed on the node` };
    }
    return undefined;
  }

  *#comparing(
    { node, podInfos }: NodeInfo,
    added: AddedVolumes,
    limits: ReadonlyMap<string, number>,
    checkpoint: Checkpoint,
  ): Incremental<readonly Rejection[]> {
    const attachments = this.#storage.attachmentsTo(node.metadata.name);
    // On most nodes, there is room even if every volume of every pod is counted.
    let most = attachments.length + added.drivers.size;
    for (const { pod } of podInfos) most += pod.spec.volumes.length;
    if (checkpoint.due(podInfos.length / 8)) yield;
    if ([...limits.values()].every((limit) => most <= limit)) return PASSED;
    const attached = yield* this.#attachedTo(podInfos, checkpoint);
    const counts = yield* countingDrivers(attached.values(), checkpoint);
    const alreadyAttached = yield* countingDrivers(driversOfShared(attached, added), checkpoint);
    yield* this.#addingAttachments(attachments, attached, counts, checkpoint);
    for (const [driver, all] of added.counts) {
      const limit = limits.get(driver);
      const current = counts.get(driver) ?? 0;
      const count = all - (alreadyAttached.get(driver) ?? 0);
      if (checkpoint.due()) yield;
      if (count === 0) continue;
      if (limit !== undefined && current + count > limit) {
        const detail = `driver ${shownName(driver)} allows ${limit} volumes on the node, ${current} are in use, and the pod adds ${count}`;
        return [{ code: 'volume-limit', message: 'node(s) exceed max volume count', detail }];
      }
    }
    return PASSED;
  }

  /** Returns the volumes of the pods on a node. */
  *#attachedTo(podInfos: readonly PodInfo[], checkpoint: Checkpoint): Incremental<Drivers> {
    const attached = new Map<string, string>();
    for (const { pod } of podInfos) {
      const { volumes } = pod.spec;
      for (let index = 0; index < volumes.length; index++) {
        const volume = this.#countedOf(pod, volumes[index] as Volume);
        if (volume !== undefined) addVolume(volume, attached);
        if (checkpoint.due()) yield;
      }
    }
    return attached;
  }

  #countedOf(pod: Pod, volume: Volume): CountedVolume | undefined {
    const name = claimNameOf(pod, volume);
    if (name === undefined) return inlineDisk(volume);
    const claim = this.#storage.claim(pod.metadata.namespace, name);
    return claim === undefined ? undefined : countedVolume(claim, this.#storage);
  }

  /** Adds the volumes that are attached without a pod. */
  *#addingAttachments(
    attachments: readonly VolumeAttachment[],
    attached: Drivers,
    counts: Map<string, number>,
    checkpoint: Checkpoint,
  ): Incremental<void> {
    const names = new Set<string>();
    for (let index = 0; index < attachments.length; index++) {
      const { attacher, source } = (attachments[index] as VolumeAttachment).spec;
      const csi = source.persistentVolumeName === undefined ? undefined : this.#storage.volume(source.persistentVolumeName)?.spec.csi;
      const name = csi === undefined ? '' : uniqueName(attacher, csi.volumeHandle);
      if (attacher !== '' && csi !== undefined && !attached.has(name) && !names.has(name)) {
        names.add(name);
        counts.set(attacher, (counts.get(attacher) ?? 0) + 1);
      }
      if (checkpoint.due()) yield;
    }
  }
}

/** Returns the disk that a pod names itself; undefined if the volume is no such disk, or cannot be translated. */
function inlineDisk(volume: Volume): CountedVolume | undefined {
  const disk = inlineHandle(volume);
  return disk === undefined || 'problem' in disk ? undefined : { ...disk, needsCsiNode: true };
}

function failureOf(pod: Pod, volume: Volume, storage: StorageObjects): FailingVolume | undefined {
  if (volume.ephemeral !== undefined) {
    const claim = storage.claim(pod.metadata.namespace, claimNameOf(pod, volume) ?? '');
    return claim === undefined || isMadeFor(pod, claim) ? undefined : failing(foreignClaimWords(pod, claim), false);
  }
  const disk = inlineHandle(volume);
  if (disk === undefined || !('problem' in disk)) return undefined;
  return failing(`converting volume(${shownName(volume.name)}) from inline to csi: ${disk.problem}`, true);
}

function failing(error: string, needsCsiNode: boolean): FailingVolume {
  return { rejection: filterError('volume-limit', error), needsCsiNode };
}

/** Returns the rejection for a volume of a pending pod whose claim does not exist and is not created for it. */
function missingClaim({ metadata }: Pod, volume: Volume, storage: StorageObjects): FailingVolume | undefined {
  const name = claimNameOf({ metadata }, volume);
  const isMade = volume.claimTemplate !== undefined || (volume.ephemeral !== undefined && metadata.uid === '');
  if (name === undefined || isMade || !storage.has('PersistentVolumeClaim')) return undefined;
  if (storage.claim(metadata.namespace, name) !== undefined) return undefined;
  const [shown, place] = [name, `${metadata.namespace}/${name}`].map(shownName);
  return {
    rejection: { code: 'volume-limit', message: `looking up PVC ${place}: persistentvolumeclaim "${shown}" not found` },
    needsCsiNode: false,
  };
}

function addVolume({ driver, handle }: CountedVolume, drivers: Drivers): void {
  drivers.set(uniqueName(driver, handle), driver);
}

function uniqueName(driver: string, handle: string): string {
  return `${driver}/${handle}`;
}

/**
 * Returns the counted volume of a claim, or a placeholder for the volume that its class will provision. Undefined if the volume
 * has no CSI driver.
 */
function countedVolume(claim: PersistentVolumeClaim, storage: StorageObjects): CountedVolume | undefined {
  const volume = claim.spec.volumeName === '' ? undefined : storage.volume(claim.spec.volumeName);
  if (volume === undefined) return volumeOfClass(claim, storage);
  const { csi } = volume.spec;
  const found = csi === undefined ? migratedHandle(volume) : { driver: csi.driver, handle: csi.volumeHandle };
  if (found === undefined || 'problem' in found || found.driver === '' || found.handle === '') return undefined;
  return { ...found, needsCsiNode: csi === undefined };
}

/** Returns a volume that stands for the one that the class of a claim will provision. */
function volumeOfClass(claim: PersistentVolumeClaim, storage: StorageObjects): CountedVolume | undefined {
  const className = classOfClaim(claim);
  const provisioner = className === '' ? undefined : storage.storageClass(className)?.provisioner;
  if (provisioner === undefined || provisioner === '') return undefined;
  const handle = `unbound-${claim.metadata.namespace}/${claim.metadata.name}`;
  const migration = migrationOf(provisioner);
  if (migration === undefined) return { driver: provisioner, handle, needsCsiNode: false };
  return countsVolumes(migration) ? { driver: migration.driver, handle, needsCsiNode: true } : undefined;
}

function hasLimit(csiNode: CsiNode | undefined): boolean {
  return csiNode?.spec.drivers.some(({ allocatable }) => allocatable?.count !== undefined) === true;
}

/** Returns the limits of the drivers of volumes on a node. */
function limitsOf(csiNode: CsiNode | undefined, { counts }: AddedVolumes): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  for (const { name, allocatable } of csiNode?.spec.drivers ?? [])
    if (allocatable?.count !== undefined && counts.has(name)) limits.set(name, allocatable.count);
  return limits;
}

/** Returns the drivers of the volumes that are attached already; undefined for other volumes. */
function* driversOfShared(attached: Drivers, { drivers }: AddedVolumes): Generator<string | undefined> {
  for (const name of attached.keys()) yield drivers.get(name);
}

function* countingDrivers(drivers: Iterable<string | undefined>, checkpoint: Checkpoint): Incremental<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const driver of drivers) {
    if (driver !== undefined) counts.set(driver, (counts.get(driver) ?? 0) + 1);
    if (checkpoint.due()) yield;
  }
  return counts;
}
