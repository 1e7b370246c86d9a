// Sums the scores of all plugins for the feasible nodes of a pod, weighted by its profile. Source: RunScorePlugins of the scheduler's framework
// and DefaultNormalizeScore, Kubernetes 1.37.1.

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
import type { RankedPlugin } from './ranking.js';
import type { NodeScore, Normalization, PreparedScore, ScoreContext } from './score.js';
import { taintTolerationScore } from './taint-toleration.js';

/** The scores that depend on no other node and no device. */
export const SCORES: readonly NodeScore[] = [
  taintTolerationScore,
  nodeAffinityScore,
  nodeResourcesFitScore,
  balancedAllocationScore,
  imageLocalityScore,
];

export interface NodeScores {
  readonly total: number;
  /** The weighted score of each plugin, by plugin name. */
  readonly byPlugin: ReadonlyMap<string, number>;
}

/** A score, prepared for a pod, with its plugin. */
export interface PluginScore extends PreparedScore, RankedPlugin, Pick<NodeScore, 'plugin' | 'changesWith'> {}

/** The scores of a profile, prepared for a pod. */
export interface PreparedPlugins {
  readonly plugins: readonly PluginScore[];
  /** The share of the device score; undefined if it does not count. */
  readonly devices: RankedPlugin | undefined;
}

/** Scores that depend on devices or on other nodes. */
export interface FurtherScores {
  /** The device score of the allocation on each node (`scoreNode` of allocator/score.ts); absent for a pod without claims. */
  readonly devices?: readonly number[] | undefined;
  /** The scores that depend on the pods of all nodes. */
  readonly ofCluster?: readonly ScoreColumn[];
}

/** Prepares the scores for a pod, except scores that are equal for all nodes. */
export function* prepareScores(pod: Pod, context: ScoreContext, checkpoint: Checkpoint): Incremental<PreparedPlugins> {
  const { weights } = context.profile;
  const plugins: PluginScore[] = [];
  for (const score of SCORES) {
    const { plugin, changesWith } = score;
    const weight = weights.get(plugin);
    const prepared = weight === undefined ? undefined : yield* score.prepare(pod, context, checkpoint);
    if (weight !== undefined && prepared !== undefined) plugins.push({ plugin, weight, changesWith, ...prepared });
  }
  const weight = weights.get(OF_DEVICES);
  return { plugins, devices: weight === undefined ? undefined : { weight, normalization: 'highest-is-best' } };
}

/** The plugin with the device score. */
const OF_DEVICES = 'DynamicResources';

/** Returns the scores of feasible nodes, in their order. */
export function* scoreNodes(
  pod: Pod,
  nodes: readonly NodeInfo[],
  context: ScoreContext,
  { checkpoint = UNLIMITED, ...further }: FurtherScores & { readonly checkpoint?: Checkpoint } = {},
): Incremental<readonly NodeScores[]> {
  const scores = yield* prepareScores(pod, context, checkpoint);
  const rows = yield* mapping(nodes, (node) => rawScores(scores.plugins, node, checkpoint), checkpoint);
  return yield* totalScores(scores, rows, further, checkpoint);
}

/** Returns the raw scores of one node, in the order of the plugins. They depend only on the node and its pods. */
export function rawScores(scores: readonly PluginScore[], node: NodeInfo, checkpoint: Checkpoint): readonly number[] {
  return scores.map(({ score }) => score(node, checkpoint));
}

/** Returns the scores of nodes from the raw scores of each. */
export function* totalScores(
  { plugins, devices: ofDevices }: PreparedPlugins,
  rows: readonly (readonly number[])[],
  { devices, ofCluster = [] }: FurtherScores,
  checkpoint: Checkpoint,
): Incremental<readonly NodeScores[]> {
  const columns: ScoreColumn[] = [];
  for (const [place, { plugin, weight, normalization }] of plugins.entries()) {
    const raw = yield* mapping(rows, (row) => row[place] ?? 0, checkpoint);
    columns.push({ plugin, weight, scores: yield* normalized(raw, normalization, checkpoint) });
  }
  if (devices !== undefined && ofDevices !== undefined) {
    const { weight, normalization } = ofDevices;
    columns.push({ plugin: OF_DEVICES, weight, scores: yield* normalized(devices, normalization, checkpoint) });
  }
  const all = [...columns, ...ofCluster];
  return yield* mapping(rows, (_, index) => new ScoresOfNode(all, index), checkpoint);
}

/** The normalized scores of a plugin, node by node. */
export interface ScoreColumn {
  readonly plugin: string;
  readonly weight: number;
  readonly scores: readonly number[];
}

/** Computes `byPlugin` on access, since callers read it for few nodes. */
class ScoresOfNode implements NodeScores {
  readonly total: number;
  readonly #columns: readonly ScoreColumn[];
  readonly #index: number;

  constructor(columns: readonly ScoreColumn[], index: number) {
    this.#columns = columns;
    this.#index = index;
    let total = 0;
    for (const column of columns) total += this.#weighted(column);
    this.total = total;
  }

  get byPlugin(): ReadonlyMap<string, number> {
    return new Map(this.#columns.map((column) => [column.plugin, this.#weighted(column)]));
  }

  #weighted({ scores, weight }: ScoreColumn): number {
    return (scores[this.#index] ?? 0) * weight;
  }
}

/** Returns scores from 0 to 100. */
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
