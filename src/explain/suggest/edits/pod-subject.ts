// The pod that edits change: as its author wrote it, and as it would be stored.

import type { Pod } from '../../../core/api/pod.js';
import type { Checkpoint } from '../../../core/base/checkpoint.js';
import type { NodeInfo } from '../../../scheduler/filters/node-info.js';
import type { Target } from '../change.js';
import type { PodOnNode } from '../pod-trial.js';

/** A pod that edits change, on its node. */
export interface PodSubject {
  readonly on: PodOnNode;
  readonly target: Extract<Target, { kind: 'Pod' }>;
  /** The pod as its author wrote it, which edits change. */
  readonly pod: Pod;
  /** The pod as it would be stored, which filters check. */
  readonly filled: Pod;
  readonly info: NodeInfo;
  readonly checkpoint: Checkpoint;
}

/** Returns undefined if the API server rejects the pod. */
export function podSubject(on: PodOnNode, checkpoint: Checkpoint): PodSubject | undefined {
  const { pod, info } = on;
  const filled = on.admitted(pod, checkpoint);
  return filled && { on, target: { kind: 'Pod', object: pod }, pod, filled, info, checkpoint };
}
