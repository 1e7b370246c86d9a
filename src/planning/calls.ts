// The calls that programs make to clusters.

import type { AsyncLimits } from '../allocator/evaluate/limits.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import type { PreparedClaims } from '../cluster/claims.js';
import { Checkpoint } from '../core/base/checkpoint.js';
import { isOfInput } from '../core/base/errors.js';
import { inSlices } from '../core/base/incremental.js';
import type { Program } from '../core/base/program.js';
import type { Explanation } from '../explain/explanation.js';
import type { Cluster } from '../library/cluster.js';
import type { PodExplainInput } from '../library/explain-inputs.js';
import type { PodFilterResult, PodOutcome } from '../placement/pod-filter-result.js';
import type { PodAllocateInput, PodFilterInput } from '../placement/pod-inputs.js';
import type { PreparedPod } from '../placement/prepared-pod.js';

/** Filters the nodes for a pod. Throws the error of a node that could not be evaluated, because such an error is no result for the pod. */
export function* filter(cluster: Cluster, input: PodFilterInput<AsyncLimits>): Program<PodFilterResult> {
  const result = (yield { inOneGo: () => cluster.filter(input), inTurns: () => cluster.filterAsync(input) }) as PodFilterResult;
  for (const error of result.errors.values()) if (!isOfInput(error)) throw error;
  return result;
}

/** Returns the outcome for a pod on a node. */
export function* allocate(cluster: Cluster, input: PodAllocateInput<AsyncLimits>): Program<PodOutcome> {
  return (yield { inOneGo: () => cluster.allocate(input), inTurns: () => cluster.allocateAsync(input) }) as PodOutcome;
}

/** Binds a pod to a node, without limits. */
export function* bind(cluster: Cluster, pod: PreparedPod, node: string, outcome: PodOutcome): Program<void> {
  const { binding, runtime } = cluster.parts;
  yield {
    inOneGo: () => cluster.bind(pod, node, outcome),
    inTurns: () => {
      const checkpoint = new Checkpoint();
      return inSlices(checkpoint, binding(pod, node, outcome, checkpoint), runtime.yieldNow);
    },
  };
}

/** Returns the outcome for claims on a node. */
export function* allocateClaims(
  cluster: Cluster,
  input: { readonly claims: PreparedClaims; readonly node: string; readonly now?: Date; readonly limits?: AsyncLimits },
): Program<Outcome> {
  return (yield { inOneGo: () => cluster.allocate(input), inTurns: () => cluster.allocateAsync(input) }) as Outcome;
}

/** Explains why a pod fits no node. */
export function* explain(cluster: Cluster, input: PodExplainInput<AsyncLimits>): Program<Explanation> {
  return (yield { inOneGo: () => cluster.explain(input), inTurns: () => cluster.explainAsync(input) }) as Explanation;
}

/** Yields to the event loop, if the program runs in turns. */
export function* pause(cluster: Cluster): Program<void> {
  yield { inOneGo: () => undefined, inTurns: () => cluster.parts.runtime.yieldNow() };
}

/** Returns the result of a program; undefined if an error of the input ended it. Rethrows other errors. */
export function* unlessError<T>(program: Program<T>): Program<T | undefined> {
  try {
    return yield* program;
  } catch (error) {
    if (isOfInput(error)) return undefined;
    throw error;
  }
}
