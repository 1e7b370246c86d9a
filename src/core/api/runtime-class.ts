// RuntimeClass: how the containers of a pod are run, what that takes of a node, and which nodes can do it. Source: node.k8s.io/v1.

import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import { type DecodedBy, list, map, object, optional, string } from './decoder.js';
import { objectMeta } from './meta.js';
import { resourceList } from './resource-list.js';
import { toleration } from './toleration.js';
import { decodeOther } from './version.js';

/** The API group of runtime classes. */
export const NODE_GROUP = 'node.k8s.io';

const lenient = { lenient: true } as const;

const runtimeClass = object(
  {
    metadata: objectMeta,
    overhead: optional(object({ podFixed: resourceList }, lenient)),
    scheduling: optional(object({ nodeSelector: map(string), tolerations: list(toleration) }, lenient)),
  },
  lenient,
);

/** The part of a runtime class that decides about nodes. */
export interface RuntimeClass extends DecodedBy<typeof runtimeClass> {}

/** Decodes a RuntimeClass. Unknown fields are ignored. Throws AllocationError. */
export function decodeRuntimeClass(value: Json, context: DecodeContext): RuntimeClass {
  return decodeOther(value, 'RuntimeClass', runtimeClass, context);
}
