// Names values in messages in which the reference prints its Go types.

import { Optional, typeNameOf, type Value } from './values.js';

/** Run-time types with cel-go's type, its native Go type, and cel-go's message for the conversion to a bool. */
const NAMES: ReadonlyMap<string, readonly [celGo: string, native: string, conversion: string]> = new Map([
  ['int', ['types.Int', 'int64', "unsupported type conversion from 'int' to bool"]],
  ['uint', ['types.Uint', 'uint64', "unsupported type conversion from 'uint' to bool"]],
  ['double', ['types.Double', 'float64', "type conversion error from Double to 'bool'"]],
  ['bool', ['types.Bool', 'bool', '']],
  ['string', ['types.String', 'string', "unsupported native conversion from string to 'bool'"]],
  ['bytes', ['types.Bytes', '[]uint8', "type conversion error from Bytes to 'bool'"]],
  ['null_type', ['types.Null', 'structpb.NullValue', "type conversion error from 'null_type' to 'bool'"]],
  ['list', ['*types.baseList', 'list', "type conversion error from list to 'bool'"]],
  ['map', ['*types.baseMap', 'map', "type conversion error from map to 'bool'"]],
  ['type', ['*types.Type', 'type', "type conversion not supported for 'type'"]],
  ['optional_type', ['*types.Optional', 'optional_type', 'optional.none() dereference']],
  ['google.protobuf.Timestamp', ['types.Timestamp', 'time.Time', "type conversion error from 'Timestamp' to 'bool'"]],
  ['google.protobuf.Duration', ['types.Duration', 'time.Duration', "type conversion error from 'Duration' to 'bool'"]],
  ['net.IP', ['cel.IP', 'netip.Addr', "type conversion error from 'IP' to 'bool'"]],
  ['net.CIDR', ['cel.CIDR', 'netip.Prefix', "type conversion error from 'CIDR' to 'bool'"]],
  ['kubernetes.URL', ['cel.URL', '*url.URL', "type conversion error from 'URL' to 'bool'"]],
  ['kubernetes.NamedFormat', ['cel.Format', 'cel.Format', "type conversion error from 'Format' to 'bool'"]],
  ['kubernetes.Quantity', ['cel.Quantity', '*resource.Quantity', "type conversion error from 'Quantity' to 'bool'"]],
  ['kubernetes.Semver', ['cel.Semver', 'semver.Version', "type conversion error from 'Semver' to 'bool'"]],
]);

/** Returns cel-go's type of a value. */
export function goTypeName(value: Value): string {
  return NAMES.get(typeNameOf(value))?.[0] ?? '*types.Err';
}

/** Returns the native Go type of a value. */
export function nativeTypeName(value: Value): string {
  return NAMES.get(typeNameOf(value))?.[1] ?? 'error';
}

/** Returns the boolean value of a result or of the optional around it; otherwise the reference's message. */
export function asBool(result: Value): boolean | string {
  const inner = result instanceof Optional && result.value !== undefined ? result.value : result;
  if (typeof inner === 'boolean') return inner;
  const reason = NAMES.get(typeNameOf(inner))?.[2] ?? '';
  return `CEL result of type ${typeNameOf(result)} could not be converted to bool: ${reason}`;
}
