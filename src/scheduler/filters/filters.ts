// The filters of the default profile in their order, and how they run: the first plugin that rejects a node ends it. Source: getDefaultPlugins
// of pkg/scheduler/apis/config/v1, RunPreFilterPlugins and RunFilterPlugins of the scheduler's framework, and findNodesThatFitPod of Kubernetes
// 1.37.1.

import type { Pod } from '../../core/api/pod.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import {
  type FilterContext,
  LEFT_OUT_BY_NAME,
  type NodeFilter,
  type NodeTest,
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
import { schedulingGates } from './scheduling-gates.js';
import { taintToleration } from './taint-toleration.js';

/** The filters that come before the one for devices. */
const BEFORE_DEVICES: readonly NodeFilter[] = [
  schedulingGates,
  nodeName,
  nodeUnschedulable,
  taintToleration,
  nodeAffinity,
  nodePorts,
  nodeResourcesFit,
];

/** The filters that come after it: what they say of a node counts only where devices were found. */
const AFTER_DEVICES: readonly NodeFilter[] = [nodeDeclaredFeatures];

/** All filters, prepared for a pod. */
export interface PodFilters {
  /** The reasons for which no node will do; empty: nodes are asked one by one. */
  readonly refusals: readonly Rejection[];
  readonly beforeDevices: NodeTest;
  /** The tests of `beforeDevices` that pods of the node may change the answer of: none comes before another one that they do not. */
  readonly ofPods: NodeTest;
  readonly afterDevices: NodeTest;
}

/** Prepares the filters for a pod. */
export function prepareFilters(pod: Pod, context: FilterContext, checkpoint: Checkpoint): PodFilters {
  const before = prepareAll(BEFORE_DEVICES, pod, context, checkpoint);
  const after = prepareAll(AFTER_DEVICES, pod, context, checkpoint);
  const named = namedNodes(before, checkpoint);
  const refusal = before.find(({ prepared }) => prepared.refusal !== undefined)?.prepared.refusal;
  const none = named?.names.size === 0 ? noneNamed(named) : undefined;
  const refused = refusal ?? none;
  return {
    refusals: refused === undefined ? PASSED : [refused],
    beforeDevices: allOf([...(named === undefined ? [] : [onlyNamed(named)]), ...testsOf(before)]),
    ofPods: allOf(testsOf(before.filter(({ changesWith }) => changesWith === 'pods'))),
    afterDevices: allOf(testsOf(after)),
  };
}

/** The reasons why a pod may not go to a node, devices aside; empty: it may. */
export function filterNode(pod: Pod, node: NodeInfo, context: FilterContext, checkpoint: Checkpoint = UNLIMITED): readonly Rejection[] {
  const { refusals, beforeDevices, afterDevices } = prepareFilters(pod, context, checkpoint);
  if (refusals.length > 0) return refusals;
  const rejections = beforeDevices(node, checkpoint);
  return rejections.length > 0 ? rejections : afterDevices(node, checkpoint);
}

interface Prepared extends Pick<NodeFilter, 'plugin' | 'changesWith'> {
  readonly prepared: PreparedFilter;
}

function prepareAll(filters: readonly NodeFilter[], pod: Pod, context: FilterContext, checkpoint: Checkpoint): readonly Prepared[] {
  return filters.flatMap((filter) => {
    const prepared = filter.prepare(pod, context, checkpoint);
    return prepared === undefined ? [] : [{ plugin: filter.plugin, changesWith: filter.changesWith, prepared }];
  });
}

function testsOf(all: readonly Prepared[]): readonly NodeTest[] {
  return all.flatMap(({ prepared }) => (prepared.test === undefined ? [] : [prepared.test]));
}

/** The nodes that plugins are willing to look at, by their names alone; and the plugins that left the others out, sorted. */
interface NamedNodes {
  readonly names: ReadonlySet<string>;
  readonly plugins: readonly string[];
}

/** The nodes that all plugins agree about which name some; undefined: none does. */
function namedNodes(all: readonly Prepared[], checkpoint: Checkpoint): NamedNodes | undefined {
  const naming = all.flatMap(({ plugin, prepared: { nodeNames } }) => (nodeNames === undefined ? [] : [{ plugin, nodeNames }]));
  const [first, ...others] = naming;
  if (first === undefined) return undefined;
  const agreed = checkpoint.filter(
    checkpoint.keep(() => [...first.nodeNames]),
    (name) => others.every(({ nodeNames }) => nodeNames.has(name)),
  );
  return { names: checkpoint.keep(() => new Set(agreed)), plugins: naming.map(({ plugin }) => plugin).sort(compareBytes) };
}

/** Nodes that are left out by their names are not asked about anything else: they share one reason. */
function onlyNamed({ names, plugins }: NamedNodes): NodeTest {
  const message = `${LEFT_OUT_BY_NAME} [${plugins.join(' ')}]`;
  const leftOut = [{ code: codeOf(plugins), message }];
  return ({ node }) => (names.has(node.metadata.name) ? PASSED : leftOut);
}

/** No node has all the names that plugins want. */
function noneNamed({ plugins }: NamedNodes): Rejection {
  return { code: codeOf(plugins), message: `${LEFT_OUT_BY_NAME} [${plugins.join(' ')}] simultaneously` };
}

function codeOf(plugins: readonly string[]): 'other-node' | 'node-affinity' {
  return plugins.includes(nodeName.plugin) ? 'other-node' : 'node-affinity';
}

function allOf(tests: readonly NodeTest[]): NodeTest {
  return (node, checkpoint) => {
    for (const test of tests) {
      const rejections = test(node, checkpoint);
      if (rejections.length > 0) return rejections;
    }
    return PASSED;
  };
}
