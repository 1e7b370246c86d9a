// VolumeBinding: prefers nodes where the volumes of the pod use little of their storage. Source: plugin volumebinding,
// scorer.go, of Kubernetes 1.37.1. By default, no use scores 100, and full use scores 0.

import type { ScoreShape } from '../../core/api/plugin-arguments.js';
import { shapeScore } from '../scores/score-shape.js';
import { capacityOf, requestedStorage } from './matching-volumes.js';
import type { NodeVolumes } from './volume-binding.js';

interface ClassUse {
  requested: bigint;
  capacity: bigint;
}

/** Returns the score of a node by the volumes that exist, or else by the storage from which volumes are provisioned. */
export function storageScore({ bindings, provisions }: NodeVolumes, shape: ScoreShape): number {
  const classes = new Map<string, ClassUse>();
  for (const { claim, volume } of bindings) {
    const use = useOf(classes, volume.spec.storageClassName);
    use.requested = BigInt.asIntN(64, use.requested + requestedStorage(claim).value());
    use.capacity = BigInt.asIntN(64, use.capacity + capacityOf(volume).value());
  }
  if (bindings.length === 0) {
    for (const { claim, storageClass, capacity } of provisions) {
      if (capacity === undefined) continue;
      const use = useOf(classes, storageClass.metadata.name);
      use.requested = BigInt.asIntN(64, use.requested + requestedStorage(claim).value());
      // Claims of one class share its storage, which counts once.
      use.capacity = capacity.capacity?.value() ?? 0n;
    }
  }
  if (classes.size === 0) return 0;
  let sum = 0;
  for (const { requested, capacity } of classes.values()) sum += shapeScore(shape, requested, capacity);
  return Math.round(sum / classes.size);
}

function useOf(classes: Map<string, ClassUse>, name: string): ClassUse {
  const use = classes.get(name) ?? { requested: 0n, capacity: 0n };
  classes.set(name, use);
  return use;
}
