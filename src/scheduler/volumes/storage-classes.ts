// The storage class of claims and volumes, and the class that admission sets. Source: helpers.go and pv_helpers.go of k8s.io/component-helpers
// v0.37.1, storage/volume, and GetDefaultClass in pkg/volume/util of Kubernetes 1.37.1.

import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import { BETA_STORAGE_CLASS, type PersistentVolumeClaim } from '../../core/api/persistent-volume-claim.js';
import { BETA_DEFAULT_CLASS, DEFAULT_CLASS, type StorageClass } from '../../core/api/storage-class.js';
import { compareBytes } from '../../core/base/byte-order.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';

/** Returns the name of the class of a claim; empty if it requests none. */
export function classOfClaim({ metadata, spec }: PersistentVolumeClaim): string {
  return metadata.annotations[BETA_STORAGE_CLASS] ?? spec.storageClassName ?? '';
}

/** Returns the name of the class of a volume; empty if it has none. */
export function classOfVolume({ metadata, spec }: PersistentVolume): string {
  return metadata.annotations[BETA_STORAGE_CLASS] ?? spec.storageClassName;
}

/** Returns whether the volumes of claims of a class are bound once a pod that uses them is placed. */
export function bindsLate({ volumeBindingMode }: StorageClass): boolean {
  return volumeBindingMode === 'WaitForFirstConsumer';
}

/** The provisioner of classes whose volumes an administrator creates. */
export const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

/** Returns whether volumes of a class can be provisioned. */
export function isProvisioned({ provisioner }: StorageClass): boolean {
  return provisioner !== '' && provisioner !== NO_PROVISIONER;
}

/** Returns whether admission sets the default class of a claim when it is created. */
export function hasNoClass({ metadata, spec }: PersistentVolumeClaim): boolean {
  return metadata.annotations[BETA_STORAGE_CLASS] === undefined && spec.storageClassName === undefined;
}

/** Returns the default class: of several, the newest one, then the first by name. Undefined if none exists. */
export function* defaultClass(classes: readonly StorageClass[], checkpoint: Checkpoint): Incremental<StorageClass | undefined> {
  const known = defaultClasses.get(classes);
  if (known !== undefined) return known.chosen;
  let chosen: StorageClass | undefined;
  for (let index = 0; index < classes.length; index++) {
    const one = classes[index] as StorageClass;
    if (isDefault(one) && (chosen === undefined || comesFirst(one, chosen))) chosen = one;
    if (checkpoint.due()) yield;
  }
  defaultClasses.set(classes, { chosen });
  return chosen;
}

// By the list of all classes, because that list does not change and every claim needs the result.
const defaultClasses = new WeakMap<readonly StorageClass[], { readonly chosen: StorageClass | undefined }>();

function isDefault({ metadata: { annotations } }: StorageClass): boolean {
  return annotations[DEFAULT_CLASS] === 'true' || annotations[BETA_DEFAULT_CLASS] === 'true';
}

function comesFirst({ metadata: left }: StorageClass, { metadata: right }: StorageClass): boolean {
  const later = createdAt(left.creationTimestamp) - createdAt(right.creationTimestamp);
  return later === 0 ? compareBytes(left.name, right.name) < 0 : later > 0;
}

/** A class that no cluster has stored counts as the oldest. */
function createdAt(time: string | undefined): number {
  return Date.parse(time ?? '') || 0;
}
