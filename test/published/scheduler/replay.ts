// Asks our filters what upstream's tests ask the plugins, and demands the recorded answers.

import { expect } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeNode, type Node } from '../../../src/core/api/node.js';
import { decodePod, type Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { parseQuantity } from '../../../src/core/quantity/quantity.js';
import type { FilterContext, NodeFilter, PreparedFilter } from '../../../src/scheduler/filters/filter.js';
import { nodeAffinity } from '../../../src/scheduler/filters/node-affinity.js';
import { nodeDeclaredFeatures } from '../../../src/scheduler/filters/node-declared-features.js';
import { DEFAULT_REQUESTS, type NodeInfo, nodeInfo, podInfo } from '../../../src/scheduler/filters/node-info.js';
import { nodeName } from '../../../src/scheduler/filters/node-name.js';
import { nodePorts } from '../../../src/scheduler/filters/node-ports.js';
import { nodeResourcesFit } from '../../../src/scheduler/filters/node-resources-fit.js';
import { nodeUnschedulable } from '../../../src/scheduler/filters/node-unschedulable.js';
import { containerRequests, type PodRequestsOptions, podRequests } from '../../../src/scheduler/filters/pod-requests.js';
import { amountsOf, type ResourceAmounts } from '../../../src/scheduler/filters/resource.js';
import { schedulingGates } from '../../../src/scheduler/filters/scheduling-gates.js';
import { taintToleration } from '../../../src/scheduler/filters/taint-toleration.js';
import { isTolerated } from '../../../src/scheduler/filters/tolerates.js';
import { balancedAllocationScore } from '../../../src/scheduler/scores/balanced-allocation.js';
import { imageLocalityScore } from '../../../src/scheduler/scores/image-locality.js';
import { imageSpread } from '../../../src/scheduler/scores/image-spread.js';
import { nodeAffinityScore } from '../../../src/scheduler/scores/node-affinity.js';
import { nodeResourcesFitScore } from '../../../src/scheduler/scores/node-resources-fit.js';
import type { NodeScore, PreparedScore, ScoreContext } from '../../../src/scheduler/scores/score.js';
import { taintTolerationScore } from '../../../src/scheduler/scores/taint-toleration.js';
import { normalized } from '../../../src/scheduler/scores/total.js';
import { context, prepared as preparedFor } from '../../scheduler/filters/objects.js';
import type { Plain, Recorded, RecordedAmounts } from './records.js';

const FILTERS: ReadonlyMap<string, NodeFilter> = new Map(
  [nodeName, nodeUnschedulable, taintToleration, nodeAffinity, nodePorts, nodeResourcesFit, nodeDeclaredFeatures, schedulingGates].map(
    (filter) => [filter.plugin, filter],
  ),
);

/** Fields of plugins with the gates that they hold, which the recorded tests set plugin by plugin. */
const GATE_FIELDS: Readonly<Record<string, string>> = {
  enableDRAExtendedResource: 'extendedResource',
  enablePodLevelResources: 'podLevelResources',
  enableTaintTolerationComparisonOperators: 'taintTolerationComparisonOperators',
  enabled: 'nodeDeclaredFeatures',
};

/** Fields that are as the default profile has them, and those that have no say in the recorded calls. */
const USUAL: Readonly<Record<string, unknown>> = {
  addedNodeSelector: false,
  addedPrefSchedTerms: false,
  ignoredResources: 0,
  ignoredResourceGroups: 0,
  resources: 'cpu 1, memory 1',
};

/** The ways in which plugins of the default profile score. */
const USUAL_NAMES: readonly unknown[] = ['LeastAllocated', 'NodeResourcesBalancedAllocation', ''];

const SCORES: ReadonlyMap<string, NodeScore> = new Map(
  [taintTolerationScore, nodeAffinityScore, nodeResourcesFitScore, balancedAllocationScore, imageLocalityScore].map((score) => [
    score.plugin,
    score,
  ]),
);

const CALLS: Readonly<Record<string, (recorded: Recorded) => void>> = {
  PreEnqueue: preFilter,
  PreFilter: preFilter,
  Filter: filter,
  ComputePodResourceRequest: computedRequests,
  CalculatePodResourceRequest: countedRequest,
  PreScore: preScore,
  Score: score,
  NormalizeScore: normalize,
  'PreferredSchedulingTerms.Score': preferredScore,
  PodRequests: requests,
  AggregateContainerRequests: requests,
  FindMatchingUntoleratedTaint: untolerated,
  MatchNodeSelectorTerms: selected,
  'NodeSelector.Match': selected,
  'RequiredNodeAffinity.Match': selected,
  InferForScheduling: inferred,
};

/** Throws when our answer to a recorded call is another one, or there is nothing of ours to ask. */
export function replay(recorded: Recorded): void {
  const call = CALLS[recorded.call];
  if (call === undefined) throw new Error(`there is nothing of ours to ask about ${recorded.call}`);
  call(recorded);
}

function preFilter(recorded: Recorded): void {
  const prepared = prepare(recorded);
  const { code, reasons } = recorded.status ?? { code: '' };
  if (code === 'Skip') expect(prepared).toBeUndefined();
  expect(prepared?.refusal?.message).toBe(code === 'UnschedulableAndUnresolvable' ? reasons?.join(', ') : undefined);
  expect([...(prepared?.nodeNames ?? [])].sort()).toEqual(recorded.nodeNames ?? []);
}

function filter(recorded: Recorded): void {
  const world = worldOf(recorded);
  const info = infoOf(recorded, world);
  const prepared = prepare(recorded);
  const { code, reasons = [] } = recorded.status ?? { code: '' };
  // A rejection of the pod on every node is one on this node: plugins are not asked about nodes then.
  if (prepared?.refusal !== undefined) return expect(code).toBe('UnschedulableAndUnresolvable');
  const isLeftOut = prepared?.nodeNames?.has(info.node.metadata.name) === false;
  const rejections = prepared?.test?.(info, UNLIMITED) ?? [];
  if (isLeftOut && rejections.length === 0) return expect(code).toBe('UnschedulableAndUnresolvable');
  expect(rejections.map(({ message }) => message).sort()).toEqual([...reasons].sort());
  expect(code === 'Success').toBe(rejections.length === 0);
}

function prepare(recorded: Recorded): PreparedFilter | undefined {
  const plugin = FILTERS.get(recorded.plugin ?? '');
  if (plugin === undefined) throw new Error(`there is no filter ${recorded.plugin}`);
  return preparedFor(plugin, podOf(recorded.pod), worldOf(recorded));
}

/** The switches of the plugin, and the gates that held. */
function worldOf({ config = {}, gates = {}, deviceClasses = [] }: Recorded): FilterContext {
  const standard = context({}, deviceClasses);
  const features: Record<string, boolean> = { ...standard.features };
  for (const [gate, isOn] of Object.entries(gates)) features[lowerFirst(gate.replace('DRA', ''))] = isOn;
  for (const [name, value] of Object.entries(config)) {
    const feature = GATE_FIELDS[name];
    if (feature !== undefined) features[feature] = value === true;
    else if (name === 'Name' && !USUAL_NAMES.includes(value)) throw new Error(`${value} is not how the default profile scores`);
    else if (name in USUAL && plain(value) !== USUAL[name]) throw new Error(`a plugin with ${name} is not one of the default profile`);
    else if (name === 'enableInPlacePodVerticalScalingSchedulerPreemption' && value === true)
      throw new Error('pods that have a node are not scheduled here');
  }
  return { ...standard, features: { ...standard.features, ...features } };
}

function plain(value: unknown): unknown {
  const list = value as readonly { readonly name: string; readonly weight: number }[];
  return Array.isArray(value) ? list.map(({ name, weight }) => `${name} ${weight}`).join(', ') : value;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function infoOf({ nodeInfo: recorded }: Recorded, world: FilterContext): NodeInfo {
  if (recorded === undefined) throw new Error('there is no node');
  const info = inOneGo(
    nodeInfo(
      nodeOf(recorded.node),
      (recorded.pods ?? []).map((pod) => inOneGo(podInfo(podOf(pod), world.features, UNLIMITED))),
      UNLIMITED,
    ),
  );
  expect(plainAmounts(info.requested)).toEqual(cleaned(recorded.requested));
  expect([info.nonZeroRequested.milliCpu, info.nonZeroRequested.memory].map(Number)).toEqual([
    recorded.nonZeroRequested.milliCPU,
    recorded.nonZeroRequested.memory,
  ]);
  return info;
}

function computedRequests(recorded: Recorded): void {
  const options = {
    usePodLevelResources: recorded.config?.['EnablePodLevelResources'] === true,
    useNodeAllocatableClaims: recorded.config?.['EnableDRANodeAllocatableResources'] === true,
  };
  const amounts = inOneGo(amountsOf(inOneGo(podRequests(podOf(recorded.pod), options, UNLIMITED)), UNLIMITED));
  expect(plainAmounts(amounts)).toEqual(cleaned(recorded.requests as RecordedAmounts));
}

/** The amount of a resource that counts for a score: what containers do not request at all counts as well unless the scorer says otherwise. */
function countedRequest({ pod, config = {}, resource = '', score }: Recorded): void {
  const options: PodRequestsOptions = {
    useStatus: config['enableInPlacePodVerticalScaling'] === true,
    usePodLevelStatus: config['enableInPlacePodLevelResourcesVerticalScaling'] === true,
    usePodLevelResources: config['enablePodLevelResources'] === true,
    ...(config['useRequested'] === true ? {} : { nonMissing: DEFAULT_REQUESTS }),
  };
  const quantity = inOneGo(podRequests(podOf(pod), options, UNLIMITED)).get(resource);
  expect(Number(resource === 'cpu' ? quantity?.milliValue() : quantity?.value())).toBe(score);
}

function requests({ call, pod, options = {}, requests: expected }: Recorded): void {
  const missing = options['NonMissingContainerRequests'] as Readonly<Record<string, string>> | null;
  const ours: PodRequestsOptions = {
    useStatus: options['UseStatusResources'] === true,
    usePodLevelStatus: options['InPlacePodLevelResourcesVerticalScalingEnabled'] === true,
    usePodLevelResources: options['SkipPodLevelResources'] !== true,
    useNodeAllocatableClaims: options['UseDRANodeAllocatableResourceClaimStatus'] === true,
    nonMissing: new Map(Object.entries(missing ?? {}).map(([name, text]) => [name, parseQuantity(text)])),
  };
  const list = inOneGo((call === 'PodRequests' ? podRequests : containerRequests)(podOf(pod), ours, UNLIMITED));
  const wanted = Object.entries((expected ?? {}) as Readonly<Record<string, string>>);
  expect([...list.keys()].sort()).toEqual(wanted.map(([name]) => name).sort());
  for (const [name, text] of wanted) expect(list.get(name)?.compare(parseQuantity(text)), name).toBe(0);
}

function untolerated({ taints, tolerations, comparison, taint, result }: Recorded): void {
  const pod = podOf({ spec: { tolerations } });
  const node = decodeNode({ metadata: { name: 'n' }, spec: { taints } } as Json, new DecodeContext());
  const found = node.spec.taints.find((each) => !isTolerated(each, pod.spec.tolerations, comparison === true));
  expect(found !== undefined).toBe(result);
  if (found !== undefined) expect(found).toMatchObject(taint as Plain);
}

function selected({ pod, node, nodeSelector, result }: Recorded): void {
  const spec = { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: nodeSelector } } };
  const prepared = inOneGo(nodeAffinity.preparing(podOf(pod ?? { spec }), context(), UNLIMITED));
  const info = inOneGo(nodeInfo(nodeOf(node), [], UNLIMITED));
  const rejections = prepared?.refusal === undefined ? (prepared?.test?.(info, UNLIMITED) ?? []) : [prepared.refusal];
  expect(rejections.length === 0).toBe(result);
}

