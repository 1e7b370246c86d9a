// The filters and scores that depend on more than the pod and one node: on volumes, and on the pods of all nodes. They run
// after the other filters that precede the device filter, in the order of the default profile. The profile of the pod may set
// another order. Source: getDefaultPlugins of pkg/scheduler/apis/config/v1, Kubernetes 1.37.1.

import type { Pod } from '../../core/api/pod.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { mapping } from '../../core/base/lists-in-increments.js';
import type { VersionedList } from '../../core/base/versioned-list.js';
import type { ClusterFilterContext } from '../filters/cluster-filter.js';
import { type ClusterFilters, prepareClusterFilters } from '../filters/cluster-filters.js';
import { isForOtherNodes, PASSED, type Rejection } from '../filters/filter.js';
import type { NodeInfo } from '../filters/node-info.js';
import { REJECTION_CODES } from '../filters/rejection-codes.js';
import type { SchedulerProfile } from '../profile/scheduler-profile.js';
import { ClusterScores } from '../scores/cluster-scores.js';
import type { ScoreColumn } from '../scores/total.js';
import { type PreparedVolumes, prepareVolumes, type VolumeContext } from '../volumes/prepare-volumes.js';
import type { StorageObjects } from '../volumes/storage-objects.js';

/** The part of a cluster that the rules check in addition to the nodes and their pods. */
export interface ClusterContext extends ClusterFilterContext {
  readonly features: ClusterFilterContext['features'] & VolumeContext['features'];
  readonly storage: StorageObjects;
}

/** The rules, prepared for a pod, with the counts of all nodes. */
export class ClusterRules {
  /** Undefined if the volumes of the pod do not affect where it may run. */
  readonly volumes: PreparedVolumes | undefined;
  readonly #profile: SchedulerProfile;
  readonly #filters: ClusterFilters;
  readonly #scores: ClusterScores;

  private constructor(volumes: PreparedVolumes | undefined, profile: SchedulerProfile, filters: ClusterFilters, scores: ClusterScores) {
    this.volumes = volumes;
    this.#profile = profile;
    this.#filters = filters;
    this.#scores = scores;
  }

  static *of(pod: Pod, context: ClusterContext, checkpoint: Checkpoint): Incremental<ClusterRules> {
    const volumes = yield* prepareVolumes(pod, context.storage, context, checkpoint);
    const filters = yield* prepareClusterFilters(pod, context, checkpoint);
    return new ClusterRules(volumes, context.profile, filters, yield* ClusterScores.of(pod, context, checkpoint));
  }

  /** The reasons why no node is feasible; empty: filters run for each node. */
  get refusals(): readonly Rejection[] {
    return this.volumes?.refusal === undefined ? this.#filters.refusals : [this.volumes.refusal];
  }

  /** Kinds of objects that the pod needs and that the input does not have, in words. */
  get notLookedAt(): readonly string[] {
    return this.volumes?.notLookedAt ?? [];
  }

  /** Brings the counts up to date with the nodes of a cluster. */
  follow(infos: VersionedList<NodeInfo>, checkpoint: Checkpoint): Incremental<void> {
    return this.#filters.follow(infos, checkpoint);
  }

  /** True if the filters pass every node. */
  get passesAll(): boolean {
    return this.volumes === undefined && this.#filters.passesAll;
  }

  /**
   * Returns the reasons of the first filter that rejects a node; empty if it passes. `before`: the reasons of the filters that
   * precede these by default. Requires: `follow` with this node.
   */
  *testing(info: NodeInfo, checkpoint: Checkpoint, before = PASSED): Incremental<readonly Rejection[]> {
    if (this.isReordered) return yield* this.#testingInOrder(info, before, false, checkpoint);
    if (before.length > 0) return before;
    const ofVolumes = this.volumes === undefined ? PASSED : yield* this.volumes.testing(info, checkpoint);
    return ofVolumes.length > 0 ? ofVolumes : this.#filters.test(info, checkpoint);
  }

