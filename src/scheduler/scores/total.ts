// The scores of all plugins for the nodes that a pod may go to, and their sum. Source: RunScorePlugins of the scheduler's framework,
// DefaultNormalizeScore, and the weights of the default profile, Kubernetes 1.37.1.

import type { Pod } from '../../core/api/pod.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { mapping } from '../../core/base/lists-in-increments.js';
import type { NodeInfo } from '../filters/node-info.js';
import { balancedAllocationScore } from './balanced-allocation.js';
import { imageLocalityScore } from './image-locality.js';
import { nodeAffinityScore } from './node-affinity.js';
import { nodeResourcesFitScore } from './node-resources-fit.js';
import { normalizedScore } from './normalization.js';
import type { NodeScore, Normalization, PreparedScore, ScoreContext } from './score.js';
import { taintTolerationScore } from './taint-toleration.js';

/** The scores that need no devices. Others of the default profile are not computed: {@link MISSING_SCORES}. */
const SCORES: readonly NodeScore[] = [
  taintTolerationScore,
  nodeAffinityScore,
  nodeResourcesFitScore,
  balancedAllocationScore,
  imageLocalityScore,
];

/** Plugins that score nodes by default and have no score here. */
export const MISSING_SCORES: readonly string[] = ['PodTopologySpread', 'InterPodAffinity', 'VolumeBinding'];

/** The part of the score for devices. */
export const OF_DEVICES = { weight: 2, normalization: 'highest-is-best' } as const;

/** The scores of a node. */
export interface NodeScores {
  readonly total: number;
  /** The part of each plugin, with its weight, by the name of the plugin. */
  readonly byPlugin: ReadonlyMap<string, number>;
}

/** A score, prepared for a pod, with its plugin. */
export interface PluginScore extends PreparedScore, Pick<NodeScore, 'plugin' | 'weight' | 'changesWith'> {}

/** Prepares the scores for a pod, but for those that tell no node from another. */
export function* prepareScores(pod: Pod, context: ScoreContext, checkpoint: Checkpoint): Incremental<readonly PluginScore[]> {
  const scores: PluginScore[] = [];
  for (const score of SCORES) {
    const { plugin, weight, changesWith } = score;
    const prepared = yield* score.prepare(pod, context, checkpoint);
    if (prepared !== undefined) scores.push({ plugin, weight, changesWith, ...prepared });
  }
  return scores;
}

/**
 * The scores of nodes that a pod may go to, in their order. `devices` has what the allocation on each node is worth (`scoreNode` of allocator/score.ts),
 * absent for a pod without claims.
 */
export function* scoreNodes(
  pod: Pod,
  nodes: readonly NodeInfo[],
  context: ScoreContext,
  { checkpoint = UNLIMITED, devices }: { readonly checkpoint?: Checkpoint; readonly devices?: readonly number[] } = {},
): Incremental<readonly NodeScores[]> {
  const scores = yield* prepareScores(pod, context, checkpoint);
  const rows = yield* mapping(nodes, (node) => rawScores(scores, node, checkpoint), checkpoint);
  return yield* totalScores(scores, rows, devices, checkpoint);
}

/** The scores of one node before normalization, in the order of the plugins. They change with the node and its pods alone. */
export function rawScores(scores: readonly PluginScore[], node: NodeInfo, checkpoint: Checkpoint): readonly number[] {
  return scores.map(({ score }) => score(node, checkpoint));
}

/** The scores of nodes by the raw ones of each. */
export function* totalScores(
  plugins: readonly PluginScore[],
  rows: readonly (readonly number[])[],
  devices: readonly number[] | undefined,
  checkpoint: Checkpoint,
): Incremental<readonly NodeScores[]> {
  const columns: Column[] = [];
  for (const [place, { plugin, weight, normalization }] of plugins.entries()) {
    const raw = yield* mapping(rows, (row) => row[place] ?? 0, checkpoint);
    columns.push({ plugin, weight, scores: yield* normalized(raw, normalization, checkpoint) });
  }
  if (devices !== undefined) {
    const { weight, normalization } = OF_DEVICES;
    columns.push({ plugin: 'DynamicResources', weight, scores: yield* normalized(devices, normalization, checkpoint) });
  }
  return yield* mapping(rows, (_, index) => new ScoresOfNode(columns, index), checkpoint);
}

/** The normalized scores of a plugin, node by node. */
interface Column {
  readonly plugin: string;
  readonly weight: number;
  readonly scores: readonly number[];
}

/** The parts of most nodes are never requested. */
class ScoresOfNode implements NodeScores {
  readonly total: number;
  readonly #columns: readonly Column[];
  readonly #index: number;

  constructor(columns: readonly Column[], index: number) {
    this.#columns = columns;
    this.#index = index;
    let total = 0;
    for (const column of columns) total += this.#weighted(column);
    this.total = total;
  }

  get byPlugin(): ReadonlyMap<string, number> {
    return new Map(this.#columns.map((column) => [column.plugin, this.#weighted(column)]));
  }

  #weighted({ scores, weight }: Column): number {
    return (scores[this.#index] ?? 0) * weight;
  }
}

/** Scores from 0 to 100. */
export function* normalized(
  scores: readonly number[],
  normalization: Normalization,
  checkpoint: Checkpoint,
): Incremental<readonly number[]> {
  if (normalization === 'none') return scores;
  let highest = 0;
  for (const score of scores) {
    if (score > highest) highest = score;
    if (checkpoint.due()) yield;
  }
  return yield* mapping(scores, (score) => normalizedScore(score, highest, normalization), checkpoint);
}
