// The results of rules that depend on volumes and on the pods of all nodes, for pods with the same shape and the same relations to other pods.

import type { Pod } from '../core/api/pod.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { mapping } from '../core/base/lists-in-increments.js';
import { VersionedList } from '../core/base/versioned-list.js';
import { type ClusterContext, ClusterRules } from '../scheduler/cluster/cluster-rules.js';
import { PASSED, type Rejection } from '../scheduler/filters/filter.js';
import type { NodeInfo } from '../scheduler/filters/node-info.js';
import type { ScoreColumn } from '../scheduler/scores/total.js';
import { editedStorage } from '../scheduler/volumes/edited-storage.js';
import { type PreparedVolumes, prepareVolumes } from '../scheduler/volumes/prepare-volumes.js';
import type { StorageTable } from '../scheduler/volumes/storage-table.js';
import { type NodeReasons, nodeReasons, PassingNodes, passes, QueriedNodes } from './queried-nodes.js';

/** The approximate bytes of a node in the counts. */
const BYTES_OF_NODE = 256;

/** The part of a cluster that the rules check. Its lists of storage objects are updated before they are read. */
export interface AnswersContext extends ClusterContext {
  readonly storage: StorageTable;
}

/** The results of the last call, and the nodes on which they are based. */
interface LastAnswers {
  readonly base: QueriedNodes;
  readonly nodes: QueriedNodes;
}

export class ClusterAnswers {
  readonly stamp: string;
  readonly #pod: Pod;
  readonly #context: AnswersContext;
  #rules: ClusterRules | undefined;
  #last: LastAnswers | undefined;

  /** `stamp`: of the objects that the rules depend on. */
  constructor(pod: Pod, stamp: string, context: AnswersContext) {
    this.#pod = pod;
    this.stamp = stamp;
    this.#context = context;
  }

