import { type DecodedBy, type LargeDecoder, object, optional, string } from './decoder.js';
import { labelSelector } from './label-selector.js';
import { objectMeta } from './meta.js';
import { quantity } from './values.js';
import { otherKind } from './version.js';

const csiStorageCapacity = object(
  {
    metadata: objectMeta,
    storageClassName: string,
    /** The nodes that can use the storage; absent if no node can. */
    nodeTopology: optional(labelSelector),
    capacity: optional(quantity),
    /** The size of the largest volume. It applies instead of the capacity. */
    maximumVolumeSize: optional(quantity),
  },
  { lenient: true },
);

/** The storage that a class has left for some nodes. */
export interface CsiStorageCapacity extends DecodedBy<typeof csiStorageCapacity> {}

/** Decodes CSIStorageCapacities, also in increments. Unknown fields are ignored. */
export const csiStorageCapacityKind: LargeDecoder<CsiStorageCapacity> = otherKind('CSIStorageCapacity', csiStorageCapacity);
