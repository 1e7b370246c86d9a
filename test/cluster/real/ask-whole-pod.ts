// Asks for the decision of a scheduler about a pod, as users of the library do: a cluster with all objects, and `filter({ pod })`.

import type { AllocationResult } from '../../../src/allocator/decode/allocation-result.js';
import { SliceIndex } from '../../../src/allocator/pools/slice-index.js';
import type { NodeJson, PodJson } from '../../../src/core/api/kinds.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import type { ResourceClaim } from '../../../src/core/api/resource-claim.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import type { Features } from '../../../src/core/features/features.js';
import type { AllocationError, Allocator, PodFilterResult } from '../../../src/index.js';
import { NodeAllocatableCheck } from '../../../src/placement/node-allocatable-check.js';
import { claimGroups, nodeKinds } from '../../../src/scheduler/pods/claims.js';
import type { KubeObject } from './api.mjs';

/** A node that the pod fits. */
export interface FeasibleNode {
  readonly name: string;
  readonly score: number;
  allocations(): readonly unknown[];
  /** The node resources that its devices consume, as written to the status of the pod. */
  takes(): readonly object[];
}

/** The verdict about a pod: the nodes that it fits, the message of the rejection, or an error that ends the attempt. */
export type Verdict =
  | { readonly kind: 'feasible'; readonly nodes: readonly FeasibleNode[]; readonly rejections: string }
  | { readonly kind: 'refused'; readonly message: string; readonly isClaimMissing: boolean }
  | { readonly kind: 'error'; readonly error: AllocationError };

/** The message of the API server about a pod with scheduling gates, written before any scheduler has seen the pod. */
const GATED = 'SchedulingGated: Scheduling is blocked due to non-empty scheduling gates';

/** Filters the nodes for a pod. The objects include the running pods. */
export function askScheduler(pod: KubeObject, objects: readonly KubeObject[], allocator: Allocator, features: Features): Verdict {
  const cluster = allocator.cluster();
  cluster.apply(objects as unknown as readonly NodeJson[]);
  const result = cluster.filter({ pod: pod as unknown as PodJson });
  if (result.kind !== 'complete') throw new Error(`interrupted by ${result.by}`);
  const fatal = [...result.errors.values()].find(({ nodeLocal }) => !nodeLocal);
  if (fatal !== undefined) return { kind: 'error', error: fatal };
  const { feasible, scores, rejections, message } = result;
  if (message === undefined) {
    const nodes = feasible.map((name, index): FeasibleNode => {
      const allocations = (): readonly AllocationResult[] => allocationsOn(result, name);
      return { name, score: scores[index] ?? 0, allocations, takes: () => takesOn(pod, name, objects, allocations(), features) };
    });
    return { kind: 'feasible', nodes, rejections: JSON.stringify([...rejections]) };
  }
  const reasons = [...rejections.values()].flat();
  if (reasons.some(({ code }) => code === 'scheduling-gated')) return { kind: 'refused', message: GATED, isClaimMissing: false };
  const reason = reasons.some(({ code }) => code === 'binding') ? 'SchedulerError' : 'Unschedulable';
  return { kind: 'refused', message: `${reason}: ${message}`, isClaimMissing: reasons.some(({ code }) => code === 'claims') };
}

function allocationsOn({ outcome: outcomeOn }: PodFilterResult, name: string): readonly AllocationResult[] {
  const outcome = outcomeOn(name);
  return outcome.kind === 'allocated' ? outcome.allocations : [];
}

function takesOn(
  pod: KubeObject,
  name: string,
  objects: readonly KubeObject[],
  allocations: readonly AllocationResult[],
  features: Features,
): readonly object[] {
  const set = decodeObjects([...objects, pod].map((object) => ({ value: object as unknown as Json })));
  const [node, asked] = [set.nodes.find(({ metadata }) => metadata.name === name), set.pods.at(-1)];
  if (!features.nodeAllocatableResources || node === undefined || asked === undefined) return [];
  const check = new NodeAllocatableCheck(asked, claimsOn(pod, name, objects, features), new SliceIndex(set.resourceSlices), features);
  return JSON.parse(JSON.stringify(check.podOn(node, allocations).status.nodeAllocatableResourceClaimStatuses));
}

/** The claims of the pod on a node, in its order, including the claims that are generated for it. */
export function claimsOn(pod: KubeObject, name: string, objects: readonly KubeObject[], features: Features): readonly ResourceClaim[] {
  const set = decodeObjects(objects.map((object) => ({ value: object as unknown as Json })));
  const pods = decodeObjects([{ value: pod as unknown as Json }]).pods;
  for (const group of claimGroups({ ...set, pods, workloads: [], features })) {
    if (group.pod === undefined) continue;
    const nodes = set.nodes.filter(({ metadata }) => metadata.name === name);
    return inOneGo(nodeKinds(group, nodes)).kinds[0]?.claims ?? [];
  }
  return [];
}
