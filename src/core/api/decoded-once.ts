// Objects that nobody can change any more are decoded once: a service that keeps what its callers send again and again hands in the very objects again.

import { isImmutable } from '../base/immutable-json.js';
import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import { isJsonObject } from './decoder.js';
import type { OwnGates } from './own-gates.js';

/** The last decoding of an object, and what it was made by; undefined for one that somebody may change, or that gives warnings. */
interface Remembered {
  readonly schema: object;
  readonly ownGates: OwnGates;
  readonly decoded: unknown;
}

const known = new WeakMap<object, Remembered | undefined>();

/**
 * Gives what `decode` gives, or gave for this very object, if that and all that is in it is frozen. `schema`: what tells this decoding from others. What fails or
 * warns is decoded again. Nothing is remembered of decoding that pauses, whose warnings are those of its last slice.
 */
export function decodedOnce<T>(value: Json, schema: object, context: DecodeContext, decode: () => T): T {
  const { checkpoint, ownGates, warnings } = context;
  const remembered = checkpoint.keep(() => recall(value, schema, ownGates));
  if (remembered !== undefined) return remembered.decoded as T;
  const { length } = warnings;
  const decoded = decode();
  if (checkpoint.isSliced || !isJsonObject(value) || !Object.isFrozen(value)) return decoded;
  // An object that is looked at twice is not looked at a third time.
  const isFirst = !known.has(value);
  if (isFirst || known.get(value) !== undefined) {
    const holds = warnings.length === length && (!isFirst || isImmutable(value));
    known.set(value, holds ? { schema, ownGates, decoded } : undefined);
  }
  return decoded;
}

/** Tells whether an object, handed in again, is decoded to the very object again. */
export function isDecodedOnce(value: Json): boolean {
  return isJsonObject(value) && known.get(value) !== undefined;
}

function recall(value: Json, schema: object, ownGates: OwnGates): Remembered | undefined {
  const remembered = isJsonObject(value) ? known.get(value) : undefined;
  if (remembered === undefined || remembered.schema !== schema) return undefined;
  const { attributeSemantics, firstOfDevices } = remembered.ownGates;
  return attributeSemantics === ownGates.attributeSemantics && firstOfDevices === ownGates.firstOfDevices ? remembered : undefined;
}
