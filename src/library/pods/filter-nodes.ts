// Runs the scheduler's filters of nodes, without devices and without a cluster.

import { checkLimits, checkpointInOneGo, deadlineOf } from '../../allocator/evaluate/limits.js';
import { listOf } from '../../cluster/claims.js';
import { podEntry } from '../../cluster/stored-pod.js';
import { DecodeContext } from '../../core/api/context.js';
import { decoding } from '../../core/api/decoder.js';
import type { KubernetesObjectJson, NodeJson, PodInputJson } from '../../core/api/kinds.js';
import { type Node, nodeKind } from '../../core/api/node.js';
import type { Pod } from '../../core/api/pod.js';
import type { PodGroup } from '../../core/api/pod-group.js';
import { checkFields } from '../../core/base/arguments.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { type Checkpoint, endOfCall } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { mappingEach } from '../../core/base/lists-in-increments.js';
import { sorting } from '../../core/base/sorting.js';
import { VersionedList } from '../../core/base/versioned-list.js';
import { type Features, resolveFeatures } from '../../core/features/features.js';
import { admitting } from '../../placement/pod-question.js';
import { decodingPod, type PreparedPod } from '../../placement/prepared-pod.js';
import { ClusterRules } from '../../scheduler/cluster/cluster-rules.js';
import { namespacesOf } from '../../scheduler/filters/affinity-terms.js';
import { ownersIn } from '../../scheduler/filters/default-selector.js';
import type { Rejection } from '../../scheduler/filters/filter.js';
import { type PodFilters, prepareFilters } from '../../scheduler/filters/filters.js';
import { fitErrorMessage } from '../../scheduler/filters/fit-error.js';
import { type NodeInfo, nodeInfo, type PodInfo } from '../../scheduler/filters/node-info.js';
import { notLookedAt, wordsAlone } from '../../scheduler/filters/not-looked-at.js';
import { PodTally } from '../../scheduler/filters/pod-tally.js';
import { ExtendedResourceClasses } from '../../scheduler/pods/extended-resources.js';
import { groupNameOf } from '../../scheduler/pods/pod-groups.js';
import { Priorities } from '../../scheduler/pods/priorities.js';
import { profilesOf } from '../../scheduler/profile/resolve-profiles.js';
import { DEFAULT_PROFILES, type SchedulerProfiles } from '../../scheduler/profile/scheduler-profile.js';
import { StorageTable, sourceOf } from '../../scheduler/volumes/storage-table.js';
import { decodingAll, type PodsOptions } from './decoding-all.js';

/** Options of {@link filterNodes}. */
export interface FilterNodesOptions extends PodsOptions {
  /** The configuration of kube-scheduler, as for `createAllocator`. */
  readonly schedulerConfig?: object;
}

/** The input of {@link filterNodes}. */
export interface FilterNodesInput {
  readonly pod: PodInputJson | PreparedPod;
  readonly nodes: readonly NodeJson[];
  /**
   * Further objects: Pods that run on the nodes, DeviceClasses that serve extended resources, RuntimeClasses, PriorityClasses and LimitRanges. A
   * pod that names a missing class is rejected (`invalid-object`) if the input has any class of that kind. LimitRanges are reported as not
   * considered.
   */
  readonly objects?: readonly KubernetesObjectJson[];
}

/** The input of {@link filterNodes} with a time limit. */
export interface LimitedFilterNodesInput extends FilterNodesInput {
  /** The time limit includes the decoding of the objects. */
  readonly limits: { readonly milliseconds?: number };
}

/** The result of the scheduler's filters, without devices. */
export interface FilteredNodes {
  readonly kind: 'complete';
  /** Nodes that pass, by name. */
  readonly passing: readonly string[];
  /** The reasons for each other node: the reasons of the first plugin that rejects it. */
  readonly rejections: ReadonlyMap<string, readonly Rejection[]>;
  /** The scheduler's message if no node passes. */
  readonly message?: string;
  /** The checks of a scheduler that apply to the pod and that this library does not do, in words. */
  readonly notLookedAt: readonly string[];
}

