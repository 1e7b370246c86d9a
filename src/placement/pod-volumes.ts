// Binds the volumes of pods in the stored objects of a cluster, and reverses such bindings.

import { claimKey } from '../cluster/claims.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import type { PodObjectKinds, VolumeChange } from '../cluster/pod-objects.js';
import { objectName } from '../core/api/meta.js';
import type { Pod } from '../core/api/pod.js';
import type { BoundVolumes } from '../scheduler/volumes/bound-volumes.js';
import { isBound } from '../scheduler/volumes/new-claims.js';
import { claimNameOf, lastingClaimOf } from '../scheduler/volumes/pod-claims.js';

/** Stores claims and volumes as they are after a pod is bound. Returns the changes. */
export function putBoundVolumes({ claims, volumes }: BoundVolumes, state: ClusterState): readonly VolumeChange[] {
  return [
    ...claims.map((claim) => put('PersistentVolumeClaim', claimKey(claim), claim, state)),
    ...volumes.map((volume) => put('PersistentVolume', objectName(volume.metadata), volume, state)),
  ];
}

function put<K extends VolumeChange['kind']>(kind: K, name: string, after: PodObjectKinds[K], state: ClusterState): VolumeChange {
  const before = state.objects.pods.get(kind, name);
  state.putPodObject(kind, name, after);
  return { kind, name, before, after };
}

/** Reverses changes, except changes of objects that changed again since then. */
export function undoVolumes(changes: readonly VolumeChange[], state: ClusterState): void {
  for (const { kind, name, before, after } of changes)
    if (state.objects.pods.get(kind, name) === after) state.putPodObject(kind, name, before);
}

/**
 * Returns the changes that the deletion of a pod reverses: changes of claims that were made for it, and of their volumes. Other
 * claims stay bound.
 */
export function endingWith(pod: Pod, changes: readonly VolumeChange[]): readonly VolumeChange[] {
  const { namespace } = pod.metadata;
  const made = new Set(
    pod.spec.volumes
      .filter(({ ephemeral }) => ephemeral !== undefined)
      .map((volume) => claimKey({ metadata: { namespace, name: claimNameOf(pod, volume) ?? '' } })),
  );
  return changes.filter(({ kind, name, after }) => {
    const ref = 'claimRef' in after.spec ? after.spec.claimRef : undefined;
    return made.has(kind === 'PersistentVolumeClaim' || ref === undefined ? name : claimKey({ metadata: ref }));
  });
}

/** Deletes the claims that the owner of a pod made for its volumes, and the volumes they are bound to. No other claim can use such a volume. */
export function deleteVolumeClaims(pod: Pod, state: ClusterState): void {
  const { namespace } = pod.metadata;
  for (const volume of pod.spec.volumes) {
    const name = volume.claimTemplate === undefined ? undefined : lastingClaimOf(pod, volume);
    const key = name === undefined ? '' : claimKey({ metadata: { namespace, name } });
    const claim = state.objects.pods.get('PersistentVolumeClaim', key);
    if (claim === undefined) continue;
    state.remove('PersistentVolumeClaim', key);
    if (isBound(claim)) state.remove('PersistentVolume', claim.spec.volumeName);
  }
}
