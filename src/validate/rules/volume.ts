// Lists the rules about volumes of pods, PersistentVolumes, their claims and the objects of storage.

import type { Rule } from '../rule.js';
import { allowedTopologies } from './volume/allowed-topologies.js';
import { azureDisk } from './volume/azure-disk.js';
import { csiDriverSpec } from './volume/csi-driver-spec.js';
import { csiNodeDriver } from './volume/csi-node-driver.js';
import { csiVolume } from './volume/csi-volume.js';
import { ephemeralVolume } from './volume/ephemeral-volume.js';
import { iscsiVolume } from './volume/iscsi-volume.js';
import { rbdVolume } from './volume/rbd-volume.js';
import { storageCapacity } from './volume/storage-capacity.js';
import { storageClassParameters } from './volume/storage-class-parameters.js';
import { storageClassProvisioner } from './volume/storage-class-provisioner.js';
import { volumeAccessModes } from './volume/volume-access-modes.js';
import { volumeAttachment } from './volume/volume-attachment.js';
import { volumeBindingMode } from './volume/volume-binding-mode.js';
import { volumeCapacity } from './volume/volume-capacity.js';
import { volumeClaimName } from './volume/volume-claim-name.js';
import { volumeClaimSelector } from './volume/volume-claim-selector.js';
import { volumeClaimStorage } from './volume/volume-claim-storage.js';
import { volumeClass } from './volume/volume-class.js';
import { volumeDataSource } from './volume/volume-data-source.js';
import { volumeDisk } from './volume/volume-disk.js';
import { volumeMode } from './volume/volume-mode.js';
import { volumeMountOptions } from './volume/volume-mount-options.js';
import { volumeName } from './volume/volume-name.js';
import { volumeNodeAffinity } from './volume/volume-node-affinity.js';
import { volumePath } from './volume/volume-path.js';
import { volumeReclaimPolicy } from './volume/volume-reclaim-policy.js';
import { volumeSource } from './volume/volume-source.js';

export const VOLUME_RULES: readonly Rule[] = [
  volumeName,
  volumeSource,
  volumeClaimName,
  ephemeralVolume,
  volumeDisk,
  iscsiVolume,
  rbdVolume,
  azureDisk,
  csiVolume,
  volumePath,
  volumeAccessModes,
  volumeClaimStorage,
  volumeClaimSelector,
  volumeClass,
  volumeMode,
  volumeDataSource,
  volumeCapacity,
  volumeReclaimPolicy,
  volumeNodeAffinity,
  volumeMountOptions,
  storageClassProvisioner,
  volumeBindingMode,
  allowedTopologies,
  storageClassParameters,
  csiNodeDriver,
  csiDriverSpec,
  storageCapacity,
  volumeAttachment,
];