function inferred({ feature, spec, result }: Recorded): void {
  const others = ['RestartAllContainersOnContainerExits', 'UserNamespacesHostNetworkSupport', 'VolumeBindMountOptions'];
  const declaredFeatures = others.filter((name) => name !== feature);
  const node = decodeNode({ metadata: { name: 'n' }, status: { declaredFeatures } } as Json, new DecodeContext());
  const test = preparedFor(nodeDeclaredFeatures, podOf({ spec }), context())?.test;
  const rejections = test?.(inOneGo(nodeInfo(node, [], UNLIMITED)), UNLIMITED) ?? [];
  expect(rejections.length > 0).toBe(result);
}

/** Some tests have sums of pods without a node. */
function nodeOf(node: Plain | null | undefined): Node {
  return decodeNode((node ?? { metadata: { name: 'node' } }) as Json, new DecodeContext());
}

function preScore(recorded: Recorded): void {
  const { code } = recorded.status ?? { code: '' };
  expect(code === 'Success' || code === 'Skip').toBe(true);
  expect(prepareScore(recorded) === undefined).toBe(code === 'Skip');
}

function score(recorded: Recorded): void {
  expect(recorded.status?.code).toBe('Success');
  const info = infoOf(recorded, worldOf(recorded));
  expect(prepareScore(recorded)?.score(info, UNLIMITED) ?? 0).toBe(recorded.score);
}

