// Node: the parts that scheduling looks at. Source: core/v1, type Node.

import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import type { DecodedBy, Decoder } from './decoder.js';
import { bool, int64, list, object, optional, string, transform } from './decoder.js';
import { objectMeta } from './meta.js';
import { resourceList } from './resource-list.js';
import { taint } from './toleration.js';
import { decodeOther } from './version.js';

const lenient = { lenient: true } as const;

const givenStatus = object(
  {
    /** Features that the kubelet declares, such as DRAOptionalNodeOperations. */
    declaredFeatures: list(string),
    /** The amounts that pods may request. Absent where the node tells nothing of what it has. */
    allocatable: optional(resourceList),
    capacity: optional(resourceList),
    /** The images that are there, each under all its names. */
    images: list(object({ names: list(string), sizeBytes: int64 }, lenient)),
  },
  lenient,
);

/** The API server fills in what pods may request where a node tells only what it has (SetDefaults_NodeStatus). */
const status: Decoder<Omit<DecodedBy<typeof givenStatus>, 'capacity'>> = transform(givenStatus, ({ capacity, ...rest }) =>
  capacity === undefined ? rest : { allocatable: capacity, ...rest },
);

const node = object(
  {
    metadata: objectMeta,
    spec: object({ unschedulable: bool, taints: list(taint) }, lenient),
    status,
  },
  lenient,
);

/** A node of the cluster. */
export interface Node extends DecodedBy<typeof node> {}

/** Decodes a Node. Unknown fields are ignored. Throws AllocationError. */
export function decodeNode(value: Json, context: DecodeContext): Node {
  return decodeOther(value, 'Node', node, context);
}
