// The topology spread constraints of a pod, compiled, and the pods of a node that they count. Source: plugin podtopologyspread,
// common.go, of Kubernetes 1.37.1.

import {
  havingLabels,
  type LabelPredicate,
  matchingEach,
  parsingLabelSelector,
  SELECTS_ALL,
  SELECTS_NONE,
  workOfTest,
} from '../../core/api/label-selector.js';
import type { Node } from '../../core/api/node.js';
import type { Pod } from '../../core/api/pod.js';
import type { Taint } from '../../core/api/toleration.js';
import type { TopologySpreadConstraint } from '../../core/api/topology-spread.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { testingSome } from '../../core/base/lists-in-increments.js';
import type { SchedulerProfile } from '../profile/scheduler-profile.js';
import { defaultSelector, type PodOwners } from './default-selector.js';
import type { FilterFeatures } from './filter-features.js';
import { type RequiredNodes, requiredNodes } from './node-affinity.js';
import type { NodeInfo, PodInfo } from './node-info.js';
import { rejectingTaints } from './taint-toleration.js';

/** A bound on how unevenly the selected pods are spread over the values of a node label. */
export interface SpreadConstraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly minDomains: number;
  readonly selector: LabelPredicate;
  /** The work of one test of the selector, in units of a checkpoint. */
  readonly work: number;
  /** The error of the selector, which then selects no pod. */
  readonly error: string | undefined;
  /** True if the constraint counts only nodes that match the node affinity of the pod. */
  readonly honorsAffinity: boolean;
  /** True if the constraint counts only nodes whose taints the pod tolerates. */
  readonly honorsTaints: boolean;
}

/** The effect of a constraint: it excludes nodes, or it only scores them. */
export type SpreadAction = 'DoNotSchedule' | 'ScheduleAnyway';

type SpreadFeatures = Pick<FilterFeatures, 'matchLabelKeysInPodTopologySpread' | 'taintTolerationComparisonOperators'>;

/** Adds the number of selected pods on a node to the domain of a constraint. */
export type AddCount = (constraint: number, domain: string, pods: number) => void;

/** The constraints of a pod with one action. */
export class SpreadConstraints {
  readonly all: readonly SpreadConstraint[];
  readonly #keys: readonly string[];
  readonly #namespace: string;
  readonly #required: RequiredNodes | undefined;
  readonly #rejects: (taint: Taint) => boolean;

  constructor(
    all: readonly SpreadConstraint[],
    namespace: string,
    required: RequiredNodes | undefined,
    rejects: (taint: Taint) => boolean,
  ) {
    this.all = all;
    this.#keys = [...new Set(all.map(({ topologyKey }) => topologyKey))];
    this.#namespace = namespace;
    this.#required = required;
    this.#rejects = rejects;
  }

