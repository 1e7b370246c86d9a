// NodeResourcesBalancedAllocation: prefers nodes on which the requested shares of resources become more equal. By default,
// these are CPU and memory. Source: plugin noderesources, balanced_allocation.go and resource_allocation.go, of Kubernetes
// 1.37.1.

import type { ResourceList } from '../../core/api/resource-list.js';
import { type AmountNumbers, type NodeInfo, numbersOf } from '../filters/node-info.js';
import { podRequests } from '../filters/pod-requests.js';
import { addInt64, exactNumber } from '../filters/resource.js';
import { DEFAULT_ARGUMENTS } from '../profile/scheduler-profile.js';
import { MAX_NODE_SCORE, type NodeScore, type PreparedScore } from './score.js';
import { requestOf, scoredResources } from './scored-resources.js';

/** Compares the balance with and without the pod: 75 means equal, and more is better. */
export const balancedAllocationScore: NodeScore = {
  plugin: 'NodeResourcesBalancedAllocation',
  changesWith: 'pods',
  *prepare(pod, { features, profile: { balancedResources } }, checkpoint) {
    const options = {
      useStatus: features.inPlacePodVerticalScaling,
      usePodLevelStatus: features.inPlacePodLevelResourcesVerticalScaling,
      usePodLevelResources: features.podLevelResources,
    };
    const requests = yield* podRequests(pod, options, checkpoint);
    if (balancedResources.every((name) => requestOf(name, requests) === 0n)) return undefined;
    if (balancedResources !== DEFAULT_ARGUMENTS.balancedResources) return byResources(balancedResources, requests);
    const [milliCpu, memory] = [requestOf('cpu', requests), requestOf('memory', requests)];
    const [cpuNumber, memoryNumber] = [exactNumber(milliCpu), exactNumber(memory)];
    return {
      normalization: 'none',
      score(node: NodeInfo) {
        const { requested, allocatable } = numbersOf(node);
        const [cpu, bytes] = [requested.milliCpu + cpuNumber, requested.memory + memoryNumber];
        if (Number.isNaN(cpu + bytes + allocatable.milliCpu + allocatable.memory)) return scoreOfLarge(node, milliCpu, memory);
        return change(balance(requested.milliCpu, requested.memory, allocatable), balance(cpu, bytes, allocatable));
      },
    };
  },
};

/** Returns the score for other resources than CPU and memory. */
function byResources(resources: readonly string[], requests: ResourceList): PreparedScore {
  const amountsOf = scoredResources(resources, requests, {
    cpu: ({ requested }) => requested.milliCpu,
    memory: ({ requested }) => requested.memory,
  });
  return {
    normalization: 'none',
    score(node, checkpoint) {
      checkpoint.step(resources.length);
      const amounts = amountsOf(node);
      const before = amounts.map(({ used, capacity }) => Math.min(1, Number(used) / Number(capacity)));
      const after = amounts.map(({ requested, capacity }) => Math.min(1, Number(requested) / Number(capacity)));
      return change(scoreOfShares(before), scoreOfShares(after));
    },
  };
}

/** Returns 100 if all shares are equal, and less with a greater standard deviation. */
function scoreOfShares(shares: readonly number[]): number {
  const mean = sumOf(shares) / shares.length;
  const [first = 0, second = 0] = shares;
  const deviation =
    shares.length < 2
      ? 0
      : shares.length === 2
        ? Math.abs((first - second) / 2)
        : Math.sqrt(sumOf(shares.map((share) => (share - mean) * (share - mean))) / shares.length);
  return Math.trunc((1 - deviation) * MAX_NODE_SCORE);
}

function sumOf(numbers: readonly number[]): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

const HALF = MAX_NODE_SCORE / 2;

/** Computes the score from 64-bit amounts, which wrap around before the division. */
function scoreOfLarge({ requested, allocatable }: NodeInfo, milliCpu: bigint, memory: bigint): number {
  const whole = { milliCpu: Number(allocatable.milliCpu), memory: Number(allocatable.memory) };
  const before = balance(Number(requested.milliCpu), Number(requested.memory), whole);
  return change(before, balance(Number(addInt64(requested.milliCpu, milliCpu)), Number(addInt64(requested.memory, memory)), whole));
}

/** The subtraction comes first. Amounts that overflowed are so large that adding the half first would lose it. */
function change(before: number, after: number): number {
  return HALF + Math.trunc((HALF + (after - before)) / 2);
}

/** Returns 100 if the requested shares of CPU and memory are equal, and less with a greater difference. */
function balance(milliCpu: number, memory: number, capacity: Pick<AmountNumbers, 'milliCpu' | 'memory'>): number {
  const ofCpu = shareOf(milliCpu, capacity.milliCpu);
  const ofMemory = shareOf(memory, capacity.memory);
  const deviation = ofCpu === undefined || ofMemory === undefined ? 0 : Math.abs((ofCpu - ofMemory) / 2);
  return Math.trunc((1 - deviation) * MAX_NODE_SCORE);
}

/** Returns the requested share of a resource; undefined if the node lacks it. */
function shareOf(amount: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.min(1, amount / whole);
}
