// Node: the fields that scheduling reads. Source: core/v1, type Node.

import type { Json, JsonObject } from '../base/json.js';
import type { DecodedBy } from './decoder.js';
import { bool, int64, isJsonObject, type LargeDecoder, list, object, optional, prepared, string } from './decoder.js';
import { objectMeta } from './meta.js';
import { resourceList } from './resource-list.js';
import { taint } from './toleration.js';
import { otherKind } from './version.js';

const lenient = { lenient: true } as const;

const statusFields = object(
  {
    /** Features that the kubelet declares, such as DRAOptionalNodeOperations. */
    declaredFeatures: list(string),
    /** The amounts that pods may request. Absent if the node reports neither allocatable nor capacity. */
    allocatable: optional(resourceList),
    /** The images on the node, each with all its names. */
    images: list(object({ names: list(string), sizeBytes: int64 }, lenient)),
  },
  lenient,
);

/**
 * If a node reports only its capacity, the capacity is also used for the allocatable amounts, as in the API server
 * (SetDefaults_NodeStatus).
 */
const status: typeof statusFields = {
  ...prepared(statusFields, (value) => {
    const isFilledIn = isJsonObject(value) && hasValue(value, 'capacity') && !hasValue(value, 'allocatable');
    return isFilledIn ? { ...value, allocatable: value['capacity'] as Json } : value;
  }),
  fields: new Map([...(statusFields.fields ?? []), ['capacity', resourceList]]),
};

function hasValue(value: JsonObject, field: string): boolean {
  return Object.hasOwn(value, field) && value[field] !== undefined && value[field] !== null;
}

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

/** Decodes Nodes, also in increments. Unknown fields are ignored. */
export const nodeKind: LargeDecoder<Node> = otherKind('Node', node);

/** Decodes a Node. Unknown fields are ignored. Throws AllocationError. */
export const { decode: decodeNode } = nodeKind;
