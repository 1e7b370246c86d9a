// PersistentVolumes: the fields that decide which claims a volume fits, and which nodes can access it. Source: core/v1, type
// PersistentVolume.

import { type DecodedBy, type LargeDecoder, list, object, optional, string } from './decoder.js';
import { lenientNodeSelector, metaDecoders } from './meta.js';
import { BETA_STORAGE_CLASS } from './persistent-volume-claim.js';
import { resourceAmount } from './resource-list.js';
import { otherKind } from './version.js';
import { azureDisk, diskById, gceDisk } from './volume-sources.js';

const lenient = { lenient: true } as const;

const volume = object(
  {
    metadata: object({ ...metaDecoders, annotations: object({ [BETA_STORAGE_CLASS]: optional(string) }, lenient) }, lenient),
    spec: object(
      {
        capacity: object({ storage: optional(resourceAmount) }, lenient),
        accessModes: list(string),
        /** The claim for which the volume is bound or reserved. */
        claimRef: optional(object({ namespace: string, name: string, uid: string }, lenient)),
        storageClassName: string,
        volumeMode: string,
        volumeAttributesClassName: string,
        nodeAffinity: optional(object({ required: optional(lenientNodeSelector) }, lenient)),
        csi: optional(object({ driver: string, volumeHandle: string }, lenient)),
        // Sources that CSI drivers now serve.
        awsElasticBlockStore: optional(diskById),
        azureDisk: optional(azureDisk),
        cinder: optional(diskById),
        gcePersistentDisk: optional(gceDisk),
        portworxVolume: optional(diskById),
      },
      lenient,
    ),
    status: object({ phase: string }, lenient),
  },
  lenient,
);

/** A volume of the cluster. */
export interface PersistentVolume extends DecodedBy<typeof volume> {}

/** Decodes PersistentVolumes, also in increments. Unknown fields are ignored. */
export const persistentVolumeKind: LargeDecoder<PersistentVolume> = otherKind('PersistentVolume', volume);
