import { bool, type DecodedBy, type LargeDecoder, object } from './decoder.js';
import { objectMeta } from './meta.js';
import { otherKind } from './version.js';

const lenient = { lenient: true } as const;

const csiDriver = object(
  {
    metadata: objectMeta,
    spec: object(
      {
        /** True if the driver reports its free storage in CSIStorageCapacities. */
        storageCapacity: bool,
        /** True if pods with volumes of the driver may not run on nodes without the driver. */
        preventPodSchedulingIfMissing: bool,
      },
      lenient,
    ),
  },
  lenient,
);

/** The part of a CSI driver that affects scheduling. */
export interface CsiDriver extends DecodedBy<typeof csiDriver> {}

/** Decodes CSIDrivers, also in increments. Unknown fields are ignored. */
export const csiDriverKind: LargeDecoder<CsiDriver> = otherKind('CSIDriver', csiDriver);