  /** The approximate memory in bytes. */
  get bytes(): number {
    return BYTES_OF_NODE * (this.#last?.nodes.infos.length ?? 0);
  }

  /** Returns the reasons why no node is feasible; empty: filters run for each node. */
  *refusals(checkpoint: Checkpoint): Incremental<readonly Rejection[]> {
    return (yield* this.#cachedRules(checkpoint)).refusals;
  }

  /** Returns the rules for the volumes of the pod; undefined if they do not affect where it may run. */
  *volumes(checkpoint: Checkpoint): Incremental<PreparedVolumes | undefined> {
    return (yield* this.#cachedRules(checkpoint)).volumes;
  }

  /** Returns the kinds of objects that the pod needs and that the input does not have, in words. */
  *notLookedAt(checkpoint: Checkpoint): Incremental<readonly string[]> {
    return (yield* this.#cachedRules(checkpoint)).notLookedAt;
  }

  /** Returns the nodes with the rejections of these filters. `base`: all nodes, with the results of the other filters. */
  *ask(base: QueriedNodes, checkpoint: Checkpoint): Incremental<QueriedNodes> {
    if (this.#last?.base === base) return this.#last.nodes;
    const rules = yield* this.#rulesWith(base.infos, checkpoint);
    if (rules.passesAll) return base;
    const reasons = yield* testedReasons(rules, base, checkpoint, this.#last?.nodes);
    const nodes = nodesWith(base, reasons, this.#last?.nodes);
    if (!checkpoint.hasSlices) this.#last = { base, nodes };
    return nodes;
  }

  /** Counts the pods of all nodes for later scores. Requires: the call does not run in slices. */
  *score({ all }: QueriedNodes, checkpoint: Checkpoint): Incremental<void> {
    yield* (yield* this.#cachedRules(checkpoint)).counting(all, checkpoint);
  }

  /** Returns the scores of feasible nodes that depend on the pods of all nodes. `places`: the places of the feasible nodes. */
  scores({ infos, all }: QueriedNodes, places: Iterable<number>): readonly ScoreColumn[] {
    const feasible = Array.from(places, (place) => infos.at(place));
    return inOneGo(inOneGo(this.#cachedRules(UNLIMITED)).scores(feasible, all, UNLIMITED));
  }

  /** Returns the scores of one call that runs in slices. */
  *scoresAlone({ infos, all }: QueriedNodes, places: readonly number[], checkpoint: Checkpoint): Incremental<readonly ScoreColumn[]> {
    // Scores that are prepared at the start of the call, because another call may change the counts during a pause.
    const rules = (yield* this.#cachedRules(checkpoint)).withOwnScores();
    return yield* rules.scores(yield* mapping(places, (place) => infos.at(place), checkpoint), all, checkpoint);
  }

  /**
   * Returns the reasons to reject a node, which need not be in the cluster. `before`: the reasons of the other filters. `all`:
   * all nodes of the cluster.
   */
  *rejectionsOn(
    info: NodeInfo,
    before: readonly Rejection[],
    all: VersionedList<NodeInfo>,
    checkpoint: Checkpoint,
  ): Incremental<readonly Rejection[]> {
    return yield* (yield* this.#rulesWith(all, checkpoint)).testInPlace(info, checkpoint, before);
  }

  /** Returns the rules with the counts of all nodes of the cluster, for trials of nodes in their places. */
  inPlace(all: VersionedList<NodeInfo>, checkpoint: Checkpoint): Incremental<ClusterRules> {
    return this.#rulesWith(all, checkpoint);
  }

  /** Returns the rules after pods were removed: they no longer use volumes. */
  *without(rules: ClusterRules, removed: ReadonlySet<Pod>, checkpoint: Checkpoint): Incremental<ClusterRules> {
    if (rules.volumes === undefined || removed.size === 0) return rules;
    const storage = editedStorage(this.#context.storage, { claims: [], volumes: [], deletedPods: removed });
    return rules.withVolumes(yield* prepareVolumes(this.#pod, storage, this.#context, checkpoint));
  }

  /** Returns the rules with the counts of these nodes. */
  *#rulesWith(all: VersionedList<NodeInfo>, checkpoint: Checkpoint): Incremental<ClusterRules> {
    // Another call may change the counts during a pause, so these are copies.
    const rules = checkpoint.hasSlices ? yield* this.#prepare(checkpoint) : yield* this.#cachedRules(checkpoint);
    yield* rules.follow(all, checkpoint);
    return rules;
  }

  *#prepare(checkpoint: Checkpoint): Incremental<ClusterRules> {
    yield* this.#context.storage.update(checkpoint);
    return yield* ClusterRules.of(this.#pod, this.#context, checkpoint);
  }

  *#cachedRules(checkpoint: Checkpoint): Incremental<ClusterRules> {
    this.#rules ??= yield* this.#prepare(checkpoint);
    return this.#rules;
  }
}

/** Returns the reasons for each node: from `base`, or from these filters. Reuses equal reasons of the last call. A filter that fails rejects all nodes. */
function* testedReasons(
  rules: ClusterRules,
  { infos, reasons: ofBase }: QueriedNodes,
  checkpoint: Checkpoint,
  last: QueriedNodes | undefined,
): Incremental<readonly NodeReasons[]> {
  const reasons: NodeReasons[] = [];
  for (let place = 0; place < infos.length; place++) {
    const before = ofBase.at(place);
    const isTested = passes(before) || rules.isReordered;
    const rejections = isTested ? yield* rules.testing(infos.at(place), checkpoint, before.before) : PASSED;
    if (rejections[0]?.isError) return new Array<NodeReasons>(infos.length).fill(nodeReasons(rejections, PASSED));
    const previous = last !== undefined && place < last.reasons.length ? last.reasons.at(place) : undefined;
    if (rejections.length === 0 || rejections === before.before) reasons.push(before);
    else reasons.push(previous?.before === rejections ? previous : nodeReasons(rejections, PASSED));
    if (checkpoint.due()) yield;
  }
  return reasons;
}

/** Returns the nodes with other reasons; `base` itself if no reason differs. */
function nodesWith(base: QueriedNodes, reasons: readonly NodeReasons[], last: QueriedNodes | undefined): QueriedNodes {
  const { infos, slots, isEvery } = base;
  if (reasons.every((each, place) => each === base.reasons.at(place))) return base;
  let count = 0;
  let isSame = last?.infos.length === infos.length;
  for (let place = 0; place < infos.length; place++) {
    const isIn = passes(reasons[place] as NodeReasons);
    if (isIn) count++;
    isSame &&= last !== undefined && isIn === passes(last.reasons.at(place)) && infos.at(place).node === last.infos.at(place).node;
  }
  const all = VersionedList.of(reasons);
  return new QueriedNodes(infos, all, slots, isSame && last !== undefined ? last.passing : new PassingNodes(infos, all, count), isEvery);
}
