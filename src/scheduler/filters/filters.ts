// Runs the filters of the default profile in order, up to the first plugin that rejects a node. Source: getDefaultPlugins of
// pkg/scheduler/apis/config/v1, RunPreFilterPlugins and RunFilterPlugins of the scheduler's framework, and findNodesThatFitPod of Kubernetes
// 1.37.1.

import type { Container } from '../../core/api/container.js';
import type { Pod, PodSpec } from '../../core/api/pod.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { filtering } from '../../core/base/lists-in-increments.js';
import type { SchedulerProfile } from '../profile/scheduler-profile.js';
import {
  type FilterContext,
  LEFT_OUT_BY_NAME,
  type NodeFilter,
  type NodeTest,
  type NodeTesting,
  PASSED,
  type PreparedFilter,
  type Rejection,
} from './filter.js';
import { nodeAffinity } from './node-affinity.js';
import { nodeDeclaredFeatures } from './node-declared-features.js';
import type { NodeInfo } from './node-info.js';
import { nodeName } from './node-name.js';
import { nodePorts } from './node-ports.js';
import { nodeResourcesFit } from './node-resources-fit.js';
import { nodeUnschedulable } from './node-unschedulable.js';
import { schedulerName } from './scheduler-name.js';
import { schedulingGates } from './scheduling-gates.js';
import { taintToleration } from './taint-toleration.js';

/** The filters before the device filter. */
const BEFORE_DEVICES: readonly NodeFilter[] = [
  schedulerName,
  schedulingGates,
  nodeName,
  nodeUnschedulable,
  taintToleration,
  nodeAffinity,
  nodePorts,
  nodeResourcesFit,
];

/** The filters after the device filter: their results count only where devices were found. */
const AFTER_DEVICES: readonly NodeFilter[] = [nodeDeclaredFeatures];

/** All filters, in their order. */
export const FILTERS: readonly NodeFilter[] = [...BEFORE_DEVICES, ...AFTER_DEVICES];

/** Filters before and after the device filter. */
interface FilterGroups {
  readonly before: readonly NodeFilter[];
  readonly after: readonly NodeFilter[];
}

const DEFAULT_GROUPS: FilterGroups = { before: BEFORE_DEVICES, after: AFTER_DEVICES };

/** Returns the filters in the order of a profile. Filters that do not test single nodes come first. */
function groupsOf({ filters, isReordered }: SchedulerProfile): FilterGroups {
  if (!isReordered) return DEFAULT_GROUPS;
  const names = [...filters];
  const placeOf = ({ plugin }: NodeFilter): number => names.indexOf(plugin);
  const isLast = ({ plugin }: NodeFilter): boolean => names.at(-1) === plugin && names.includes('DynamicResources');
  const before = [...BEFORE_DEVICES, ...AFTER_DEVICES.filter((filter) => !isLast(filter))];
  return { before: before.sort((left, right) => placeOf(left) - placeOf(right)), after: AFTER_DEVICES.filter(isLast) };
}

/** Filters that every scheduler runs, because the API server binds no pod with scheduling gates. */
const ALWAYS: ReadonlySet<string> = new Set([schedulerName.plugin, schedulingGates.plugin]);

/** Returns the part of a filter that a profile runs; undefined if it does not run the filter. */
function partOf(
  prepared: PreparedFilter | undefined,
  plugin: string,
  { preFilters, filters }: SchedulerProfile,
): PreparedFilter | undefined {
  const [refuses, tests] = [preFilters.has(plugin), filters.has(plugin)];
  if (prepared === undefined || (refuses && tests) || ALWAYS.has(plugin)) return prepared;
  const { refusal, nodeNames, test, testing } = prepared;
  if (refuses) return { ...(refusal === undefined ? {} : { refusal }), ...(nodeNames === undefined ? {} : { nodeNames }) };
  return tests ? { ...(test === undefined ? {} : { test }), ...(testing === undefined ? {} : { testing }) } : undefined;
}

/** The tests of filters, each up to the first filter that rejects the node. */
interface Tests<T> {
  readonly beforeDevices: T;
  /** The tests of `beforeDevices` that depend on the pods of the node. They come after all other tests. */
  readonly ofPods: T;
  readonly afterDevices: T;
}

/** All filters, prepared for a pod. */
export interface PodFilters extends Tests<NodeTest> {
  readonly profile: SchedulerProfile;
  /** The reasons why no node is feasible; empty: filters run for each node. */
  readonly refusals: readonly Rejection[];
  /** Returns whether lists of the node or of the pod are long, so that `testing` must be used. */
  readonly isLong: (node: NodeInfo) => boolean;
  readonly testing: Omit<Tests<NodeTesting>, 'ofPods'>;
}

/** Longer lists are iterated in increments. */
const FEW = 32;

