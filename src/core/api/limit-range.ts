// LimitRange: what pods of a namespace request where they say nothing. Only that there is one counts here. Source: core/v1, type LimitRange.

import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import { type DecodedBy, object } from './decoder.js';
import { objectMeta } from './meta.js';
import { decodeOther } from './version.js';

const limitRange = object({ metadata: objectMeta }, { lenient: true });

/** Something that fills in pods when they are created. */
export interface LimitRange extends DecodedBy<typeof limitRange> {}

/** Decodes a LimitRange. Unknown fields are ignored. Throws AllocationError. */
export function decodeLimitRange(value: Json, context: DecodeContext): LimitRange {
  return decodeOther(value, 'LimitRange', limitRange, context);
}
