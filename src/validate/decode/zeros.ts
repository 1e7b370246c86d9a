// Creates the zero values of Go's types.

import type { StructType, Type } from '../schema/schema.js';
import { type Decoded, type DecodedStruct, newStruct } from '../tree/decoded.js';

const EMPTY_LIST: readonly Decoded[] = Object.freeze([]);
const EMPTY_MAP: ReadonlyMap<string, Decoded> = new Map();

const zeroStructs = new WeakMap<StructType, DecodedStruct>();
const zerosOfFields = new WeakMap<StructType, readonly (readonly [name: string, zero: Decoded])[]>();

/** Returns the zero value of a non-pointer type. */
export function zeroOf(type: Type): Decoded {
  switch (type.kind) {
    case 'struct':
      return zeroStructOf(type);
    case 'list':
      return EMPTY_LIST;
    case 'map':
      return EMPTY_MAP;
    case 'bool':
      return false;
    case 'int32':
    case 'int64':
    case 'IntOrString':
      return 0n;
    case 'Quantity':
      return '0';
    default:
      return '';
  }
}

/** Returns the zero values of fields that are always present: structs and quantities that are not pointers. */
export function zeroFields(type: StructType): readonly (readonly [name: string, zero: Decoded])[] {
  const cachedZeros = zerosOfFields.get(type);
  if (cachedZeros !== undefined) return cachedZeros;
  const zeros: [string, Decoded][] = [];
  for (const [name, field] of type.fields) {
    if ((field.kind === 'struct' || field.kind === 'Quantity') && !type.pointers.has(name)) zeros.push([name, zeroOf(field)]);
  }
  zerosOfFields.set(type, zeros);
  return zeros;
}

function zeroStructOf(type: StructType): DecodedStruct {
  let zero = zeroStructs.get(type);
  if (zero === undefined) {
    zero = Object.freeze(Object.assign(newStruct(), Object.fromEntries(zeroFields(type))));
    zeroStructs.set(type, zero);
  }
  return zero;
}
