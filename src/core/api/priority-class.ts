// PriorityClass: the order in which pods are scheduled, by name. Source: scheduling.k8s.io/v1.

import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import { bool, type DecodedBy, int32, object } from './decoder.js';
import { objectMeta } from './meta.js';
import { decodeOther } from './version.js';

const priorityClass = object({ metadata: objectMeta, value: int32, globalDefault: bool }, { lenient: true });

/** A name for a priority; the default one is that of pods which name none. */
export interface PriorityClass extends DecodedBy<typeof priorityClass> {}

/** Decodes a PriorityClass. Unknown fields are ignored. Throws AllocationError. */
export function decodePriorityClass(value: Json, context: DecodeContext): PriorityClass {
  return decodeOther(value, 'PriorityClass', priorityClass, context);
}