/** Prepares the filters for a pod. */
export function* prepareFilters(pod: Pod, context: FilterContext, checkpoint: Checkpoint): Incremental<PodFilters> {
  const { profile } = context;
  const groups = groupsOf(profile);
  const before = yield* prepareAll(groups.before, pod, context, checkpoint);
  const after = yield* prepareAll(groups.after, pod, context, checkpoint);
  const named = yield* namedNodes(before, checkpoint);
  const isLongPod = hasLongLists(pod.spec);
  const refusal = before.find(({ prepared }) => prepared.refusal !== undefined)?.prepared.refusal;
  const none = named?.names.size === 0 ? noneNamed(named) : undefined;
  const refused = refusal ?? none;
  const all: Tests<readonly PreparedFilter[]> = {
    beforeDevices: [...(named === undefined ? [] : [{ test: onlyNamed(named) }]), ...before.map(({ prepared }) => prepared)],
    ofPods: before.flatMap(({ changesWith, prepared }) => (changesWith === 'pods' ? [prepared] : [])),
    afterDevices: after.map(({ prepared }) => prepared),
  };
  return {
    profile,
    refusals: refused === undefined ? PASSED : [refused],
    isLong: (node) => isLongPod || isLongNode(node),
    beforeDevices: allOf(all.beforeDevices),
    ofPods: allOf(all.ofPods),
    afterDevices: allOf(all.afterDevices),
    testing: { beforeDevices: testingAll(all.beforeDevices), afterDevices: testingAll(all.afterDevices) },
  };
}

function hasLongLists({ nodeSelector, affinity, overhead, containers, initContainers }: PodSpec): boolean {
  const terms = affinity?.nodeAffinity?.required?.nodeSelectorTerms.length ?? 0;
  if (nodeSelector.size > FEW || overhead.size > FEW || terms > FEW || containers.length + initContainers.length > FEW) return true;
  const isLong = ({ ports, requests }: Container): boolean => ports.length > FEW || requests.size > FEW;
  return containers.some(isLong) || initContainers.some(isLong);
}

function isLongNode({ node: { spec }, usedPorts }: NodeInfo): boolean {
  return spec.taints.length > FEW || usedPorts.size > FEW;
}

/** Returns the reasons to reject a node for a pod, without devices; empty if the node passes. */
export function* filterNode(
  pod: Pod,
  node: NodeInfo,
  context: FilterContext,
  checkpoint: Checkpoint = UNLIMITED,
): Incremental<readonly Rejection[]> {
  const { refusals, testing } = yield* prepareFilters(pod, context, checkpoint);
  if (refusals.length > 0) return refusals;
  const rejections = yield* testing.beforeDevices(node, checkpoint);
  return rejections.length > 0 ? rejections : yield* testing.afterDevices(node, checkpoint);
}

interface Prepared extends Pick<NodeFilter, 'plugin' | 'changesWith'> {
  readonly prepared: PreparedFilter;
}

function* prepareAll(
  filters: readonly NodeFilter[],
  pod: Pod,
  context: FilterContext,
  checkpoint: Checkpoint,
): Incremental<readonly Prepared[]> {
  const all: Prepared[] = [];
  for (const filter of filters) {
    const whole = 'prepare' in filter ? filter.prepare(pod, context, checkpoint) : yield* filter.preparing(pod, context, checkpoint);
    const prepared = partOf(whole, filter.plugin, context.profile);
    if (prepared !== undefined) all.push({ plugin: filter.plugin, changesWith: filter.changesWith, prepared });
  }
  return all;
}

/** The nodes that all plugins accept by name, and the sorted names of the plugins that exclude nodes by name. */
interface NamedNodes {
  readonly names: ReadonlySet<string>;
  readonly plugins: readonly string[];
}

/** Returns the nodes that all plugins with named nodes accept; undefined if no plugin names nodes. */
function* namedNodes(all: readonly Prepared[], checkpoint: Checkpoint): Incremental<NamedNodes | undefined> {
  const naming = all.flatMap(({ plugin, prepared: { nodeNames } }) => (nodeNames === undefined ? [] : [{ plugin, nodeNames }]));
  const [first, ...others] = naming;
  if (first === undefined) return undefined;
  const agreed = yield* filtering([...first.nodeNames], (name) => others.every(({ nodeNames }) => nodeNames.has(name)), checkpoint);
  return { names: new Set(agreed), plugins: naming.map(({ plugin }) => plugin).sort(compareBytes) };
}

/** Returns the test that excludes nodes by name. These nodes share one reason, and no other filter runs on them. */
function onlyNamed({ names, plugins }: NamedNodes): NodeTest {
  const message = `${LEFT_OUT_BY_NAME} [${plugins.join(' ')}]`;
  const leftOut = [{ code: codeOf(plugins), message }];
  return ({ node }) => (names.has(node.metadata.name) ? PASSED : leftOut);
}

/** Returns the rejection if no node name satisfies all plugins. */
function noneNamed({ plugins }: NamedNodes): Rejection {
  return { code: codeOf(plugins), message: `${LEFT_OUT_BY_NAME} [${plugins.join(' ')}] simultaneously` };
}

function codeOf(plugins: readonly string[]): 'other-node' | 'node-affinity' {
  return plugins.includes(nodeName.plugin) ? 'other-node' : 'node-affinity';
}

function allOf(all: readonly PreparedFilter[]): NodeTest {
  const tests = all.flatMap(({ test }) => test ?? []);
  return (node, checkpoint) => {
    for (const test of tests) {
      const rejections = test(node, checkpoint);
      if (rejections.length > 0) return rejections;
    }
    return PASSED;
  };
}

function testingAll(all: readonly PreparedFilter[]): NodeTesting {
  return function* (node, checkpoint) {
    for (const { test, testing } of all) {
      const rejections = testing === undefined ? test?.(node, checkpoint) : yield* testing(node, checkpoint);
      if (rejections !== undefined && rejections.length > 0) return rejections;
    }
    return PASSED;
  };
}
