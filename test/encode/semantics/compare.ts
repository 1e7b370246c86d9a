// The allocator beside brute force.

import { AllocationError } from '../../../src/base/errors.js';
import { SelectorCache } from '../../../src/cel/cache.js';
import { Cluster } from '../../../src/cluster/cluster.js';
import { resolveFeatures } from '../../../src/features/features.js';
import type { Kernel } from '../../../src/kernel/kernel.js';
import { BOUND_ALL } from '../../../src/kernel/layout.js';
import { boundedRelease, escalating } from '../../support/kernels.js';
import type { Answer, WorldSpec } from './brute-force.js';
import { questionOf } from './random-world.js';

const features = resolveFeatures({ featureGates: { XAttributeSemantics: true } });
const selectors = new SelectorCache();
let shares = 0;

/** The search as users have it, and with bounds from the first step on. */
export const KERNELS: readonly (readonly [string, Kernel])[] = [
  ['bounds after some steps', escalating],
  ['bounds at once', await boundedRelease(BOUND_ALL)],
];

interface Result {
  readonly request: string;
  readonly device: string;
}

/** The answer of a cluster with a kernel. */
export function allocated(world: WorldSpec, kernel: Kernel): Answer {
  const { node, deviceClasses, resourceSlices, claims } = questionOf(world);
  const cluster = new Cluster({
    features,
    kernel,
    selectors,
    corrections: false,
    giveWay: () => Promise.resolve(),
    newShareID: () => `share-${++shares}`,
  });
  try {
    cluster.apply([node, ...deviceClasses, ...resourceSlices]);
    const outcome = cluster.allocate({ claims, node: 'n' });
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

/** The kind of an answer, to count them. */
export function kindOfAnswer(answer: Answer): string {
  if (typeof answer === 'string') return answer;
  return 'code' in answer ? answer.code : 'picks';
}