  /** Returns whether a node has a label for each constraint. */
  hasAllKeys({ metadata: { labels } }: Node, checkpoint: Checkpoint): boolean {
    checkpoint.step(Math.ceil(this.#keys.length / ITEMS_A_UNIT));
    return this.#keys.every((key) => labels.has(key));
  }

  /** Counts the pods of a node for each constraint for which the node counts. An absent label counts as an empty one. */
  *counting(
    info: NodeInfo,
    isCounted: (constraint: SpreadConstraint) => boolean,
    add: AddCount,
    checkpoint: Checkpoint,
  ): Incremental<void> {
    const { node, podInfos } = info;
    const isMatch = this.#required === undefined || (yield* this.#required.matching(node, checkpoint));
    const isTolerated = node.spec.taints.length === 0 || !(yield* testingSome(node.spec.taints, this.#rejects, checkpoint));
    for (let index = 0; index < this.all.length; index++) {
      const constraint = this.all[index] as SpreadConstraint;
      const domain = node.metadata.labels.get(constraint.topologyKey) ?? '';
      const isIncluded = (isMatch || !constraint.honorsAffinity) && (isTolerated || !constraint.honorsTaints);
      if (isIncluded && isCounted(constraint))
        add(index, domain, this.#countFew(podInfos, constraint) ?? (yield* this.countingPods(info, constraint, checkpoint)));
      if (checkpoint.due()) yield;
    }
  }

  /** Returns the number of pods on a node that a constraint selects. */
  *countingPods({ podInfos }: NodeInfo, constraint: SpreadConstraint, checkpoint: Checkpoint): Incremental<number> {
    let pods = 0;
    const portion = mostInOneGo(constraint);
    for (let from = 0; from < podInfos.length; from += portion) {
      pods += this.#countFew(podInfos.slice(from, from + portion), constraint) ?? 0;
      if (checkpoint.due(portion * constraint.work)) yield;
    }
    return pods;
  }

  /** A selector without requirements selects no pod here. Returns undefined if there are too many pods for one increment. */
  #countFew(podInfos: readonly PodInfo[], constraint: SpreadConstraint): number | undefined {
    const { selector } = constraint;
    if (selector === SELECTS_ALL || selector === SELECTS_NONE) return 0;
    if (podInfos.length > mostInOneGo(constraint)) return undefined;
    let pods = 0;
    for (const { pod } of podInfos) {
      const { namespace, deletionTimestamp, labels } = pod.metadata;
      if (deletionTimestamp === undefined && namespace === this.#namespace && selector(labels)) pods++;
    }
    return pods;
  }
}

/** The most pods that are counted in one increment, if one test is little work. */
const FEW_PODS = 32;

function mostInOneGo({ work }: SpreadConstraint): number {
  return Math.max(1, Math.trunc(FEW_PODS / Math.max(1, work)));
}

/** The part of a cluster that constraints depend on in addition to the nodes and their pods. */
export interface SpreadContext {
  readonly features: SpreadFeatures;
  readonly owners: PodOwners;
  readonly profile: Pick<SchedulerProfile, 'spreadDefaults'>;
}

/** Compiles the constraints of a pod with an action, or the default constraints for a pod without constraints. Undefined: none applies. */
export function* spreadConstraints(
  pod: Pod,
  action: SpreadAction,
  { features, owners, profile: { spreadDefaults } }: SpreadContext,
  checkpoint: Checkpoint,
): Incremental<SpreadConstraints | undefined> {
  const { topologySpreadConstraints } = pod.spec;
  const isDefault = topologySpreadConstraints.length === 0;
  const all: SpreadConstraint[] = [];
  for (const constraint of isDefault ? spreadDefaults.constraints : topologySpreadConstraints) {
    if (constraint.whenUnsatisfiable === action) all.push(yield* parsingConstraint(constraint, pod, features, checkpoint));
    if (checkpoint.due()) yield;
  }
  if (all.length === 0 || !isDefault) return yield* forPod(pod, all, features, checkpoint);
  const selector = yield* defaultSelector(pod, owners, checkpoint);
  if (selector === SELECTS_ALL) return undefined;
  return yield* forPod(
    pod,
    all.map((constraint) => ({ ...constraint, selector })),
    features,
    checkpoint,
  );
}

function* forPod(
  { metadata, spec }: Pod,
  all: readonly SpreadConstraint[],
  features: SpreadFeatures,
  checkpoint: Checkpoint,
): Incremental<SpreadConstraints | undefined> {
  if (all.length === 0) return undefined;
  const required = yield* requiredNodes(spec, checkpoint);
  return new SpreadConstraints(all, metadata.namespace, required, yield* rejectingTaints(spec, features, checkpoint));
}

function* parsingConstraint(
  constraint: TopologySpreadConstraint,
  pod: Pod,
  features: SpreadFeatures,
  checkpoint: Checkpoint,
): Incremental<SpreadConstraint> {
  const { topologyKey, maxSkew, minDomains = 1, nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore' } = constraint;
  return {
    topologyKey,
    maxSkew,
    minDomains,
    ...(yield* parsingSelector(constraint, pod, features, checkpoint)),
    work: workOfTest(constraint.labelSelector),
    honorsAffinity: nodeAffinityPolicy === 'Honor',
    honorsTaints: nodeTaintsPolicy === 'Honor',
  };
}

/**
 * Compiles the selector, which also requires the labels of the pod that `matchLabelKeys` lists. The API server also stores
 * these labels in the selector of a new pod, with the same result.
 */
function* parsingSelector(
  { labelSelector, matchLabelKeys }: TopologySpreadConstraint,
  { metadata }: Pod,
  { matchLabelKeysInPodTopologySpread }: SpreadFeatures,
  checkpoint: Checkpoint,
): Incremental<Pick<SpreadConstraint, 'selector' | 'error'>> {
  const { matches: selector, error } = yield* parsingLabelSelector(labelSelector, checkpoint);
  const isMerged = matchLabelKeysInPodTopologySpread && matchLabelKeys.length > 0;
  if (selector === SELECTS_NONE || !isMerged) return { selector, error };
  const required = new Map<string, string>();
  for (const key of matchLabelKeys) {
    const value = metadata.labels.get(key);
    if (value !== undefined) required.set(key, value);
    if (checkpoint.due()) yield;
  }
  return { selector: matchingEach([havingLabels(required), selector]), error };
}
