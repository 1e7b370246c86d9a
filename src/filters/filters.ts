// The filters of the default profile in their order, and how they run: the first plugin that rejects a node ends it. Source: getDefaultPlugins
// of pkg/scheduler/apis/config/v1, RunPreFilterPlugins and RunFilterPlugins of the scheduler's framework, and findNodesThatFitPod of Kubernetes
// 1.37.1.

import type { Pod } from '../api/pod.js';
import { compareBytes } from '../base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../base/checkpoint.js';
import { type FilterContext, type NodeFilter, type NodeTest, PASSED, type PreparedFilter, type Rejection } from './filter.js';
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
  readonly afterDevices: NodeTest;
}

/** Prepares the filters for a pod. */
export function prepareFilters(pod: Pod, context: FilterContext, checkpoint: Checkpoint): PodFilters {
  const before = prepareAll(BEFORE_DEVICES, pod, context, checkpoint);
  const after = prepareAll(AFTER_DEVICES, pod, context, checkpoint);
  const refusal = before.find(({ prepared }) => prepared.refusal !== undefined)?.prepared.refusal;
  return {
    refusals: refusal === undefined ? PASSED : [refusal],
    beforeDevices: allOf([...onlyNamed(before), ...testsOf(before)]),
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

interface Prepared {
  readonly plugin: string;
  readonly prepared: PreparedFilter;
}

function prepareAll(filters: readonly NodeFilter[], pod: Pod, context: FilterContext, checkpoint: Checkpoint): readonly Prepared[] {
  return filters.flatMap((filter) => {
    const prepared = filter.prepare(pod, context, checkpoint);
    return prepared === undefined ? [] : [{ plugin: filter.plugin, prepared }];
  });
}

function testsOf(all: readonly Prepared[]): readonly NodeTest[] {
  return all.flatMap(({ prepared }) => (prepared.test === undefined ? [] : [prepared.test]));
}

/** Nodes that a plugin leaves out by their names alone are not asked about at all: they share one reason, which names the plugins. */
function onlyNamed(all: readonly Prepared[]): readonly NodeTest[] {
  const naming = all.filter(({ prepared }) => prepared.nodeNames !== undefined);
  if (naming.length === 0) return [];
  const plugins = naming.map(({ plugin }) => plugin).sort(compareBytes);
  const leftOut = [{ code: 'node-affinity', message: `node(s) didn't satisfy plugin(s) [${plugins.join(' ')}]` }] as const;
  return [({ node }) => (naming.every(({ prepared }) => prepared.nodeNames?.has(node.metadata.name)) ? PASSED : leftOut)];
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
