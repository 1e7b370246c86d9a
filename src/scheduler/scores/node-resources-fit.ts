// NodeResourcesFit: prefers nodes by their requested resources, with the strategy of the profile: by default nodes with less CPU and memory
// requested (LeastAllocated). Source: plugin noderesources, fit.go, least_allocated.go, most_allocated.go, requested_to_capacity_ratio.go and
// resource_allocation.go, of Kubernetes 1.37.1.

import { DEFAULT_STRATEGY, type ScoringStrategy } from '../../core/api/plugin-arguments.js';
import type { ResourceList } from '../../core/api/resource-list.js';
import { DEFAULT_REQUESTS, type NodeInfo, numbersOf } from '../filters/node-info.js';
import { podRequests } from '../filters/pod-requests.js';
import { addInt64, exactNumber, subtractInt64 } from '../filters/resource.js';
import { MAX_NODE_SCORE, type NodeScore, type PreparedScore } from './score.js';
import { shapeScore } from './score-shape.js';
import { scoredResources } from './scored-resources.js';

/**
 * Scores the free share of the node. The plugin counts container requests, with 0.1 CPU and 200 MiB for containers without requests; it
 * ignores pod-level requests.
 */
export const nodeResourcesFitScore: NodeScore = {
  plugin: 'NodeResourcesFit',
  changesWith: 'pods',
  *prepare(pod, { profile: { fitStrategy } }, checkpoint) {
    const requests = yield* podRequests(pod, { nonMissing: DEFAULT_REQUESTS }, checkpoint);
    if (fitStrategy !== DEFAULT_STRATEGY) return byStrategy(fitStrategy, requests);
    const milliCpu = requests.get('cpu')?.milliValue() ?? 0n;
    const memory = requests.get('memory')?.value() ?? 0n;
    const [cpuNumber, memoryNumber] = [exactNumber(milliCpu), exactNumber(memory)];
    return {
      normalization: 'none',
      score(node: NodeInfo) {
        const { allocatable, nonZeroRequested } = numbersOf(node);
        const cpu = shareLeft(allocatable.milliCpu, nonZeroRequested.milliCpu + cpuNumber);
        const bytes = shareLeft(allocatable.memory, nonZeroRequested.memory + memoryNumber);
        if (cpu !== undefined && bytes !== undefined) return Math.trunc((cpu + bytes) / 2);
        const ofCpu = leastAllocated(node.allocatable.milliCpu, node.nonZeroRequested.milliCpu, milliCpu);
        const ofMemory = leastAllocated(node.allocatable.memory, node.nonZeroRequested.memory, memory);
        if (ofCpu === undefined || ofMemory === undefined) return ofCpu ?? ofMemory ?? 0;
        return Math.trunc((ofCpu + ofMemory) / 2);
      },
    };
  },
};

/** Returns the score with another strategy: the mean of the scores of resources by their weights. */
function byStrategy(strategy: ScoringStrategy, requests: ResourceList): PreparedScore {
  const { type, resources } = strategy;
  const amountsOf = scoredResources(
    resources.map(({ name }) => name),
    requests,
    { cpu: ({ nonZeroRequested }) => nonZeroRequested.milliCpu, memory: ({ nonZeroRequested }) => nonZeroRequested.memory },
  );
  return {
    normalization: 'none',
    score(node, checkpoint) {
      checkpoint.step(resources.length);
      let [sum, weights] = [0, 0];
      for (const { index, capacity, requested } of amountsOf(node)) {
        const { weight } = resources[index] as ScoringStrategy['resources'][number];
        const score = scoreOf(strategy, requested, capacity);
        // A ratio of 0 is ignored.
        if (type === 'RequestedToCapacityRatio' && score <= 0) continue;
        sum += score * weight;
        weights += weight;
      }
      if (weights === 0) return 0;
      return type === 'RequestedToCapacityRatio' ? Math.round(sum / weights) : Math.trunc(sum / weights);
    },
  };
}

function scoreOf({ type, shape }: ScoringStrategy, requested: bigint, capacity: bigint): number {
  switch (type) {
    case 'LeastAllocated':
      return requested > capacity ? 0 : percentage(subtractInt64(capacity, requested), capacity);
    case 'MostAllocated':
      return percentage(requested > capacity ? capacity : requested, capacity);
    case 'RequestedToCapacityRatio':
      return shapeScore(shape, requested, capacity);
  }
}

function percentage(part: bigint, capacity: bigint): number {
  return Number(BigInt.asIntN(64, part * BigInt(MAX_NODE_SCORE)) / capacity);
}

/**
 * Returns the free share of a resource in percent, computed with numbers. Returns undefined in the rare cases that numbers
 * cannot decide.
 */
function shareLeft(capacity: number, requested: number): number | undefined {
  if (!(capacity > 0 && requested >= 0)) return undefined;
  return requested > capacity ? 0 : Math.trunc((MAX_NODE_SCORE * (capacity - requested)) / capacity);
}

/** Returns the free share of a resource in percent. Returns undefined if the node lacks the resource, which is then ignored. */
function leastAllocated(capacity: bigint, used: bigint, needed: bigint): number | undefined {
  if (capacity === 0n) return undefined;
  const requested = addInt64(used, needed);
  return requested > capacity ? 0 : percentage(subtractInt64(capacity, requested), capacity);
}
