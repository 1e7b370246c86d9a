// A score of the scheduler, as each plugin has one: which of the nodes that a pod may go to is the better one.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { FilterFeatures } from '../filters/filter-features.js';
import type { NodeInfo } from '../filters/node-info.js';
import type { ImageSpread } from './image-spread.js';

/** The highest score of a node that one plugin gives, before its weight. */
export const MAX_NODE_SCORE = 100;

/** The part of a cluster that scores check next to the pod and the node. */
export interface ScoreContext {
  readonly features: FilterFeatures;
  /** The number of nodes, and on how many of them each image is. */
  readonly images: ImageSpread;
}

/** The way from the scores of a plugin for all nodes to scores from 0 to 100: the best node has 100, or the one of the lowest score has. */
export type Normalization = 'none' | 'highest-is-best' | 'lowest-is-best';

/** A score, prepared for a pod. */
export interface PreparedScore {
  readonly normalization: Normalization;
  /** An integer. */
  readonly score: (node: NodeInfo, checkpoint: Checkpoint) => number;
}

/** A plugin's score. */
export interface NodeScore {
  /** The name that the scheduler has for the plugin. */
  readonly plugin: string;
  /** The number of times that it counts in the default profile. */
  readonly weight: number;
  /** The score of a node changes with nothing else: its object; its object and its pods; or its name and the images of all nodes. */
  readonly changesWith: 'node' | 'pods' | 'images';
  /** Computes for a pod what is the same on each node. Undefined: it tells no node from another for this pod. */
  prepare(pod: Pod, context: ScoreContext, checkpoint: Checkpoint): Incremental<PreparedScore | undefined>;
}