/** The result if the time limit ended the call before all nodes were tested. */
export interface InterruptedNodes {
  readonly kind: 'interrupted';
  readonly by: 'milliseconds';
  /** The tested nodes that pass, by name. */
  readonly passingSoFar: readonly string[];
  /** The reasons for each other node that was tested. */
  readonly rejections: ReadonlyMap<string, readonly Rejection[]>;
}

/**
 * Returns the nodes that pass the scheduler's filters, without devices: name, unschedulable, taints, affinity, ports, resources, declared
 * features, scheduling gates. A Node without `status.allocatable` has unlimited room. Amounts are compared in int64, as the scheduler does.
 * Throws AllocationError for invalid objects. With `limits: { milliseconds }`, the result may be interrupted: check `kind`. For many calls use a
 * cluster (`createAllocator().cluster()`), which caches results. Source: the plugins of the default profile of kube-scheduler 1.37.1.
 * @example
 * ```ts
 * import { filterNodes } from 'dra-allocator/pods';
 *
 * const nodes = ['a', 'b'].map((name) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { zone: name } } }));
 * const spec = { nodeSelector: { zone: 'b' }, containers: [{ name: 'web', image: 'web' }] };
 * const { passing, rejections } = filterNodes({ pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec }, nodes });
 * console.log(passing, rejections.get('a')?.[0]?.message); // [ 'b' ] node(s) didn't match Pod's node affinity/selector
 * ```
 */
export function filterNodes(input: LimitedFilterNodesInput, options?: FilterNodesOptions): FilteredNodes | InterruptedNodes;
export function filterNodes(input: FilterNodesInput, options?: FilterNodesOptions): FilteredNodes;
export function filterNodes(
  input: FilterNodesInput & Partial<LimitedFilterNodesInput>,
  options: FilterNodesOptions = {},
): FilteredNodes | InterruptedNodes {
  checkFields(input, 'filterNodes(input)', ['pod', 'nodes', 'objects', 'limits']);
  checkFields(options, 'filterNodes(options)', ['kubernetesVersion', 'featureGates', 'schedulerConfig']);
  const { limits = {} } = input;
  checkFields(limits, 'limits', ['milliseconds']);
  const checkpoint = checkpointInOneGo(limits, deadlineOf(checkLimits(limits)));
  const features = resolveFeatures(options);
  const semantics = { features, profiles: profilesOf(options.schedulerConfig, features) };
  const tested: TestedNodes = { passing: [], rejections: new Map() };
  try {
    return inOneGo(filteringNodes(input, semantics, tested, checkpoint), checkpoint);
  } catch (error) {
    endOfCall(error);
    return { kind: 'interrupted', by: 'milliseconds', passingSoFar: tested.passing, rejections: tested.rejections };
  }
}

interface Semantics {
  readonly features: Features;
  readonly profiles: SchedulerProfiles;
}

/** The results of the nodes that were tested so far. */
interface TestedNodes {
  readonly passing: string[];
  readonly rejections: Map<string, readonly Rejection[]>;
}

