// Names of values in messages where the reference speaks of its own Go types.

import { Optional, typeNameOf, type Value } from './values.js';

/** Type of the value at run time -> Go type, and what cel-go says when it shall become a bool. */
const NAMES: ReadonlyMap<string, readonly [go: string, conversion: string]> = new Map([
  ['int', ['types.Int', "unsupported type conversion from 'int' to bool"]],
  ['uint', ['types.Uint', "unsupported type conversion from 'uint' to bool"]],
  ['double', ['types.Double', "type conversion error from Double to 'bool'"]],
  ['bool', ['types.Bool', '']],
  ['string', ['types.String', "unsupported native conversion from string to 'bool'"]],
  ['bytes', ['types.Bytes', "type conversion error from Bytes to 'bool'"]],
  ['null_type', ['types.Null', "type conversion error from 'null_type' to 'bool'"]],
  ['list', ['*types.baseList', "type conversion error from list to 'bool'"]],
  ['map', ['*types.baseMap', "type conversion error from map to 'bool'"]],
  ['type', ['*types.Type', "type conversion not supported for 'type'"]],
  ['optional_type', ['*types.Optional', 'optional.none() dereference']],
  ['google.protobuf.Timestamp', ['types.Timestamp', "type conversion error from 'Timestamp' to 'bool'"]],
  ['google.protobuf.Duration', ['types.Duration', "type conversion error from 'Duration' to 'bool'"]],
  ['net.IP', ['cel.IP', "type conversion error from 'IP' to 'bool'"]],
  ['net.CIDR', ['cel.CIDR', "type conversion error from 'CIDR' to 'bool'"]],
  ['kubernetes.URL', ['cel.URL', "type conversion error from 'URL' to 'bool'"]],
  ['kubernetes.NamedFormat', ['cel.Format', "type conversion error from 'Format' to 'bool'"]],
  ['kubernetes.Quantity', ['cel.Quantity', "type conversion error from 'Quantity' to 'bool'"]],
  ['kubernetes.Semver', ['cel.Semver', "type conversion error from 'Semver' to 'bool'"]],
]);

/** The Go type of a value. */
export function goTypeName(value: Value): string {
  return NAMES.get(typeNameOf(value))?.[0] ?? '*types.Err';
}

/** The bool that a result is or, as an optional, holds; otherwise the reference's message. */
export function asBool(result: Value): boolean | string {
  const inner = result instanceof Optional && result.value !== undefined ? result.value : result;
  if (typeof inner === 'boolean') return inner;
  const reason = NAMES.get(typeNameOf(inner))?.[1] ?? '';
  return `CEL result of type ${typeNameOf(result)} could not be converted to bool: ${reason}`;
}