function normalize(recorded: Recorded): void {
  const { before = [], after } = recorded;
  const score = SCORES.get(recorded.plugin ?? '');
  const { normalization = 'none' } = (score && inOneGo(score.prepare(SCORED_POD, scoreWorld(recorded), UNLIMITED))) ?? {};
  expect(inOneGo(normalized(before, normalization, UNLIMITED))).toEqual(after ?? []);
}

/** A pod that every plugin has something to score about. */
const SCORED_POD = podOf({
  spec: {
    containers: [{ resources: { requests: { cpu: '1' } } }],
    affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: {} }] } },
  },
});

function preferredScore({ terms, node, score: expected }: Recorded): void {
  const spec = { affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: terms } } };
  const prepared = inOneGo(nodeAffinityScore.prepare(podOf({ spec }), scoreWorld({ call: 'Score' }), UNLIMITED));
  expect(Number(prepared?.score(inOneGo(nodeInfo(nodeOf(node), [], UNLIMITED)), UNLIMITED) ?? 0n)).toBe(expected);
}

function prepareScore(recorded: Recorded): PreparedScore | undefined {
  const plugin = SCORES.get(recorded.plugin ?? '');
  if (plugin === undefined) throw new Error(`there is no score ${recorded.plugin}`);
  return inOneGo(plugin.prepare(podOf(recorded.pod), scoreWorld(recorded), UNLIMITED));
}

function scoreWorld(recorded: Recorded): ScoreContext {
  return { ...worldOf(recorded), images: inOneGo(imageSpread((recorded.nodes ?? []).map(nodeOf), UNLIMITED)) };
}

function podOf(pod: Plain | undefined): Pod {
  return decodePod(withoutLimits(pod) as Json, new DecodeContext());
}

/** Pods of the tests did not pass the API server, which makes requests of limits, as reading a pod does here. Nothing else checks limits. */
function withoutLimits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLimits);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'limits')
      .map(([name, field]) => [name, withoutLimits(field)]),
  );
}

function plainAmounts({ milliCpu, memory, ephemeralStorage, scalars }: ResourceAmounts): RecordedAmounts {
  return cleaned({
    milliCPU: Number(milliCpu),
    memory: Number(memory),
    ephemeralStorage: Number(ephemeralStorage),
    scalars: Object.fromEntries([...scalars].map(([name, amount]) => [name, Number(amount)])),
  });
}

function cleaned({ scalars = {}, ...sums }: RecordedAmounts): RecordedAmounts {
  return { ...sums, scalars };
}
