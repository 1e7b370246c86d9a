import { type DecodedBy, type LargeDecoder, object } from './decoder.js';
import { objectMeta } from './meta.js';
import { otherKind } from './version.js';

const limitRange = object({ metadata: objectMeta }, { lenient: true });

/** An object that sets defaults of pods when they are created. */
export interface LimitRange extends DecodedBy<typeof limitRange> {}

/** Decodes LimitRanges, also in increments. Unknown fields are ignored. */
export const limitRangeKind: LargeDecoder<LimitRange> = otherKind('LimitRange', limitRange);

/** Decodes a LimitRange. Unknown fields are ignored. Throws AllocationError. */
export const { decode: decodeLimitRange } = limitRangeKind;
