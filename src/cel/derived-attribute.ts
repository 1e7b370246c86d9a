// Converts the result of an expression to a derived attribute: checks its static type and its value.
// Source: k8s.io/dynamic-resource-allocation cel/compile.go, validateOutputType and valToDeviceAttribute.

import type { DeviceAttribute } from '../core/api/resource-slice.js';
import { formatResultType, SEMVER, sameType, type Type } from './check/types.js';
import { deviceListType } from './run/device.js';
import { nativeTypeName } from './values/names.js';
import { Semver } from './values/semver.js';
import { CelMap, Failure, isConcatenated, Optional, TypeValue, typeNameOf, type Value } from './values/values.js';

/** Returns why a result type is invalid for a derived attribute; undefined if it is valid. `lists` allows lists. */
export function resultTypeProblem(type: Type, lists: boolean): string | undefined {
  const [item] = type.params;
  if (isScalarType(type) || (lists && type.kind === 'list' && item !== undefined && isScalarType(item))) return undefined;
  const allowed = `a primitive scalar (string, integer, boolean, semver)${lists ? ' or a list of these scalars' : ''}`;
  return `must evaluate to ${allowed}, not ${formatResultType(type)}`;
}

function isScalarType(type: Type): boolean {
  return ['bool', 'int', 'string', 'dyn', 'any'].includes(type.kind) || sameType(type, SEMVER);
}

/**
 * Returns the attribute for a result: a scalar, or a list with the type of
 * its first item. An empty list becomes an attribute without values.
 */
export function attributeOfResult(result: Value): DeviceAttribute | Failure {
  const native = nativeValue(result);
  if (typeof native === 'boolean') return { bool: native };
  if (typeof native === 'bigint') return { int: native };
  if (typeof native === 'string') return { string: native };
  if (native instanceof Semver) return { version: native.text };
  // This does not use `native`, because a list in an optional is not a list here.
  if (Array.isArray(result)) return attributeOfList(result);
  return new Failure(`unsupported CEL return type: ${goTypeOf(native)}`);
}

function attributeOfList(list: readonly Value[]): DeviceAttribute | Failure {
  const items = list.map(nativeValue);
  if (items.length === 0) return { strings: [] };
  const first = items[0];
  if (typeof first === 'boolean') return toTypedList(items, 'bool', isBool, (bools) => ({ bools }));
  if (typeof first === 'bigint') return toTypedList(items, 'int', isInt, (ints) => ({ ints }));
  if (typeof first === 'string') return toTypedList(items, 'string', isString, (strings) => ({ strings }));
  if (first instanceof Semver)
    return toTypedList(items, 'semver', isSemver, (versions) => ({ versions: versions.map((version) => version.text) }));
  return new Failure(`unsupported list element type: ${goTypeOf(first)}`);
}

const isBool = (value: Native): value is boolean => typeof value === 'boolean';
const isInt = (value: Native): value is bigint => typeof value === 'bigint';
const isString = (value: Native): value is string => typeof value === 'string';
const isSemver = (value: Native): value is Semver => value instanceof Semver;

function toTypedList<T extends Native>(
  items: readonly Native[],
  type: string,
  isItem: (item: Native) => item is T,
  toAttribute: (items: readonly T[]) => DeviceAttribute,
): DeviceAttribute | Failure {
  if (items.every(isItem)) return toAttribute(items);
  const at = items.findIndex((item) => !isItem(item));
  return new Failure(`expected list element at index ${at} to be ${type}, got ${goTypeOf(items[at])}`);
}

/**
 * A value without the wrappers that the reference removes. An optional becomes its value, an empty optional becomes undefined,
 * and a type becomes its name.
 */
type Native = Value | undefined;

function nativeValue(value: Value): Native {
  let inner: Native = value;
  while (inner instanceof Optional) inner = inner.value;
  return inner instanceof TypeValue ? inner.type : inner;
}

/** Returns the Go type of a value's content. Lists and maps that functions create have the generic type. */
function goTypeOf(value: Native): string {
  if (value === undefined) return '<nil>';
  if (Array.isArray(value)) return deviceListType(value) ?? (isConcatenated(value) ? '[]interface {}' : '[]ref.Val');
  if (value instanceof CelMap) return value.ofDevice ? goTypeOfDeviceMap(value) : 'map[ref.Val]ref.Val';
  return nativeTypeName(value);
}

function goTypeOfDeviceMap(map: CelMap): string {
  const [first] = map.keys();
  const isCapacity = first !== undefined && typeNameOf(map.find(first) ?? null) === 'kubernetes.Quantity';
  return isCapacity ? 'map[string]cel.Quantity' : 'map[string]interface {}';
}
