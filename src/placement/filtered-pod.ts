// A pod with its filter results and claims, before devices are searched.

import type { Checkpoint, EndedBy } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { FilterFeatures } from '../scheduler/filters/filter-features.js';
import type { NotLookedAt, PodSurroundings } from '../scheduler/filters/not-looked-at.js';
import type { NodeScores } from '../scheduler/scores/total.js';
import type { ClaimsOfPod } from './claims-of-pod.js';
import type { ClusterAnswers } from './cluster-answers.js';
import type { Parts } from './device-questions.js';
import type { RankedQuestion } from './pod-filter-result.js';
import type { PodFindings } from './pod-findings.js';
import type { PodQuery } from './pod-question.js';
import { type DeviceScores, type NodeRanking, withColumns } from './pod-ranking.js';
import type { QueriedNodes } from './queried-nodes.js';
import type { ShapeAnswers } from './shape-answers.js';
import type { ImagesNow } from './shape-scores.js';

/** A note for results whose call ended before it counted the pods of all nodes. */
export const NO_CLUSTER_SCORES = 'scores that depend on other pods, because the call ended before they were computed';

/** A pod with its nodes. */
export interface QueriedPod {
  /** The version of the cluster when the question was begun. */
  readonly version: number;
  readonly query: PodQuery;
  /** The filter results for the shape of the pod. */
  readonly answers: ShapeAnswers;
  /** The results of filters that depend on the pods of all nodes; undefined if none can reject the pod. */
  readonly related: ClusterAnswers | undefined;
  readonly nodes: QueriedNodes;
}

/** The part of a question that most changes of nodes do not affect. */
export interface Lasting extends Pick<QueriedPod, 'query' | 'answers' | 'related'> {
  readonly claims: ClaimsOfPod;
  readonly refusals: readonly Rejection[];
  readonly images: ImagesNow;
  /** The part of the cluster that `notLookedAt` depends on. */
  readonly surroundings: PodSurroundings;
  readonly notLookedAt: NotLookedAt;
  readonly features: FilterFeatures;
}

/** A pod with its filter results and claims, before devices are searched. */
export class PodQuestion implements Lasting, Parts, RankedQuestion {
  readonly version: number;
  readonly nodes: QueriedNodes;
  readonly parts: Parts['parts'];
  readonly refused: Parts['refused'];
  /** True if scores take long: they are then computed within the limits of the call, otherwise on access. */
  readonly isLongToScore: boolean;
  readonly lasting: Lasting;

  constructor(version: number, nodes: QueriedNodes, { parts, refused }: Parts, isLongToScore: boolean, lasting: Lasting) {
    this.version = version;
    this.nodes = nodes;
    this.parts = parts;
    this.refused = refused;
    this.isLongToScore = isLongToScore;
    this.lasting = lasting;
  }

  get query(): PodQuery {
    return this.lasting.query;
  }

  get answers(): ShapeAnswers {
    return this.lasting.answers;
  }

  get related(): ClusterAnswers | undefined {
    return this.lasting.related;
  }

  get claims(): ClaimsOfPod {
    return this.lasting.claims;
  }

  get refusals(): readonly Rejection[] {
    return this.lasting.refusals;
  }

  get images(): ImagesNow {
    return this.lasting.images;
  }

  get surroundings(): PodSurroundings {
    return this.lasting.surroundings;
  }

  get notLookedAt(): NotLookedAt {
    return this.lasting.notLookedAt;
  }

  get features(): FilterFeatures {
    return this.lasting.features;
  }

  ranking(devices: DeviceScores): NodeRanking {
    const ranking = this.answers.ranking(this.nodes, devices, this.query.pod, this);
    if (this.related === undefined) return ranking;
    const places = ranking.places();
    return withColumns(ranking, places, this.related.scores(this.nodes, places));
  }

  /** Returns the question with the ranking of its nodes, in increments. */
  *rankingAll(findings: PodFindings, checkpoint: Checkpoint): Incremental<RankedQuestion> {
    const { notLookedAt } = this;
    yield* findings.listingFeasible(checkpoint);
    const ranking = yield* this.answers.rankingAlone(this.nodes, findings.deviceScores(), this.query.pod, this, checkpoint);
    const places = ranking.places();
    const columns = this.related === undefined ? [] : yield* this.related.scoresAlone(this.nodes, places, checkpoint);
    const ranked = withColumns(ranking, places, columns);
    return { notLookedAt, ranking: () => ranked };
  }

  /** Returns the question for a call that ended before it counted the pods of all nodes for scores. */
  withoutClusterScores(endedBy: EndedBy): RankedQuestion {
    if (this.related === undefined) return this;
    const { notLookedAt } = this;
    return {
      notLookedAt: { ...notLookedAt, always: [...notLookedAt.always, NO_CLUSTER_SCORES] },
      ranking: (devices) => this.answers.ranking(this.nodes, devices, this.query.pod, this),
      endedBy,
    };
  }

  /** Returns the scores of the feasible nodes, in order, split by plugin. */
  scoresByPlugin(findings: PodFindings): readonly NodeScores[] {
    const [scores, count] = [findings.feasible(), findings.hasClaims];
    const ofCluster = this.related?.scores(this.nodes, scores.keys()) ?? [];
    return this.answers.scoresByPlugin(this.nodes, { scores, count, ofCluster }, this.query.pod, this);
  }

  /** Returns the question with these parts; the same object if it already has them. */
  with(parts: Parts): PodQuestion {
    return parts === this ? this : new PodQuestion(this.version, this.nodes, parts, this.isLongToScore, this.lasting);
  }

  /** Returns the question for the same pod after only nodes changed. */
  again(version: number, nodes: QueriedNodes, parts: Parts, isLongToScore: boolean): PodQuestion {
    return new PodQuestion(version, nodes, parts, isLongToScore, this.lasting);
  }
}
