// NodeResourcesFit: prefers nodes with less CPU and memory requested (LeastAllocated). Source: plugin noderesources, least_allocated.go and
// resource_allocation.go, of Kubernetes 1.37.1, with the default arguments: CPU and memory count once each.

import { DEFAULT_REQUESTS, type NodeInfo, numbersOf } from '../filters/node-info.js';
import { podRequests } from '../filters/pod-requests.js';
import { addInt64, exactNumber, subtractInt64 } from '../filters/resource.js';
import { MAX_NODE_SCORE, type NodeScore } from './score.js';

/**
 * Scores the free share of the node. The plugin counts container requests, with 0.1 CPU and 200 MiB for containers without requests; it
 * ignores pod-level requests.
 */
export const nodeResourcesFitScore: NodeScore = {
  plugin: 'NodeResourcesFit',
  weight: 1,
  changesWith: 'pods',
  *prepare(pod, _context, checkpoint) {
    const requests = yield* podRequests(pod, { nonMissing: DEFAULT_REQUESTS }, checkpoint);
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

/** Returns the free share of a resource in percent, by numbers; undefined in the rare cases that numbers cannot decide. */
function shareLeft(capacity: number, requested: number): number | undefined {
  if (!(capacity > 0 && requested >= 0)) return undefined;
  return requested > capacity ? 0 : Math.trunc((MAX_NODE_SCORE * (capacity - requested)) / capacity);
}

/** Returns the free share of a resource in percent; undefined if the node lacks it, so that it does not count. */
function leastAllocated(capacity: bigint, used: bigint, needed: bigint): number | undefined {
  if (capacity === 0n) return undefined;
  const requested = addInt64(used, needed);
  if (requested > capacity) return 0;
  const free = subtractInt64(capacity, requested);
  return Number(BigInt.asIntN(64, free * BigInt(MAX_NODE_SCORE)) / capacity);
}
