import { bool, type DecodedBy, int32, type LargeDecoder, object } from './decoder.js';
import { objectMeta } from './meta.js';
import { otherKind } from './version.js';

const priorityClass = object({ metadata: objectMeta, value: int32, globalDefault: bool }, { lenient: true });

/** A name for a priority; the default one is that of pods which name none. */
export interface PriorityClass extends DecodedBy<typeof priorityClass> {}

/** Decodes PriorityClasses. Unknown fields are ignored. */
export const priorityClassKind: LargeDecoder<PriorityClass> = otherKind('PriorityClass', priorityClass);

/** Decodes a PriorityClass. Unknown fields are ignored. Throws AllocationError. */
export const { decode: decodePriorityClass } = priorityClassKind;
