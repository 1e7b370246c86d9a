// A cluster of two nodes, and its outcomes in short form.

import { AllocationError } from '../../src/core/base/errors.js';
import { type Cluster, createAllocator, type Outcome } from '../../src/index.js';
import { deviceClass, devices, node, slice } from './objects.js';

/** Every feature gate is on. */
export const allocator = await createAllocator();

/** Nodes n1 and n2 with two devices each, in pools of the same names. */
export function twoNodes(): Cluster {
  const cluster = allocator.cluster();
  cluster.apply([node('n2'), node('n1'), deviceClass('any')]);
  cluster.apply(['n1', 'n2'].map((name) => slice(`s-${name}`, devices(2), { nodeName: name, pool: { name } })));
  return cluster;
}

/** The devices of an outcome as `pool/device`, or the kind of the outcome. */
export function picks(outcome: Outcome): readonly string[] | string {
  if (outcome.kind !== 'allocated') return outcome.kind;
  return outcome.allocations.flatMap(({ devices: { results = [] } }) => results.map((result) => `${result.pool}/${result.device}`));
}

/** The code of the error that an action throws, or `none`. */
export function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof AllocationError) return error.code;
    throw error;
  }
  return 'none';
}
