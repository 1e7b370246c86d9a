// Resolves names to types: variables of macros, the device, and names of types. Since cel-go 0.29,
// a leading dot and a variable that equals the first part of a name have other meanings.
// Source: cel-go checker/env.go (LookupIdent in 0.26, resolveSimpleIdent and resolveQualifiedIdent in 0.29).

import type { CelGo } from '../cel-go.js';
import type { Expr, Name, Select } from '../syntax/tree.js';
import { CIDR, DEVICE, DURATION, DYN, IP, listOf, mapOf, optionalOf, paramOf, TIMESTAMP, type Type, typeOf } from './types.js';

/** The variables of the macros around a node, the innermost first. */
export interface Scope {
  readonly name: string;
  readonly type: Type;
  readonly outer: Scope | undefined;
}

const TYPE_NAMES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ...(['bool', 'int', 'uint', 'double', 'string', 'bytes', 'null_type'] as const).map((kind): [string, Type] => [
    kind,
    { kind, params: [] },
  ]),
  ['list', listOf(paramOf('A'))],
  ['map', mapOf(paramOf('A'), paramOf('B'))],
  ['type', { kind: 'type', params: [] }],
  ['optional_type', optionalOf(DYN)],
  ['google.protobuf.Timestamp', TIMESTAMP],
  ['google.protobuf.Duration', DURATION],
  ['net.IP', IP],
  ['net.CIDR', CIDR],
  // Also contains names of functions. The types have no value (plan.ts).
  ['timestamp', TIMESTAMP],
  ['duration', DURATION],
]);

/** Returns whether a name without a leading dot is the name of a type. */
export function isTypeName(name: string): boolean {
  return TYPE_NAMES.has(name);
}

/** Returns a name without its leading dot, if any. */
export function withoutDot(name: string): string {
  return name.startsWith('.') ? name.slice(1) : name;
}

/**
 * Returns the type of a name; undefined if it is undeclared. With 0.29, a leading dot skips the variables of macros. The dot
 * stays in the tree only if there is such a variable.
 */
export function resolveName(expr: Name, scope: Scope | undefined, celGo: CelGo): Type | undefined {
  const global = withoutDot(expr.name);
  const local = localOf(global, scope);
  if (local !== undefined && (global === expr.name || celGo === '0.26')) {
    expr.name = global;
    return local.type;
  }
  const type = TYPE_NAMES.get(global);
  if (global !== 'device' && type === undefined) return undefined;
  if (local === undefined) expr.name = global;
  return type === undefined ? DEVICE : typeOf(type);
}

/** Returns the type of a dotted name that names a type, and records it in the tree; undefined for any other field. */
export function resolveTypeName(expr: Select, scope: Scope | undefined, celGo: CelGo): Type | undefined {
  const qualified = qualifiedName(expr);
  const type = qualified === undefined ? undefined : TYPE_NAMES.get(withoutDot(qualified));
  if (qualified === undefined || type === undefined) return undefined;
  expr.qualified = nameOfType(qualified, scope, celGo);
  return expr.qualified === undefined ? undefined : typeOf(type);
}

/** With 0.29, a variable equal to the first part hides the type, unless a dot precedes the name. The dot then stays in the tree. */
function nameOfType(qualified: string, scope: Scope | undefined, celGo: CelGo): string | undefined {
  const global = withoutDot(qualified);
  const [first = ''] = global.split('.', 1);
  if (celGo === '0.26' || localOf(first, scope) === undefined) return global;
  return qualified === global ? undefined : qualified;
}

function localOf(name: string, scope: Scope | undefined): Scope | undefined {
  let local = scope;
  while (local !== undefined && local.name !== name) local = local.outer;
  return local;
}

/** Returns `a.b.c`, or `.a.b.c` if written with a leading dot; undefined if the expression is not a dotted name. */
function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'name') return expr.name;
  if (expr.kind !== 'select' || expr.mode !== 'value') return undefined;
  const operand = qualifiedName(expr.operand);
  return operand === undefined ? undefined : `${operand}.${expr.field}`;
}
