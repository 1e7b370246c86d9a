import { type DecodedBy, type LargeDecoder, list, map, object, optional, string } from './decoder.js';
import { objectMeta } from './meta.js';
import { resourceList } from './resource-list.js';
import { toleration } from './toleration.js';
import { otherKind } from './version.js';

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

/** The part of a runtime class that affects scheduling. */
export interface RuntimeClass extends DecodedBy<typeof runtimeClass> {}

/** The name of the device may be absent. Unknown fields are ignored. */
export const runtimeClassKind: LargeDecoder<RuntimeClass> = otherKind('RuntimeClass', runtimeClass);

/** Decodes a RuntimeClass. Unknown fields are ignored. Throws AllocationError. */
export const { decode: decodeRuntimeClass } = runtimeClassKind;
