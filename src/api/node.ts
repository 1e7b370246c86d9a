// Node: the parts that device allocation looks at. Source: core/v1, type Node.

import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import type { Decoder } from './decoder.js';
import { list, object, optional, string, transform } from './decoder.js';
import type { ObjectMeta } from './meta.js';
import { objectMeta } from './meta.js';
import type { ResourceList } from './resource-list.js';
import { resourceList } from './resource-list.js';
import { decodeOther } from './version.js';

/** A node of the cluster. */
export interface Node {
  readonly metadata: ObjectMeta;
  readonly status: {
    /** Features that the kubelet declares, such as DRAOptionalNodeOperations. */
    readonly declaredFeatures: readonly string[];
    /** The amounts that device plugins offer, by extended resource. Absent where the node tells nothing of what it can allocate. */
    readonly allocatable?: ResourceList['amounts'];
  };
}

const node: Decoder<Node> = object(
  {
    metadata: objectMeta,
    status: object(
      { declaredFeatures: list(string), allocatable: optional(transform(resourceList, ({ amounts }) => amounts)) },
      { lenient: true },
    ),
  },
  { lenient: true },
);

/** Decodes a Node. Unknown fields are ignored. Throws AllocationError. */
export function decodeNode(value: Json, context: DecodeContext): Node {
  return decodeOther(value, 'Node', node, context);
}
