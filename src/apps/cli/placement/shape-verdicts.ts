// The verdicts of filters and scores for pods of one shape, kept for each node until something comes to it.

import type { Pod } from '../../../core/api/pod.js';
import type { Checkpoint } from '../../../core/base/checkpoint.js';
import { LruCache } from '../../../core/base/lru-cache.js';
import type { FilterContext, Rejection } from '../../../scheduler/filters/filter.js';
import { type PodFilters, prepareFilters } from '../../../scheduler/filters/filters.js';
import type { NodeInfo } from '../../../scheduler/filters/node-info.js';
import { podShape } from '../../../scheduler/filters/pod-shape.js';
import type { ScoreContext } from '../../../scheduler/scores/score.js';
import { type PluginScore, prepareScores, rawScores } from '../../../scheduler/scores/total.js';

/** The part of a cluster that filters and scores look at. */
export type VerdictContext = FilterContext & ScoreContext;

/** The most shapes that are kept, and bytes of all of them. */
const MOST_SHAPES = 1024;
const MOST_BYTES = 64 << 20;
/** About what is kept of a node. */
const NODE_BYTES = 300;

/** The verdicts about a node as it was. */
interface Verdict {
  readonly info: NodeInfo;
  readonly rejections: readonly Rejection[];
  scores: readonly number[] | undefined;
}

/** The verdicts for one shape. */
export class ShapeVerdicts {
  readonly filters: PodFilters;
  readonly scores: readonly PluginScore[];
  readonly #byNode = new Map<string, Verdict>();

  /** Any pod of the shape will do. */
  constructor(pod: Pod, context: VerdictContext, checkpoint: Checkpoint) {
    this.filters = prepareFilters(pod, context, checkpoint);
    this.scores = prepareScores(pod, context, checkpoint);
  }

  get bytes(): number {
    return this.#byNode.size * NODE_BYTES;
  }

  /** The reasons of the filters before the one for devices; empty: the node passes. */
  rejections(info: NodeInfo, checkpoint: Checkpoint): readonly Rejection[] {
    return this.#on(info, checkpoint).rejections;
  }

  /** The scores of a node before normalization, in the order of the plugins. */
  scoresOn(info: NodeInfo, checkpoint: Checkpoint): readonly number[] {
    const verdict = this.#on(info, checkpoint);
    verdict.scores ??= rawScores(this.scores, info, checkpoint);
    return verdict.scores;
  }

  /** A node with another pod is another object. */
  #on(info: NodeInfo, checkpoint: Checkpoint): Verdict {
    const { name } = info.node.metadata;
    const known = this.#byNode.get(name);
    if (known?.info === info) return known;
    const { refusals, beforeDevices } = this.filters;
    const rejections = refusals.length > 0 ? refusals : beforeDevices(info, checkpoint);
    const verdict: Verdict = { info, rejections, scores: undefined };
    this.#byNode.set(name, verdict);
    return verdict;
  }
}

/** The verdicts for the shapes of pods that came so far. */
export class VerdictCache {
  readonly #context: VerdictContext;
  readonly #shapes = new LruCache<ShapeVerdicts>({ entries: MOST_SHAPES, bytes: MOST_BYTES, weigh: ({ bytes }) => bytes });

  constructor(context: VerdictContext) {
    this.#context = context;
  }

  /** The verdicts for the shape of a pod that was filled in. */
  for(pod: Pod, checkpoint: Checkpoint): ShapeVerdicts {
    const shape = podShape(pod) ?? '';
    const known = this.#shapes.get(shape);
    if (known !== undefined) return known;
    const verdicts = new ShapeVerdicts(pod, this.#context, checkpoint);
    this.#shapes.set(shape, verdicts);
    return verdicts;
  }
}
