// Edits of the volumes of a pod: the names of its volume claims, and the pods that use its claims, its disks or the node's attachments.

import type { PersistentVolumeClaim } from '../../../core/api/persistent-volume-claim.js';
import type { Volume } from '../../../core/api/volume.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { append, firstOf } from '../../../core/base/lists.js';
import { nearNames } from '../../../core/base/nearest-name.js';
import { shownName } from '../../../core/base/words.js';
import type { PodInfo } from '../../../scheduler/filters/node-info.js';
import { claimNameOf, lastingClaimOf } from '../../../scheduler/volumes/pod-claims.js';
import type { Edit } from '../edit.js';
import { MOST } from './bounds.js';
import { deletionOf, findingPods } from './other-pods.js';
import type { PodSubject } from './pod-subject.js';
import { volumeClaimEdits } from './volume-claims.js';

/** Returns the edits after which the volumes of the pod may be used on the node. */
export function* volumeEdits(subject: PodSubject): Incremental<readonly Edit[]> {
  const { filled, pod, on } = subject;
  const { storage } = on.cluster;
  const edits: Edit[] = [];
  for (const [place, volume] of filled.spec.volumes.slice(0, MOST.volumes).entries()) {
    const name = claimNameOf(filled, volume);
    const claim = name === undefined ? undefined : storage.claim(filled.metadata.namespace, name);
    if (claim !== undefined) {
      append(edits, yield* volumeClaimEdits(subject, claim));
      append(edits, yield* usersOf(subject, claim));
    } else if (volume.persistentVolumeClaim !== undefined && pod.spec.volumes[place] !== undefined)
      append(edits, yield* claimNameEdits(subject, volume, volume.persistentVolumeClaim.claimName, place));
  }
  return [...edits, ...(yield* nodeUserEdits(subject))];
}

/** Returns the edits that name an existing claim with a similar name. */
function* claimNameEdits(subject: PodSubject, volume: Volume, claimName: string, index: number): Incremental<readonly Edit[]> {
  const { filled, target, on, checkpoint } = subject;
  const names: string[] = [];
  for (const { metadata } of firstOf(on.cluster.storage.claims(), MOST.volumeClaims)) {
    if (metadata.namespace === filled.metadata.namespace) names.push(metadata.name);
    if (checkpoint.due()) yield;
  }
  const path = ['spec', 'volumes', index, 'persistentVolumeClaim', 'claimName'];
  return nearNames(claimName, names)
    .slice(0, MOST.named)
    .map((value, loss): Edit => {
      const text = `write ${value} instead of ${shownName(claimName)} as claimName of volume ${shownName(volume.name)}`;
      const operation = { op: 'replace', path, value, json: value } as const;
      return { kind: 'name', by: 'author', text, loss, changes: [{ target, operation }], relaxes: true };
    });
}

/** Returns the edit that deletes the pods that use a claim for a single pod. */
function* usersOf(subject: PodSubject, { metadata, spec }: PersistentVolumeClaim): Incremental<readonly Edit[]> {
  if (!spec.accessModes.includes('ReadWriteOncePod')) return [];
  const uses = ({ pod }: PodInfo): boolean =>
    pod.metadata.namespace === metadata.namespace && pod.spec.volumes.some((volume) => lastingClaimOf(pod, volume) === metadata.name);
  const found = yield* findingPods(subject, { holdsNode: () => true, holds: uses, work: 1 }, MOST.deletedPods + 1);
  return deletionOf(subject, found, `since volume claim ${shownName(metadata.name)} allows only one pod (ReadWriteOncePod)`, 0);
}

/** Returns the edits that delete one pod with volumes from the node. Pods with the fewest volumes come first. */
function* nodeUserEdits(subject: PodSubject): Incremental<readonly Edit[]> {
  const { name } = subject.info.node.metadata;
  const test = { holdsNode: ({ node }: typeof subject.info) => node.metadata.name === name, work: 1 };
  const found = yield* findingPods(subject, { ...test, holds: ({ pod }) => pod.spec.volumes.length > 0 }, MOST.pods);
  return found.flatMap((user) => deletionOf(subject, [user], `which uses ${volumesInWords(user.info)}`, user.info.pod.spec.volumes.length));
}

function volumesInWords({ pod }: PodInfo): string {
  const [first, ...others] = pod.spec.volumes;
  const claimName = first && claimNameOf(pod, first);
  const name = claimName === undefined ? `volume ${shownName(first?.name ?? '')}` : `volume claim ${shownName(claimName)}`;
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}
