// VolumeRestrictions: rejects nodes where a disk of the pod is in use, and all nodes while a claim that only one pod may use is in use. Source:
// plugin volumerestrictions of Kubernetes 1.37.1.

import type { Pod } from '../../core/api/pod.js';
import type { Volume } from '../../core/api/volume.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { shownName } from '../../core/base/words.js';
import { PASSED, type Rejection } from '../filters/filter.js';
import type { NodeInfo, PodInfo } from '../filters/node-info.js';
import { lastingClaimOf } from './pod-claims.js';
import type { StorageObjects } from './storage-objects.js';

/** The disks of a pod, and its claims that other pods use although only one pod may. */
export class PodRestrictions {
  readonly #disks: readonly Volume[];
  readonly #claimInUse: Rejection | undefined;

  private constructor(disks: readonly Volume[], claimInUse: Rejection | undefined) {
    this.#disks = disks;
    this.#claimInUse = claimInUse;
  }

  static *of({ metadata, spec: { volumes } }: Pod, storage: StorageObjects, checkpoint: Checkpoint): Incremental<PodRestrictions> {
    const disks: Volume[] = [];
    let claimInUse: Rejection | undefined;
    for (let index = 0; index < volumes.length; index++) {
      const volume = volumes[index] as Volume;
      if (isDisk(volume)) disks.push(volume);
      const claimName = lastingClaimOf({ metadata }, volume);
      if (claimName !== undefined && isForOnePod(metadata.namespace, claimName, storage))
        claimInUse ??= yield* checkingUse(metadata.namespace, claimName, storage, checkpoint);
      if (checkpoint.due()) yield;
    }
    return new PodRestrictions(disks, claimInUse);
  }

  /** Returns the reason to reject a node; empty if none exists. */
  *testing({ podInfos }: NodeInfo, checkpoint: Checkpoint): Incremental<readonly Rejection[]> {
    for (const disk of this.#disks) {
      for (let index = 0; index < podInfos.length; index++) {
        const { name, pod } = podInfos[index] as PodInfo;
        if (pod.spec.volumes.some((other) => conflict(disk, other))) {
          const detail = `the disk of volume ${shownName(disk.name)} is in use by pod ${shownName(name)}`;
          return [{ code: 'volume-in-use', message: 'node(s) had no available disk', detail }];
        }
        if (checkpoint.due(1 + pod.spec.volumes.length * (1 + (disk.rbd?.monitors.length ?? 0) / ITEMS_A_UNIT))) yield;
      }
    }
    return this.#claimInUse === undefined ? PASSED : [this.#claimInUse];
  }
}

function isForOnePod(namespace: string, claimName: string, storage: StorageObjects): boolean {
  return storage.claim(namespace, claimName)?.spec.accessModes.includes('ReadWriteOncePod') === true;
}

function* checkingUse(
  namespace: string,
  claimName: string,
  storage: StorageObjects,
  checkpoint: Checkpoint,
): Incremental<Rejection | undefined> {
  const user = yield* storage.findingUser(namespace, claimName, checkpoint);
  if (user === undefined) return undefined;
  return {
    code: 'volume-in-use',
    message: 'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
    detail: `claim ${shownName(claimName)} is in use by pod ${shownName(user)}`,
  };
}

function isDisk({ awsElasticBlockStore, gcePersistentDisk, iscsi, rbd }: Volume): boolean {
  return (awsElasticBlockStore ?? gcePersistentDisk ?? iscsi ?? rbd) !== undefined;
}

/** Returns whether two pods on a node may not use both volumes. Disks that both pods only read are shared, except disks of AWS. */
function conflict(left: Volume, right: Volume): boolean {
  return conflictOnDisks(left, right) || conflictOnNetwork(left, right);
}

function conflictOnDisks({ gcePersistentDisk: gce, awsElasticBlockStore: aws }: Volume, other: Volume): boolean {
  const [otherGce, otherAws] = [other.gcePersistentDisk, other.awsElasticBlockStore];
  if (gce !== undefined && otherGce?.pdName === gce.pdName && !(gce.readOnly && otherGce.readOnly)) return true;
  return aws !== undefined && otherAws?.volumeID === aws.volumeID;
}

function conflictOnNetwork({ iscsi, rbd }: Volume, other: Volume): boolean {
  const [otherIscsi, otherRbd] = [other.iscsi, other.rbd];
  if (iscsi !== undefined && otherIscsi?.iqn === iscsi.iqn && !(iscsi.readOnly && otherIscsi.readOnly)) return true;
  return (
    rbd !== undefined &&
    otherRbd?.pool === rbd.pool &&
    otherRbd.image === rbd.image &&
    !(rbd.readOnly && otherRbd.readOnly) &&
    haveCommon(rbd.monitors, otherRbd.monitors)
  );
}

function haveCommon(left: readonly string[], right: readonly string[]): boolean {
  const names = new Set(left);
  return right.some((name) => names.has(name));
}
