import { type DecodedBy, type LargeDecoder, object, optional, string } from './decoder.js';
import { objectMeta } from './meta.js';
import { otherKind } from './version.js';

const lenient = { lenient: true } as const;

const volumeAttachment = object(
  {
    metadata: objectMeta,
    spec: object(
      {
        /** The CSI driver. */
        attacher: string,
        nodeName: string,
        source: object({ persistentVolumeName: optional(string) }, lenient),
      },
      lenient,
    ),
  },
  lenient,
);

/** A volume that is attached to a node, or about to be. */
export interface VolumeAttachment extends DecodedBy<typeof volumeAttachment> {}

/** Decodes VolumeAttachments, also in increments. Unknown fields are ignored. */
export const volumeAttachmentKind: LargeDecoder<VolumeAttachment> = otherKind('VolumeAttachment', volumeAttachment);
