// Classifies repeated keys of an object as the API server treats them. Only the
// parser sees repeated keys; this file classifies their positions.

import type { Json, PathStep } from '../../core/base/json.js';
import { textOf } from '../objects.js';
import { innerType, type Type, typeOf } from '../schema/schema.js';

/**
 * The position of a key. At `known` fields, the API server rejects repeated keys. `opaque` keys are in JSON that it passes on,
 * such as driver parameters. `unknown` keys are at or below an unknown field, which it does not check further.
 */
export type KeyPlace = 'known' | 'opaque' | 'unknown';

/** Returns the position that the steps lead to in an object of a release. For unsupported kinds, all fields count as known. */
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
