// NodeResourcesFit: nodes of whose CPU and memory less is requested (LeastAllocated). Source: plugin noderesources, least_allocated.go and
// resource_allocation.go, of Kubernetes 1.37.1, with the default arguments: CPU and memory count once each.

import { DEFAULT_REQUESTS, type NodeInfo } from '../filters/node-info.js';
import { podRequests } from '../filters/pod-requests.js';
import { addInt64, subtractInt64 } from '../filters/resource.js';
import { MAX_NODE_SCORE, type NodeScore } from './score.js';

/**
 * The share of the node that is left. The plugin looks at what containers request, and takes a tenth of a core and 200 MiB for those that request
 * nothing; it never looks at requests of the pod as a whole.
 */
export const nodeResourcesFitScore: NodeScore = {
  plugin: 'NodeResourcesFit',
  weight: 1n,
  prepare(pod, _context, checkpoint) {
    const requests = podRequests(pod, { nonMissing: DEFAULT_REQUESTS }, checkpoint);
    const milliCpu = requests.get('cpu')?.milliValue() ?? 0n;
    const memory = requests.get('memory')?.value() ?? 0n;
    return {
      normalization: 'none',
      score: ({ allocatable, nonZeroRequested }: NodeInfo) =>
        average([
          leastAllocated(allocatable.milliCpu, nonZeroRequested.milliCpu, milliCpu),
          leastAllocated(allocatable.memory, nonZeroRequested.memory, memory),
        ]),
    };
  },
};

/** The part of a resource that stays free, of 100; undefined: the node has none of it, so that it does not count. */
function leastAllocated(capacity: bigint, used: bigint, wanted: bigint): bigint | undefined {
  if (capacity === 0n) return undefined;
  const requested = addInt64(used, wanted);
  if (requested > capacity) return 0n;
  return BigInt.asIntN(64, subtractInt64(capacity, requested) * MAX_NODE_SCORE) / capacity;
}

function average(scores: readonly (bigint | undefined)[]): bigint {
  const counted = scores.filter((score) => score !== undefined);
  return counted.length === 0 ? 0n : counted.reduce((sum, score) => sum + score, 0n) / BigInt(counted.length);
}
