// Disks of clouds, which pods and persistent volumes name in the same way. Source: core/v1, types AWSElasticBlockStoreVolumeSource,
// AzureDiskVolumeSource, CinderVolumeSource, GCEPersistentDiskVolumeSource and PortworxVolumeSource.

import { bool, object, string } from './decoder.js';

const lenient = { lenient: true } as const;

/** Decodes a disk of AWS, Cinder or Portworx. */
export const diskById = object({ volumeID: string }, lenient);

export const azureDisk = object({ diskURI: string, kind: string }, lenient);

export const gceDisk = object({ pdName: string, readOnly: bool }, lenient);
