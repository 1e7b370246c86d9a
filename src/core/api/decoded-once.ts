// Decodes immutable objects once, since a service with a cache passes the same objects again and again.

import { isImmutable } from '../base/immutable-json.js';
import type { Json } from '../base/json.js';
import { isJsonObject, type LargeDecoder } from './decoder.js';
import type { LibraryGates } from './library-gates.js';

/** The last decoding of an object and its inputs. Undefined for an object that may change, or whose decoding causes warnings. */
interface Remembered {
  readonly schema: object;
  readonly libraryGates: LibraryGates;
  readonly decoded: unknown;
}

const cachedDecodings = new WeakMap<object, Remembered | undefined>();

/**
 * Makes a decoder that decodes a deeply frozen object once and then returns the earlier result. `schema` distinguishes this decoding from
 * others. Objects with errors or warnings are decoded again.
 */
export function decodedOnce<T>(inner: LargeDecoder<T>, schema: object): LargeDecoder<T> {
  return {
    ...inner,
    decode(value, context) {
      const remembered = recall(value, schema, context.libraryGates);
      if (remembered !== undefined) return remembered.decoded as T;
      const { length } = context.warnings;
      const decoded = inner.decode(value, context);
      remember(value, { schema, libraryGates: context.libraryGates, decoded }, context.warnings.length === length);
      return decoded;
    },
    *decoding(value, context) {
      const remembered = recall(value, schema, context.libraryGates);
      if (remembered !== undefined) return remembered.decoded as T;
      const { length } = context.warnings;
      const decoded = yield* inner.decoding(value, context);
      remember(value, { schema, libraryGates: context.libraryGates, decoded }, context.warnings.length === length);
      return decoded;
    },
  };
}

function remember(value: Json | undefined, decoding: Remembered, isSilent: boolean): void {
  if (!isJsonObject(value) || !Object.isFrozen(value)) return;
  // The first decoding checks for immutability; later ones rely on its result.
  const isFirst = !cachedDecodings.has(value);
  if (isFirst || cachedDecodings.get(value) !== undefined)
    cachedDecodings.set(value, isSilent && (!isFirst || isImmutable(value)) ? decoding : undefined);
}

/** Returns whether decoding an object again returns the earlier result. */
export function isDecodedOnce(value: Json): boolean {
  return isJsonObject(value) && cachedDecodings.get(value) !== undefined;
}

function recall(value: Json | undefined, schema: object, libraryGates: LibraryGates): Remembered | undefined {
  const remembered = isJsonObject(value) ? cachedDecodings.get(value) : undefined;
  if (remembered === undefined || remembered.schema !== schema) return undefined;
  const { attributeSemantics, firstOfDevices } = remembered.libraryGates;
  return attributeSemantics === libraryGates.attributeSemantics && firstOfDevices === libraryGates.firstOfDevices ? remembered : undefined;
}
