// NodeResourcesBalancedAllocation: nodes on which the shares of CPU and memory that are requested come closer to each other. Source: plugin
// noderesources, balanced_allocation.go and resource_allocation.go, of Kubernetes 1.37.1, with the default arguments.

import { type AmountNumbers, type NodeInfo, numbersOf } from '../filters/node-info.js';
import { podRequests } from '../filters/pod-requests.js';
import { addInt64, exactNumber } from '../filters/resource.js';
import { MAX_NODE_SCORE, type NodeScore } from './score.js';

/** The balance with the pod compared with the balance without it: 75 is the same, more is better. */
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

/** Amounts that numbers do not have wrap around first. */
function scoreOfLarge({ requested, allocatable }: NodeInfo, milliCpu: bigint, memory: bigint): number {
  const whole = { milliCpu: Number(allocatable.milliCpu), memory: Number(allocatable.memory) };
  const before = balance(Number(requested.milliCpu), Number(requested.memory), whole);
  return change(before, balance(Number(addInt64(requested.milliCpu, milliCpu)), Number(addInt64(requested.memory, memory)), whole));
}

/** The difference comes first: amounts that overflowed make both so large that the half would be lost. */
function change(before: number, after: number): number {
  return HALF + Math.trunc((HALF + (after - before)) / 2);
}

/** 100 where all resources that the node has are requested to the same share, less the further they are from that. */
function balance(milliCpu: number, memory: number, capacity: Pick<AmountNumbers, 'milliCpu' | 'memory'>): number {
  const ofCpu = shareOf(milliCpu, capacity.milliCpu);
  const ofMemory = shareOf(memory, capacity.memory);
  const deviation = ofCpu === undefined || ofMemory === undefined ? 0 : Math.abs((ofCpu - ofMemory) / 2);
  return Math.trunc((1 - deviation) * MAX_NODE_SCORE);
}

/** The share of a resource that is requested; undefined: the node has none of it. */
function shareOf(amount: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.min(1, amount / whole);
}
