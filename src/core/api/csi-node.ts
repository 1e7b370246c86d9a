import { type DecodedBy, int32, type LargeDecoder, list, object, optional, string } from './decoder.js';
import { metaDecoders } from './meta.js';
import { otherKind } from './version.js';

/** The volume plugins whose volumes are served by CSI drivers of the node, separated by commas. */
export const MIGRATED_PLUGINS = 'storage.alpha.kubernetes.io/migrated-plugins';

const lenient = { lenient: true } as const;

const csiNode = object(
  {
    metadata: object({ ...metaDecoders, annotations: object({ [MIGRATED_PLUGINS]: string }, lenient) }, lenient),
    spec: object(
      {
        drivers: list(
          object(
            {
              name: string,
              /** The node labels that volumes of the driver depend on. */
              topologyKeys: list(string),
              /** The most volumes of the driver on the node. */
              allocatable: optional(object({ count: optional(int32) }, lenient)),
            },
            lenient,
          ),
        ),
      },
      lenient,
    ),
  },
  lenient,
);

/** The CSI drivers of the node with the same name. */
export interface CsiNode extends DecodedBy<typeof csiNode> {}

/** Decodes CSINodes, also in increments. Unknown fields are ignored. */
export const csiNodeKind: LargeDecoder<CsiNode> = otherKind('CSINode', csiNode);