function* filteringNodes(
  input: FilterNodesInput,
  { features, profiles }: Semantics,
  tested: TestedNodes,
  checkpoint: Checkpoint,
): Incremental<FilteredNodes> {
  const set = yield* decodingAll(input.objects ?? [], features, checkpoint);
  const admission = {
    priorities: yield* Priorities.within(set.priorityClasses, checkpoint),
    runtimeClasses: new Map(set.runtimeClasses.map((each) => [each.metadata.name, each])),
  };
  const { pod } = yield* admitting(yield* decodingPod(input.pod, checkpoint), admission, features, checkpoint);
  const nodes = yield* decodingNodes(input.nodes, checkpoint);
  const infos = yield* nodeInfos(nodes, set.pods, features, checkpoint);
  const profile = profiles.of(pod.spec.schedulerName);
  const storage = new StorageTable(sourceOf(set, nodes));
  yield* storage.update(checkpoint);
  const context = {
    features,
    profile,
    namespaces: namespacesOf(new Map(set.namespaces.map((each) => [each.metadata.name, each]))),
    storage,
    hasTerms: infos.some(({ withTerms }) => withTerms > 0),
    owners: ownersIn(set),
  };
  const rules = yield* ClusterRules.of(pod, context, checkpoint);
  yield* rules.follow(VersionedList.of(infos), checkpoint);
  const classes = new ExtendedResourceClasses(set.deviceClasses);
  const filters = yield* prepareFilters(pod, { features, classes, profile }, checkpoint);
  const refusals = filters.refusals.length > 0 ? filters.refusals : rules.refusals;
  yield* testing(infos, { filters, rules, refusals }, tested, checkpoint);
  const { passing, rejections } = tested;
  const message = yield* fitErrorMessage({ nodes: nodes.length, refusals, rejections: rejections.values() }, checkpoint);
  const surroundings = {
    ...admission,
    pods: PodTally.of(set.pods),
    podGroupOf: features.genericWorkload ? podGroupsIn(set.podGroups) : undefined,
    profiles: profiles === DEFAULT_PROFILES ? undefined : profiles,
    limitedNamespaces: new Set(set.limitRanges.map(({ metadata }) => metadata.namespace)),
  };
  return {
    kind: 'complete',
    passing,
    rejections,
    ...(passing.length > 0 ? {} : { message }),
    notLookedAt: wordsAlone(yield* notLookedAt(pod, surroundings, rules.notLookedAt, checkpoint), passing.length === 0),
  };
}

/** Returns the nodes by name. */
function* decodingNodes(input: readonly NodeJson[], checkpoint: Checkpoint): Incremental<readonly Node[]> {
  const nodes = yield* mappingEach(
    listOf(input, 'nodes'),
    (node, index) => decoding(nodeKind, node, new DecodeContext([`nodes[${index}]`], undefined, checkpoint)),
    checkpoint,
  );
  return yield* sorting(nodes, (left, right) => compareBytes(left.metadata.name, right.metadata.name), checkpoint);
}

function* nodeInfos(
  nodes: readonly Node[],
  pods: readonly Pod[],
  features: Features,
  checkpoint: Checkpoint,
): Incremental<readonly NodeInfo[]> {
  const byNode = new Map<string, PodInfo[]>();
  for (const pod of pods) {
    const { info } = yield* podEntry(pod, features, checkpoint);
    if (info !== undefined) entryIn(byNode, pod.spec.nodeName, () => []).push(info);
    if (checkpoint.due()) yield;
  }
  return yield* mappingEach(nodes, (node) => nodeInfo(node, byNode.get(node.metadata.name) ?? [], checkpoint), checkpoint);
}

/** The filters of a pod. `refusals`: the reasons why no node is feasible. */
interface Filters {
  readonly filters: PodFilters;
  readonly rules: ClusterRules;
  readonly refusals: readonly Rejection[];
}

function* testing(
  infos: readonly NodeInfo[],
  { filters: { testing: tests }, rules, refusals }: Filters,
  { passing, rejections }: TestedNodes,
  checkpoint: Checkpoint,
): Incremental<void> {
  for (let index = 0; index < infos.length; index++) {
    const info = infos[index] as NodeInfo;
    const { name } = info.node.metadata;
    const before = refusals.length > 0 ? refusals : yield* rules.testing(info, checkpoint, yield* tests.beforeDevices(info, checkpoint));
    const all = before.length > 0 ? before : yield* tests.afterDevices(info, checkpoint);
    if (all.length === 0) passing.push(name);
    else
      rejections.set(
        name,
        all.map((each) => ({ ...each })),
      );
    if (checkpoint.due()) yield;
  }
}

function podGroupsIn(groups: readonly PodGroup[]): (pod: Pod) => PodGroup | undefined {
  return ({ metadata: { namespace }, spec }) => {
    const name = groupNameOf(spec);
    return name === undefined ? undefined : groups.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace);
  };
}