  /** True if the filters do not have the default order: filters that precede these by default may then follow them. */
  get isReordered(): boolean {
    return this.#profile.isReordered;
  }

  *#testingInOrder(
    info: NodeInfo,
    before: readonly Rejection[],
    isInPlace: boolean,
    checkpoint: Checkpoint,
  ): Incremental<readonly Rejection[]> {
    const [first] = before;
    // No filter runs for a node that is excluded by name.
    if (first !== undefined && isForOtherNodes(first)) return before;
    for (const plugin of this.#profile.filters) {
      if (first !== undefined && REJECTION_CODES[first.code].plugin === plugin) return before;
      const rejections = yield* this.#testingPlugin(plugin, info, isInPlace, checkpoint);
      if (rejections.length > 0) return rejections;
    }
    return before;
  }

  *#testingPlugin(plugin: string, info: NodeInfo, isInPlace: boolean, checkpoint: Checkpoint): Incremental<readonly Rejection[]> {
    const ofVolumes = this.volumes?.tests.find((test) => test.plugin === plugin);
    if (ofVolumes !== undefined) return yield* ofVolumes.testing(info, checkpoint);
    return isInPlace ? yield* this.#filters.testInPlace(info, checkpoint, plugin) : this.#filters.test(info, checkpoint, plugin);
  }

  /** Returns the reasons to reject a node. The given node replaces the counted node with its name, if there is one. */
  *testInPlace(info: NodeInfo, checkpoint: Checkpoint, before = PASSED): Incremental<readonly Rejection[]> {
    if (this.refusals.length > 0) return this.refusals;
    if (this.isReordered) return yield* this.#testingInOrder(info, before, true, checkpoint);
    if (before.length > 0) return before;
    const ofVolumes = this.volumes === undefined ? PASSED : yield* this.volumes.testing(info, checkpoint);
    if (ofVolumes.length > 0) return ofVolumes;
    return yield* this.#filters.testInPlace(info, checkpoint);
  }

  /** Returns the reasons of each rule to reject a node. The node and the other nodes replace the counted nodes with their names. */
  *reasonsInPlace(info: NodeInfo, others: readonly NodeInfo[], checkpoint: Checkpoint): Incremental<readonly Rejection[]> {
    const { volumes } = this;
    const { refusal } = volumes ?? {};
    const ofVolumes = volumes === undefined || refusal !== undefined ? PASSED : yield* volumes.testing(info, checkpoint);
    const ofFilters = yield* this.#filters.testingInPlace(info, others, checkpoint);
    return [...(refusal === undefined ? ofVolumes : [refusal]), ...this.#filters.refusals, ...ofFilters.flat()];
  }

  /** Returns the same rules with other rules for the volumes of the pod. */
  withVolumes(volumes: PreparedVolumes | undefined): ClusterRules {
    return new ClusterRules(volumes, this.#profile, this.#filters, this.#scores);
  }

  /** Returns the same rules, with separate counts for scores. */
  withOwnScores(): ClusterRules {
    return new ClusterRules(this.volumes, this.#profile, this.#filters, this.#scores.withOwnCounts());
  }

  /** Counts the pods of all nodes for scores. */
  counting(all: VersionedList<NodeInfo>, checkpoint: Checkpoint): Incremental<void> {
    return this.#scores.follow(all, checkpoint);
  }

  /** Returns the normalized scores of feasible nodes, plugin by plugin. `all`: all nodes of the cluster. */
  *scores(feasible: readonly NodeInfo[], all: VersionedList<NodeInfo>, checkpoint: Checkpoint): Incremental<readonly ScoreColumn[]> {
    yield* this.counting(all, checkpoint);
    const columns = yield* this.#scores.columns(feasible, checkpoint);
    const ofVolumes = this.volumes?.score;
    const weight = this.#profile.weights.get('VolumeBinding');
    if (ofVolumes === undefined || weight === undefined) return columns;
    const scores = yield* mapping(feasible, (info) => ofVolumes.score(info, UNLIMITED), checkpoint);
    return [...columns, { plugin: 'VolumeBinding', weight, scores }];
  }
}
