// VolumeBinding: prefers nodes where the volumes of the pod use little of their storage. Source: plugin volumebinding, scorer.go, of Kubernetes
// 1.37.1, with the default shape: no use scores 100, full use 0.

import { MAX_NODE_SCORE } from '../scores/score.js';
import { capacityOf, requestedStorage } from './matching-volumes.js';
import type { NodeVolumes } from './volume-binding.js';

interface ClassUse {
  requested: bigint;
  capacity: bigint;
}

/** Returns the score of a node: volumes that exist count, or else the storage from which volumes are provisioned. */
export function storageScore({ bindings, provisions }: NodeVolumes): number {
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
  for (const use of classes.values()) sum += freeShare(use);
  return Math.round(sum / classes.size);
}

function useOf(classes: Map<string, ClassUse>, name: string): ClassUse {
  const use = classes.get(name) ?? { requested: 0n, capacity: 0n };
  classes.set(name, use);
  return use;
}

function freeShare({ requested, capacity }: ClassUse): number {
  if (capacity === 0n || requested > capacity) return 0;
  const used = Number(BigInt.asIntN(64, requested * BigInt(MAX_NODE_SCORE)) / capacity);
  return used <= 0 ? MAX_NODE_SCORE : Math.max(0, MAX_NODE_SCORE - used);
}
