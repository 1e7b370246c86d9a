// Compares the allocator with brute force.

import type { Outcome } from '../../../../src/allocator/evaluate/outcome.js';
import type { Kernel } from '../../../../src/allocator/kernel/kernel.js';
import { BOUND_ALL } from '../../../../src/allocator/kernel/layout.js';
import { SelectorCache } from '../../../../src/cel/cache.js';
import { AllocationError } from '../../../../src/core/base/errors.js';
import { resolveFeatures } from '../../../../src/core/features/features.js';
import { Allocator } from '../../../../src/library/allocator.js';
import { Cluster } from '../../../../src/library/cluster.js';
import { boundedRelease, escalating } from '../../../support/kernels.js';
import type { Answer, WorldSpec } from './brute-force.js';
import { questionOf } from './random-world.js';

/**
 * The ways to query a world: a cluster with one node and the search options of users, or a single node with bounds from the first step on.
 */
export const WAYS: readonly (readonly [string, (world: WorldSpec) => Answer])[] = [
  ['a cluster, bounds after some steps', (world) => answer(() => inCluster(world))],
  ['one node, bounds at once', (world) => answer(() => oneNode.allocate(questionOf(world)))],
];

const runtime = (kernel: Kernel) => ({
  features: resolveFeatures({ featureGates: { XAttributeSemantics: true } }),
  kernel,
  selectors: new SelectorCache(),
  corrections: false,
  yieldNow: () => Promise.resolve(),
  newShareID: () => `share-${++shares}`,
});
const clusterRuntime = runtime(escalating);
const oneNode = new Allocator(runtime(await boundedRelease(BOUND_ALL)));
let shares = 0;

function inCluster(world: WorldSpec): Outcome {
  const { node, deviceClasses, resourceSlices, claims } = questionOf(world);
  const cluster = new Cluster(clusterRuntime);
  cluster.apply([node, ...deviceClasses, ...resourceSlices]);
  return cluster.allocate({ claims, node: 'n' });
}

interface Result {
  readonly request: string;
  readonly device: string;
}

function answer(ask: () => Outcome): Answer {
  try {
    const outcome = ask();
    if (outcome.kind !== 'allocated') return outcome.kind === 'unallocatable' ? 'none' : { code: outcome.kind, device: '' };
    return outcome.allocations.flatMap(({ devices }, claim) => {
      const { results = [] } = (devices ?? {}) as { readonly results?: readonly Result[] };
      return results.map((one) => `${claim} ${one.request} ${one.device}`);
    });
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return { code: error.code, device: / device (?:\S+\/)?(d\d+)\b/.exec(error.message)?.[1] ?? error.message };
  }
}

/** Returns the kind of an answer, to count them. */
export function kindOfAnswer(answer: Answer): string {
  if (typeof answer === 'string') return answer;
  return 'code' in answer ? answer.code : 'picks';
}
