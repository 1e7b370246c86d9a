// NodeResourcesBalancedAllocation: nodes on which the shares of CPU and memory that are requested come closer to each other. Source: plugin
// noderesources, balanced_allocation.go and resource_allocation.go, of Kubernetes 1.37.1, with the default arguments.

import type { NodeInfo } from '../filters/node-info.js';
import { podRequests } from '../filters/pod-requests.js';
import { addInt64 } from '../filters/resource.js';
import { MAX_NODE_SCORE, type NodeScore } from './score.js';

/** The balance with the pod compared with the balance without it: 75 is the same, more is better. */
export const balancedAllocationScore: NodeScore = {
  plugin: 'NodeResourcesBalancedAllocation',
  weight: 1n,
  prepare(pod, { features }, checkpoint) {
    const options = {
      useStatus: features.inPlacePodVerticalScaling,
      usePodLevelStatus: features.inPlacePodLevelResourcesVerticalScaling,
      usePodLevelResources: features.podLevelResources,
    };
    const requests = podRequests(pod, options, checkpoint);
    const wanted = [requests.get('cpu')?.milliValue() ?? 0n, requests.get('memory')?.value() ?? 0n];
    if (wanted.every((amount) => amount === 0n)) return undefined;
    return {
      normalization: 'none',
      score({ allocatable, requested }: NodeInfo) {
        const capacity = [allocatable.milliCpu, allocatable.memory];
        const used = [requested.milliCpu, requested.memory];
        const after = balance(
          used.map((amount, index) => addInt64(amount, wanted[index] ?? 0n)),
          capacity,
        );
        return HALF + (HALF + after - balance(used, capacity)) / 2n;
      },
    };
  },
};

const HALF = MAX_NODE_SCORE / 2n;

/** 100 where all resources that the node has are requested to the same share, less the further they are from that. */
function balance(requested: readonly bigint[], capacity: readonly bigint[]): bigint {
  const shares = requested.flatMap((amount, index) => {
    const whole = capacity[index] ?? 0n;
    return whole === 0n ? [] : [Math.min(1, Number(amount) / Number(whole))];
  });
  const [first = 0, second = first] = shares;
  const deviation = Math.abs((first - second) / 2);
  return BigInt(Math.trunc((1 - deviation) * Number(MAX_NODE_SCORE)));
}
