// The interface of the scheduler's scores, which rank feasible nodes.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { FilterFeatures } from '../filters/filter-features.js';
import type { NodeInfo } from '../filters/node-info.js';
import type { SchedulerProfile } from '../profile/scheduler-profile.js';
import type { ImageSpread } from './image-spread.js';

/** The highest score of a node from one plugin, before its weight. */
export const MAX_NODE_SCORE = 100;

/** The part of a cluster that scores check in addition to the pod and the node. */
export interface ScoreContext {
  readonly features: FilterFeatures;
  readonly images: ImageSpread;
  readonly profile: SchedulerProfile;
}

/**
 * The normalization of a plugin's scores to 0 to 100. The value 100 belongs to the node with the highest score, or to the node
 * with the lowest.
 */
export type Normalization = 'none' | 'highest-is-best' | 'lowest-is-best';

/** A score, prepared for a pod. */
export interface PreparedScore {
  readonly normalization: Normalization;
  /** Returns an integer. */
  readonly score: (node: NodeInfo, checkpoint: Checkpoint) => number;
}

/** The score of a plugin. */
export interface NodeScore {
  /** The scheduler's name for the plugin. */
  readonly plugin: string;
  /** The part of a node that its score depends on: its object; its object and its pods; or its name and the images of all nodes. */
  readonly changesWith: 'node' | 'pods' | 'images';
  /** Computes the part that is the same on every node. Undefined: all nodes score the same for this pod. */
  prepare(pod: Pod, context: ScoreContext, checkpoint: Checkpoint): Incremental<PreparedScore | undefined>;
}
