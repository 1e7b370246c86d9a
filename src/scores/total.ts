// The scores of all plugins for the nodes that a pod may go to, and their sum. Source: RunScorePlugins of the scheduler's framework,
// DefaultNormalizeScore, and the weights of the default profile, Kubernetes 1.37.1.

import type { Pod } from '../api/pod.js';
import { type Checkpoint, UNLIMITED } from '../base/checkpoint.js';
import type { NodeInfo } from '../filters/node-info.js';
import { balancedAllocationScore } from './balanced-allocation.js';
import { imageLocalityScore } from './image-locality.js';
import { nodeAffinityScore } from './node-affinity.js';
import { nodeResourcesFitScore } from './node-resources-fit.js';
import { MAX_NODE_SCORE, type NodeScore, type Normalization, type PreparedScore, type ScoreContext } from './score.js';
import { taintTolerationScore } from './taint-toleration.js';

/** The scores that need no devices. Others of the default profile are not worked out: {@link MISSING_SCORES}. */
const SCORES: readonly NodeScore[] = [
  taintTolerationScore,
  nodeAffinityScore,
  nodeResourcesFitScore,
  balancedAllocationScore,
  imageLocalityScore,
];

/** Plugins that score nodes by default and have no score here. */
export const MISSING_SCORES: readonly string[] = ['PodTopologySpread', 'InterPodAffinity', 'VolumeBinding'];

/** The weight of the score for devices. */
const DEVICES_WEIGHT = 2n;

/** The scores of a node. */
export interface NodeScores {
  readonly total: number;
  /** The part of each plugin, with its weight, by the name of the plugin. */
  readonly byPlugin: ReadonlyMap<string, number>;
}

/** A score, prepared for a pod, with its plugin. */
export interface PluginScore extends PreparedScore, Pick<NodeScore, 'plugin' | 'weight'> {}

/** Prepares the scores for a pod, but for those that tell no node from another. */
export function prepareScores(pod: Pod, context: ScoreContext, checkpoint: Checkpoint): readonly PluginScore[] {
  return SCORES.flatMap((score) => {
    const prepared = score.prepare(pod, context, checkpoint);
    return prepared === undefined ? [] : [{ plugin: score.plugin, weight: score.weight, ...prepared }];
  });
}

/**
 * The scores of nodes that a pod may go to, in their order. `devices` has what the allocation on each node is worth (`scoreNode` of schedule/),
 * absent for a pod without claims.
 */
export function scoreNodes(
  pod: Pod,
  nodes: readonly NodeInfo[],
  context: ScoreContext,
  { checkpoint = UNLIMITED, devices }: { readonly checkpoint?: Checkpoint; readonly devices?: readonly number[] } = {},
): readonly NodeScores[] {
  const columns = prepareScores(pod, context, checkpoint).map(({ plugin, weight, normalization, score }) => {
    const raw = checkpoint.map(nodes, (node) => score(node, checkpoint));
    return { plugin, weight, scores: normalized(raw, normalization, checkpoint) };
  });
  if (devices !== undefined) {
    const raw = checkpoint.map(devices, BigInt);
    columns.push({ plugin: 'DynamicResources', weight: DEVICES_WEIGHT, scores: normalized(raw, 'highest-is-best', checkpoint) });
  }
  return checkpoint.map(nodes, (_, index) => {
    const byPlugin = new Map(columns.map(({ plugin, weight, scores }) => [plugin, Number((scores[index] ?? 0n) * weight)]));
    return { total: [...byPlugin.values()].reduce((sum, score) => sum + score, 0), byPlugin };
  });
}

/** Scores from 0 to 100. Where all are zero they stay so, which is the best where the lowest is. */
export function normalized(scores: readonly bigint[], normalization: Normalization, checkpoint: Checkpoint): readonly bigint[] {
  if (normalization === 'none') return scores;
  const isReversed = normalization === 'lowest-is-best';
  const highest = checkpoint.keep(() => ({ score: 0n }));
  checkpoint.forEach(scores, (score) => {
    if (score > highest.score) highest.score = score;
  });
  if (highest.score === 0n) return isReversed ? checkpoint.map(scores, () => MAX_NODE_SCORE) : scores;
  return checkpoint.map(scores, (score) => {
    const share = (MAX_NODE_SCORE * score) / highest.score;
    return isReversed ? MAX_NODE_SCORE - share : share;
  });
}
