// The API server and controllers change a claim before the scheduler sees it. The same changes are made for claims that no
// cluster has stored: admission sets the default class, and the volume controller binds claims that need no pod for it. Source:
// plugin storage/storageclass/setdefault, and syncUnboundClaim of pkg/controller/volume/persistentvolume, Kubernetes 1.37.1.

import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import { BIND_COMPLETED, type PersistentVolumeClaim } from '../../core/api/persistent-volume-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { FreeVolumes, hasModes, isForClaim, modesOf, reservedVolumes, suitingClaim } from './matching-volumes.js';
import { bindsLate, classOfClaim, defaultClass, hasNoClass, isProvisioned } from './storage-classes.js';
import type { StorageObjects } from './storage-objects.js';

/** Returns a claim as admission stores it. A new claim that mentions no class receives the default class. */
export function* admittedClaim(
  claim: PersistentVolumeClaim,
  storage: StorageObjects,
  checkpoint: Checkpoint,
): Incremental<PersistentVolumeClaim> {
  if (claim.metadata.uid !== '' || !hasNoClass(claim)) return claim;
  const found = yield* defaultClass(storage.storageClasses, checkpoint);
  return found === undefined ? claim : { ...claim, spec: { ...claim.spec, storageClassName: found.metadata.name } };
}

/** Returns whether the binding of a claim is complete. */
export function isBound({ metadata, spec }: PersistentVolumeClaim): boolean {
  return spec.volumeName !== '' && metadata.annotations[BIND_COMPLETED];
}

/**
 * Returns a new claim as the volume controller leaves it: bound to a free volume, or `provisioned` if its class provisions a
 * volume immediately. Returns the claim itself if the controller does not bind it, or waits for the scheduler.
 */
export function* settledClaim(
  claim: PersistentVolumeClaim,
  storage: StorageObjects,
  checkpoint: Checkpoint,
): Incremental<PersistentVolumeClaim | 'provisioned'> {
  if (claim.metadata.uid !== '' || isBound(claim)) return claim;
  const { volumeName } = claim.spec;
  const className = classOfClaim(claim);
  const storageClass = className === '' ? undefined : storage.storageClass(className);
  if (volumeName !== '') {
    const volume = storage.volume(volumeName);
    const isFree = volume !== undefined && (volume.spec.claimRef === undefined || isForClaim(volume, claim));
    return isFree ? boundTo(claim, volume) : claim;
  }
  if (storageClass !== undefined && bindsLate(storageClass)) return claim;
  const volume = yield* volumeForClaim(claim, storage, checkpoint);
  if (volume !== undefined) return boundTo(claim, volume);
  return storageClass !== undefined && isProvisioned(storageClass) ? 'provisioned' : claim;
}

/** Returns a claim that is bound to a volume. */
export function boundTo(claim: PersistentVolumeClaim, { metadata: { name } }: PersistentVolume): PersistentVolumeClaim {
  const annotations = { ...claim.metadata.annotations, [BIND_COMPLETED]: true };
  return {
    metadata: { ...claim.metadata, annotations },
    spec: { ...claim.spec, volumeName: name },
    status: { ...claim.status, phase: 'Bound' },
  };
}

/** Returns the volume to which the controller binds a claim: a reserved one, or a free one with the fewest access modes, then the smallest. */
function* volumeForClaim(
  claim: PersistentVolumeClaim,
  storage: StorageObjects,
  checkpoint: Checkpoint,
): Incremental<PersistentVolume | undefined> {
  const modes = modesOf(claim);
  let best = (yield* reservedVolumes(claim, storage, checkpoint)).find((volume) => hasModes(volume, modes));
  if (best !== undefined) return best;
  const free = yield* FreeVolumes.for(claim, storage, checkpoint);
  const suits = yield* suitingClaim(claim, checkpoint);
  for (let index = yield* free.firstFor(claim, suits, checkpoint); index < free.volumes.length; index++) {
    const volume = free.volumes[index] as PersistentVolume;
    const isBetter = best === undefined || volume.spec.accessModes.length < best.spec.accessModes.length;
    if (isBetter && suits(volume)) best = volume;
    if (checkpoint.due()) yield;
  }
  return best;
}
