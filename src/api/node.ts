// Node: the parts that device allocation looks at. Source: core/v1, type Node.

import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import type { DecodedBy } from './decoder.js';
import { list, object, optional, string, transform } from './decoder.js';
import { objectMeta } from './meta.js';
import { resourceList } from './resource-list.js';
import { decodeOther } from './version.js';

const node = object(
  {
    metadata: objectMeta,
    status: object(
      {
        /** Features that the kubelet declares, such as DRAOptionalNodeOperations. */
        declaredFeatures: list(string),
        /** The amounts that device plugins offer, by extended resource. Absent where the node tells nothing of what it can allocate. */
        allocatable: optional(transform(resourceList, ({ amounts }) => amounts)),
      },
      { lenient: true },
    ),
  },
  { lenient: true },
);

/** A node of the cluster. */
export interface Node extends DecodedBy<typeof node> {}

/** Decodes a Node. Unknown fields are ignored. Throws AllocationError. */
export function decodeNode(value: Json, context: DecodeContext): Node {
  return decodeOther(value, 'Node', node, context);
}
