import { bool, type DecodedBy, int32, type LargeDecoder, object, string } from './decoder.js';
import { objectMeta } from './meta.js';
import { otherKind } from './version.js';

const priorityClass = object({ metadata: objectMeta, value: int32, globalDefault: bool, preemptionPolicy: string }, { lenient: true });

/** A named priority. Pods that name none use the global default. */
export interface PriorityClass extends DecodedBy<typeof priorityClass> {}

/** Decodes PriorityClasses, also in increments. Unknown fields are ignored. */
export const priorityClassKind: LargeDecoder<PriorityClass> = otherKind('PriorityClass', priorityClass);

/** Decodes a PriorityClass. Unknown fields are ignored. Throws AllocationError. */
export const { decode: decodePriorityClass } = priorityClassKind;
