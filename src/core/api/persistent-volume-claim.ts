// PersistentVolumeClaims: the fields that decide which volume a claim is bound to, and on which nodes. Source: core/v1, type
// PersistentVolumeClaim, and the annotations of k8s.io/component-helpers v0.37.1, storage/volume.

import { type DecodedBy, type LargeDecoder, list, object, optional, presence, string } from './decoder.js';
import { labelSelector } from './label-selector.js';
import { metaDecoders } from './meta.js';
import { resourceAmount } from './resource-list.js';
import { otherKind } from './version.js';

const lenient = { lenient: true } as const;

/** The former place of the class of claims and volumes, which takes precedence. */
export const BETA_STORAGE_CLASS = 'volume.beta.kubernetes.io/storage-class';

/** Marks a claim whose binding is complete. */
export const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';

/** The node for which the volume of a claim is provisioned. */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';

const annotations = object(
  { [BETA_STORAGE_CLASS]: optional(string), [BIND_COMPLETED]: presence, [SELECTED_NODE]: optional(string) },
  lenient,
);

const spec = object(
  {
    accessModes: list(string),
    selector: optional(labelSelector),
    resources: object({ requests: object({ storage: optional(resourceAmount) }, lenient) }, lenient),
    volumeName: string,
    /** Absent if the claim does not mention a class; then admission sets the default class. Empty for no class. */
    storageClassName: optional(string),
    volumeMode: string,
    volumeAttributesClassName: string,
  },
  lenient,
);

const claim = object(
  { metadata: object({ ...metaDecoders, annotations }, lenient), spec, status: object({ phase: string }, lenient) },
  lenient,
);

/** A request for storage. */
export interface PersistentVolumeClaim extends DecodedBy<typeof claim> {}

/** Decodes the claim that is made for an ephemeral volume of a pod. */
export const claimTemplate = object({ metadata: object({ annotations }, lenient), spec }, lenient);

/** Decodes the claims that the owner of pods makes for each of them. */
export const claimTemplates: LargeDecoder<readonly PersistentVolumeClaim[]> = list(claim);

/** Decodes PersistentVolumeClaims, also in increments. Unknown fields are ignored. */
export const persistentVolumeClaimKind: LargeDecoder<PersistentVolumeClaim> = otherKind('PersistentVolumeClaim', claim);
