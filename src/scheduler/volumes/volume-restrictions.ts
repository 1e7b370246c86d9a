// VolumeRestrictions: rejects nodes where a disk of the pod is in use, and all nodes while a claim that only one pod may use is in use. Source:
// plugin volumerestrictions of Kubernetes 1.37.1.

import type { Pod } from '../../core/api/pod.js';
import type { Volume } from '../../core/api/volume.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { shownName } from '../../core/base/words.js';
import { PASSED, type Rejection } from '../filters/filter.js';
import type { NodeInfo, PodInfo } from '../filters/node-info.js';
import { lastingClaimOf } from './pod-claims.js';
import type { StorageObjects } from './storage-objects.js';

/** The first disk of the pod with a name, and the first one that is not read-only. */
interface UsesOfDisk {
  readonly any: number;
  readonly writing: number;
}

/** The places of the disks of a pod, by kind and name. */
type Uses = ReadonlyMap<string, ReadonlyMap<string, UsesOfDisk>>;

/** The disks of a pod. Also its claims that other pods use, although only one pod may use them. */
export class PodRestrictions {
  readonly #disks: readonly Volume[];
  readonly #uses: Uses;
  readonly #claimInUse: Rejection | undefined;

  private constructor(disks: readonly Volume[], uses: Uses, claimInUse: Rejection | undefined) {
    this.#disks = disks;
    this.#uses = uses;
    this.#claimInUse = claimInUse;
  }

  static *of({ metadata, spec: { volumes } }: Pod, storage: StorageObjects, checkpoint: Checkpoint): Incremental<PodRestrictions> {
    const { namespace } = metadata;
    const disks: Volume[] = [];
    const uses = new Map<string, Map<string, UsesOfDisk>>();
    const claimNames = new Set<string>();
    for (let index = 0; index < volumes.length; index++) {
      const volume = volumes[index] as Volume;
      if (isDisk(volume)) {
        yield* addingUses(uses, volume, disks.length, checkpoint);
        disks.push(volume);
      }
      const claimName = lastingClaimOf({ metadata }, volume);
      if (claimName !== undefined && isForOnePod(namespace, claimName, storage)) claimNames.add(claimName);
      if (checkpoint.due()) yield;
    }
    const claimInUse = claimNames.size === 0 ? undefined : yield* checkingUse(namespace, claimNames, storage, checkpoint);
    return new PodRestrictions(disks, uses, claimInUse);
  }

  /** Returns the reason to reject a node; empty if none exists. */
  *testing({ podInfos }: NodeInfo, checkpoint: Checkpoint): Incremental<readonly Rejection[]> {
    let first = this.#disks.length;
    let user: PodInfo | undefined;
    for (let index = 0; index < podInfos.length && this.#disks.length > 0; index++) {
      const info = podInfos[index] as PodInfo;
      for (const volume of info.pod.spec.volumes) {
        const used = this.#firstUsed(volume);
        if (used < first) [first, user] = [used, info];
        if (checkpoint.due(1 + (volume.rbd?.monitors.length ?? 0) / NAMES_A_UNIT)) yield;
      }
      if (checkpoint.due()) yield;
    }
    if (user === undefined) return this.#claimInUse === undefined ? PASSED : [this.#claimInUse];
    const detail = `the disk of volume ${shownName((this.#disks[first] as Volume).name)} is in use by pod ${shownName(user.name)}`;
    return [{ code: 'volume-in-use', message: 'node(s) had no available disk', detail }];
  }

  /**
   * Returns the place of the first disk that the pod cannot use, because a pod on the node has the other volume. Returns the
   * number of disks if there is no such disk.
   */
  #firstUsed(other: Volume): number {
    let first = this.#disks.length;
    if (!isDisk(other)) return first;
    for (const { kind, names, isRead } of namesOf(other)) {
      const ofKind = this.#uses.get(kind);
      for (const name of ofKind === undefined ? NONE : names) {
        const uses = ofKind?.get(name);
        if (uses !== undefined) first = Math.min(first, isRead ? uses.writing : uses.any);
      }
    }
    return first;
  }
}

const NONE: readonly never[] = [];

/** The names that are looked up in a microsecond. */
const NAMES_A_UNIT = 8;

/** Adds the names of a disk of the pod. */
function* addingUses(uses: Map<string, Map<string, UsesOfDisk>>, volume: Volume, place: number, checkpoint: Checkpoint): Incremental<void> {
  for (const { kind, names, isRead } of namesOf(volume)) {
    const ofKind = entryIn(uses, kind, () => new Map<string, UsesOfDisk>());
    for (const name of names) {
      const { any = place, writing = Number.POSITIVE_INFINITY } = ofKind.get(name) ?? {};
      ofKind.set(name, { any, writing: isRead ? writing : Math.min(writing, place) });
      if (checkpoint.due()) yield;
    }
  }
}

function isForOnePod(namespace: string, claimName: string, storage: StorageObjects): boolean {
  return storage.claim(namespace, claimName)?.spec.accessModes.includes('ReadWriteOncePod') === true;
}

/** Returns the rejection for the first of some claims of a pod that another pod uses. */
function* checkingUse(
  namespace: string,
  claimNames: ReadonlySet<string>,
  storage: StorageObjects,
  checkpoint: Checkpoint,
): Incremental<Rejection | undefined> {
  const users = yield* storage.findingUsers(namespace, claimNames, checkpoint);
  for (const claimName of claimNames) {
    const user = users.get(claimName);
    if (user !== undefined)
      return {
        code: 'volume-in-use',
        message: 'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
        detail: `volume claim ${shownName(claimName)} is in use by pod ${shownName(user)}`,
      };
    if (checkpoint.due()) yield;
  }
  return undefined;
}

function isDisk({ awsElasticBlockStore, gcePersistentDisk, iscsi, rbd }: Volume): boolean {
  return (awsElasticBlockStore ?? gcePersistentDisk ?? iscsi ?? rbd) !== undefined;
}

/** The names of the disks of a volume, within a kind of disks. */
interface DiskNames {
  readonly kind: string;
  readonly names: readonly string[];
  /** Pods that only read a disk share it. */
  readonly isRead: boolean;
}

/** Returns the names of a volume: two pods on a node may not use volumes with a common name, unless both only read. Disks of AWS are never shared. */
function* namesOf({ awsElasticBlockStore: aws, gcePersistentDisk: gce, iscsi, rbd }: Volume): Generator<DiskNames> {
  if (gce !== undefined) yield { kind: 'gce', names: [gce.pdName], isRead: gce.readOnly };
  if (aws !== undefined) yield { kind: 'aws', names: [aws.volumeID], isRead: false };
  if (iscsi !== undefined) yield { kind: 'iscsi', names: [iscsi.iqn], isRead: iscsi.readOnly };
  if (rbd !== undefined)
    yield { kind: `rbd ${lengthPrefixed(rbd.pool)}${lengthPrefixed(rbd.image)}`, names: rbd.monitors, isRead: rbd.readOnly };
}
