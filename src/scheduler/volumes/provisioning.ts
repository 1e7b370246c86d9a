// The nodes for which a class provisions volumes. Source: checkVolumeProvisions and hasEnoughCapacity in plugin volumebinding, and
// MatchTopologySelectorTerms in pkg/apis/core/v1/helper, of Kubernetes 1.37.1.

import type { CsiStorageCapacity } from '../../core/api/csi-storage-capacity.js';
import { type LabelPredicate, type LabelSelector, parsingLabelSelector, SELECTS_ALL } from '../../core/api/label-selector.js';
import type { Node } from '../../core/api/node.js';
import type { StorageClass } from '../../core/api/storage-class.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { testingSome } from '../../core/base/lists-in-increments.js';
import type { Quantity } from '../../core/quantity/quantity.js';
import { type LabelValues, MOST_VALUES, NodeIndex } from './node-index.js';
import type { StorageObjects } from './storage-objects.js';

/** Storage of a class, and the nodes that can use it. */
interface ReachableStorage {
  readonly capacity: CsiStorageCapacity;
  readonly matches: LabelPredicate;
}

/** Storage that a node can use. */
interface FoundStorage {
  readonly capacity: CsiStorageCapacity | undefined;
  readonly most: Quantity | undefined;
}

/** Returns the size of the largest volume; undefined if it is unknown. */
export function limitOf({ maximumVolumeSize, capacity }: CsiStorageCapacity): Quantity | undefined {
  return maximumVolumeSize ?? capacity;
}

/** The volumes that a class provisions. */
export class Provisioning {
  readonly #topologies: readonly LabelPredicate[];
  /** Undefined if the driver does not report its free storage. */
  readonly #storage: NodeIndex<ReachableStorage> | undefined;

  private constructor(topologies: readonly LabelPredicate[], storage: NodeIndex<ReachableStorage> | undefined) {
    this.#topologies = topologies;
    this.#storage = storage;
  }

  static *of(storageClass: StorageClass, objects: StorageObjects, checkpoint: Checkpoint): Incremental<Provisioning> {
    const topologies = yield* parsingTopologies(storageClass, checkpoint);
    const isReported = objects.csiDriver(storageClass.provisioner)?.spec.storageCapacity === true;
    const capacities = objects.capacitiesOfClass(storageClass.metadata.name);
    return new Provisioning(topologies, isReported ? yield* indexing(capacities, checkpoint) : undefined);
  }

  /** Returns whether the class provisions volumes for a node: any node if it names no topologies, otherwise a node that matches one of them. */
  *serving({ metadata }: Node, checkpoint: Checkpoint): Incremental<boolean> {
    return yield* testingSome(this.#topologies, (matches) => matches(metadata.labels), checkpoint);
  }

  /** True if volumes of the class need enough free storage. */
  get hasLimits(): boolean {
    return this.#storage !== undefined;
  }

  /**
   * Returns storage that is large enough and that a node can use; otherwise the largest amount there, if any. If there are several, the
   * scheduler's choice is random.
   */
  *capacityOn(node: Node, requested: Quantity, checkpoint: Checkpoint): Incremental<FoundStorage> {
    const bytes = requested.value();
    const { labels } = node.metadata;
    let most: Quantity | undefined;
    // biome-ignore lint/correctness/useYield: one storage is tested in one go
    const holds = function* ({ capacity, matches }: ReachableStorage): Incremental<boolean> {
      const limit = limitOf(capacity);
      if (limit === undefined || !matches(labels)) return false;
      if (most === undefined || limit.compare(most) > 0) most = limit;
      return limit.value() >= bytes;
    };
    const found = this.#storage === undefined ? undefined : yield* this.#storage.first(node, holds, checkpoint);
    return { capacity: found?.item.capacity, most };
  }
}

function* parsingTopologies({ allowedTopologies }: StorageClass, checkpoint: Checkpoint): Incremental<readonly LabelPredicate[]> {
  if (allowedTopologies.length === 0) return [SELECTS_ALL];
  const topologies: LabelPredicate[] = [];
  for (const { matchLabelExpressions } of allowedTopologies) {
    const matchExpressions = matchLabelExpressions.map(({ key, values }) => ({ key, operator: 'In', values }));
    const { matches } = yield* parsingLabelSelector({ matchLabels: NO_LABELS, matchExpressions }, checkpoint);
    if (matchExpressions.length > 0) topologies.push(matches);
    if (checkpoint.due()) yield;
  }
  return topologies;
}

const NO_LABELS: ReadonlyMap<string, string> = new Map();

function* indexing(capacities: readonly CsiStorageCapacity[], checkpoint: Checkpoint): Incremental<NodeIndex<ReachableStorage>> {
  const index = new NodeIndex<ReachableStorage>();
  for (const capacity of capacities) {
    // Storage without a selector is not available.
    if (capacity.nodeTopology !== undefined) {
      const { matches } = yield* parsingLabelSelector(capacity.nodeTopology, checkpoint);
      index.add({ capacity, matches }, labelOf(capacity.nodeTopology));
    }
    if (checkpoint.due()) yield;
  }
  return index;
}

/** Returns a label that a node needs to match a selector. */
function labelOf({ matchLabels, matchExpressions }: LabelSelector): LabelValues | undefined {
  for (const [key, value] of matchLabels) return { key, values: [value] };
  return matchExpressions.find(({ operator, values }) => operator === 'In' && values.length <= MOST_VALUES);
}
