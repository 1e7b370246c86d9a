// Edits of pods that run elsewhere or on the node: they are deleted, or their anti-affinity becomes a preference.

import { objectName } from '../../../core/api/meta.js';
import type { Pod } from '../../../core/api/pod.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { inList } from '../../../core/base/words.js';
import type { NodeInfo, PodInfo } from '../../../scheduler/filters/node-info.js';
import { controllerOf } from '../../../scheduler/pods/ownership.js';
import type { Edit } from '../edit.js';
import { MOST } from './bounds.js';
import type { PodSubject } from './pod-subject.js';
import { comesBack } from './running-pods.js';

/** A pod and its node. */
export interface PodElsewhere {
  readonly node: NodeInfo;
  readonly info: PodInfo;
}

/** Selects pods. `work`: of one test, in units of a checkpoint. */
export interface PodTest {
  readonly holdsNode: (info: NodeInfo) => boolean;
  readonly holds: (pod: PodInfo, node: NodeInfo) => boolean;
  readonly work: number;
}

/** Returns the first pods of all nodes that a test selects. */
export function* findingPods(
  { on: { cluster }, checkpoint }: PodSubject,
  { holdsNode, holds, work }: PodTest,
  most: number,
): Incremental<readonly PodElsewhere[]> {
  const found: PodElsewhere[] = [];
  const { infos } = cluster;
  for (let place = 0; place < infos.length; place++) {
    const node = infos.at(place);
    if (checkpoint.due()) yield;
    if (!holdsNode(node)) continue;
    for (const info of node.podInfos) {
      if (checkpoint.due(work)) yield;
      if (!holds(info, node)) continue;
      found.push({ node, info });
      if (found.length >= most) return found;
    }
  }
  return found;
}

/** Returns the stored pod, which edits change; undefined if no user can change it. */
export function storedPod({ on }: PodSubject, { node, info }: PodElsewhere): Pod | undefined {
  for (const one of on.running(node.node.metadata.name)) if (one.info === info) return one.pod;
  return undefined;
}

/**
 * Empty if there are too many, or if one of the pods returns. Empty if there are too many, or if one of them returns. Empty
 * also for a replica of the pod: its owner creates it again. `why`: follows the names of the pods.
 */
export function deletionOf(subject: PodSubject, found: readonly PodElsewhere[], why: string, loss: number): readonly Edit[] {
  if (found.length === 0 || found.length > MOST.deletedPods) return [];
  const pods = found.flatMap((each) => storedPod(subject, each) ?? []);
  if (pods.length < found.length || pods.some((pod) => comesBack(pod) || isReplica(pod, subject.filled))) return [];
  const names = pods.map((pod) => `${objectName(pod.metadata)} on node ${pod.spec.nodeName}`);
  return [
    {
      kind: 'delete',
      by: 'admin',
      text: `delete ${pods.length === 1 ? 'pod' : 'pods'} ${inList(names)}, ${why}`,
      loss: loss + pods.length,
      changes: pods.map((object) => ({ target: { kind: 'Pod', object }, operation: { op: 'delete', path: [] } })),
    },
  ];
}

/** Returns whether two pods have one controller, or equal labels. */
export function isReplica(pod: Pod, other: Pod): boolean {
  if (pod.metadata.namespace !== other.metadata.namespace) return false;
  const [owner, otherOwner] = [controllerOf(pod), controllerOf(other)];
  if (owner !== undefined && otherOwner !== undefined) return owner.kind === otherOwner.kind && owner.name === otherOwner.name;
  const [labels, others] = [pod.metadata.labels, other.metadata.labels];
  return labels.size > 0 && labels.size === others.size && [...labels].every(([key, value]) => others.get(key) === value);
}
