// NodeResourcesBalancedAllocation: prefers nodes where the requested shares of CPU and memory become more equal. Source: plugin noderesources,
// balanced_allocation.go and resource_allocation.go, of Kubernetes 1.37.1, with the default arguments.

import { type AmountNumbers, type NodeInfo, numbersOf } from '../filters/node-info.js';
import { podRequests } from '../filters/pod-requests.js';
import { addInt64, exactNumber } from '../filters/resource.js';
import { MAX_NODE_SCORE, type NodeScore } from './score.js';

/** Compares the balance with the pod to the balance without it: 75 means equal, more is better. */
export const balancedAllocationScore: NodeScore = {
  plugin: 'NodeResourcesBalancedAllocation',
  weight: 1,
  changesWith: 'pods',
  *prepare(pod, { features }, checkpoint) {
    const options = {
      useStatus: features.inPlacePodVerticalScaling,
      usePodLevelStatus: features.inPlacePodLevelResourcesVerticalScaling,
      usePodLevelResources: features.podLevelResources,
    };
    const requests = yield* podRequests(pod, options, checkpoint);
    const milliCpu = requests.get('cpu')?.milliValue() ?? 0n;
    const memory = requests.get('memory')?.value() ?? 0n;
    if (milliCpu === 0n && memory === 0n) return undefined;
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

const HALF = MAX_NODE_SCORE / 2;

/** Computes the score from 64-bit amounts, which wrap around before the division. */
function scoreOfLarge({ requested, allocatable }: NodeInfo, milliCpu: bigint, memory: bigint): number {
  const whole = { milliCpu: Number(allocatable.milliCpu), memory: Number(allocatable.memory) };
  const before = balance(Number(requested.milliCpu), Number(requested.memory), whole);
  return change(before, balance(Number(addInt64(requested.milliCpu, milliCpu)), Number(addInt64(requested.memory, memory)), whole));
}

/** The subtraction comes first: amounts that overflowed are so large that adding the half first would lose it. */
function change(before: number, after: number): number {
  return HALF + Math.trunc((HALF + (after - before)) / 2);
}

/** Returns 100 if the requested shares of CPU and memory are equal, and less the more they differ. */
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
