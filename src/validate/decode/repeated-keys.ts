// Keys that stand twice in an object, as an API server takes them. Only who reads the text knows of them; what they are, their place in the object tells.

import type { Json, PathStep } from '../../core/base/json.js';
import { textOf } from '../objects.js';
import { innerType, type Type, typeOf } from '../schema/schema.js';

/**
 * The place of a key: among fields that the API server knows, where it rejects a second one; in JSON that is passed on as it is, such as the parameters of a driver;
 * or among and in fields that are unknown, where it looks no further.
 */
export type KeyPlace = 'known' | 'opaque' | 'unknown';

/** Tells where in an object of a release the steps to a key lead. Kinds that are unknown have known fields alone. */
export function placeOfKey(object: Json, steps: readonly PathStep[], minor: number): KeyPlace {
  let type: Type | undefined = typeOf(textOf(object, 'apiVersion'), textOf(object, 'kind'), minor);
  if (type === undefined) return 'known';
  for (const step of steps) {
    if (type.kind === 'RawExtension' || type.kind === 'FieldsV1') return 'opaque';
    type = innerType(type, step);
    if (type === undefined) return 'unknown';
  }
  return 'known';
}
