// Objects that nobody can change any more are decoded once: a service that keeps what its callers send again and again hands in the very objects again.

import { isImmutable } from '../base/immutable-json.js';
import type { Json } from '../base/json.js';
import { isJsonObject, type LargeDecoder } from './decoder.js';
import type { OwnGates } from './own-gates.js';

/** The last decoding of an object, and what it was made by; undefined for one that somebody may change, or that gives warnings. */
interface Remembered {
  readonly schema: object;
  readonly ownGates: OwnGates;
  readonly decoded: unknown;
}

const known = new WeakMap<object, Remembered | undefined>();

/**
 * Makes a decoder that gives what `inner` gives, or gave for the very object, if that and all that is in it is frozen. `schema`: what tells this decoding from
 * others. What fails or warns is decoded again.
 */
export function decodedOnce<T>(inner: LargeDecoder<T>, schema: object): LargeDecoder<T> {
  return {
    ...inner,
    decode(value, context) {
      const remembered = recall(value, schema, context.ownGates);
      if (remembered !== undefined) return remembered.decoded as T;
      const { length } = context.warnings;
      const decoded = inner.decode(value, context);
      remember(value, { schema, ownGates: context.ownGates, decoded }, context.warnings.length === length);
      return decoded;
    },
    *decoding(value, context) {
      const remembered = recall(value, schema, context.ownGates);
      if (remembered !== undefined) return remembered.decoded as T;
      const { length } = context.warnings;
      const decoded = yield* inner.decoding(value, context);
      remember(value, { schema, ownGates: context.ownGates, decoded }, context.warnings.length === length);
      return decoded;
    },
  };
}

function remember(value: Json | undefined, decoding: Remembered, isSilent: boolean): void {
  if (!isJsonObject(value) || !Object.isFrozen(value)) return;
  // An object that is considered twice is not considered a third time.
  const isFirst = !known.has(value);
  if (isFirst || known.get(value) !== undefined) known.set(value, isSilent && (!isFirst || isImmutable(value)) ? decoding : undefined);
}

/** Returns whether an object, handed in again, is decoded to the very object again. */
export function isDecodedOnce(value: Json): boolean {
  return isJsonObject(value) && known.get(value) !== undefined;
}

function recall(value: Json | undefined, schema: object, ownGates: OwnGates): Remembered | undefined {
  const remembered = isJsonObject(value) ? known.get(value) : undefined;
  if (remembered === undefined || remembered.schema !== schema) return undefined;
  const { attributeSemantics, firstOfDevices } = remembered.ownGates;
  return attributeSemantics === ownGates.attributeSemantics && firstOfDevices === ownGates.firstOfDevices ? remembered : undefined;
}
